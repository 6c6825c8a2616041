/* Whose job this process belongs to, by what a batch system tells it. */
#ifndef MPIT_GROUND_BATCH_H
#define MPIT_GROUND_BATCH_H

#include <limits.h>

/* Each is empty where it is not known, or is longer than that. */
struct mpit_batch {
    char user[64];         /* by name, as the environment has it, else by number */
    char job[64];          /* the batch system's number */
    char account[64];      /* that it is charged to */
    char folder[PATH_MAX]; /* that the process stands in */
};

/* What is so now. */
void mpit__batch_look(struct mpit_batch *batch);

/* What was so when it was first asked for. */
const struct mpit_batch *mpit__batch(void);

#endif
