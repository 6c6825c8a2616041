/* Calls that the vendor makes inside of a hooked call (14.2.7): never counted with the program's,
 * but on their own where mpit_nested is on.  A call inside such a call counts as well; its time is
 * in that of the outer one already. */
#include "config.h"

#include "hook/frame.h"

static void add(const struct mpit_thread *thread, int slot, uint64_t by)
{
    mpit__total_add(&thread->totals->slot[slot], by, thread->shared);
}

void mpit__nested_enter(struct mpit_nested *nested, enum mpit_family family)
{
    struct mpit_thread *thread = &mpit__thread;
    uintptr_t here = (uintptr_t)nested;
    bool inside = thread->nested && thread->within == thread->frame && here < thread->nested;
    uint32_t watch = mpit__watch_mask(&mpit__watch);

    nested->family = family;
    nested->timed = false;
    if (!(watch & MPIT_WATCH_NESTED) || thread->frame >= MPIT_FRAME_UNREGISTERED)
        return;
    add(thread, MPIT_P_NESTED_CALLS + (int)family, 1);
    if (inside || !(watch & MPIT_WATCH_TIME))
        return;
    nested->timed = true;
    thread->nested = here;
    thread->within = thread->frame;
    nested->start = mpit__clock_now();
}

void mpit__nested_leave(const struct mpit_nested *nested)
{
    struct mpit_thread *thread = &mpit__thread;

    if (!nested->timed)
        return;
    mpit__in_flight_add_time(&thread->totals->slot[MPIT_P_NESTED_TICKS + (int)nested->family],
                             nested->start, mpit__clock_now() - nested->start, thread->shared);
    thread->nested = 0;
}
