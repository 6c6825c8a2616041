/* The clocks of all ranks, brought together with the root's. */
#ifndef MPIB_CLOCKS_H
#define MPIB_CLOCKS_H

#include "methods.h"

struct mpib_clocks {
    double offset; /* of the root's clock from ours */
    double met;    /* by the root's clock: when */
};

/* All ranks of the trial, in step. */
void mpib_clocks_meet(struct mpib_clocks *clocks, const struct mpib_trial *trial);

/* The same, if that was too long ago.  `now` is one moment of the root's clock on all ranks. */
void mpib_clocks_keep(struct mpib_clocks *clocks, const struct mpib_trial *trial, double now);

/* By the root's clock. */
static inline double mpib_clocks_now(const struct mpib_clocks *clocks)
{
    return MPI_Wtime() + clocks->offset;
}

#endif
