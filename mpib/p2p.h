/* The round trip between two ranks. */
#ifndef MPIB_P2P_H
#define MPIB_P2P_H

#include "sample.h"

/* Called by these two ranks of `side`; each gets the same sample. */
struct mpib_sample mpib_pair_measure(MPI_Comm side, int measure, int mirror, int M,
                                     const MPIB_precision *precision);

#endif
