/* The forms of `mpit list`. */
#include "config.h"

#include "list.h"

#include "csv.h"
#include "tool.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static bool has_variable(const struct mpit_list *list, const struct mpit_variable *variable)
{
    return mpit__list_has(list, variable->name, variable->own);
}

static bool has_category(const struct mpit_list *list, const struct mpit_category *category)
{
    return mpit__list_has(list, category->name, category->own);
}

static const char *value_of(const struct mpit_variable *variable)
{
    return variable->value ? variable->value : "";
}

static const char *source_of(const struct mpit_variable *variable)
{
    return variable->source ? variable->source : "";
}

/* Tables: rows are walked twice, to measure and to print; one without rows is left out. */

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

static void variable_rows(struct table *table, const struct mpit_list *list,
                          const struct mpit_variable *variables, int n, const char *kind)
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
        const struct mpit_variable *variable = &variables[i];
        const char *cells[MAX_COLUMNS] = {variable->name, variable->kind, variable->type,
                                          variable->bind};

        if (!has_variable(list, variable))
            continue;
        if (values) {
            cells[4] = value_of(variable);
            cells[5] = source_of(variable);
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

static bool print_variables(const struct mpit_list *list, const struct mpit_variable *variables,
                            int n, const char *kind, bool below)
{
    struct table table = {.measuring = true, .screen = screen_width()};

    variable_rows(&table, list, variables, n, kind);
    if (!begin_printing(&table, below))
        return below;
    variable_rows(&table, list, variables, n, kind);
    return true;
}

static void category_rows(struct table *table, const struct mpit_list *list)
{
    static const char *const header[] = {"category", "cvars", "pvars", "categories", "description"};

    table->ncolumn = 5;
    table_row(table, header);
    for (int i = 0; i < list->all->ncategory; i++) {
        const struct mpit_category *category = &list->all->category[i];
        char number[3][16];

        if (!has_category(list, category))
            continue;
        snprintf(number[0], sizeof number[0], "%d", category->ncvar);
        snprintf(number[1], sizeof number[1], "%d", category->npvar);
        snprintf(number[2], sizeof number[2], "%d", category->ncategory);
        table_row(table, (const char *const[]){category->name, number[0], number[1], number[2],
                                               category->description});
    }
}

static void print_categories(const struct mpit_list *list, bool below)
{
    struct table table = {.measuring = true, .screen = screen_width()};

    category_rows(&table, list);
    if (begin_printing(&table, below))
        category_rows(&table, list);
}

void mpit__list_write_table(const struct mpit_list *list)
{
    bool below = false;

    if (list->cvars)
        below = print_variables(list, list->all->cvar, list->all->ncvar, "scope", below);
    if (list->pvars)
        below = print_variables(list, list->all->pvar, list->all->npvar, "class", below);
    if (list->categories)
        print_categories(list, below);
}

/* The long form: a paragraph each. */

/* Breaks at blanks before column 96; the text's own line breaks stay. */
static void print_wrapped(const char *text)
{
    enum { INDENT = 4, RIGHT = 96 };
    int column = 0;

    while (*text) {
        int word = (int)strcspn(text, " \n");

        if (column && column + 1 + word > RIGHT) {
            putchar('\n');
            column = 0;
        }
        if (word)
            column += printf("%*s%.*s", column ? 1 : INDENT, "", word, text);
        text += word;
        if (*text == '\n' && column) {
            putchar('\n');
            column = 0;
        }
        text += *text != '\0';
    }
    if (column)
        putchar('\n');
}

static void print_items(const struct mpit_variable *variable)
{
    if (!variable->nitem)
        return;
    printf("    one of:");
    for (int i = 0; i < variable->nitem; i++)
        printf("%s %s (%d)", i ? "," : "", variable->item[i].name, variable->item[i].value);
    putchar('\n');
}

/* Further lines of a value stand below its first. */
static void print_value(const char *value, const char *source)
{
    if (source)
        printf("    set by: %s\n", source);
    fputs("    value: ", stdout);
    for (; *value; value++) {
        putchar(*value);
        if (*value == '\n' && value[1])
            fputs("           ", stdout);
    }
    putchar('\n');
}

static void print_variable(const struct mpit_variable *variable)
{
    printf("%s\n    %s variable, %s %s, %s, bound to %s, %s", variable->name,
           variable->is_pvar ? "performance" : "control", variable->is_pvar ? "class" : "scope",
           variable->kind, variable->type, variable->bind, variable->verbosity);
    if (variable->is_pvar)
        printf(", %s, %s, %s", variable->readonly ? "read-only" : "writable",
               variable->continuous ? "continuous" : "started and stopped",
               variable->atomic ? "atomic" : "not atomic");
    putchar('\n');
    if (variable->value)
        print_value(variable->value, variable->source);
    print_items(variable);
    print_wrapped(variable->description);
}

static void print_variables_long(const struct mpit_list *list,
                                 const struct mpit_variable *variables, int n)
{
    for (int i = 0; i < n; i++)
        if (has_variable(list, &variables[i]))
            print_variable(&variables[i]);
}

/* A member of a category, or NULL where the index or the name is not there. */
static const char *variable_name(const struct mpit_variable *variables, int n, int index)
{
    return index >= 0 && index < n ? variables[index].name : NULL;
}

static const char *category_name(const struct mpit_list *list, int index)
{
    return index >= 0 && index < list->all->ncategory ? list->all->category[index].name : NULL;
}

static void print_member(const char *kind, const char *name)
{
    if (name)
        printf("    %s %s\n", kind, name);
}

static void print_category(const struct mpit_list *list, const struct mpit_category *category)
{
    const struct mpit_variables *all = list->all;

    printf("%s\n", category->name);
    print_wrapped(category->description);
    for (int i = 0; i < category->ncategory; i++)
        print_member("category", category_name(list, category->category[i]));
    for (int i = 0; i < category->ncvar; i++)
        print_member("cvar", variable_name(all->cvar, all->ncvar, category->cvar[i]));
    for (int i = 0; i < category->npvar; i++)
        print_member("pvar", variable_name(all->pvar, all->npvar, category->pvar[i]));
}

void mpit__list_write_long(const struct mpit_list *list)
{
    if (list->cvars)
        print_variables_long(list, list->all->cvar, list->all->ncvar);
    if (list->pvars)
        print_variables_long(list, list->all->pvar, list->all->npvar);
    for (int i = 0; list->categories && i < list->all->ncategory; i++)
        if (has_category(list, &list->all->category[i]))
            print_category(list, &list->all->category[i]);
}

/* JSON. */

static void json_member(const char *before, const char *key, const char *text)
{
    printf("%s\"%s\": ", before, key);
    mpit__json_write_string(text, stdout);
}

static const char *json_bool(int value)
{
    return value ? "true" : "false";
}

static void json_items(const struct mpit_variable *variable)
{
    json_member(", ", "enumeration", variable->enumeration);
    fputs(", \"items\": {", stdout);
    for (int i = 0; i < variable->nitem; i++) {
        fputs(i ? ", " : "", stdout);
        mpit__json_write_string(variable->item[i].name, stdout);
        printf(": %d", variable->item[i].value);
    }
    putchar('}');
}

static void json_variable(const struct mpit_variable *variable)
{
    json_member("    {", "name", variable->name);
    json_member(", ", variable->is_pvar ? "class" : "scope", variable->kind);
    json_member(", ", "type", variable->type);
    json_member(", ", "bind", variable->bind);
    json_member(", ", "verbosity", variable->verbosity);
    printf(", \"own\": %s", json_bool(variable->own));
    if (variable->is_pvar)
        printf(", \"readonly\": %s, \"continuous\": %s, \"atomic\": %s",
               json_bool(variable->readonly), json_bool(variable->continuous),
               json_bool(variable->atomic));
    if (variable->enumeration)
        json_items(variable);
    if (variable->value)
        json_member(", ", "value", variable->value);
    if (variable->source)
        json_member(", ", "source", variable->source);
    json_member(", ", "description", variable->description);
    putchar('}');
}

static void json_variables(const struct mpit_list *list, const char *key,
                           const struct mpit_variable *variables, int n)
{
    const char *separator = "\n";

    printf("  \"%s\": [", key);
    for (int i = 0; i < n; i++) {
        if (!has_variable(list, &variables[i]))
            continue;
        fputs(separator, stdout);
        json_variable(&variables[i]);
        separator = ",\n";
    }
    fputs("\n  ]", stdout);
}

static void json_name(const char **separator, const char *name)
{
    if (!name)
        return;
    fputs(*separator, stdout);
    mpit__json_write_string(name, stdout);
    *separator = ", ";
}

static void json_variable_names(const char *key, const struct mpit_variable *variables,
                                int nvariable, const int *index, int n)
{
    const char *separator = "";

    printf(", \"%s\": [", key);
    for (int i = 0; i < n; i++)
        json_name(&separator, variable_name(variables, nvariable, index[i]));
    putchar(']');
}

static void json_category(const struct mpit_list *list, const struct mpit_category *category)
{
    const struct mpit_variables *all = list->all;
    const char *separator = "";

    json_member("    {", "name", category->name);
    printf(", \"own\": %s", json_bool(category->own));
    json_variable_names("cvars", all->cvar, all->ncvar, category->cvar, category->ncvar);
    json_variable_names("pvars", all->pvar, all->npvar, category->pvar, category->npvar);
    fputs(", \"categories\": [", stdout);
    for (int i = 0; i < category->ncategory; i++)
        json_name(&separator, category_name(list, category->category[i]));
    putchar(']');
    json_member(", ", "description", category->description);
    putchar('}');
}

static void json_categories(const struct mpit_list *list)
{
    const char *separator = "\n";

    fputs("  \"categories\": [", stdout);
    for (int i = 0; i < list->all->ncategory; i++) {
        if (!has_category(list, &list->all->category[i]))
            continue;
        fputs(separator, stdout);
        json_category(list, &list->all->category[i]);
        separator = ",\n";
    }
    fputs("\n  ]", stdout);
}

void mpit__list_write_json(const struct mpit_list *list)
{
    fputs("{\n", stdout);
    if (list->cvars)
        json_variables(list, "cvars", list->all->cvar, list->all->ncvar);
    if (list->cvars && (list->pvars || list->categories))
        fputs(",\n", stdout);
    if (list->pvars)
        json_variables(list, "pvars", list->all->pvar, list->all->npvar);
    if (list->pvars && list->categories)
        fputs(",\n", stdout);
    if (list->categories)
        json_categories(list);
    fputs("\n}\n", stdout);
}

/* CSV: one header for all kinds. */

static void csv_variables(const struct mpit_list *list, const char *kind,
                          const struct mpit_variable *variables, int n)
{
    for (int i = 0; i < n; i++) {
        const struct mpit_variable *variable = &variables[i];

        if (!has_variable(list, variable))
            continue;
        mpit__csv_field("", kind, stdout);
        mpit__csv_field(",", variable->name, stdout);
        mpit__csv_field(",", variable->kind, stdout);
        mpit__csv_field(",", variable->type, stdout);
        mpit__csv_field(",", variable->bind, stdout);
        mpit__csv_field(",", variable->verbosity, stdout);
        mpit__csv_field(",", variable->own ? "own" : "vendor", stdout);
        mpit__csv_field(",", value_of(variable), stdout);
        mpit__csv_field(",", source_of(variable), stdout);
        mpit__csv_field(",", variable->description, stdout);
        putchar('\n');
    }
}

static void csv_categories(const struct mpit_list *list)
{
    for (int i = 0; i < list->all->ncategory; i++) {
        const struct mpit_category *category = &list->all->category[i];

        if (!has_category(list, category))
            continue;
        mpit__csv_field("category,", category->name, stdout);
        printf(",,,,,%s,,", category->own ? "own" : "vendor");
        mpit__csv_field(",", category->description, stdout);
        putchar('\n');
    }
}

void mpit__list_write_csv(const struct mpit_list *list)
{
    puts("kind,name,class_or_scope,type,bind,verbosity,origin,value,source,description");
    if (list->cvars)
        csv_variables(list, "cvar", list->all->cvar, list->all->ncvar);
    if (list->pvars)
        csv_variables(list, "pvar", list->all->pvar, list->all->npvar);
    if (list->categories)
        csv_categories(list);
}
