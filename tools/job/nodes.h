/* Which nodes a job has, and how a command is started on one of them: as its launcher does. */
#ifndef TOOL_JOB_NODES_H
#define TOOL_JOB_NODES_H

#include "tools/job/front.h"

struct tool_nodes {
    struct tool_words names;
    struct tool_words agent; /* what stands before the name of a node … */
    bool by_shell; /* … and behind that one word for a shell; else the words themselves */
};

void tool_nodes_of(const struct tool_front *front, struct tool_nodes *nodes);
void tool_nodes_free(struct tool_nodes *nodes);

/* Whether it is the node where we are. */
bool tool_nodes_is_here(const char *name);

/* What starts a command on a node; both end in NULL. */
struct tool_words tool_nodes_command(const struct tool_nodes *nodes, const char *node,
                                     char *const *command);

#endif
