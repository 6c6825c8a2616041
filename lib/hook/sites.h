/* Books a call by the place in the program from where it was made (ledger/sites.h), once all else
 * of it is booked: with the bytes that its payload has booked by name. */
#ifndef MPIT_HOOK_SITES_H
#define MPIT_HOOK_SITES_H

#include "hook/frame.h"
#include "ledger/sites.h"

/* Of a call that is booked so (mpit__sites_in). */
MPIT_HOT void mpit__sites_book(const struct mpit_frame *frame, const struct mpit_base *base,
                               const void *caller)
{
    struct mpit_thread *thread = frame->thread;
    const struct mpit_made made = {thread->site_bytes, frame->took};
    const uint64_t key = mpit__site_key(frame->call, caller);
    struct mpit_live_site *site = mpit__site_place(thread->sites, key);

    thread->site_bytes = 0;
    if (MPIT_LIKELY(atomic_load_explicit(&site->key, memory_order_relaxed) == key))
        mpit__site_add(site, made, thread->shared);
    else
        mpit__sites_add(thread, frame->call, caller, base, made);
}

/* The same out of line, for calls that take long anyway. */
void mpit__sites_book_long(const struct mpit_frame *frame, const struct mpit_base *base,
                           const void *caller);

#endif
