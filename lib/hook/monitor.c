#include "config.h"

#include "hook/monitor.h"

#include "ground/memory.h"
#include "profile/block.h"
#include "profile/comm.h"

#include <stdlib.h>

enum { FEW = 16 };

/* Those of a distributed graph come with the sources and all weights. */
static void list_destinations(MPI_Comm comm, int n, int neighbors[])
{
    int in = 0, out = 0, weighted = 0, *rest;

    mpit__next.PMPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted);
    rest = calloc(2 * (size_t)in + (size_t)n + 1, sizeof *rest);
    if (rest)
        mpit__next.PMPI_Dist_graph_neighbors(comm, in, rest, rest + in, n, neighbors,
                                             rest + 2 * in);
    else
        mpit__memory_miss((uint64_t)n);
    free(rest);
}

/* Neighbours that are sent to, in the order of the send buffer (7.6); of a Cartesian topology some
 * may be MPI_PROC_NULL. */
static void list_neighbors(MPI_Comm comm, int rank, int n, int neighbors[])
{
    int topology = MPI_UNDEFINED;

    for (int i = 0; i < n; i++)
        neighbors[i] = MPI_PROC_NULL;
    mpit__next.PMPI_Topo_test(comm, &topology);
    if (topology == MPI_CART)
        for (int i = 0; i + 1 < n; i += 2)
            mpit__next.PMPI_Cart_shift(comm, i / 2, 1, &neighbors[i], &neighbors[i + 1]);
    else if (topology == MPI_GRAPH)
        mpit__next.PMPI_Graph_neighbors(comm, rank, n, neighbors);
    else if (topology == MPI_DIST_GRAPH)
        list_destinations(comm, n, neighbors);
}

uint64_t mpit__monitor_part(struct mpit_frame *frame, const struct mpit_parts *parts, int i)
{
    MPI_Count count;

    if (!parts->counts.of)
        return parts->bytes;
    count = mpit__count_at(parts->counts, (uint64_t)i);
    return mpit__given(frame, count, parts->types && count > 0 ? parts->types[i] : parts->type);
}

/* One exchange with a peer; the bytes that count. */
static uint64_t add_part(struct mpit_frame *frame, struct mpit_comm_line *line, int peer,
                         uint64_t bytes)
{
    mpit_total *slots;

    if (peer < 0 || (!line->object->inter && peer == line->object->rank))
        return 0;
    slots = mpit__object_partner_need(line->object, MPIT_KEY(line->comm), frame->thread->shard,
                                      line->block, peer);
    if (slots) {
        mpit__total_add(&slots[MPIT_PARTNER_COLL_CALLS], 1, frame->thread->shared);
        mpit__total_add(&slots[MPIT_PARTNER_COLL_BYTES], bytes, frame->thread->shared);
    }
    return bytes;
}

static uint64_t add_neighbors(struct mpit_frame *frame, struct mpit_comm_line *line,
                              const struct mpit_parts *parts)
{
    int few[FEW], *neighbors = few;
    int n = mpit__object_parts(line->object);
    uint64_t sum = 0;

    if (n > FEW && !(neighbors = malloc((size_t)n * sizeof *neighbors))) {
        mpit__memory_miss((uint64_t)n);
        return 0;
    }
    list_neighbors(line->comm, line->object->rank, n, neighbors);
    for (int i = 0; i < n; i++)
        sum += add_part(frame, line, neighbors[i], mpit__monitor_part(frame, parts, i));
    if (neighbors != few)
        free(neighbors);
    return sum;
}

static uint64_t add_ranks(struct mpit_frame *frame, struct mpit_comm_line *line, int first,
                          const struct mpit_parts *parts)
{
    uint64_t sum = 0;

    for (int i = first, n = atomic_load(&line->object->size); i < n; i++)
        sum += add_part(frame, line, i, mpit__monitor_part(frame, parts, i));
    return sum;
}

static bool is_monitored(const struct mpit_object *comm)
{
    return mpit__watch_mask(&comm->watch) & MPIT_WATCH_MONITOR;
}

void mpit__monitor_on(struct mpit_frame *frame, struct mpit_comm_line *line,
                      enum mpit_monitor_kind kind, enum mpit_monitor_scope scope,
                      const struct mpit_parts *parts)
{
    uint64_t sum;

    if (!is_monitored(line->object) || !mpit__object_describe(line->object))
        return;
    sum =
        scope == MPIT_WITH_NEIGHBORS
            ? add_neighbors(frame, line, parts)
            : add_ranks(frame, line, scope == MPIT_WITH_ABOVE ? line->object->rank + 1 : 0, parts);
    mpit__total_add(&line->block->slot[kind], 1, frame->thread->shared);
    mpit__total_add(&line->block->slot[kind + 1], sum, frame->thread->shared);
}

void mpit__monitor_collective(struct mpit_frame *frame, enum mpit_monitor_kind kind, MPI_Comm comm,
                              enum mpit_monitor_scope scope, const struct mpit_parts *parts)
{
    struct mpit_comm_line *line = mpit__frame_comm(frame, comm);

    if (line)
        mpit__monitor_on(frame, line, kind, scope, parts);
}

/* What comes back from the target as well. */
static bool brings_data(enum mpit_call call)
{
    return call != MPIT_CALL_Accumulate && call != MPIT_CALL_Raccumulate;
}

/* A get sends a request of 0 bytes. */
void mpit__monitor_rma(enum mpit_call call, enum mpit_win_slot what, int target, MPI_Win win,
                       uint64_t bytes)
{
    struct mpit_thread *thread = &mpit__thread;
    struct mpit_object *comm = mpit__object_comm_of(MPIT_KIND_win, MPIT_KEY(win));
    struct mpit_block *block;
    mpit_total *slots;
    bool shared = thread->shared;

    if (!comm || !is_monitored(comm) ||
        !(block = mpit__object_block_need(comm, comm->key, thread->shard)) ||
        !(slots = mpit__object_partner_need(comm, comm->key, thread->shard, block, target)))
        return;
    mpit__total_add(&slots[MPIT_PARTNER_RMA_SENT], 1, shared);
    if (what != MPIT_W_GETS)
        mpit__total_add(&slots[MPIT_PARTNER_RMA_SENT_BYTES], bytes, shared);
    if (what == MPIT_W_GETS || (what == MPIT_W_ACCS && brings_data(call))) {
        mpit__total_add(&slots[MPIT_PARTNER_RMA_RECEIVED], 1, shared);
        mpit__total_add(&slots[MPIT_PARTNER_RMA_RECEIVED_BYTES], bytes, shared);
    }
}
