/* Who waits for whom. */
#include "config.h"

#include "tools/where/wait_graph.h"

#include "tools/where/comms.h"
#include "tools/where/wait_collectives.h"
#include "tools/where/wait_windows.h"

static void add_peer(struct where_edges *edges, const struct where_job *job,
                     const struct where_rank *rank, int comm, int peer)
{
    const struct where_comm *mine = where_comm_at(rank, comm);
    int to = peer >= 0 ? where_peer(job, rank, comm, peer) : -1;

    edges->unseen = edges->unseen || (peer >= 0 && to < 0 && mine);

    if (peer == WHERE_ANY && mine && mine->hash) {
        edges->any = true;
        for (int i = 0; i < job->size; i++) {
            const struct where_comm *its = where_comm_like(&job->rank[i], mine);

            if (its && (!mine->inter || its->side != mine->side))
                where_edges_add(edges, job, i);
        }
    } else if (to >= 0) {
        where_edges_add(edges, job, to);
    } else if (peer != WHERE_NOBODY) {
        edges->unknown = true;
    }
}

static void wait_for_message(struct where_edges *edges, const struct where_job *job, int me)
{
    const struct where_rank *rank = &job->rank[me];
    bool sends = rank->now.dest != WHERE_UNKNOWN, receives = rank->now.source != WHERE_UNKNOWN;

    if (receives)
        add_peer(edges, job, rank, rank->now.comm, rank->now.source);
    if (sends)
        add_peer(edges, job, rank, rank->now.comm, rank->now.dest);
    if (sends && receives)
        edges->any = true;
}

static void wait_for_requests(struct where_edges *edges, const struct where_job *job, int me)
{
    const struct where_rank *rank = &job->rank[me];

    for (int i = 0; i < rank->nawait; i++) {
        const struct where_awaited *one = &rank->await[i];

        if (where_is_started_by_all(one->kind))
            where_started_edges(edges, job, me, one->comm);
        else if (one->kind == MPIT_LIVE_AWAITS_TARGET || one->kind == MPIT_LIVE_AWAITS_EXPOSURE)
            where_window_edges(edges, job, me, one);
        else if (one->kind == MPIT_LIVE_AWAITS_OTHER)
            edges->unknown = true;
        else
            add_peer(edges, job, rank, one->comm, one->peer);
    }
    /* Of several some may be complete, which cannot be seen. */
    if (rank->nawait > 1)
        edges->any = true;
    if (rank->awaiting > rank->nawait || !rank->nawait)
        edges->unknown = true;
}

static void wait_for_all(struct where_edges *edges, const struct where_job *job,
                         enum where_state state)
{
    for (int i = 0; i < job->size; i++)
        if (job->rank[i].state != state && job->rank[i].state != WHERE_ENDED)
            where_edges_add(edges, job, i);
}

bool where_is_of_file(const struct where_rank *rank)
{
    bool is = where_begins(rank->now.name, "MPI_File_");

    for (int i = 0; rank->now.completes && i < rank->nawait; i++)
        is = is || where_begins(rank->await[i].call, "MPI_File_");
    return is;
}

/* All that is in the same collective waits for the same ranks, but a root. */
bool where_edges_are_same(const struct where_job *job, int left, int right)
{
    const struct where_rank *a = &job->rank[left], *b = &job->rank[right];
    const struct where_comm *mine = where_comm_at(a, a->now.comm),
                            *its = where_comm_at(b, b->now.comm);

    if (a->state != b->state || a->state != WHERE_INSIDE)
        return a->state == b->state && (a->state == WHERE_FINALIZE || a->state == WHERE_INIT);
    return mine && its && mine->hash == its->hash && a->now.number == b->now.number &&
           !a->now.completes && !b->now.completes && where_is_with(job, left, right) &&
           a->now.root == b->now.root && mine->rank != a->now.root && its->rank != b->now.root &&
           !mine->inter && a->in_files == b->in_files;
}

struct where_edges where_edges_of(const struct where_job *job, int me)
{
    const struct where_rank *rank = &job->rank[me];
    struct where_edges edges = {0};

    if (rank->state == WHERE_FINALIZE) {
        wait_for_all(&edges, job, WHERE_FINALIZE);
    } else if (rank->state == WHERE_INIT) {
        for (int i = 0; i < job->size; i++)
            if (job->rank[i].state == WHERE_MISSING)
                where_edges_add(&edges, job, i);
    } else if (rank->now.completes) {
        wait_for_requests(&edges, job, me);
    } else if (where_is_collective(&rank->now)) {
        where_collective_edges(&edges, job, me);
    } else if (rank->now.on_window) {
        where_window_edges(&edges, job, me, NULL);
    } else if (!rank->now.on_file) {
        wait_for_message(&edges, job, me);
    }
    if (where_is_of_file(rank) && rank->in_files) {
        edges.any = edges.unknown = edges.doubt = true;
        edges.unseen = edges.under_way = false;
        edges.holders = 0;
    }
    if (!edges.n)
        edges.unknown = true;
    return edges;
}
