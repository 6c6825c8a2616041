/* Persistent receives: what MPI_Recv_init was given, and, while one is started on a message of our
 * queue, the request behind it that receives this message. */
#ifndef MPIT_QUEUE_PERSISTENT_H
#define MPIT_QUEUE_PERSISTENT_H

#include <mpi.h>
#include <stdbool.h>

#include "ground/internal.h"
#include "ground/keyed.h"
#include "queue/umq.h"

struct mpit_persistent {
    struct mpit_keyed keyed; /* by `request` */
    MPI_Request request;     /* the program's */
    MPI_Request behind;      /* ours, while it is begun; the program's is inactive then */
    bool begun;
    void *buf;
    MPI_Count count;
    MPI_Datatype datatype; /* the program's if it is predefined, else ours made of it */
    bool own_datatype;
    int source, tag;
    MPI_Comm comm;
    struct mpit_umq *umq;
    /* Where a message goes that is longer than buf, if the error is ours to raise; else NULL. */
    void *scratch;
    MPI_Datatype scratch_type;
    struct mpit_taken taken;
};

/* How many are begun: completion calls need not look for any while there is none. */
MPIT_INTERNAL extern _Atomic int mpit__persistent_begun;

/* A receive that is persistent is being freed by this thread. */
MPIT_INTERNAL extern _Thread_local bool mpit__persistent_is_freed;

/* Fills in what is begun behind each request, NULL where it is the vendor's alone; false if
 * nothing is. */
bool mpit__persistent_find(int n, const MPI_Request requests[], struct mpit_persistent *found[]);

/* The request behind it has ended.  MPI_SUCCESS, or an error that is yet to be raised, with the
 * status that goes with it. */
int mpit__persistent_end(struct mpit_persistent *persistent, MPI_Status *status);

#endif
