/* What `mpit list` shows of the variables, and the forms it can take. */
#ifndef MPIT_LIST_H
#define MPIT_LIST_H

#include "variables.h"

struct mpit_list {
    const struct mpit_variables *all;
    int own, vendor;              /* which of both */
    int cvars, pvars, categories; /* which kinds */
    int values;                   /* of cvars */
    char *match;                  /* glob for the names, or NULL */
};

/* list_choice.c */
bool mpit__list_has_name(const struct mpit_list *list, const char *name, bool own);
bool mpit__list_has_variable(const struct mpit_list *list, const struct mpit_variable *variable);
bool mpit__list_has_category(const struct mpit_list *list, const struct mpit_category *category);

/* A file each: list_table.c, list_long.c, list_json.c, list_csv.c. */
void mpit__list_write_table(const struct mpit_list *list);
void mpit__list_write_long(const struct mpit_list *list);
void mpit__list_write_json(const struct mpit_list *list);
void mpit__list_write_csv(const struct mpit_list *list);

/* What a cell has for a text that is not there. */
static inline const char *mpit__list_cell(const char *text)
{
    return text ? text : "";
}

#endif
