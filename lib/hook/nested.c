/* Calls that the vendor makes inside of a hooked call (14.2.7): never counted with the program's,
 * but on their own where mpit_nested is on.  A call inside such a call counts as well; its time is
 * in that of the outer one already. */
#include "config.h"

#include "hook/frame.h"

bool mpit__frame_enter_nested(struct mpit_frame *frame, enum mpit_family family)
{
    struct mpit_thread *thread = &mpit__thread;
    uintptr_t here = (uintptr_t)frame;
    bool inside = thread->nested && thread->within == thread->frame && here < thread->nested;

    frame->watch = mpit__watch_mask(&mpit__watch);
    if (!(frame->watch & MPIT_WATCH_NESTED) || thread->frame == UINTPTR_MAX || !thread->totals)
        return false;
    frame->thread = thread;
    frame->family = family;
    mpit__frame_add(frame, MPIT_P_NESTED_CALLS + (int)family, 1);
    if (inside || !(frame->watch & MPIT_WATCH_TIME))
        return false;
    thread->nested = here;
    thread->within = thread->frame;
    frame->start = mpit__clock_now();
    return true;
}

void mpit__frame_leave_nested(struct mpit_frame *frame)
{
    mpit__frame_add(frame, MPIT_P_NESTED_TICKS + (int)frame->family,
                    mpit__clock_now() - frame->start);
    frame->thread->nested = 0;
}
