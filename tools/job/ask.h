/* Many nodes that are asked for what they have of a job.
 *
 * Each is asked by itself, some at a time, with `mpit answer`: one that does not answer takes
 * nothing from the others, and is named.  Where there are more than can be asked at a time, some of
 * them are asked to ask the others. */
#ifndef TOOL_JOB_ASK_H
#define TOOL_JOB_ASK_H

#include "tools/job/nodes.h"

/* What is asked of a node. */
enum tool_ask_for {
    TOOL_ASK_SEGMENTS,
    TOOL_ASK_ARRIVALS, /* them, and to which collectives their processes have come */
    TOOL_ASK_REMOVE,   /* the segments, and to remove those of processes that are no more */
};

struct tool_ask {
    const struct tool_front *front;
    const struct tool_nodes *nodes;
    const char *folder, *job;
    enum tool_ask_for what;
    bool for_all; /* a node is asked for all others, which it knows */

    /* what comes of it */
    struct tool_segments segments;
    struct tool_words silent;         /* nodes that do not answer */
    char reason[TOOL_SEGMENT_REASON]; /* why the one does not that was the first */
    char *said;                       /* what one says that was asked for all; NULL: nothing */
};

void tool_ask_all(struct tool_ask *ask);
void tool_ask_free(struct tool_ask *ask);

/* Nodes that have not answered would keep us waiting at each look: for half a minute they are not
 * asked again, unless this is called. */
void tool_ask_anew(void);

/* The silent ones, in the order in which the job has its nodes; to be freed. */
char *tool_ask_silent(const struct tool_ask *ask);

/* What a node that has been asked to ask others says: at once that it is there, and then who of
 * them does not answer. */
void tool_ask_say_here(void);
void tool_ask_say_silent(const struct tool_ask *ask);

#endif
