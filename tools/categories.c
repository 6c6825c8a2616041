/* Categories: by name, and who stands in them. */
#include "config.h"

#include "categories.h"

#include "tool.h"

#include <stdlib.h>
#include <string.h>

static const char *variable_name(const struct mpit_variable *variables, int n, int index)
{
    return index >= 0 && index < n ? variables[index].name : NULL;
}

const char *mpit__cvar_name(const struct mpit_variables *all, int index)
{
    return variable_name(all->cvar, all->ncvar, index);
}

const char *mpit__pvar_name(const struct mpit_variables *all, int index)
{
    return variable_name(all->pvar, all->npvar, index);
}

const char *mpit__category_name(const struct mpit_variables *all, int index)
{
    return index >= 0 && index < all->ncategory ? all->category[index].name : NULL;
}

int mpit__category_find(const struct mpit_variables *all, const char *name)
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
static void walk(const struct mpit_variables *all, int index, const char *but,
                 struct mpit_members *members)
{
    const char *name = mpit__category_name(all, index);

    if (!name || members->category[index] || (but && !strcmp(name, but)))
        return;
    const struct mpit_category *category = &all->category[index];
    members->category[index] = true;
    mark(members->cvar, all->ncvar, category->cvar, category->ncvar);
    mark(members->pvar, all->npvar, category->pvar, category->npvar);
    for (int i = 0; i < category->ncategory; i++)
        walk(all, category->category[i], but, members);
}

struct mpit_members *mpit__members_take(const struct mpit_variables *all, int category,
                                        const char *but)
{
    struct mpit_members *members = mpit__allocate(1, sizeof *members);

    members->cvar = mpit__allocate((size_t)all->ncvar, sizeof *members->cvar);
    members->pvar = mpit__allocate((size_t)all->npvar, sizeof *members->pvar);
    members->category = mpit__allocate((size_t)all->ncategory, sizeof *members->category);
    walk(all, category, but, members);
    return members;
}

void mpit__members_free(struct mpit_members *members)
{
    if (!members)
        return;
    free(members->cvar);
    free(members->pvar);
    free(members->category);
    free(members);
}
