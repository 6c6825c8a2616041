/* Categories of MPI_T, among what has been taken from it. */
#ifndef TOOL_INTERFACE_CATEGORIES_H
#define TOOL_INTERFACE_CATEGORIES_H

#include "tools/interface/variables.h"

/* Members by name: NULL where a category refers to what is not there, or has no name. */
const char *tool_cvar_name(const struct tool_variables *all, int index);
const char *tool_pvar_name(const struct tool_variables *all, int index);
const char *tool_event_name(const struct tool_variables *all, int index);
const char *tool_category_name(const struct tool_variables *all, int index);

/* The index of a category, -1 where there is none of this name. */
int tool_category_find(const struct tool_variables *all, const char *name);

/* Which of all stand in a category or in one inside of it; the category itself is one of them. */
struct tool_members {
    bool *cvar, *pvar, *event, *category; /* [ncvar], [npvar], [nevent], [ncategory] */
};

/* The category `but` (NULL: none) and what is only inside of it are left out. */
struct tool_members *tool_members_take(const struct tool_variables *all, int category,
                                       const char *but);
void tool_members_free(struct tool_members *members);

#endif
