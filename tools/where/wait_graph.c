/* Who waits for whom. */
#include "config.h"

#include "tools/where/where.h"

#include "tools/ground/tool.h"

#include <stdlib.h>
#include <string.h>

/* ---- communicators */

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

/* Between groups the peers are those of the other side. */
int where_peer(const struct where_job *job, const struct where_rank *rank, int comm, int peer)
{
    const struct where_comm *mine = where_comm_at(rank, comm);

    for (int i = 0; mine && mine->hash && i < job->size; i++) {
        const struct where_comm *its = where_comm_like(&job->rank[i], mine);

        if (its && its->rank == peer && (!mine->inter || its->side != mine->side))
            return i;
    }
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

/* ---- edges */

void where_edges_add(struct where_edges *edges, const struct where_job *job, int to)
{
    for (int i = 0; i < edges->n; i++)
        if (edges->to[i] == to)
            return;
    if (!edges->to)
        edges->to = tool_allocate((size_t)job->size, sizeof *edges->to);
    edges->to[edges->n++] = to;
}

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

/* ---- collectives */

bool where_is_inside(const struct where_rank *rank)
{
    return rank->state == WHERE_INSIDE ||
           ((rank->state == WHERE_STOPPED || rank->state == WHERE_DEAD) && rank->now.name[0]);
}

static bool is_same_name(const char *left, const char *right)
{
    size_t n = strcspn(left, "_") + 1; /* MPI_ */
    size_t a = strlen(left), b = strlen(right);

    if (a > n && !strcmp(left + a - 2, "_c"))
        a -= 2;
    if (b > n && !strcmp(right + b - 2, "_c"))
        b -= 2;
    return a == b && !strncmp(left, right, a);
}

static bool begins(const char *name, const char *with)
{
    return !strncmp(name, with, strlen(with));
}

/* Those that all processes of a communicator make, counted among its collectives or not. */
bool where_is_collective(const struct where_call *call)
{
    static const char *const others[] = {"MPI_Comm_dup",    "MPI_Comm_create",  "MPI_Comm_split",
                                         "MPI_Cart_",       "MPI_Graph_create", "MPI_Dist_graph_",
                                         "MPI_Intercomm_",  "MPI_Win_create",   "MPI_Win_allocate",
                                         "MPI_File_open",   "MPI_Comm_spawn",   "MPI_Comm_accept",
                                         "MPI_Comm_connect"};

    if (call->comm < 0 || begins(call->name, "MPI_Comm_create_group"))
        return false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (begins(call->name, others[i]))
            return true;
    return call->counted;
}

static bool is_started_by_all(uint32_t kind)
{
    return kind == MPIT_LIVE_AWAITS_COLLECTIVE || kind == MPIT_LIVE_AWAITS_FILE;
}

/* The collective that a rank is in, or whose request it waits for, which counted when it started.
 * The communicator is NULL where it is in none. */
struct collective {
    const struct where_comm *comm;
    uint64_t number;
    const char *name;
};

static struct collective collective_of(const struct where_rank *rank)
{
    struct collective its = {0};

    if (where_is_inside(rank) && where_is_collective(&rank->now))
        its = (struct collective){where_comm_at(rank, rank->now.comm), rank->now.number,
                                  rank->now.name};
    for (int i = 0; where_is_inside(rank) && rank->now.completes && i < rank->nawait && !its.comm;
         i++)
        if (is_started_by_all(rank->await[i].kind)) {
            its.comm = where_comm_at(rank, rank->await[i].comm);
            its.number = its.comm ? its.comm->calls : 0;
            its.name = rank->await[i].call;
        }
    return its;
}

bool where_is_with(const struct where_job *job, int left, int right)
{
    struct collective a = collective_of(&job->rank[left]), b = collective_of(&job->rank[right]);

    return a.comm && b.comm && a.number == b.number && is_same_name(a.name, b.name) &&
           where_is_same_comm(a.comm, b.comm);
}

int where_members(const struct where_job *job, int rank)
{
    struct collective its = collective_of(&job->rank[rank]);
    int n = 0;

    if (its.comm && its.comm->meets != WHERE_COMM)
        return its.comm->size;
    for (int i = 0; its.comm && i < job->size; i++)
        n += where_comm_like(&job->rank[i], its.comm) != NULL;
    return n;
}

const struct where_call *where_call_instead(const struct where_job *job, int who, int to)
{
    const struct where_rank *rank = &job->rank[who];
    struct collective its = collective_of(&job->rank[to]);

    for (int i = 0; its.comm && i < rank->nbefore; i++) {
        const struct where_call *call = &rank->before[i];

        if (call->counted && call->number == its.number && !is_same_name(call->name, its.name) &&
            where_is_same_comm(where_comm_at(rank, call->comm), its.comm))
            return call;
    }
    return NULL;
}

/* Whether one has come to a collective that another is in, or is past it. */
static bool has_come(const struct where_job *job, int who, int to)
{
    const struct where_rank *a = &job->rank[who], *b = &job->rank[to];
    const struct where_comm *its = where_comm_like(a, where_comm_at(b, b->now.comm));

    return where_is_with(job, who, to) ||
           (its && its->calls >= b->now.number && !where_call_instead(job, who, to));
}

/* One that only gets something waits for whoever has it. */
static bool needs_all(const struct where_rank *rank, bool is_root)
{
    static const char *const scattering[] = {"MPI_Bcast", "MPI_Scatter"}, *const gathering[] = {
                                                                              "MPI_Reduce",
                                                                              "MPI_Reduce_c",
                                                                              "MPI_Gather"};

    if (begins(rank->now.name, "MPI_Scan") || begins(rank->now.name, "MPI_Exscan"))
        return false;
    for (size_t i = 0; i < sizeof scattering / sizeof *scattering; i++)
        if (begins(rank->now.name, scattering[i]))
            return false;
    for (size_t i = 0; i < sizeof gathering / sizeof *gathering; i++)
        if (i < 2 ? !strcmp(rank->now.name, gathering[i]) : begins(rank->now.name, gathering[i]))
            return is_root;
    return true;
}

/* A rank that has no such window or file: whether it has ended it, which is the last thing that it
 * does with it; that is known by the communicator, while it has that. */
enum past { IS_BEFORE, IS_PAST, IS_UNKNOWN };
static enum past past_of(const struct where_rank *rank, const struct where_comm *meeting)
{
    struct where_comm on = {.hash = meeting->hash, .number = meeting->number};
    const struct where_comm *its = where_comm_like(rank, &on);

    if (!its || its->unsure)
        return IS_UNKNOWN;
    return its->made[meeting->meets] > meeting->nth ? IS_PAST : IS_BEFORE;
}

/* Of those that have it some are not there, or do not say that they have it. */
void where_edges_lack(struct where_edges *edges, const struct where_job *job)
{
    bool missing = false;

    for (int i = 0; i < job->size; i++)
        missing = missing || job->rank[i].state == WHERE_MISSING;
    edges->unseen = edges->unseen || missing;
    edges->unknown = edges->unknown || !missing;
}

/* Of the processes of a window or file for those that have not come to its call of that number. */
static void wait_at_meeting(struct where_edges *edges, const struct where_job *job, int me,
                            const struct where_comm *mine, uint64_t number)
{
    int seen = 0;

    for (int i = 0; i < job->size; i++) {
        const struct where_comm *its = where_comm_like(&job->rank[i], mine);
        enum past past = its ? IS_PAST : past_of(&job->rank[i], mine);

        edges->unknown = edges->unknown || (its && its->unsure);
        seen += past != IS_UNKNOWN;
        if (its ? !where_is_with(job, i, me) &&
                      (its->calls < number || where_call_instead(job, i, me))
                : past == IS_BEFORE)
            where_edges_add(edges, job, i);
    }
    if (seen < mine->size)
        where_edges_lack(edges, job);
    edges->any = edges->doubt = edges->unknown;
    edges->under_way = !edges->n && !edges->unseen && !edges->unknown;
}

static void wait_for_members(struct where_edges *edges, const struct where_job *job, int me)
{
    const struct where_rank *rank = &job->rank[me];
    const struct where_comm *mine = where_comm_at(rank, rank->now.comm);
    int root = rank->now.root >= 0 ? where_peer(job, rank, rank->now.comm, rank->now.root) : -1;

    if (!mine || !mine->hash) {
        edges->unknown = true;
        return;
    }
    if (mine->meets != WHERE_COMM) {
        wait_at_meeting(edges, job, me, mine, rank->now.number);
        return;
    }
    edges->any = !needs_all(rank, root == me || rank->now.root == WHERE_ROOT);
    if (root >= 0 && root != me && edges->any && begins(rank->now.name, "MPI_Bcast") &&
        !has_come(job, root, me)) {
        where_edges_add(edges, job, root);
        return;
    }
    for (int i = 0; i < job->size; i++)
        if (where_comm_like(&job->rank[i], mine) && !has_come(job, i, me))
            where_edges_add(edges, job, i);
    if (!mine->inter && where_members(job, me) < mine->size)
        edges->unseen = true;
    edges->under_way = !edges->n && !edges->unseen;
}

/* A nonblocking one counts when it is started. */
static void wait_for_started(struct where_edges *edges, const struct where_job *job, int me,
                             int comm)
{
    const struct where_comm *mine = where_comm_at(&job->rank[me], comm);

    if (mine && mine->meets != WHERE_COMM) {
        wait_at_meeting(edges, job, me, mine, mine->calls);
        return;
    }
    for (int i = 0; mine && i < job->size; i++) {
        const struct where_comm *its = where_comm_like(&job->rank[i], mine);

        if (its && its->calls < mine->calls)
            where_edges_add(edges, job, i);
    }
    edges->under_way = mine && !edges->n;
}

/* ---- of a rank */

static void wait_for_requests(struct where_edges *edges, const struct where_job *job, int me)
{
    const struct where_rank *rank = &job->rank[me];

    for (int i = 0; i < rank->nawait; i++) {
        const struct where_awaited *one = &rank->await[i];

        if (is_started_by_all(one->kind))
            wait_for_started(edges, job, me, one->comm);
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

/* Of a file, or of a request of one. */
bool where_is_of_file(const struct where_rank *rank)
{
    bool is = begins(rank->now.name, "MPI_File_");

    for (int i = 0; rank->now.completes && i < rank->nawait; i++)
        is = is || begins(rank->await[i].call, "MPI_File_");
    return is;
}

static void wait_for_all(struct where_edges *edges, const struct where_job *job,
                         enum where_state state)
{
    for (int i = 0; i < job->size; i++)
        if (job->rank[i].state != state && job->rank[i].state != WHERE_ENDED)
            where_edges_add(edges, job, i);
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
        wait_for_members(&edges, job, me);
    } else if (rank->now.on_window) {
        where_window_edges(&edges, job, me, NULL);
    } else if (!rank->now.on_file) {
        bool both = rank->now.dest != WHERE_UNKNOWN && rank->now.source != WHERE_UNKNOWN;

        if (rank->now.source != WHERE_UNKNOWN)
            add_peer(&edges, job, rank, rank->now.comm, rank->now.source);
        if (rank->now.dest != WHERE_UNKNOWN)
            add_peer(&edges, job, rank, rank->now.comm, rank->now.dest);
        if (both)
            edges.any = true;
    }
    if (where_is_of_file(rank) && rank->in_files)
        edges =
            (struct where_edges){edges.to, edges.n, .any = true, .unknown = true, .doubt = true};
    if (!edges.n)
        edges.unknown = true;
    return edges;
}
