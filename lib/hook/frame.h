/* The frame of one hooked call that is watched: what it needs between its beginning and its end. */
#ifndef MPIT_HOOK_FRAME_H
#define MPIT_HOOK_FRAME_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "ground/clock.h"
#include "mpi/families.h"
#include "mpi/vendor.h"
#include "profile/in_flight.h"
#include "profile/object.h"
#include "profile/sites.h"
#include "profile/thread.h"
#include "profile/watch.h"

/* Registers, as long as nobody takes its address: what the hot calls hand it to is MPIT_HOT, or
 * takes what it needs by value. */
struct mpit_frame {
    uint32_t watch;    /* the word as it was when the call came in */
    uint32_t may;      /* a constant: which of its bits can be on */
    bool is_outermost; /* a constant: the call is known to be inside no other one */
    enum mpit_call call;
    enum mpit_family family;
    struct mpit_thread *thread;
    struct mpit_current_call
        *place;                  /* the thread's, where it says that it is in this call; or NULL */
    struct mpit_live_site *site; /* with mpit_watch=sites, once the vendor has returned: from where
                                  * in the program the call is made */
    mpit_total *timed;           /* ticks of the object that the call names, once looked up */
    MPI_Comm failed;             /* communicator of the request that failed, if it was one */
    uint64_t took;               /* with WATCH_TIME, once the vendor has returned: ticks */
};

/* What of a call stays in memory while the vendor has it.  Its address says where on the stack the
 * call is. */
struct mpit_base {
    uintptr_t outer; /* base of a call that this one seems to be inside of, though the program makes
                      * it; 0: none */
    uint64_t start;  /* with WATCH_TIME: ticks at its beginning */
    uint64_t inside; /* with WATCH_TIME: mpit_thread.inside at its beginning */
};

/* The beginning of a call that is not an ordinary one: inside another, or the thread's first. */
bool mpit__frame_enter_odd(struct mpit_thread *thread, const void *caller, enum mpit_call call,
                           struct mpit_base *base);

/* What the process does from here on, and when it began. */
MPIT_HOT void mpit__frame_begin(const struct mpit_frame *frame, struct mpit_base *base)
{
    if (frame->watch & MPIT_WATCH_STATE)
        atomic_store_explicit(&mpit__thread_states[frame->thread->shard],
                              mpit__family_state(frame->family), memory_order_relaxed);
    if (frame->watch & MPIT_WATCH_TIME) {
        base->inside = frame->thread->inside;
        base->start = mpit__clock_now();
    }
}

/* False if the call must pass: the MPI library makes it, inside another hooked call of this thread,
 * or, which base->outer says, a tool below us hands back what we have handed to it.
 *
 * The stack says so, not a count: the outermost call's frame lies above every frame inside it.
 * Where it does, the caller is looked at: a longjmp out of an error handler leaves the frame of a
 * call behind that is no more, and callbacks call on the program's behalf.
 *
 * is_outermost: a constant; the thread was in no call, mpit__thread_is_outside has just said.  Then
 * there is nothing to look at, and arguments stay in the registers that they came in. */
MPIT_HOT bool mpit__frame_enter(struct mpit_frame *frame, struct mpit_base *base, uint32_t watch,
                                uint32_t may, bool is_outermost, enum mpit_call call,
                                enum mpit_family family, const void *caller)
{
    struct mpit_thread *thread = &mpit__thread;
    bool odd;

    MPIT_OPAQUE(thread);
    if (!is_outermost)
        base->outer = 0;
    odd = !is_outermost && !MPIT_LIKELY((uintptr_t)base >= thread->frame);
    if (odd && !mpit__frame_enter_odd(thread, caller, call, base))
        return false;
    frame->place = odd && base->outer ? NULL : thread->place;
    thread->frame = (uintptr_t)base;
    frame->watch = watch & may;
    frame->may = may;
    frame->is_outermost = is_outermost;
    frame->call = call;
    frame->family = family;
    frame->thread = thread;
    frame->timed = NULL;
    frame->failed = MPI_COMM_NULL;
    if (frame->watch & (MPIT_WATCH_STATE | MPIT_WATCH_TIME))
        mpit__frame_begin(frame, base);
    return true;
}

/* A call that must pass: counts it where mpit_nested asks for these. */
struct mpit_nested {
    enum mpit_family family;
    bool timed;
    uint64_t start;
};
void mpit__nested_enter(struct mpit_nested *nested, enum mpit_family family);
void mpit__nested_leave(const struct mpit_nested *nested);

MPIT_HOT void mpit__frame_add(const struct mpit_frame *frame, int slot, uint64_t by)
{
    mpit__total_add(&frame->thread->totals->slot[slot], by, frame->thread->shared);
}

/* The line of a communicator that the vendor has accepted, NULL without memory. */
MPIT_HOT struct mpit_comm_line *mpit__frame_comm(struct mpit_frame *frame, MPI_Comm comm)
{
    struct mpit_comm_line *line = mpit__cache_comm(&frame->thread->cache, comm);

    if (!MPIT_LIKELY(line != NULL))
        line = mpit__cache_fill_comm(&frame->thread->cache, frame->thread->shard, comm);
    frame->timed = line ? &line->block->slot[MPIT_C_TICKS] : NULL;
    return line;
}

/* This thread's block of a window or file, NULL if we keep no object of it. */
MPIT_HOT struct mpit_block *mpit__frame_block(const struct mpit_frame *frame, enum mpit_kind kind,
                                              uint64_t key)
{
    return mpit__cache_block(&frame->thread->cache, frame->thread->shard, kind, key);
}

/* Bytes of count elements. */
MPIT_HOT uint64_t mpit__frame_bytes(struct mpit_frame *frame, MPI_Count count,
                                    MPI_Datatype datatype)
{
    return (uint64_t)count * mpit__cache_type_size(&frame->thread->cache, datatype);
}

/* The vendor has returned: what we do from here on is not the call's time. */
MPIT_HOT void mpit__frame_returned(struct mpit_frame *frame, const struct mpit_base *base)
{
    if (frame->may & MPIT_WATCH_TIME) {
        MPIT_OPAQUE(frame->watch);
        MPIT_ANYTHING(frame->took);
        MPIT_ANYTHING(frame->site);
    }
    if (frame->watch & MPIT_WATCH_TIME)
        frame->took = mpit__clock_now() - base->start - (frame->thread->inside - base->inside);
}

/* Books the time of a call during which a handle was started. */
void mpit__frame_book_late(enum mpit_family family, mpit_total *timed, uint64_t began,
                           uint64_t took);

/* Books the time of a call, that it was made by name, that the process computes again. */
MPIT_HOT void mpit__frame_book(const struct mpit_frame *frame, const struct mpit_base *base)
{
    if (frame->watch & MPIT_WATCH_TIME) {
        if (MPIT_LIKELY(!mpit__in_flight_is_time(base->start))) {
            mpit__frame_add(frame, MPIT_P_TICKS + (int)frame->family, frame->took);
            if (frame->timed)
                mpit__total_add(frame->timed, frame->took, frame->thread->shared);
        } else {
            mpit__frame_book_late(frame->family, frame->timed, base->start, frame->took);
        }
        if (base->outer)
            frame->thread->inside += frame->took;
    }
    if (frame->watch & MPIT_WATCH_CALLS) {
        mpit__frame_add(frame, MPIT_P_OF_CALL(frame->call, MPIT_CALL_COUNT), 1);
        if (frame->watch & MPIT_WATCH_TIME)
            mpit__frame_add(frame, MPIT_P_OF_CALL(frame->call, MPIT_CALL_TICKS), frame->took);
        if (mpit__sites_in(frame->watch)) {
            mpit__total_add(&frame->site->count, 1, frame->thread->shared);
            if (frame->watch & MPIT_WATCH_TIME)
                mpit__total_add(&frame->site->ticks, frame->took, frame->thread->shared);
            if (!MPIT_LIKELY(frame->thread->waited == 0))
                mpit__sites_book_waited(frame->thread, frame->site);
        }
    }
    if (frame->watch & MPIT_WATCH_STATE)
        atomic_store_explicit(&mpit__thread_states[frame->thread->shard], MPIT_STATE_compute,
                              memory_order_relaxed);
}

/* The end of a call. */
MPIT_HOT void mpit__frame_leave(const struct mpit_frame *frame, const struct mpit_base *base)
{
    if (frame->watch & (MPIT_WATCH_TIME | MPIT_WATCH_CALLS | MPIT_WATCH_STATE))
        mpit__frame_book(frame, base);
    frame->thread->frame = frame->is_outermost ? 0 : base->outer;
}

#endif
