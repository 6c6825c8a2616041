#include "config.h"

#include "hook/frame.h"

#include "hook/below.h"

/* Whether a call that seems to be inside another one is the MPI library's own. */
static bool is_vendor_s(struct mpit_thread *thread, const void *caller)
{
    if (thread->frame == MPIT_FRAME_GUARDED)
        return true;
    if (thread->caller != caller) {
        thread->caller_is_vendor = mpit__vendor_holds(caller);
        thread->caller = caller;
    }
    return thread->caller_is_vendor;
}

bool mpit__frame_enter_odd(struct mpit_thread *thread, const void *caller, enum mpit_call call,
                           struct mpit_base *base)
{
    if (thread->frame == MPIT_FRAME_UNREGISTERED)
        return mpit__thread_register(thread);
    if (!mpit__below_ends_with(thread, caller) && is_vendor_s(thread, caller))
        return false;
    base->outer = thread->frame;
    return !mpit__below_is_back(thread, call);
}

/* Calls inside this one, made by callbacks, are taken for later than the start: their time is not
 * in what it took. */
void mpit__frame_book_late(enum mpit_family family, mpit_total *timed, uint64_t began,
                           uint64_t took)
{
    struct mpit_thread *thread = &mpit__thread;

    mpit__in_flight_add(&thread->totals->slot[MPIT_P_TICKS + (int)family], began, took,
                        thread->shared);
    if (timed)
        mpit__in_flight_add(timed, began, took, thread->shared);
}
