/* A node that has been asked: an agent that runs until it has said what that node has. */
#ifndef TOOL_JOB_ASKED_H
#define TOOL_JOB_ASKED_H

#include <sys/types.h>

#include "tools/job/nodes.h"

/* Seconds that a node has to answer. */
enum { TOOL_ASKED_PATIENCE = 8 };

struct tool_asked {
    pid_t pid;              /* of the agent, and of its group */
    int out, err, patience; /* seconds */
    int64_t since;
    char *text;
    size_t length, room;
};

/* With seconds of patience; 0, or an errno: then it is not asked. */
int tool_asked_begin(struct tool_asked *asked, const char *node, const struct tool_front *front,
                     const struct tool_nodes *nodes, char *const *command, int patience);

/* Takes what there is to read.  False: there is no more, or it is too much. */
bool tool_asked_read(struct tool_asked *asked);

/* Whether it has taken so many seconds. */
bool tool_asked_is_late(const struct tool_asked *asked, int seconds);

/* Adds its segments.  True where it has said what it has, and perhaps something besides in
 * `reason`; else why not.  late: it is not waited for any more.  What it has written stays in
 * `text` until it is freed. */
bool tool_asked_end(struct tool_asked *asked, bool late, struct tool_segments *segments,
                    char *reason);
void tool_asked_free(struct tool_asked *asked);

#endif
