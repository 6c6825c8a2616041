/* The same communicator in several ranks. */
#include "config.h"

#include "tools/where/comms.h"

#include <stddef.h>

bool where_is_same_comm(const struct where_comm *left, const struct where_comm *right)
{
    return left && right && left->hash && left->hash == right->hash &&
           left->number == right->number && left->meets == right->meets && left->nth == right->nth;
}

const struct where_comm *where_comm_like(const struct where_rank *rank,
                                         const struct where_comm *comm)
{
    for (int i = 0; i < rank->ncomm; i++)
        if (where_is_same_comm(&rank->comm[i], comm))
            return &rank->comm[i];
    return NULL;
}

const struct where_comm *where_comm_at(const struct where_rank *rank, int comm)
{
    return comm >= 0 && comm < rank->ncomm ? &rank->comm[comm] : NULL;
}

const struct where_comm *where_comm_made_on(const struct where_rank *rank,
                                            const struct where_comm *meeting)
{
    const struct where_comm on = {.hash = meeting->hash, .number = meeting->number};

    return where_comm_like(rank, &on);
}

int where_peer(const struct where_job *job, const struct where_rank *rank, int comm, int peer)
{
    return where_peer_of(job, where_comm_at(rank, comm), peer);
}

/* Between groups the peers are those of the other side. */
static bool is_peer(const struct where_rank *rank, const struct where_comm *comm, int peer)
{
    const struct where_comm *its = comm && comm->hash ? where_comm_like(rank, comm) : NULL;

    return its && its->rank == peer && (!comm->inter || its->side != comm->side);
}

int where_peer_of(const struct where_job *job, const struct where_comm *comm, int peer)
{
    if (peer >= 0 && peer < job->size &&
        is_peer(&job->rank[peer], comm, peer)) /* as in MPI_COMM_WORLD */
        return peer;
    for (int i = 0; i < job->size; i++)
        if (is_peer(&job->rank[i], comm, peer))
            return i;
    return -1;
}

uint64_t where_under_way(const struct where_job *job, int from, int to)
{
    const struct where_rank *sender = &job->rank[from], *receiver = &job->rank[to];
    uint64_t sent = 0, received = 0;

    for (int i = 0; i < sender->ntraffic; i++)
        if (where_peer(job, sender, sender->traffic[i].comm, sender->traffic[i].peer) == to)
            sent += sender->traffic[i].sends;
    for (int i = 0; i < receiver->ntraffic; i++)
        if (where_peer(job, receiver, receiver->traffic[i].comm, receiver->traffic[i].peer) == from)
            received += receiver->traffic[i].recvs;
    return sent > received ? sent - received : 0;
}
