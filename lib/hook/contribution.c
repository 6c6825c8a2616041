#include "config.h"

#include "hook/contribution.h"

#include "profile/comm.h"

MPI_Count mpit__sum(struct mpit_counts counts, uint64_t n)
{
    MPI_Count sum = 0;

    for (uint64_t i = 0; i < n; i++)
        sum += mpit__count_at(counts, i);
    return sum;
}

/* A part of nothing need not have a datatype. */
uint64_t mpit__given_types(struct mpit_frame *frame, struct mpit_counts counts,
                           const MPI_Datatype datatypes[], uint64_t n)
{
    uint64_t bytes = 0;

    for (uint64_t i = 0; i < n; i++) {
        MPI_Count count = mpit__count_at(counts, i);

        if (count > 0)
            bytes += mpit__given(frame, count, datatypes[i]);
    }
    return bytes;
}

static struct mpit_object *described(MPI_Comm comm)
{
    struct mpit_object *object = mpit__object_of_comm(comm);

    return object && mpit__object_describe(object) ? object : NULL;
}

bool mpit__is_root(MPI_Comm comm, int root)
{
    struct mpit_object *object;

    if (root < 0)
        return root == MPI_ROOT;
    object = described(comm);
    return object && !object->inter && object->rank == root;
}

int mpit__rank(MPI_Comm comm)
{
    struct mpit_object *object = described(comm);

    return object ? object->rank : 0;
}

uint64_t mpit__peers(MPI_Comm comm)
{
    struct mpit_object *object = described(comm);

    return object ? (uint64_t)atomic_load(&object->size) : 0;
}

uint64_t mpit__members(MPI_Comm comm)
{
    int size = 0;

    mpit__next.PMPI_Comm_size(comm, &size);
    return (uint64_t)size;
}

uint64_t mpit__neighbors(MPI_Comm comm)
{
    struct mpit_object *object = described(comm);

    return object ? (uint64_t)mpit__object_parts(object) : 0;
}
