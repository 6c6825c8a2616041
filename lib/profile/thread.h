/* What each thread keeps. */
#ifndef MPIT_PROFILE_THREAD_H
#define MPIT_PROFILE_THREAD_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ground/internal.h"
#include "mpi/attach.h"
#include "profile/cache.h"
#include "profile/object.h"
#include "profile/totals.h"

/* Above every frame: so that a hook asks once whether its call is an ordinary one. */
#define MPIT_FRAME_GUARDED      UINTPTR_MAX
#define MPIT_FRAME_UNREGISTERED MPIT_UNREGISTERED

/* The call that a thread has handed to a tool below us (hook/below.h). */
struct mpit_handed {
    uintptr_t frame; /* in which that was done; 0: none */
    int call;        /* enum mpit_call */
    bool came_back;
    bool came_as_other; /* another call has come from there */
};

struct mpit_current_call;
struct mpit_raising;
struct mpit_recorder;

struct mpit_thread {
    /* Of the outermost hooked call that this thread is in, or 0 … or one of the above. */
    uintptr_t frame;
    struct mpit_block *totals; /* of the process; NULL before the first record */
    uint64_t
        inside; /* ticks of calls that were made inside another one by the program's callbacks */
    const void *caller; /* who last called inside another call, and whether the vendor did */
    bool caller_is_vendor;
    uintptr_t nested; /* of the outermost call of the vendor's that is timed, or 0 … */
    uintptr_t within; /* … inside this frame: another one's is void, it was left by a longjmp */
    uint32_t shard;
    bool shared; /* the shard is the one that late threads share */
    struct mpit_cache cache;
    struct mpit_handed handed;
    struct mpit_current_call
        *place; /* where it says where it is (profile/current_call.h); or NULL */
    struct mpit_recorder *recorder; /* its last calls (profile/recorder.h); or NULL */
    struct mpit_sites *sites;       /* from where it makes calls (profile/sites.h) */
    struct mpit_live_site *site;    /* from where the call is that is being booked */
    uint64_t waited; /* where sites are watched: ticks of that call, for others with its message */
    struct mpit_raising *raising; /* events that it has raised (profile/raise.h); or NULL */
};

/* Of a back end the front has it. */
extern _Thread_local struct mpit_thread mpit__thread;
_Static_assert(sizeof(struct mpit_thread) <= MPIT_THREAD_ROOM &&
                   !offsetof(struct mpit_thread, frame),
               "the front has as much for each thread, and sets its first word");

/* While a thread is guarded every call that it makes counts as made inside the MPI library: ours
 * to the vendor, and what the vendor calls in turn.  Returns what unguard takes. */
static inline uintptr_t mpit__thread_guard(void)
{
    uintptr_t before = mpit__thread.frame;

    mpit__thread.frame = MPIT_FRAME_GUARDED;
    return before;
}

static inline void mpit__thread_unguard(uintptr_t before)
{
    mpit__thread.frame = before;
}

/* Whether a tool below us has what this thread handed down, and runs its own code; signal safe. */
static inline bool mpit__thread_is_away(const struct mpit_thread *thread)
{
    const struct mpit_handed *handed = &thread->handed;

    return handed->frame && handed->frame == thread->frame && !handed->came_back;
}

/* Whether what stands there on the stack belongs to a call that this thread is in; signal safe. */
static inline bool mpit__thread_is_inside(const void *here)
{
    return mpit__thread.frame != MPIT_FRAME_UNREGISTERED && (uintptr_t)here < mpit__thread.frame;
}

/* Whether the thread is known, and in no call: nor was one left by a longjmp. */
static inline bool mpit__thread_is_outside(void)
{
    return mpit__thread.frame == 0;
}

/* States of the threads, for mpit_state; read from other threads and signal handlers. */
MPIT_INTERNAL extern _Atomic unsigned char mpit__thread_states[MPIT_SHARDS];

/* Shards that were ever in use: a reader need not look beyond. */
MPIT_INTERNAL extern _Atomic uint32_t mpit__thread_shards;

/* The vendor gave MPI_THREAD_MULTIPLE: only then can two threads be inside hooks at once. */
MPIT_INTERNAL extern bool mpit__thread_multiple;

/* Gives this thread a shard.  False without memory: it records nothing then. */
bool mpit__thread_register(struct mpit_thread *thread);

/* The state of the calling thread if it is in a call, else of the first thread that is in one. */
enum mpit_state mpit__thread_state(void);

#endif
