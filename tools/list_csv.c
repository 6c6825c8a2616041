/* `mpit list --csv`: one header for all kinds. */
#include "config.h"

#include "list.h"

#include "csv.h"

#include <stdio.h>

static void csv_variables(const struct mpit_list *list, const char *kind,
                          const struct mpit_variable *variables, int n)
{
    for (int i = 0; i < n; i++) {
        const struct mpit_variable *variable = &variables[i];

        if (!mpit__list_has_variable(list, variable))
            continue;
        mpit__csv_field("", kind, stdout);
        mpit__csv_field(",", variable->name, stdout);
        mpit__csv_field(",", mpit__variable_kind(variable), stdout);
        mpit__csv_field(",", variable->type, stdout);
        mpit__csv_field(",", variable->bind, stdout);
        mpit__csv_field(",", mpit__variable_verbosity(variable), stdout);
        mpit__csv_field(",", variable->own ? "own" : "vendor", stdout);
        mpit__csv_field(",", mpit__list_cell(variable->value), stdout);
        mpit__csv_field(",", mpit__list_cell(variable->source), stdout);
        mpit__csv_field(",", variable->description, stdout);
        putchar('\n');
    }
}

static void csv_categories(const struct mpit_list *list)
{
    for (int i = 0; i < list->all->ncategory; i++) {
        const struct mpit_category *category = &list->all->category[i];

        if (!mpit__list_has_category(list, category))
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
