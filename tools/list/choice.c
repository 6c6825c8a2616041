/* `mpit list`: which ones are shown. */
#include "config.h"

#include "tools/interface/backs.h"
#include "tools/list/list.h"

#include "tools/ground/tool.h"

#include <stdlib.h>
#include <string.h>

static bool has_origin(const struct tool_list *list, bool own)
{
    return own ? list->own : list->vendor;
}

static bool has_name(const struct tool_list *list, const char *name, bool own)
{
    return name && has_origin(list, own) && tool_name_matches(name, list->match);
}

static bool is_member(const struct tool_list *list, const struct tool_variable *variable)
{
    if (!list->members)
        return true;
    return variable->is_pvar ? list->members->pvar[variable - list->all->pvar]
                             : list->members->cvar[variable - list->all->cvar];
}

/* The values of the verbosities grow with the detail (MPI 3.1, 14.3.1). */
bool tool_list_has_variable(const struct tool_list *list, const struct tool_variable *variable)
{
    return has_name(list, variable->name, variable->own) && is_member(list, variable) &&
           (!list->class_name || variable->kind == list->class) &&
           (!list->verbosity_name || variable->verbosity <= list->verbosity);
}

bool tool_list_has_event(const struct tool_list *list, const struct tool_event *event)
{
    return has_name(list, event->name, event->own) &&
           (!list->members || list->members->event[event - list->all->event]) &&
           (!list->verbosity_name || event->verbosity <= list->verbosity);
}

bool tool_list_has_category(const struct tool_list *list, const struct tool_category *category)
{
    return has_name(list, category->name, category->own) &&
           (!list->members || list->members->category[category - list->all->category]);
}

static bool some_name_matches(const struct tool_list *list)
{
    const struct tool_variables *all = list->all;
    int n = 0;

    for (int i = 0; list->cvars && i < all->ncvar; i++)
        n += has_name(list, all->cvar[i].name, all->cvar[i].own);
    for (int i = 0; list->pvars && i < all->npvar; i++)
        n += has_name(list, all->pvar[i].name, all->pvar[i].own);
    for (int i = 0; list->events && i < all->nevent; i++)
        n += has_name(list, all->event[i].name, all->event[i].own);
    for (int i = 0; list->categories && i < all->ncategory; i++)
        n += has_name(list, all->category[i].name, all->category[i].own);
    return n > 0;
}

/* The vendor's categories are empty, or not there, where its variables were not asked for. */
static bool can_choose(const struct tool_list *list, const struct tool_category *category)
{
    return category->name && (category->own || list->vendor);
}

static const char *nearest_category(const struct tool_list *list)
{
    const struct tool_variables *all = list->all;
    const char **names = tool_allocate((size_t)all->ncategory, sizeof *names);
    int n = 0;

    for (int i = 0; i < all->ncategory; i++)
        if (can_choose(list, &all->category[i]))
            names[n++] = all->category[i].name;
    const char *meant = mpit__nearest(list->category, names, n);
    free(names);
    return meant;
}

static int refuse_category(const struct tool_list *list)
{
    const char *meant = nearest_category(list);

    if (meant)
        tool_complain("%s: no such category; did you mean %s?", list->category, meant);
    else if (!list->vendor)
        tool_complain("%s: no such category; --all looks among the vendor's too", list->category);
    else
        tool_complain("%s: no such category; mpit list --all --categories shows them",
                      list->category);
    return TOOL_FAILED;
}

/* With --all the names of this MPI were looked at; that another has it, it may be. */
static int refuse_match(const struct tool_list *list)
{
    char *backs = tool_backs_print();

    if (!list->vendor)
        tool_complain("no name matches '%s'; --all looks among the vendor's too", list->match);
    else if (strchr(backs, ','))
        tool_complain("no name matches '%s', nor of the vendor's; --mpi asks another MPI, of %s",
                      list->match, backs);
    else
        tool_complain("no name matches '%s', nor of the vendor's (%s)", list->match, backs);
    free(backs);
    return TOOL_FAILED;
}

int tool_list_choose(struct tool_list *list)
{
    if (list->category) {
        int index = tool_category_find(list->all, list->category);

        if (index < 0 || !can_choose(list, &list->all->category[index]))
            return refuse_category(list);
        list->members = tool_members_take(list->all, index, NULL);
    }
    if (list->match && !some_name_matches(list))
        return refuse_match(list);
    return TOOL_GO_ON;
}
