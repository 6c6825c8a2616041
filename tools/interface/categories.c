/* Categories: by name, and who stands in them. */
#include "config.h"

#include "tools/interface/categories.h"

#include "tools/ground/tool.h"

#include <stdlib.h>
#include <string.h>

static const char *variable_name(const struct tool_variable *variables, int n, int index)
{
    return index >= 0 && index < n ? variables[index].name : NULL;
}

const char *tool_cvar_name(const struct tool_variables *all, int index)
{
    return variable_name(all->cvar, all->ncvar, index);
}

const char *tool_pvar_name(const struct tool_variables *all, int index)
{
    return variable_name(all->pvar, all->npvar, index);
}

const char *tool_event_name(const struct tool_variables *all, int index)
{
    return index >= 0 && index < all->nevent ? all->event[index].name : NULL;
}

const char *tool_category_name(const struct tool_variables *all, int index)
{
    return index >= 0 && index < all->ncategory ? all->category[index].name : NULL;
}

int tool_category_find(const struct tool_variables *all, const char *name)
{
    for (int i = 0; i < all->ncategory; i++)
        if (all->category[i].name && !strcmp(all->category[i].name, name))
            return i;
    return -1;
}

/* Indices come from the MPI library; those of nothing are passed over. */
static void mark(bool *marks, int nmark, const int *index, int n)
{
    for (int i = 0; i < n; i++)
        if (index[i] >= 0 && index[i] < nmark)
            marks[index[i]] = true;
}

/* A category that is marked has been walked: they may contain each other. */
static void walk(const struct tool_variables *all, int index, const char *but,
                 struct tool_members *members)
{
    const char *name = tool_category_name(all, index);

    if (!name || members->category[index] || (but && !strcmp(name, but)))
        return;
    const struct tool_category *category = &all->category[index];
    members->category[index] = true;
    mark(members->cvar, all->ncvar, category->cvar, category->ncvar);
    mark(members->pvar, all->npvar, category->pvar, category->npvar);
    mark(members->event, all->nevent, category->event, category->nevent);
    for (int i = 0; i < category->ncategory; i++)
        walk(all, category->category[i], but, members);
}

struct tool_members *tool_members_take(const struct tool_variables *all, int category,
                                       const char *but)
{
    struct tool_members *members = tool_allocate(1, sizeof *members);

    members->cvar = tool_allocate((size_t)all->ncvar, sizeof *members->cvar);
    members->pvar = tool_allocate((size_t)all->npvar, sizeof *members->pvar);
    members->event = tool_allocate((size_t)all->nevent, sizeof *members->event);
    members->category = tool_allocate((size_t)all->ncategory, sizeof *members->category);
    walk(all, category, but, members);
    return members;
}

void tool_members_free(struct tool_members *members)
{
    if (!members)
        return;
    free(members->cvar);
    free(members->pvar);
    free(members->event);
    free(members->category);
    free(members);
}
