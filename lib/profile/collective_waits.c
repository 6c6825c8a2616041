#include "config.h"

#include "profile/collective_waits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ground/clock.h"
#include "ground/in_force.h"
#include "ground/memory.h"
#include "live/follow.h"
#include "live/join.h"
#include "live/others.h"
#include "live/segment.h"
#include "mpi/vendor.h"
#include "profile/arrivals.h"
#include "profile/block.h"

enum { PATH = MPIT_OTHERS_PATH, TURN = MPIT_FOLLOW_TURN, MOST = 256 };

/* A process of this job on this node.  What its world and its clock are it says when MPI has begun
 * in it, which may be later than here. */
struct follower {
    char path[PATH];
    enum { IS_TO_BEGIN, IS_ONE_OF_US, IS_NOT } which;
    int rank;
    struct mpit_follow follow;
};

/* Whoever has this looks at the rest; who does not get it leaves it to him. */
static atomic_flag busy = ATOMIC_FLAG_INIT;
static struct follower *followers;
static int nfollower, mine = -1;
static struct mpit_join *join;
static uint64_t booked;     /* ticks */
static _Atomic bool wanted; /* somebody has a handle from before MPI_Init */

/* ---- finding them */

static bool is_known(const char *path)
{
    for (int i = 0; i < nfollower; i++)
        if (strcmp(followers[i].path, path) == 0)
            return true;
    return false;
}

static void add_follower(const char *path, const struct mpit_live_head *head)
{
    struct follower *grown = realloc(followers, sizeof *followers * ((size_t)nfollower + 1));

    if (!grown) {
        mpit__memory_miss(1);
        return;
    }
    followers = grown;
    followers[nfollower] = (struct follower){.which = IS_TO_BEGIN};
    snprintf(followers[nfollower].path, PATH, "%s", path);
    if (head->pid == mpit__live_head->pid && head->pid_start == mpit__live_head->pid_start)
        mine = nfollower;
    nfollower++;
}

static void look_at(const char *path)
{
    struct mpit_live_head head;
    int file;

    if (is_known(path) || (file = mpit__others_open(path)) < 0)
        return;
    if (mpit__others_read(file, &head) && mpit__others_is_of_job(&head))
        add_follower(path, &head);
    close(file);
}

bool mpit__collective_waits_can_be(void)
{
    if (mpit__vendor_is_initialized())
        return mpit__collective_waits_begin();
    atomic_store(&wanted, true);
    return MPIT_IN_FORCE(live) != MPIT_LIVE_IS_OFF;
}

bool mpit__collective_waits_has(void)
{
    return !mpit__vendor_is_initialized() || (mpit__arrivals_are_kept() && join);
}

void mpit__collective_waits_come(void)
{
    if (atomic_load(&wanted))
        mpit__collective_waits_begin();
}

/* Processes on this node, with this one: of the job's where the launcher does not say. */
static size_t company(void)
{
    const struct mpit_live_head *own = mpit__live_head;
    int n = own->here > 0 ? own->here : own->size < MOST ? own->size : MOST;

    return n > 1 ? (size_t)n : 2;
}

bool mpit__collective_waits_begin(void)
{
    uint64_t least = 0;

    if (!mpit__arrivals_are_kept() || atomic_flag_test_and_set(&busy))
        return mpit__arrivals_are_kept();
    mpit__clock_ticks(MPIT_JOIN_LEAST, &least);
    if (!join)
        join = mpit__join_make(company() * 4 * TURN, least);
    if (join && (size_t)nfollower < company())
        mpit__others_each(look_at);
    atomic_flag_clear(&busy);
    return join != NULL;
}

/* ---- looking */

static uint64_t waited(void)
{
    uint64_t ticks = 0;
    size_t n;
    const struct mpit_waited_for *row = mpit__join_waits(join, &n);

    for (size_t i = 0; i < n; i++)
        ticks += row[i].process == mine ? row[i].ticks : 0;
    return ticks;
}

/* The slot is no hook's: only who is busy here adds to it. */
static void book(uint64_t ticks)
{
    struct mpit_block *block = mpit__object_block(&mpit__process, 0);

    if (!block)
        return;
    mpit__total_add(&block->slot[MPIT_P_WAITED + MPIT_WAIT_late_arrival], ticks - booked, true);
    booked = ticks;
}

/* Not on the stack, which a signal handler may have little of. */
static bool is_one_of_us(struct follower *follower, int file)
{
    static struct mpit_live_head head;

    if (follower->which == IS_TO_BEGIN && mpit__others_read(file, &head) && head.began) {
        follower->which = mpit__others_is_of_world(&head) ? IS_ONE_OF_US : IS_NOT;
        follower->rank = head.rank;
    }
    return follower->which == IS_ONE_OF_US;
}

static uint64_t take_turn(struct follower *follower, int process)
{
    int file = mpit__others_open(follower->path);
    uint64_t new = 0;

    if (file < 0)
        return 0;
    if (is_one_of_us(follower, file))
        new = mpit__follow(&follower->follow, file, join, process, TURN);
    close(file);
    return new;
}

static bool take_turns(void)
{
    bool any = false;

    for (int i = 0; i < nfollower; i++)
        any |= take_turn(&followers[i], i) > 0;
    return any;
}

/* While others go on there is always something new: what a ring holds is enough. */
void mpit__collective_waits_update(void)
{
    if (!join || atomic_flag_test_and_set(&busy))
        return;
    for (int turn = 0; turn < MPIT_LIVE_ARRIVALS / TURN && take_turns(); turn++)
        continue;
    book(waited());
    atomic_flag_clear(&busy);
}

void mpit__collective_waits_each(void (*row)(void *with, int rank, uint64_t count, uint64_t ticks),
                                 void *with)
{
    const struct mpit_waited_for *all;
    size_t n = 0;

    if (!join || atomic_flag_test_and_set(&busy))
        return;
    all = mpit__join_waits(join, &n);
    for (size_t i = 0; i < n; i++)
        if (all[i].process == mine)
            row(with, followers[all[i].culprit].rank, all[i].count, all[i].ticks);
    atomic_flag_clear(&busy);
}

/* The rings of this process are its own memory. */
void mpit__collective_waits_share(uint64_t *seen, uint64_t *all)
{
    *seen = join ? mpit__join_seen(join, mine) : 0;
    *all = 0;
    for (int i = 0; i < MPIT_SHARDS; i++) {
        struct mpit_live_ring *ring = atomic_load(&mpit__arrivals_rings[i]);

        *all += ring ? atomic_load(&ring->started) : 0;
    }
}
