/* `mpit list`: which ones are shown. */
#include "config.h"

#include "list.h"

bool mpit__list_has_name(const struct mpit_list *list, const char *name, bool own)
{
    if (!name || (own ? !list->own : !list->vendor))
        return false;
    return mpit__name_matches(name, list->match);
}

bool mpit__list_has_variable(const struct mpit_list *list, const struct mpit_variable *variable)
{
    return mpit__list_has_name(list, variable->name, variable->own);
}

bool mpit__list_has_category(const struct mpit_list *list, const struct mpit_category *category)
{
    return mpit__list_has_name(list, category->name, category->own);
}
