/* Who of this job is on this node, and what is known of them: marks that each process puts up where
 * the others can see them (/proc/PID/maps), gone with the process, and lines that one of them says
 * for all. */
#ifndef MPIT_GROUND_NODE_RANKS_H
#define MPIT_GROUND_NODE_RANKS_H

#include <stdbool.h>
#include <stddef.h>

/* To what is collective without the program's asking for it a process comes. */
enum mpit_node_ranks_mark {
    MPIT_MARK_REPORT, /* to the gathering of the report */
    MPIT_MARK_CHECK,  /* to the comparison of settings */
    MPIT_MARKS
};

/* Puts the mark up, once. */
void mpit__node_ranks_mark(enum mpit_node_ranks_mark mark);

/* Seconds for who cannot come. */
enum { MPIT_HERE_PATIENCE = 10 };

/* For who waits for all ranks, called each second: whether it is worth to wait on.  One of those
 * that wait on this node looks which ranks of it have not put up the mark, and says so by `say`:
 * "rank 1 (MPIT_REPORT is not set in process 4711)", of more than one the lowest and how many
 * more. */
bool mpit__node_ranks_goes_on(enum mpit_node_ranks_mark mark, double waited,
                              void (*say)(const char *who));

/* Whether that has found any, and who has looked what it has said; NULL in the others. */
bool mpit__node_ranks_is_missed(enum mpit_node_ranks_mark mark);
const char *mpit__node_ranks_who(enum mpit_node_ranks_mark mark);

/* Whether this process is the one that says a line of that name for all of its job on this node:
 * the first to ask, as long as it lives.  Where nobody can tell, each is. */
bool mpit__node_ranks_speaks(const char *name);

#endif
