/* The watch mask: what anybody looks at.  Zero means that a hook is a load, a comparison, a jump.
 */
#ifndef MPIT_PROFILE_WATCH_H
#define MPIT_PROFILE_WATCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "ground/internal.h"

enum mpit_watch_bit {
    MPIT_BIT_COUNTS,   /* how many */
    MPIT_BIT_COMM,     /* on which communicator; beside it, since most want both or one */
    MPIT_BIT_BYTES,    /* how much */
    MPIT_BIT_TIME,     /* how long */
    MPIT_BIT_PEERS,    /* with which rank */
    MPIT_BIT_SIZES,    /* in which sizes */
    MPIT_BIT_CALLS,    /* each call by name, for the report */
    MPIT_BIT_COMPLETE, /* nonblocking receives, which count when they complete */
    MPIT_BIT_REQUESTS, /* how many are pending */
    MPIT_BIT_QUEUE,    /* the unexpected queue */
    MPIT_BIT_STATE,    /* what the process does now */
    MPIT_BIT_WINS,     /* on which window */
    MPIT_BIT_FILES,    /* on which file */
    MPIT_BIT_TYPES,    /* with which datatype */
    MPIT_BIT_OPS,      /* with which operation */
    MPIT_BIT_ERRORS,   /* failures by error handler */
    MPIT_BIT_INFOS,    /* with which info object */
    MPIT_BIT_GROUPS,   /* from which group */
    MPIT_BIT_STARTS,   /* starts and tests of single requests */
    MPIT_BIT_MONITOR,  /* collectives and one-sided operations by peer: see monitor.h */
    MPIT_BIT_WAITS,    /* for whom calls wait */
    MPIT_BIT_SITES,    /* from where in the program */
    MPIT_BIT_EVENTS,   /* what events are raised of: see raise.h */
    MPIT_BIT_NESTED,   /* calls from inside the vendor; off while mpit_nested is */
    MPIT_BITS,
    /* Never wanted by a variable: on while requests that we track are unfinished, although
     * nobody looks any more, so that none is left behind in our table. */
    MPIT_BIT_RESIDUE = MPIT_BITS,
    /* The same for messages that the drained queue still holds. */
    MPIT_BIT_SERVE,
    /* The same while a handle is bound to a request, whose end we must see. */
    MPIT_BIT_HELD,
    /* The same while nothing is recorded (MPI_Pcontrol) of a process whose arrivals at collectives
     * are: how-manyth they are is counted on. */
    MPIT_BIT_ORDER,
    /* The same while the last calls of threads are kept (profile/recorder.h): with what messages
     * were received at the end of requests. */
    MPIT_BIT_RECORDS,
};

enum {
#define MPIT_WATCH_BIT(name) MPIT_WATCH_##name = 1 << MPIT_BIT_##name
    MPIT_WATCH_BIT(COUNTS),
    MPIT_WATCH_BIT(BYTES),
    MPIT_WATCH_BIT(TIME),
    MPIT_WATCH_BIT(COMM),
    MPIT_WATCH_BIT(PEERS),
    MPIT_WATCH_BIT(SIZES),
    MPIT_WATCH_BIT(COMPLETE),
    MPIT_WATCH_BIT(REQUESTS),
    MPIT_WATCH_BIT(QUEUE),
    MPIT_WATCH_BIT(STATE),
    MPIT_WATCH_BIT(CALLS),
    MPIT_WATCH_BIT(WINS),
    MPIT_WATCH_BIT(FILES),
    MPIT_WATCH_BIT(TYPES),
    MPIT_WATCH_BIT(OPS),
    MPIT_WATCH_BIT(ERRORS),
    MPIT_WATCH_BIT(INFOS),
    MPIT_WATCH_BIT(GROUPS),
    MPIT_WATCH_BIT(STARTS),
    MPIT_WATCH_BIT(MONITOR),
    MPIT_WATCH_BIT(WAITS),
    MPIT_WATCH_BIT(SITES),
    MPIT_WATCH_BIT(EVENTS),
    MPIT_WATCH_BIT(NESTED),
    MPIT_WATCH_BIT(RESIDUE),
    MPIT_WATCH_BIT(SERVE),
    MPIT_WATCH_BIT(HELD),
    MPIT_WATCH_BIT(ORDER),
    MPIT_WATCH_BIT(RECORDS),
#undef MPIT_WATCH_BIT
    /* Any of these: messages are counted.  The others alone (state, residue, serve) count none. */
    MPIT_WATCH_MESSAGES = MPIT_WATCH_COUNTS | MPIT_WATCH_BYTES | MPIT_WATCH_PEERS |
                          MPIT_WATCH_SIZES | MPIT_WATCH_CALLS | MPIT_WATCH_TYPES,
    /* Any of these: reads and writes of files are counted. */
    MPIT_WATCH_ACCESS = MPIT_WATCH_COUNTS | MPIT_WATCH_BYTES | MPIT_WATCH_CALLS,
    /* Any of these: a message is counted on its communicator, and not on the process alone. */
    MPIT_WATCH_WHERE = MPIT_WATCH_COMM | MPIT_WATCH_PEERS | MPIT_WATCH_SIZES | MPIT_WATCH_CALLS,
    /* How many and how much, of the process and of objects: no more than these is watched most
       often. */
    MPIT_WATCH_AMOUNTS = MPIT_WATCH_COUNTS | MPIT_WATCH_BYTES | MPIT_WATCH_COMM |
                         MPIT_WATCH_COMPLETE | MPIT_WATCH_WINS | MPIT_WATCH_FILES,
    MPIT_WATCH_TRACK = MPIT_WATCH_COMPLETE | MPIT_WATCH_REQUESTS | MPIT_WATCH_RESIDUE,
    /* Those that variables can want; those of which nothing is left behind when they end, the
     * lowest ones; those that are looked at in the watch of the single object. */
    MPIT_WATCH_WANTED = (1 << MPIT_BITS) - 1,
    MPIT_WATCH_SIMPLE = MPIT_WATCH_COUNTS | MPIT_WATCH_BYTES | MPIT_WATCH_TIME | MPIT_WATCH_COMM |
                        MPIT_WATCH_PEERS | MPIT_WATCH_SIZES | MPIT_WATCH_CALLS,
    MPIT_WATCH_BY_OBJECT =
        MPIT_WATCH_PEERS | MPIT_WATCH_SIZES | MPIT_WATCH_QUEUE | MPIT_WATCH_MONITOR,
};

/* The parts of a word above its mask.  One who wants nothing but simple bits, while no other does
 * so here, stands in the word itself as the first: one step watches, one step ends it.  Not so
 * while MPIT_WATCH_APART is on: before the first watch of the process, and while it is paused. */
#define MPIT_WATCH_FIRST      ((uint64_t)MPIT_WATCH_SIMPLE << 32)
#define MPIT_WATCH_APART      (UINT64_C(1) << 39)
#define MPIT_WATCH_GENERATION (UINT64_C(1) << 40)

_Static_assert(MPIT_WATCH_SIMPLE < 1 << 7, "seven bits of the word have what the first wants");

struct mpit_watch {
    _Atomic uint64_t word;
    /* Of two bits each how many want it, 32 bits a number: one step adds to both. */
    _Atomic uint64_t want[(MPIT_BITS + 1) / 2];
};

/* Of the whole process; MPI_Pcontrol(0) clears its mask. */
MPIT_INTERNAL extern struct mpit_watch mpit__watch;

static inline uint32_t mpit__watch_mask(const struct mpit_watch *watch)
{
    return (uint32_t)atomic_load_explicit(&watch->word, memory_order_relaxed);
}

/* What the one wants who stands in the word. */
static inline uint32_t mpit__watch_first_wants(uint64_t word)
{
    return (uint32_t)(word >> 32) & MPIT_WATCH_SIMPLE;
}

/* How many want this quantity. */
static inline uint32_t mpit__watch_wants(const struct mpit_watch *watch, enum mpit_watch_bit bit)
{
    uint32_t first = mpit__watch_first_wants(atomic_load(&watch->word));

    return (uint32_t)(atomic_load(&watch->want[bit / 2]) >> 32 * (bit % 2)) + (first >> bit & 1);
}

/* One more, one fewer that wants just these quantities.  Lock-free and signal safe. */
void mpit__watch_add(struct mpit_watch *watch, uint32_t mask);
void mpit__watch_drop(struct mpit_watch *watch, uint32_t mask);

static inline bool mpit__watch_is_simple(uint32_t mask)
{
    return mask && !(mask & ~(uint32_t)MPIT_WATCH_SIMPLE);
}

/* An add that makes it the first; false, with nothing done, if that is not to be.  No generation:
 * the wants are as they were, and an update that has seen another first fails. */
static inline bool mpit__watch_add_first(struct mpit_watch *watch, uint32_t mask)
{
    uint64_t old = atomic_load_explicit(&watch->word, memory_order_acquire);

    return MPIT_LIKELY(
        mpit__watch_is_simple(mask) && !(old & (MPIT_WATCH_FIRST | MPIT_WATCH_APART)) &&
        atomic_compare_exchange_strong(&watch->word, &old, old | (uint64_t)mask << 32 | mask));
}

/* A drop in two halves, for whoever has something else to do in one locked step between them: the
 * first one looks whether it is the first who leaves, with nobody else there, and at the word. */
static inline bool mpit__watch_is_alone(const struct mpit_watch *watch, uint32_t mask,
                                        uint64_t *old)
{
    uint64_t counts = 0;

    *old = atomic_load_explicit(&watch->word, memory_order_acquire);
    for (unsigned pair = 0; MPIT_WATCH_SIMPLE >> 2 * pair; pair++)
        counts |= atomic_load_explicit(&watch->want[pair], memory_order_acquire);
    return mpit__watch_is_simple(mask) && mpit__watch_first_wants(*old) == mask &&
           !(*old & MPIT_WATCH_APART) && !counts;
}
static inline void mpit__watch_drop_alone(struct mpit_watch *watch, uint32_t mask, uint64_t old)
{
    if (!MPIT_LIKELY(
            atomic_compare_exchange_strong(&watch->word, &old, old & ~(MPIT_WATCH_FIRST | mask))))
        mpit__watch_drop(watch, mask);
}

/* Computes the word again after something that it depends on has changed. */
void mpit__watch_update(struct mpit_watch *watch);

/* Since when requests have been watched without a break: a number that no other time has, 0 while
 * they are not.  Signal safe. */
uint64_t mpit__watch_of_requests(void);

/* MPI_Pcontrol(0) and (1), and mpit_profiling.  Requests that somebody watches are known again at
 * their end all the same: how many there are cannot be counted with gaps. */
void mpit__watch_pause(bool paused);
bool mpit__watch_is_paused(void);

/* More, less to be served of what the unexpected queue holds, by so much: MPIT_WATCH_SERVE is on
 * while anything is left. */
void mpit__watch_serve(int64_t by);

/* The same for objects whose end we must see: MPIT_WATCH_HELD.  The word follows with the next
 * update. */
void mpit__watch_hold(int by);

/* Arrivals at collectives are kept from here on: MPIT_WATCH_ORDER is on while it is paused. */
void mpit__watch_order(void);

/* Calls are recorded from here on: MPIT_WATCH_RECORDS is on. */
void mpit__watch_records(void);

/* What entry/listeners.c names. */
struct mpit_watch_listener {
    /* The word of the process is about to be set for the first time. */
    void (*first)(void);
    /* Whether requests that we track are unfinished: MPIT_WATCH_RESIDUE.  Signal safe. */
    bool (*has_residue)(void);
};
extern const struct mpit_watch_listener mpit__watch_listener;

/* mpit_nested: whether what asks for MPIT_WATCH_NESTED gets it. */
void mpit__watch_nested(bool on);

#endif
