/* Categories: the names of their members. */
#include "config.h"

#include "categories.h"

#include <stddef.h>

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
