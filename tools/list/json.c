/* `mpit list --json`. */
#include "config.h"

#include "tools/interface/categories.h"
#include "tools/list/list.h"

#include "record/json_string.h"

#include <stdio.h>

static void json_member(const char *before, const char *key, const char *text)
{
    printf("%s\"%s\": ", before, key);
    mpit__json_write_string(text, stdout);
}

static const char *json_bool(int value)
{
    return value ? "true" : "false";
}

static void json_items(const struct tool_variable *variable)
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

static void json_variable(const struct tool_variable *variable)
{
    json_member("    {", "name", variable->name);
    json_member(", ", variable->is_pvar ? "class" : "scope", tool_variable_kind(variable));
    json_member(", ", "type", variable->type);
    json_member(", ", "bind", variable->bind);
    json_member(", ", "verbosity", tool_variable_verbosity(variable));
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

static void json_variables(const struct tool_list *list, const char *key,
                           const struct tool_variable *variables, int n)
{
    const char *separator = "\n";

    printf("  \"%s\": [", key);
    for (int i = 0; i < n; i++) {
        if (!tool_list_has_variable(list, &variables[i]))
            continue;
        fputs(separator, stdout);
        json_variable(&variables[i]);
        separator = ",\n";
    }
    fputs("\n  ]", stdout);
}

static void json_event(const struct tool_event *event)
{
    json_member("    {", "name", event->name);
    json_member(", ", "bind", event->bind);
    json_member(", ", "verbosity", tool_event_verbosity(event));
    printf(", \"own\": %s, \"elements\": [", json_bool(event->own));
    for (int i = 0; i < event->nelement; i++) {
        json_member(i ? ", {" : "{", "name", event->element[i].name);
        json_member(", ", "type", event->element[i].type);
        putchar('}');
    }
    json_member("], ", "description", event->description);
    putchar('}');
}

static void json_events(const struct tool_list *list)
{
    const char *separator = "\n";

    fputs("  \"events\": [", stdout);
    for (int i = 0; i < list->all->nevent; i++) {
        if (!tool_list_has_event(list, &list->all->event[i]))
            continue;
        fputs(separator, stdout);
        json_event(&list->all->event[i]);
        separator = ",\n";
    }
    fputs("\n  ]", stdout);
}

static void json_names(const char *key, const struct tool_variables *all,
                       const char *(*name_of)(const struct tool_variables *all, int index),
                       const int *index, int n)
{
    const char *separator = "";

    printf(", \"%s\": [", key);
    for (int i = 0; i < n; i++) {
        const char *name = name_of(all, index[i]);

        if (!name)
            continue;
        fputs(separator, stdout);
        mpit__json_write_string(name, stdout);
        separator = ", ";
    }
    putchar(']');
}

static void json_category(const struct tool_variables *all, const struct tool_category *category)
{
    json_member("    {", "name", category->name);
    printf(", \"own\": %s", json_bool(category->own));
    json_names("cvars", all, tool_cvar_name, category->cvar, category->ncvar);
    json_names("pvars", all, tool_pvar_name, category->pvar, category->npvar);
    json_names("events", all, tool_event_name, category->event, category->nevent);
    json_names("categories", all, tool_category_name, category->category, category->ncategory);
    json_member(", ", "description", category->description);
    putchar('}');
}

static void json_categories(const struct tool_list *list)
{
    const char *separator = "\n";

    fputs("  \"categories\": [", stdout);
    for (int i = 0; i < list->all->ncategory; i++) {
        if (!tool_list_has_category(list, &list->all->category[i]))
            continue;
        fputs(separator, stdout);
        json_category(list->all, &list->all->category[i]);
        separator = ",\n";
    }
    fputs("\n  ]", stdout);
}

void tool_list_write_json(const struct tool_list *list)
{
    const char *separator = "";

    fputs("{\n", stdout);
    if (list->cvars) {
        json_variables(list, "cvars", list->all->cvar, list->all->ncvar);
        separator = ",\n";
    }
    if (list->pvars) {
        fputs(separator, stdout);
        json_variables(list, "pvars", list->all->pvar, list->all->npvar);
        separator = ",\n";
    }
    if (list->events) {
        fputs(separator, stdout);
        json_events(list);
        separator = ",\n";
    }
    if (list->categories) {
        fputs(separator, stdout);
        json_categories(list);
    }
    fputs("\n}\n", stdout);
}
