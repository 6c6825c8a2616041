/* `mpit list`: tables.  Rows are walked twice, to measure and to print; one without rows is left
 * out. */
#include "config.h"

#include "list.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { MAX_COLUMNS = 7, WIDEST_CELL = 64 };

struct table {
    int ncolumn, width[MAX_COLUMNS];
    int nrow; /* header included */
    bool measuring;
    int screen; /* columns of the terminal, 0 = do not cut */
};

static int screen_width(void)
{
    struct winsize size;

    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        return 0;
    return size.ws_col;
}

/* The last cell takes what room is left; a cut does not split a character of several bytes. */
static void print_last(const struct table *table, const char *text, int used)
{
    int room = table->screen - used;
    int length = (int)strcspn(text, "\n");

    if (table->screen && room > 3 && length > room) {
        length = room - 3;
        while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
            length--;
        printf("%.*s...\n", length, text);
    } else {
        printf("%.*s\n", length, text);
    }
}

/* Values may be texts of several lines: a table shows the beginning, --long all of it. */
static int cell_length(const char *text)
{
    int length = (int)strcspn(text, "\n\t");

    return length < WIDEST_CELL ? length : WIDEST_CELL;
}

static void table_row(struct table *table, const char *const cells[])
{
    int used = 0;

    if (table->measuring) {
        table->nrow++;
        for (int i = 0; i < table->ncolumn; i++)
            if (cell_length(cells[i]) > table->width[i])
                table->width[i] = cell_length(cells[i]);
        return;
    }
    for (int i = 0; i + 1 < table->ncolumn; i++)
        used += printf("%-*.*s  ", table->width[i], cell_length(cells[i]), cells[i]);
    print_last(table, cells[table->ncolumn - 1], used);
}

static void variable_rows(struct table *table, const struct tool_list *list,
                          const struct tool_variable *variables, int n, const char *kind)
{
    bool values = list->values && n > 0 && !variables->is_pvar;
    const char *header[MAX_COLUMNS] = {"name", kind, "type", "bind"};

    table->ncolumn = values ? 7 : 5;
    if (values) {
        header[4] = "value";
        header[5] = "source";
    }
    header[table->ncolumn - 1] = "description";
    table_row(table, header);
    for (int i = 0; i < n; i++) {
        const struct tool_variable *variable = &variables[i];
        const char *cells[MAX_COLUMNS] = {variable->name, tool_variable_kind(variable),
                                          variable->type, variable->bind};

        if (!tool_list_has_variable(list, variable))
            continue;
        if (values) {
            cells[4] = tool_list_cell(variable->value);
            cells[5] = tool_list_cell(variable->source);
        }
        cells[table->ncolumn - 1] = variable->description;
        table_row(table, cells);
    }
}

/* Whether a table that has been measured is to be printed, below another one or first. */
static bool begin_printing(struct table *table, bool below)
{
    if (table->nrow < 2)
        return false;
    if (below)
        putchar('\n');
    table->measuring = false;
    return true;
}

static bool print_variables(const struct tool_list *list, const struct tool_variable *variables,
                            int n, const char *kind, bool below)
{
    struct table table = {.measuring = true, .screen = screen_width()};

    variable_rows(&table, list, variables, n, kind);
    if (!begin_printing(&table, below))
        return below;
    variable_rows(&table, list, variables, n, kind);
    return true;
}

static void category_rows(struct table *table, const struct tool_list *list)
{
    static const char *const header[] = {"category", "cvars", "pvars", "categories", "description"};

    table->ncolumn = 5;
    table_row(table, header);
    for (int i = 0; i < list->all->ncategory; i++) {
        const struct tool_category *category = &list->all->category[i];
        char number[3][16];

        if (!tool_list_has_category(list, category))
            continue;
        snprintf(number[0], sizeof number[0], "%d", category->ncvar);
        snprintf(number[1], sizeof number[1], "%d", category->npvar);
        snprintf(number[2], sizeof number[2], "%d", category->ncategory);
        table_row(table, (const char *const[]){category->name, number[0], number[1], number[2],
                                               category->description});
    }
}

static void print_categories(const struct tool_list *list, bool below)
{
    struct table table = {.measuring = true, .screen = screen_width()};

    category_rows(&table, list);
    if (begin_printing(&table, below))
        category_rows(&table, list);
}

void tool_list_write_table(const struct tool_list *list)
{
    bool below = false;

    if (list->cvars)
        below = print_variables(list, list->all->cvar, list->all->ncvar, "scope", below);
    if (list->pvars)
        below = print_variables(list, list->all->pvar, list->all->npvar, "class", below);
    if (list->categories)
        print_categories(list, below);
}
