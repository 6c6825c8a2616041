/* Of the ranks that make the nth collective on a communicator, which make the same call. */
#ifndef TOOLS_LAST_KINDS_H
#define TOOLS_LAST_KINDS_H

#include "tools/last/job.h"

#include <stdbool.h>

/* One call, and the ranks that make it. */
struct last_kind {
    const struct tool_recorded *call;
    struct last_difference who;
};

/* To begin with {0}. */
struct last_kinds {
    struct last_kind *kind;
    int n;
};

bool last_are_alike(const struct tool_recorded *one, const struct tool_recorded *other);
void last_kinds_add(struct last_kinds *kinds, const struct tool_recorded *call, int rank);
void last_kinds_free(struct last_kinds *kinds);

/* Those who differ: all but the kind that more ranks are of than of any other; where there is no
 * such kind, all. */
void last_kinds_odd(const struct last_kinds *kinds, struct last_difference *odd);

/* "rank 3 calls MPI_Bcast with root 3 of 8 bytes, the others MPI_Allreduce of 8 bytes": the kind of
 * the most ranks comes last.  all: there are no other ranks than those. */
void last_kinds_say(const struct last_kinds *kinds, bool all, char **text);

/* "MPI_Bcast with root 3 of 8 bytes" */
void last_say_call(char **text, const struct tool_recorded *call);

#endif
