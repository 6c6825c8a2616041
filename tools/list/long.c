/* `mpit list --long`: a paragraph each. */
#include "config.h"

#include "tools/interface/categories.h"
#include "tools/list/list.h"

#include "record/screen.h"
#include "tools/ground/tool.h"

#include <stdio.h>
#include <stdlib.h>

enum { INDENT = 4, VALUE_INDENT = 11, WIDEST_PROSE = 96 };

/* Text on lines of its own, the first of which begins with `name`: on a terminal broken to its
 * width, elsewhere where it has a line break. */
static void print_text(const char *name, int indent, const char *text)
{
    struct mpit_paragraph paragraph = {stdout, mpit__screen_columns(stdout), indent, 0};

    paragraph.column = printf("%s", name);
    mpit__paragraph_write(&paragraph, text);
    if (paragraph.column)
        putchar('\n');
}

static void print_description(const char *text)
{
    struct mpit_paragraph description = {stdout, mpit__screen_columns(stdout), INDENT, 0};

    if (!description.screen || description.screen > WIDEST_PROSE)
        description.screen = WIDEST_PROSE;
    mpit__paragraph_write(&description, text);
    if (description.column)
        putchar('\n');
}

static void print_items(const struct tool_variable *variable)
{
    char *line;

    if (!variable->nitem)
        return;
    line = tool_print("one of:");
    for (int i = 0; i < variable->nitem; i++)
        tool_append(&line, "%s %s (%d)", i ? "," : "", variable->item[i].name,
                    variable->item[i].value);
    print_text("", INDENT, line);
    free(line);
}

static void print_kind(const struct tool_variable *variable)
{
    char *more = variable->is_pvar
                     ? tool_print(", %s, %s, %s", variable->readonly ? "read-only" : "writable",
                                  variable->continuous ? "continuous" : "started and stopped",
                                  variable->atomic ? "atomic" : "not atomic")
                     : tool_print("%s", "");
    char *line = tool_print(
        "%s variable, %s %s, %s, bound to %s, %s%s", variable->is_pvar ? "performance" : "control",
        variable->is_pvar ? "class" : "scope", tool_variable_kind(variable), variable->type,
        variable->bind, tool_variable_verbosity(variable), more);

    print_text("", INDENT, line);
    free(line);
    free(more);
}

static void print_variable(const struct tool_variable *variable)
{
    print_text("", 0, variable->name);
    print_kind(variable);
    if (variable->value && variable->source)
        print_text("    set by: ", INDENT, variable->source);
    if (variable->value)
        print_text("    value: ", VALUE_INDENT, variable->value);
    print_items(variable);
    print_description(variable->description);
}

static void print_variables_long(const struct tool_list *list,
                                 const struct tool_variable *variables, int n)
{
    for (int i = 0; i < n; i++)
        if (tool_list_has_variable(list, &variables[i]))
            print_variable(&variables[i]);
}

static void print_event(const struct tool_event *event)
{
    char *elements = tool_event_elements(event, true);
    char *line = tool_print("event, bound to %s, %s", event->bind, tool_event_verbosity(event));

    print_text("", 0, event->name);
    print_text("", INDENT, line);
    print_text("    elements: ", INDENT, elements);
    print_description(event->description);
    free(line);
    free(elements);
}

static void print_member(const char *kind, const char *name)
{
    if (name)
        print_text(kind, INDENT, name);
}

static void print_category(const struct tool_list *list, const struct tool_category *category)
{
    const struct tool_variables *all = list->all;

    print_text("", 0, category->name);
    print_description(category->description);
    for (int i = 0; i < category->ncategory; i++)
        print_member("    category ", tool_category_name(all, category->category[i]));
    for (int i = 0; i < category->ncvar; i++)
        print_member("    cvar ", tool_cvar_name(all, category->cvar[i]));
    for (int i = 0; i < category->npvar; i++)
        print_member("    pvar ", tool_pvar_name(all, category->pvar[i]));
    for (int i = 0; i < category->nevent; i++)
        print_member("    event ", tool_event_name(all, category->event[i]));
}

void tool_list_write_long(const struct tool_list *list)
{
    if (list->cvars)
        print_variables_long(list, list->all->cvar, list->all->ncvar);
    if (list->pvars)
        print_variables_long(list, list->all->pvar, list->all->npvar);
    for (int i = 0; list->events && i < list->all->nevent; i++)
        if (tool_list_has_event(list, &list->all->event[i]))
            print_event(&list->all->event[i]);
    for (int i = 0; list->categories && i < list->all->ncategory; i++)
        if (tool_list_has_category(list, &list->all->category[i]))
            print_category(list, &list->all->category[i]);
}
