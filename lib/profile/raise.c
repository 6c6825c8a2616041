#include "config.h"

#include "profile/raise.h"

#include <stdlib.h>
#include <string.h>

#include "ground/lock.h"
#include "ground/memory.h"
#include "profile/thread.h"

_Atomic uint32_t mpit__raise_wanted[MPIT_EVENTS];

/* Not counted against mpit_memory_limit, whose end is an event, too.  It stays with its thread, and
 * is not given back: threads that end are few. */
struct mpit_raising *mpit__raising_begins(void)
{
    mpit__thread.raising = calloc(1, sizeof *mpit__thread.raising);
    return mpit__thread.raising;
}

bool mpit__raising_grow(struct mpit_raising *raising)
{
    uint32_t room = raising->room ? 2 * raising->room : 16;
    struct mpit_raised *more = realloc(raising->raised, room * sizeof *more);

    if (!more)
        return false;
    raising->raised = more;
    raising->room = room;
    return true;
}

void mpit__raise_lost(enum mpit_event event, struct mpit_object *object)
{
    struct mpit_raised lost = {
        .event = event,
        .object = object,
        .serial = atomic_load_explicit(&object->serial, memory_order_relaxed),
    };

    mpit__raise_listener.lost(&lost);
}

/* Where the last limit was reached: told once until it is reached again. */
static void raise_limits(void)
{
    static _Atomic uint64_t told;
    uint64_t lost = mpit__memory_lost();

    if (atomic_exchange(&told, lost) != lost)
        MPIT_RAISE(limit_reached, &mpit__process, MPIT_INT_ELEMENT(MPIT_LIMIT_MEMORY));
}

/* ---- what was raised outside of MPI */

enum { MOST_LEFT = 4096 }; /* what is more is told as dropped */

/* Under MPIT_LOCK_TOLD. */
static struct mpit_raising left;
static _Atomic bool is_any_left;

static bool leave_one(const struct mpit_raised *raised)
{
    if (left.n == MOST_LEFT || (left.n == left.room && !mpit__raising_grow(&left)))
        return false;
    left.raised[left.n++] = *raised;
    return true;
}

void mpit__raise_leave(void)
{
    struct mpit_raising *raising = mpit__thread.raising;
    uint32_t n = 0;

    if (!raising || raising->n == 0 || raising->delivery)
        return;
    mpit__lock(MPIT_LOCK_TOLD);
    while (n < raising->n && leave_one(&raising->raised[n]))
        n++;
    atomic_store(&is_any_left, true);
    mpit__unlock(MPIT_LOCK_TOLD);
    for (; n < raising->n; n++)
        mpit__raise_listener.lost(&raising->raised[n]);
    raising->n = 0;
}

/* Before what this thread has raised since, which is later.  Without memory they stay. */
static void take_left(uint32_t first)
{
    struct mpit_raising *raising = mpit__raising();

    mpit__lock(MPIT_LOCK_TOLD);
    while (raising && raising->room < raising->n + left.n && mpit__raising_grow(raising))
        continue;
    if (raising && raising->room >= raising->n + left.n && left.n > 0) {
        struct mpit_raised *here = &raising->raised[first];

        memmove(here + left.n, here, (raising->n - first) * sizeof *here);
        memcpy(here, left.raised, left.n * sizeof *here);
        raising->n += left.n;
        for (uint32_t i = 0; i < left.n; i++)
            if (here[i].at < raising->handed)
                here[i].at = raising->handed;
        left.n = 0;
        atomic_store(&is_any_left, false);
    }
    mpit__unlock(MPIT_LOCK_TOLD);
}

static uint32_t first_of(const struct mpit_raising *raising)
{
    return raising && raising->delivery ? raising->delivery->first : 0;
}

void mpit__raise_deliver(void)
{
    struct mpit_raising *raising;
    uint32_t first;

    if (mpit__raise_is_wanted(MPIT_EVENT_limit_reached))
        raise_limits();
    first = first_of(mpit__thread.raising);
    if (!MPIT_LIKELY(!atomic_load_explicit(&is_any_left, memory_order_acquire)))
        take_left(first);
    raising = mpit__thread.raising;
    if (!raising || raising->n == 0)
        return;
    for (uint32_t i = first; i < raising->n; i++) {
        raising->handed = raising->raised[i].at;
        mpit__raise_listener.deliver(raising, i);
    }
    if (raising->n > first)
        raising->n = first;
}
