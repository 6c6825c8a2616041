#include "config.h"

#include "queue/peak.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "mpi/vendor.h"
#include "profile/comm.h"
#include "profile/level.h"
#include "profile/object.h"
#include "queue/store.h"
#include "queue/umq_length.h"

static _Atomic uint64_t length; /* when it was last looked at */
static _Atomic int64_t seen_source = -1, seen_tag = -1, seen_messages = -1;

static struct mpit_peak drained_most(const struct mpit_store *store)
{
    const struct mpit_lane *most;

    return mpit__store_most_frequent(store, 1, &most) == 1
               ? (struct mpit_peak){most->source, most->tag, most->length}
               : (struct mpit_peak){-1, -1, -1};
}

static int64_t oldest_tag(const struct mpit_object *comm, int source)
{
    MPI_Status status;
    int flag = 0;

    return mpit__next.PMPI_Iprobe(source, MPI_ANY_TAG, (MPI_Comm)(uintptr_t)comm->key, &flag,
                                  &status) == MPI_SUCCESS &&
                   flag
               ? status.MPI_TAG
               : -1;
}

static struct mpit_peak vendors_most(struct mpit_object *comm)
{
    struct mpit_peak most = {-1, -1, -1};
    int size = atomic_load(&comm->size);
    unsigned *lengths = size > 0 ? calloc((size_t)size, sizeof *lengths) : NULL;
    bool known = lengths && mpit__vendor_umq_lengths(comm, size, lengths);

    for (int source = 0; known && source < size; source++)
        if (lengths[source] && (int64_t)lengths[source] > most.messages)
            most = (struct mpit_peak){source, -1, lengths[source]};
    free(lengths);
    if (most.source >= 0)
        most.tag = oldest_tag(comm, (int)most.source);
    return most;
}

void mpit__peak_note(struct mpit_object *comm, const struct mpit_store *drained)
{
    uint64_t now = mpit__level_unexpected_peak(), before = atomic_load(&length);
    struct mpit_peak most;
    int source, world;

    if (now <= before + before / 8)
        return;
    most = drained ? drained_most(drained) : vendors_most(comm);
    if (most.source < 0)
        return;
    source = (int)most.source;
    mpit__object_world_ranks(comm, 1, &source, &world);
    atomic_store(&length, now);
    atomic_store(&seen_source, world);
    atomic_store(&seen_tag, most.tag);
    atomic_store(&seen_messages, most.messages);
}

struct mpit_peak mpit__peak_seen(void)
{
    return (struct mpit_peak){atomic_load(&seen_source), atomic_load(&seen_tag),
                              atomic_load(&seen_messages)};
}
