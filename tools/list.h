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

bool mpit__list_has(const struct mpit_list *list, const char *name, bool own);

void mpit__list_write_table(const struct mpit_list *list);
void mpit__list_write_long(const struct mpit_list *list);
void mpit__list_write_json(const struct mpit_list *list);
void mpit__list_write_csv(const struct mpit_list *list);

#endif
