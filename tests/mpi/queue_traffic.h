/* Random traffic among the ranks, received in every way that MPI knows, and checked: of the
 * messages with one source, tag and communicator the receives get one after the other (3.5). */
#ifndef MPIT_TESTS_QUEUE_TRAFFIC_H
#define MPIT_TESTS_QUEUE_TRAFFIC_H

#include "harness.h"

struct traffic {
    int worker, workers; /* this thread of the rank, and how many there are */
    MPI_Comm shared;     /* between all threads: each has its own tags on it */
    MPI_Comm own[2];     /* of this worker alone; the ranks of the second are in reverse order */
    MPI_Comm barrier;    /* for no messages */
    int rounds;
    unsigned long seed;
    void (*between)(struct traffic *traffic, unsigned chance); /* called between any two calls */
    void *context;
    long received; /* messages, and what is wrong with one fails the test */
};

void traffic_run(struct traffic *traffic);

#endif
