#include "config.h"

#include "ledger/raise.h"

#include <stdlib.h>
#include <string.h>

#include "ground/memory.h"
#include "ledger/thread.h"

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

void mpit__raise_deliver(void)
{
    struct mpit_raising *raising;
    uint32_t first;

    if (mpit__raise_is_wanted(MPIT_EVENT_limit_reached))
        raise_limits();
    raising = mpit__thread.raising;
    if (!raising || raising->n == 0)
        return;
    first = raising->delivery ? raising->delivery->first : 0;
    for (uint32_t i = first; i < raising->n; i++)
        mpit__raise_listener.deliver(raising, i);
    if (raising->n > first)
        raising->n = first;
}
