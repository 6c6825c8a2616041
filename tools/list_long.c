/* `mpit list --long`: a paragraph each. */
#include "config.h"

#include "categories.h"
#include "list.h"

#include <stdio.h>
#include <string.h>

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

static void print_items(const struct tool_variable *variable)
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

static void print_variable(const struct tool_variable *variable)
{
    printf("%s\n    %s variable, %s %s, %s, bound to %s, %s", variable->name,
           variable->is_pvar ? "performance" : "control", variable->is_pvar ? "class" : "scope",
           tool_variable_kind(variable), variable->type, variable->bind,
           tool_variable_verbosity(variable));
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

static void print_variables_long(const struct tool_list *list,
                                 const struct tool_variable *variables, int n)
{
    for (int i = 0; i < n; i++)
        if (tool_list_has_variable(list, &variables[i]))
            print_variable(&variables[i]);
}

static void print_member(const char *kind, const char *name)
{
    if (name)
        printf("    %s %s\n", kind, name);
}

static void print_category(const struct tool_list *list, const struct tool_category *category)
{
    const struct tool_variables *all = list->all;

    printf("%s\n", category->name);
    print_wrapped(category->description);
    for (int i = 0; i < category->ncategory; i++)
        print_member("category", tool_category_name(all, category->category[i]));
    for (int i = 0; i < category->ncvar; i++)
        print_member("cvar", tool_cvar_name(all, category->cvar[i]));
    for (int i = 0; i < category->npvar; i++)
        print_member("pvar", tool_pvar_name(all, category->pvar[i]));
}

void tool_list_write_long(const struct tool_list *list)
{
    if (list->cvars)
        print_variables_long(list, list->all->cvar, list->all->ncvar);
    if (list->pvars)
        print_variables_long(list, list->all->pvar, list->all->npvar);
    for (int i = 0; list->categories && i < list->all->ncategory; i++)
        if (tool_list_has_category(list, &list->all->category[i]))
            print_category(list, &list->all->category[i]);
}
