/* What `mpit list` shows of variables, events and categories, and the forms it can take. */
#ifndef TOOL_LIST_LIST_H
#define TOOL_LIST_LIST_H

#include "tools/interface/categories.h"

struct tool_list {
    const struct tool_variables *all;
    int own, vendor;                      /* which of both */
    int cvars, pvars, events, categories; /* which kinds */
    int values;                           /* of cvars */
    /* Which of these, as it was asked for; NULL where it was not. */
    char *match, *category, *class_name, *verbosity_name;
    int class, verbosity;         /* what the names stand for */
    struct tool_members *members; /* of the category */
};

/* choice.c: looks for what was asked for by name.  Returns TOOL_GO_ON, or the exit code after
 * a message where there is no such thing. */
int tool_list_choose(struct tool_list *list);
bool tool_list_has_variable(const struct tool_list *list, const struct tool_variable *variable);
bool tool_list_has_event(const struct tool_list *list, const struct tool_event *event);
bool tool_list_has_category(const struct tool_list *list, const struct tool_category *category);

/* A file each: table.c, long.c, json.c, csv.c. */
void tool_list_write_table(const struct tool_list *list);
void tool_list_write_long(const struct tool_list *list);
void tool_list_write_json(const struct tool_list *list);
void tool_list_write_csv(const struct tool_list *list);

/* sets.c: what is there of the sets of sets.def. */
void tool_list_write_sets(const struct tool_list *list);
void tool_list_write_sets_json(const struct tool_list *list);

/* What a cell has for a text that is not there. */
static inline const char *tool_list_cell(const char *text)
{
    return text ? text : "";
}

#endif
