#include "config.h"

#include "profile/comm.h"

#include "ground/lock.h"
#include "mpi/session.h"
#include "mpi/vendor.h"

/* MPI 3.1, 7.6: a Cartesian topology has two neighbours a dimension, some perhaps MPI_PROC_NULL. */
static int out_degree(MPI_Comm comm, int rank)
{
    int topology = MPI_UNDEFINED, in = 0, out = 0, weighted;

    if (mpit__next.PMPI_Topo_test(comm, &topology) != MPI_SUCCESS)
        return 0;
    if (topology == MPI_CART && mpit__next.PMPI_Cartdim_get(comm, &out) == MPI_SUCCESS)
        return 2 * out;
    if (topology == MPI_GRAPH)
        mpit__next.PMPI_Graph_neighbors_count(comm, rank, &out);
    if (topology == MPI_DIST_GRAPH)
        mpit__next.PMPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted);
    return out;
}

int mpit__object_parts(struct mpit_object *comm)
{
    int parts = atomic_load(&comm->parts);

    if (!parts && mpit__object_describe(comm)) {
        parts = 1 + out_degree((MPI_Comm)(uintptr_t)comm->key, comm->rank);
        atomic_store(&comm->parts, parts);
    }
    return parts ? parts - 1 : 0;
}

void mpit__object_world_ranks(struct mpit_object *object, int n, const int peers[], int world[])
{
    MPI_Group group;

    for (int i = 0; i < n; i++)
        world[i] = -1;
    if (!mpit__object_describe(object) || !mpit__world_group(&group))
        return;
    mpit__lock(MPIT_LOCK_GROUPS);
    if (object->group != MPI_GROUP_NULL)
        mpit__next.PMPI_Group_translate_ranks(object->group, n, peers, group, world);
    mpit__unlock(MPIT_LOCK_GROUPS);
    for (int i = 0; i < n; i++)
        if (world[i] == MPI_UNDEFINED)
            world[i] = -1;
    mpit__next.PMPI_Group_free(&group);
}
