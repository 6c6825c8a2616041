/* Events of MPI_T, among what is taken from it. */
#ifndef TOOL_INTERFACE_EVENTS_H
#define TOOL_INTERFACE_EVENTS_H

#include <stdbool.h>

struct tool_element {
    const char *type; /* its datatype */
    char *name;       /* "" where it has none */
};

struct tool_event {
    bool own;
    char *name, *description; /* NULL: what it is cannot be had */
    int verbosity;            /* MPI_T_VERBOSITY_… */
    const char *bind;
    int nelement;
    struct tool_element *element; /* [nelement] */
};

int tool_events_count(void);
void tool_event_take(int index, struct tool_event *event);
void tool_event_free(struct tool_event *event);

/* The indices of those of a category; *n is how many. */
int *tool_category_events(int category, int *n);

/* "source INT, tag INT", or "source, tag" without the types; to be freed. */
char *tool_event_elements(const struct tool_event *event, bool types);
const char *tool_event_verbosity(const struct tool_event *event);

#endif
