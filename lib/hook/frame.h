/* The frame of one hooked call that is watched: what it needs between its beginning and its end. */
#ifndef MPIT_HOOK_FRAME_H
#define MPIT_HOOK_FRAME_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "clock.h"
#include "hook/families.h"
#include "hook/object.h"
#include "hook/thread.h"
#include "hook/watch.h"
#include "vendor/vendor.h"

struct mpit_frame {
    uint32_t watch; /* the word as it was when the call came in */
    enum mpit_call call;
    enum mpit_family family;
    struct mpit_thread *thread;
    mpit_total *timed; /* ticks of the object that the call names, once looked up */
    MPI_Comm failed;   /* communicator of the request that failed, if it was one */
    uint64_t start;    /* with WATCH_TIME: ticks at its beginning; how many it took, once returned */
    uint64_t inside;   /* with WATCH_TIME: mpit_thread.inside at its beginning */
    uintptr_t outer;   /* frame of a call that this one seems to be inside of, though the program
                        * makes it; 0: none */
};

/* Whether a call that seems to be inside another one is the MPI library's own. */
bool mpit__frame_is_vendor_s(struct mpit_thread *thread, const void *caller);

/* False if the MPI library makes the call, inside another hooked call of this thread: it must pass.
 *
 * The stack says so, not a count: the outermost call's frame lies above every frame inside it.
 * Where it does, the caller is looked at: a longjmp out of an error handler leaves the frame of a
 * call behind that is no more, and callbacks call on the program's behalf. */
static inline bool mpit__frame_enter(struct mpit_frame *frame, uint32_t watch, enum mpit_call call,
                                     enum mpit_family family, const void *caller)
{
    struct mpit_thread *thread = &mpit__thread;
    uintptr_t here = (uintptr_t)frame, outer = 0;

    if (thread->frame && here < thread->frame) {
        if (mpit__frame_is_vendor_s(thread, caller))
            return false;
        outer = thread->frame;
    }
    if (!MPIT_LIKELY(thread->totals) && !mpit__thread_register(thread))
        return false;
    thread->frame = here;
    frame->outer = outer;
    frame->watch = watch;
    frame->call = call;
    frame->family = family;
    frame->thread = thread;
    frame->timed = NULL;
    frame->failed = MPI_COMM_NULL;
    if (watch & MPIT_WATCH_STATE)
        atomic_store_explicit(&mpit__thread_states[thread->shard], mpit__family_states[family],
                              memory_order_relaxed);
    if (watch & MPIT_WATCH_TIME) {
        frame->inside = thread->inside;
        frame->start = mpit__clock_now();
    }
    return true;
}

/* A call that must pass: counts it where mpit_nested asks for these.  True if its time is wanted,
 * with the frame set up for mpit__frame_leave_nested alone. */
bool mpit__frame_enter_nested(struct mpit_frame *frame, enum mpit_family family);
void mpit__frame_leave_nested(struct mpit_frame *frame);

static inline void mpit__frame_add(const struct mpit_frame *frame, int slot, uint64_t by)
{
    mpit__total_add(&frame->thread->totals->slot[slot], by, frame->thread->shared);
}

/* The cache's line for a communicator that the vendor has accepted, NULL without memory. */
struct mpit_comm_cache *mpit__frame_fill_comm(struct mpit_thread *thread, MPI_Comm comm);

/* The same if the thread's cache has it, else NULL. */
static inline struct mpit_comm_cache *mpit__frame_cached_comm(struct mpit_thread *thread,
                                                              MPI_Comm comm)
{
    struct mpit_comm_cache *line =
        &thread->comms[(MPIT_KEY(comm) >> 4 ^ MPIT_KEY(comm)) % MPIT_CACHE];

    return MPIT_LIKELY(line->comm == comm && line->object &&
                       line->epoch ==
                           atomic_load_explicit(&mpit__object_epoch, memory_order_relaxed))
               ? line
               : NULL;
}

static inline struct mpit_comm_cache *mpit__frame_comm(struct mpit_frame *frame, MPI_Comm comm)
{
    struct mpit_comm_cache *line = mpit__frame_cached_comm(frame->thread, comm);

    if (!MPIT_LIKELY(line != NULL))
        line = mpit__frame_fill_comm(frame->thread, comm);
    frame->timed = line ? &line->block->slot[MPIT_C_TICKS] : NULL;
    return line;
}

uint64_t mpit__frame_fill_type(struct mpit_type_cache *line, MPI_Datatype datatype);

/* Bytes of count elements. */
static inline uint64_t mpit__frame_bytes(struct mpit_frame *frame, MPI_Count count,
                                         MPI_Datatype datatype)
{
    struct mpit_type_cache *line =
        &frame->thread->types[(MPIT_KEY(datatype) >> 7 ^ MPIT_KEY(datatype) >> 4) % MPIT_CACHE];

    if (MPIT_LIKELY(line->datatype == datatype && line->epoch ==
                    atomic_load_explicit(&mpit__object_epoch, memory_order_relaxed) + 1))
        return (uint64_t)count * line->size;
    return (uint64_t)count * mpit__frame_fill_type(line, datatype);
}

/* The vendor has returned: what we do from here on is not the call's time. */
static inline void mpit__frame_returned(struct mpit_frame *frame)
{
    if (frame->watch & MPIT_WATCH_TIME)
        frame->start = mpit__clock_now() - frame->start - (frame->thread->inside - frame->inside);
}

/* Books the time of a call, that it was made by name, that the process computes again. */
void mpit__frame_book(struct mpit_frame *frame);

/* The end of a call. */
static inline void mpit__frame_leave(struct mpit_frame *frame)
{
    if (frame->watch & (MPIT_WATCH_TIME | MPIT_WATCH_CALLS | MPIT_WATCH_STATE))
        mpit__frame_book(frame);
    frame->thread->frame = frame->outer;
}

#endif
