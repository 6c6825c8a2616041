/* Who waits for whom at windows where not all meet: for locks, for those who post, for those who
 * complete.
 *
 * The MPI library may come to a lock later than the program has asked for it, in any call that
 * needs it.  So one that has been told that it has a lock need not have it, unless nobody else can
 * be what another one waits for.  In doubt a rank may go on. */
#include "config.h"

#include "tools/where/wait_windows.h"

#include "tools/where/comms.h"

/* What is needed where: a rank of the window, or WHERE_ANY: of all. */
struct need {
    enum where_need what;
    int target;
    const struct where_comm *at;
};

static bool is_one_of(const char *name, const char *const list[], size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(name, list[i]))
            return true;
    return false;
}
#define IS_ONE_OF(name, list) is_one_of(name, list, sizeof(list) / sizeof *(list))

static bool is_lock_of(const struct where_lock *lock, int target)
{
    return lock->target == WHERE_ANY || target == WHERE_ANY || lock->target == target;
}

static bool has_lock(const struct where_window *window, int target)
{
    for (int i = 0; i < window->nlock; i++)
        if (is_lock_of(&window->lock[i], target))
            return true;
    return false;
}

static const struct where_partner *find_partner(const struct where_window *window, int rank)
{
    for (int i = 0; i < window->npartner; i++)
        if (window->partner[i].rank == rank)
            return &window->partner[i];
    return NULL;
}

/* An operation needs what has been begun with its target. */
static enum where_need need_of_operation(const struct where_window *window, int target)
{
    const struct where_partner *partner = find_partner(window, target);

    if (has_lock(window, target))
        return WHERE_LOCK;
    return partner && partner->starts > partner->completes ? WHERE_POSTS : WHERE_NO_NEED;
}

static struct need need_of_call(const struct where_rank *rank)
{
    static const char *const locks[] = {"MPI_Win_lock", "MPI_Win_unlock", "MPI_Win_flush",
                                        "MPI_Win_flush_local"};
    static const char *const all[] = {"MPI_Win_lock_all", "MPI_Win_unlock_all", "MPI_Win_flush_all",
                                      "MPI_Win_flush_local_all"};
    static const char *const posts[] = {"MPI_Win_start", "MPI_Win_complete"};
    const struct where_call *call = &rank->now;
    struct need need = {.target = WHERE_ANY, .at = where_comm_at(rank, call->comm)};

    if (!call->on_window || !need.at || !need.at->window)
        return need;
    if (IS_ONE_OF(call->name, all))
        need.what = WHERE_LOCK;
    else if (IS_ONE_OF(call->name, posts))
        need.what = WHERE_POSTS;
    else if (!strcmp(call->name, "MPI_Win_wait"))
        need.what = WHERE_COMPLETES;
    else if (call->dest >= 0)
        need = (struct need){IS_ONE_OF(call->name, locks)
                                 ? WHERE_LOCK
                                 : need_of_operation(need.at->window, call->dest),
                             call->dest, need.at};
    return need;
}

static struct need need_of_request(const struct where_rank *rank, const struct where_awaited *one)
{
    struct need need = {.target = WHERE_ANY, .at = where_comm_at(rank, one->comm)};

    if (!need.at || !need.at->window)
        return need;
    if (one->kind == MPIT_LIVE_AWAITS_EXPOSURE) {
        need.what = WHERE_COMPLETES;
    } else if (one->kind == MPIT_LIVE_AWAITS_TARGET && one->peer >= 0) {
        need.what = need_of_operation(need.at->window, one->peer);
        need.target = one->peer;
    }
    return need;
}

static struct need find_need(const struct where_rank *rank)
{
    struct need need = need_of_call(rank);

    for (int i = 0; rank->now.completes && i < rank->nawait && !need.what; i++)
        need = need_of_request(rank, &rank->await[i]);
    return need;
}

enum where_need where_need_of(const struct where_rank *rank)
{
    return where_is_inside(rank) ? find_need(rank).what : WHERE_NO_NEED;
}

static const struct where_window *window_of(const struct where_rank *rank,
                                            const struct where_comm *like)
{
    const struct where_comm *its = where_comm_like(rank, like);

    return its ? its->window : NULL;
}

/* It may be that it waits for one of these, and it may be for something else. */
static void be_in_doubt(struct where_edges *edges)
{
    edges->unknown = edges->any = edges->doubt = true;
}

/* Where nobody else is to be waited for it is a target that does not come into MPI, as its MPI
 * library may have to take part. */
static void wait_for_target(struct where_edges *edges, const struct where_job *job, int me, int to)
{
    enum where_state state = to >= 0 ? job->rank[to].state : WHERE_INSIDE;

    if (to != me && (state == WHERE_OUTSIDE || state == WHERE_ENDED || state == WHERE_DEAD ||
                     state == WHERE_STOPPED))
        where_edges_add(edges, job, to);
}

/* ---- locks */

/* One that waits for the lock itself, or gives it back, is not who holds another one up. */
static bool needs_it_too(const struct where_rank *rank, const struct need *need, int target)
{
    struct need its = find_need(rank);

    return where_is_inside(rank) && its.what == WHERE_LOCK &&
           where_is_same_comm(its.at, need->at) &&
           (its.target == WHERE_ANY || target == WHERE_ANY || its.target == target);
}

static bool holds_up(const struct where_window *its, const struct where_lock *mine, int target)
{
    for (int i = 0; i < its->nlock; i++)
        if (!its->lock[i].wanted && is_lock_of(&its->lock[i], target) &&
            (its->lock[i].exclusive || mine->exclusive))
            return true;
    return false;
}

/* For those who have a lock that this one cannot be had beside; true: somebody at this window does
 * something. */
static bool wait_for_holders(struct where_edges *edges, const struct where_job *job, int me,
                             const struct need *need, const struct where_lock *mine)
{
    int target = need->target == WHERE_ANY ? mine->target : need->target, seen = 1;
    bool busy = false;

    for (int i = 0; i < job->size; i++) {
        const struct where_window *its = i == me ? NULL : window_of(&job->rank[i], need->at);

        if (!its)
            continue;
        seen++;
        busy = busy || job->rank[i].moved;
        if (its->more_locks)
            be_in_doubt(edges);
        if (holds_up(its, mine, target) && !needs_it_too(&job->rank[i], need, target))
            where_edges_add(edges, job, i);
    }
    if (seen < need->at->size) {
        where_edges_lack(edges, job);
        be_in_doubt(edges);
    }
    return busy;
}

static void wait_for_lock(struct where_edges *edges, const struct where_job *job, int me,
                          const struct need *need)
{
    const struct where_window *mine = need->at->window;
    bool busy = false;

    for (int i = 0; i < mine->nlock; i++)
        if (is_lock_of(&mine->lock[i], need->target))
            busy = wait_for_holders(edges, job, me, need, &mine->lock[i]) || busy;
    edges->holders = edges->n;
    for (int i = 0; i < mine->nlock; i++)
        if (is_lock_of(&mine->lock[i], need->target))
            wait_for_target(
                edges, job, me,
                where_peer_of(job, need->at,
                              need->target == WHERE_ANY ? mine->lock[i].target : need->target));
    edges->any = edges->any || edges->n > 1;
    edges->under_way = busy && (!edges->n || edges->doubt);
}

/* ---- groups */

/* What it counts of a partner against what that counts of it. */
static uint32_t count_of(const struct where_partner *partner, enum where_need what)
{
    return !partner ? 0 : what == WHERE_POSTS ? partner->posts : partner->completes;
}

static void wait_for_partner(struct where_edges *edges, const struct where_job *job,
                             const struct need *need, int peer, uint32_t number)
{
    int to = where_peer_of(job, need->at, peer);
    const struct where_window *its = to >= 0 ? window_of(&job->rank[to], need->at) : NULL;

    if (!its)
        where_edges_lack(edges, job);
    else if (its->more_partners)
        be_in_doubt(edges);
    else if (count_of(find_partner(its, need->at->rank), need->what) < number)
        where_edges_add(edges, job, to);
}

/* Those of the group that it has begun with. */
static void wait_for_partners(struct where_edges *edges, const struct where_job *job, int me,
                              const struct need *need)
{
    const struct where_window *mine = need->at->window;
    bool posts = need->what == WHERE_POSTS;

    for (int late = 0; late < 2 && !edges->n; late++)
        for (int i = 0; i < mine->npartner; i++) {
            const struct where_partner *partner = &mine->partner[i];

            if ((posts ? partner->starts <= partner->completes
                       : partner->posts <= partner->waits) ||
                (need->target != WHERE_ANY && need->target != partner->rank))
                continue;
            if (late)
                wait_for_target(edges, job, me, where_peer_of(job, need->at, partner->rank));
            else
                wait_for_partner(edges, job, need, partner->rank,
                                 posts ? partner->starts : partner->posts);
        }
    if (mine->more_partners)
        be_in_doubt(edges);
    edges->under_way = !edges->n && !edges->unknown && !edges->unseen;
}

/* MPI_Win_start has a group that is not known before it is over: one of those who have not posted
 * for it, or several. */
static void wait_to_start(struct where_edges *edges, const struct where_job *job, int me,
                          const struct need *need)
{
    const struct where_window *mine = need->at->window;
    int seen = 1;

    for (int i = 0; i < job->size; i++) {
        const struct where_comm *its = i == me ? NULL : where_comm_like(&job->rank[i], need->at);
        const struct where_partner *of =
            its && its->window ? find_partner(its->window, need->at->rank) : NULL;
        const struct where_partner *to = its ? find_partner(mine, its->rank) : NULL;

        if (!its || !its->window)
            continue;
        seen++;
        if (its->window->more_partners)
            be_in_doubt(edges);
        if ((of ? of->posts : 0) <= (to ? to->starts : 0))
            where_edges_add(edges, job, i);
    }
    if (seen < need->at->size)
        where_edges_lack(edges, job);
    if (mine->more_partners)
        be_in_doubt(edges);
    edges->any = edges->any || edges->n > 1 || edges->unknown;
    edges->under_way = !edges->n && !edges->unknown && !edges->unseen;
}

void where_window_edges(struct where_edges *edges, const struct where_job *job, int me,
                        const struct where_awaited *request)
{
    const struct where_rank *rank = &job->rank[me];
    struct need need = request ? need_of_request(rank, request) : need_of_call(rank);

    if (!need.what || !need.at->hash)
        edges->unknown = true;
    else if (need.what == WHERE_LOCK)
        wait_for_lock(edges, job, me, &need);
    else if (!request && !strcmp(rank->now.name, "MPI_Win_start"))
        wait_to_start(edges, job, me, &need);
    else
        wait_for_partners(edges, job, me, &need);
}
