#include "config.h"

#include "queue/measure.h"

#include <limits.h>
#include <stddef.h>

#include "mpi/vendor.h"
#include "profile/level.h"
#include "profile/object.h"
#include "profile/shared.h"
#include "queue/peak.h"
#include "queue/umq_length.h"
#include "queue/warn.h"

static bool is_there(struct mpit_object *comm, int source, int tag)
{
    int flag = 0;

    return mpit__next.PMPI_Iprobe(source, tag, (MPI_Comm)(uintptr_t)comm->key, &flag,
                                  MPI_STATUS_IGNORE) == MPI_SUCCESS &&
           flag;
}

bool mpit__measure_can_match(const struct mpit_object *comm, int source, int tag)
{
    return (source == MPI_ANY_SOURCE || (source >= 0 && source < comm->size)) &&
           (tag == MPI_ANY_TAG || tag >= 0);
}

static void set(struct mpit_object *comm, uint64_t length)
{
    mpit__object_level_set(comm, MPIT_LEVEL_UMQ, length);
    mpit__shared_unexpected();
    mpit__peak_note(comm, NULL);
    mpit__warn_of_length(comm, length, NULL);
}

/* Whether somebody wants to know at every call; a handle on the level by itself is looked at by its
 * reader. */
static bool is_followed(const struct mpit_object *comm)
{
    return atomic_load(&comm->nmarks) != 0 || mpit__warn_is_due(comm) ||
           (mpit__watch_mask(&mpit__process.watch) & MPIT_WATCH_QUEUE);
}

/* The vendor makes progress in a probe that finds nothing: so one is asked for that nobody sends.
 */
static void make_progress(const struct mpit_object *comm)
{
    MPI_Comm handle = mpit__vendor_is_up() ? MPI_COMM_SELF : (MPI_Comm)(uintptr_t)comm->key;
    int flag;

    mpit__next.PMPI_Iprobe(0, INT_MAX, handle, &flag, MPI_STATUS_IGNORE);
}

void mpit__measure(struct mpit_object *comm)
{
    uint64_t length;

    make_progress(comm);
    if (mpit__vendor_umq_length(comm, &length))
        set(comm, length);
}

void mpit__measure_again(struct mpit_object *comm)
{
    uint64_t length;

    if (is_followed(comm) && mpit__vendor_umq_length(comm, &length))
        set(comm, length);
}

bool mpit__measure_receive(struct mpit_object *comm, int source, int tag)
{
    bool there = mpit__measure_can_match(comm, source, tag) && is_there(comm, source, tag);
    uint64_t length;

    if (is_followed(comm) && mpit__vendor_umq_length(comm, &length)) {
        set(comm, length);
        if (there && length > 0)
            set(comm, length - 1);
    }
    return there;
}

void mpit__measure_taken(struct mpit_object *comm)
{
    uint64_t length;

    if (is_followed(comm) && mpit__vendor_umq_length(comm, &length)) {
        set(comm, length + 1);
        set(comm, length);
    }
}
