/* `mpit list --csv`: one header for all kinds. */
#include "config.h"

#include "tools/list/list.h"

#include "tools/formats/csv.h"

#include <stdio.h>
#include <stdlib.h>

static void csv_variables(const struct tool_list *list, const char *kind,
                          const struct tool_variable *variables, int n)
{
    for (int i = 0; i < n; i++) {
        const struct tool_variable *variable = &variables[i];

        if (!tool_list_has_variable(list, variable))
            continue;
        tool_csv_field("", kind, stdout);
        tool_csv_field(",", variable->name, stdout);
        tool_csv_field(",", tool_variable_kind(variable), stdout);
        tool_csv_field(",", variable->type, stdout);
        tool_csv_field(",", variable->bind, stdout);
        tool_csv_field(",", tool_variable_verbosity(variable), stdout);
        tool_csv_field(",", variable->own ? "own" : "vendor", stdout);
        tool_csv_field(",", tool_list_cell(variable->value), stdout);
        tool_csv_field(",", tool_list_cell(variable->source), stdout);
        tool_csv_field(",", variable->description, stdout);
        putchar('\n');
    }
}

static void csv_event(const struct tool_event *event)
{
    char *elements = tool_event_elements(event, true);

    tool_csv_field("event,", event->name, stdout);
    tool_csv_field(",,", elements, stdout);
    tool_csv_field(",", event->bind, stdout);
    tool_csv_field(",", tool_event_verbosity(event), stdout);
    printf(",%s,,", event->own ? "own" : "vendor");
    tool_csv_field(",", event->description, stdout);
    putchar('\n');
    free(elements);
}

static void csv_events(const struct tool_list *list)
{
    for (int i = 0; i < list->all->nevent; i++)
        if (tool_list_has_event(list, &list->all->event[i]))
            csv_event(&list->all->event[i]);
}

static void csv_categories(const struct tool_list *list)
{
    for (int i = 0; i < list->all->ncategory; i++) {
        const struct tool_category *category = &list->all->category[i];

        if (!tool_list_has_category(list, category))
            continue;
        tool_csv_field("category,", category->name, stdout);
        printf(",,,,,%s,,", category->own ? "own" : "vendor");
        tool_csv_field(",", category->description, stdout);
        putchar('\n');
    }
}

void tool_list_write_csv(const struct tool_list *list)
{
    puts("kind,name,class_or_scope,type,bind,verbosity,origin,value,source,description");
    if (list->cvars)
        csv_variables(list, "cvar", list->all->cvar, list->all->ncvar);
    if (list->pvars)
        csv_variables(list, "pvar", list->all->pvar, list->all->npvar);
    if (list->events)
        csv_events(list);
    if (list->categories)
        csv_categories(list);
}
