/* What `mpit list` shows of the variables, and the forms it can take. */
#ifndef MPIT_LIST_H
#define MPIT_LIST_H

#include "categories.h"

struct mpit_list {
    const struct mpit_variables *all;
    int own, vendor;              /* which of both */
    int cvars, pvars, categories; /* which kinds */
    int values;                   /* of cvars */
    /* Which of these, as it was asked for; NULL where it was not. */
    char *match, *category, *class_name, *verbosity_name;
    int class, verbosity;         /* what the names stand for */
    struct mpit_members *members; /* of the category */
};

/* list_choice.c: looks for what was asked for by name.  Returns TOOL_GO_ON, or the exit code after
 * a message where there is no such thing. */
int mpit__list_choose(struct mpit_list *list);
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
