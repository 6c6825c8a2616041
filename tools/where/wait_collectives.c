/* Who waits for whom in collectives, and at windows and files where all meet. */
#include "config.h"

#include "tools/where/wait_collectives.h"

#include "tools/ground/words.h"
#include "tools/where/comms.h"

/* ---- which one */

/* Those that all processes of a communicator make, counted among its collectives or not. */
bool where_is_collective(const struct where_call *call)
{
    static const char *const others[] = {"MPI_Comm_dup",    "MPI_Comm_create",  "MPI_Comm_split",
                                         "MPI_Cart_",       "MPI_Graph_create", "MPI_Dist_graph_",
                                         "MPI_Intercomm_",  "MPI_Win_create",   "MPI_Win_allocate",
                                         "MPI_File_open",   "MPI_Comm_spawn",   "MPI_Comm_accept",
                                         "MPI_Comm_connect"};

    if (call->comm < 0 || where_begins(call->name, "MPI_Comm_create_group"))
        return false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (where_begins(call->name, others[i]))
            return true;
    return call->counted;
}

bool where_is_started_by_all(uint32_t kind)
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
        if (where_is_started_by_all(rank->await[i].kind)) {
            its.comm = where_comm_at(rank, rank->await[i].comm);
            its.number = its.comm ? its.comm->calls : 0;
            its.name = rank->await[i].call;
        }
    return its;
}

bool where_is_with(const struct where_job *job, int left, int right)
{
    struct collective a = collective_of(&job->rank[left]), b = collective_of(&job->rank[right]);

    return a.comm && b.comm && a.number == b.number && tool_words_same_call(a.name, b.name) &&
           where_is_same_comm(a.comm, b.comm);
}

bool where_is_in_collective(const struct where_job *job, int rank)
{
    return job->rank[rank].state == WHERE_INSIDE && where_is_with(job, rank, rank);
}

bool where_waits_alone(const struct where_job *job, int rank)
{
    return !where_is_in_collective(job, rank) && !where_is_leaving(&job->rank[rank]);
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

        if (call->counted && call->number == its.number &&
            !tool_words_same_call(call->name, its.name) &&
            where_is_same_comm(where_comm_at(rank, call->comm), its.comm))
            return call;
    }
    return NULL;
}

/* ---- for whom */

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
    const char *name = rank->now.name;

    if (where_begins(name, "MPI_Bcast") || where_begins(name, "MPI_Scatter") ||
        where_begins(name, "MPI_Scan") || where_begins(name, "MPI_Exscan"))
        return false;
    if (where_begins(name, "MPI_Gather") || !strcmp(name, "MPI_Reduce") ||
        !strcmp(name, "MPI_Reduce_c"))
        return is_root;
    return true;
}

/* A rank that has no such window or file: whether it has ended it, which is the last thing that it
 * does with it; that is known by the communicator, while it has that. */
enum past { IS_BEFORE, IS_PAST, IS_UNKNOWN };
static enum past past_of(const struct where_rank *rank, const struct where_comm *meeting)
{
    const struct where_comm *its = where_comm_made_on(rank, meeting);

    if (!its || its->unsure)
        return IS_UNKNOWN;
    return its->made[meeting->meets] > meeting->nth ? IS_PAST : IS_BEFORE;
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

void where_collective_edges(struct where_edges *edges, const struct where_job *job, int me)
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
    if (root >= 0 && root != me && edges->any && where_begins(rank->now.name, "MPI_Bcast") &&
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
void where_started_edges(struct where_edges *edges, const struct where_job *job, int me, int comm)
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
