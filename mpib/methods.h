/* What the methods for collectives share. */
#ifndef MPIB_METHODS_H
#define MPIB_METHODS_H

#include "sample.h"

#include <stdbool.h>

struct mpib_trial {
    MPIB_coll_container *container;
    MPI_Comm comm, side; /* side: a duplicate for what is ours */
    int root, M, rank;
    MPIB_precision precision; /* settled */
};

/* Between these two the operation is ready to be executed.  false: the arguments made no sense. */
bool mpib_trial_begin(struct mpib_trial *trial, MPIB_coll_container *container, MPI_Comm comm,
                      int root, int M, const MPIB_precision *precision);
void mpib_trial_end(struct mpib_trial *trial);

static inline void mpib_trial_execute(const struct mpib_trial *trial)
{
    trial->container->execute(trial->container, trial->comm, trial->root, trial->M);
}

#endif
