/* `mpit list`: tables.  Rows are walked twice, to measure and to print; one without rows is left
 * out.  On a terminal a row goes on in a second line where its columns do not fit into one. */
#include "config.h"

#include "tools/list/list.h"

#include "record/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_COLUMNS = 7, WIDEST_CELL = 64, BETWEEN = 2, INDENT = 4, LEAST_LAST = 24 };

struct table {
    int ncolumn, width[MAX_COLUMNS];
    bool below[MAX_COLUMNS]; /* a line begins with the column */
    int nrow;                /* header included */
    bool measuring;
    int screen; /* columns of the terminal; 0: a row is a line */
};

/* Values may be texts of several lines: a table shows the beginning, --long all of it. */
static int first_line(const char *text)
{
    return (int)strcspn(text, "\n");
}

/* What a cell may take: names are whole, and the last cell takes what room is left behind `used`.
 * 0: as much as it needs. */
static int room_of(const struct table *table, int column, int used)
{
    int line = table->screen - INDENT;

    if (column == 0)
        return 0;
    if (column == table->ncolumn - 1)
        return table->screen ? table->screen - used : 0;
    return table->screen && line < WIDEST_CELL ? line : WIDEST_CELL;
}

/* Returns the columns it took. */
static int print_cell(const char *text, int room)
{
    int length = first_line(text), columns = mpit__shown_columns(text, length);

    if (!room || columns <= room) {
        mpit__shown_write(text, length, stdout);
        return columns;
    }
    length = mpit__shown_cut(text, length, room);
    mpit__shown_write(text, length, stdout);
    fputs("...", stdout);
    return mpit__shown_columns(text, length) + (int)strlen("...");
}

static void measure(struct table *table, const char *const cells[])
{
    table->nrow++;
    for (int i = 0; i + 1 < table->ncolumn; i++) {
        int columns = mpit__shown_columns(cells[i], first_line(cells[i]));
        int room = room_of(table, i, 0);

        if (room && columns > room)
            columns = room;
        if (columns > table->width[i])
            table->width[i] = columns;
    }
}

static void fold(struct table *table)
{
    int last = table->ncolumn - 1, used = 0;

    for (int i = 0; table->screen && i <= last; i++) {
        int width = i < last ? table->width[i] : LEAST_LAST;

        table->below[i] = i > 0 && used + width > table->screen;
        used = (table->below[i] ? INDENT : used) + width + BETWEEN;
    }
}

static void print_row(const struct table *table, const char *const cells[])
{
    int used = 0, blanks = 0;

    for (int i = 0; i < table->ncolumn; i++) {
        if (table->below[i]) {
            putchar('\n');
            used = 0;
            blanks = INDENT;
        }
        used += printf("%*s", blanks, "");
        int columns = print_cell(cells[i], room_of(table, i, used));
        used += columns;
        blanks = table->width[i] - columns + BETWEEN;
    }
    putchar('\n');
}

static void table_row(struct table *table, const char *const cells[])
{
    if (table->measuring)
        measure(table, cells);
    else
        print_row(table, cells);
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
    fold(table);
    return true;
}

static bool print_variables(const struct tool_list *list, const struct tool_variable *variables,
                            int n, const char *kind, bool below)
{
    struct table table = {.measuring = true, .screen = mpit__screen_columns(stdout)};

    variable_rows(&table, list, variables, n, kind);
    if (!begin_printing(&table, below))
        return below;
    variable_rows(&table, list, variables, n, kind);
    return true;
}

static void event_rows(struct table *table, const struct tool_list *list)
{
    static const char *const header[] = {"event", "bind", "elements", "description"};

    table->ncolumn = 4;
    table_row(table, header);
    for (int i = 0; i < list->all->nevent; i++) {
        const struct tool_event *event = &list->all->event[i];
        char *elements;

        if (!tool_list_has_event(list, event))
            continue;
        elements = tool_event_elements(event, false);
        table_row(table,
                  (const char *const[]){event->name, event->bind, elements, event->description});
        free(elements);
    }
}

static bool print_events(const struct tool_list *list, bool below)
{
    struct table table = {.measuring = true, .screen = mpit__screen_columns(stdout)};

    event_rows(&table, list);
    if (!begin_printing(&table, below))
        return below;
    event_rows(&table, list);
    return true;
}

static void category_rows(struct table *table, const struct tool_list *list)
{
    static const char *const header[] = {"category", "cvars",      "pvars",
                                         "events",   "categories", "description"};

    table->ncolumn = 6;
    table_row(table, header);
    for (int i = 0; i < list->all->ncategory; i++) {
        const struct tool_category *category = &list->all->category[i];
        char number[4][16];

        if (!tool_list_has_category(list, category))
            continue;
        snprintf(number[0], sizeof number[0], "%d", category->ncvar);
        snprintf(number[1], sizeof number[1], "%d", category->npvar);
        snprintf(number[2], sizeof number[2], "%d", category->nevent);
        snprintf(number[3], sizeof number[3], "%d", category->ncategory);
        table_row(table, (const char *const[]){category->name, number[0], number[1], number[2],
                                               number[3], category->description});
    }
}

static void print_categories(const struct tool_list *list, bool below)
{
    struct table table = {.measuring = true, .screen = mpit__screen_columns(stdout)};

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
    if (list->events)
        below = print_events(list, below);
    if (list->categories)
        print_categories(list, below);
}
