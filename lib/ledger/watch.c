#include "config.h"

#include "ledger/watch.h"

struct mpit_watch mpit__watch;

/* The parts of a word above its mask. */
#define FIRST      (UINT64_C(0xff) << 32)
#define GENERATION (UINT64_C(1) << 40)

static _Atomic bool paused, nested;
static _Atomic uint64_t serving;
static _Atomic int held;

/* Of two counts side by side: which are not 0. */
static uint32_t pair_wanted(uint64_t counts)
{
    return (uint32_t)((uint32_t)counts != 0) | (uint32_t)(counts >> 32 != 0) << 1;
}

static inline bool is_paused(const struct mpit_watch *watch)
{
    return watch == &mpit__watch && atomic_load(&paused);
}

/* Of the bits `among`, which variables can want, those that have a count. */
static inline uint32_t counted(struct mpit_watch *watch, uint32_t among)
{
    uint32_t mask = 0;

    for (unsigned pair = 0; among >> 2 * pair; pair++)
        mask |= pair_wanted(atomic_load(&watch->want[pair])) << 2 * pair;
    return mask & among;
}

/* Of the bits `among`, those that are wanted, by the one who stands in the word too. */
static inline uint32_t wanted(struct mpit_watch *watch, uint64_t word, uint32_t among)
{
    uint32_t mask =
        (mpit__watch_first_wants(word) & among) | counted(watch, among & MPIT_WATCH_WANTED);

    if (watch != &mpit__watch)
        return mask;
    if (is_paused(watch))
        mask = 0;
    if (!atomic_load(&nested))
        mask &= ~(uint32_t)MPIT_WATCH_NESTED;
    if (among & MPIT_WATCH_RESIDUE && mpit__watch_listener.has_residue())
        mask |= MPIT_WATCH_RESIDUE;
    if (among & MPIT_WATCH_SERVE && atomic_load(&serving))
        mask |= MPIT_WATCH_SERVE;
    if (among & MPIT_WATCH_HELD && atomic_load(&held))
        mask |= MPIT_WATCH_HELD;
    return mask;
}

/* The first watch of the process: before its word is set. */
static inline void arm_once(void)
{
    static _Atomic bool armed;

    if (!atomic_load(&armed)) {
        mpit__watch_listener.first();
        atomic_store(&armed, true);
    }
}

/* Every change is followed by an update of its bits by the one who made it.  An update that
 * computed from older wants than another one's fails, since the generation has moved on, and
 * computes again: so the last word holds all changes. */
static inline void update(struct mpit_watch *watch, uint32_t among)
{
    uint64_t old = atomic_load(&watch->word), word;

    do {
        uint32_t mask = ((uint32_t)old & ~among) | wanted(watch, old, among);

        word = (old + GENERATION) & ~(uint64_t)UINT32_MAX;
        word |= mask;
        if (watch == &mpit__watch && mask)
            arm_once();
    } while (!atomic_compare_exchange_weak(&watch->word, &old, word));
}

void mpit__watch_update(struct mpit_watch *watch)
{
    update(watch, UINT32_MAX);
}

/* Of all but the simple bits something may be left behind: then all are looked at. */
static inline void update_changed(struct mpit_watch *watch, uint32_t changed)
{
    if (changed & ~(uint32_t)MPIT_WATCH_SIMPLE)
        update(watch, UINT32_MAX);
    else
        update(watch, changed & MPIT_WATCH_SIMPLE);
}

/* What a change of two bits adds to their counts. */
static const uint64_t steps[] = {0, 1, UINT64_C(1) << 32, (UINT64_C(1) << 32) + 1};

static void add_to_wants(struct mpit_watch *watch, uint32_t mask)
{
    uint32_t rest = mask;

    for (unsigned pair = 0; rest; pair++, rest >>= 2)
        if (rest & 3)
            atomic_fetch_add(&watch->want[pair], steps[rest & 3]);
    update_changed(watch, mask);
}

static void drop_from_wants(struct mpit_watch *watch, uint32_t mask)
{
    uint32_t rest = mask, left = 0;

    for (unsigned pair = 0; rest; pair++, rest >>= 2)
        if (rest & 3) {
            uint64_t step = steps[rest & 3];

            left |= pair_wanted(atomic_fetch_sub(&watch->want[pair], step) - step) << 2 * pair;
        }
    /* While others want them the word stays as it is. */
    if (mask & ~left)
        update_changed(watch, mask & ~left);
}

/* Becomes the first; false if there is one.  No generation: the wants are as they were, and an
 * update that has seen another first fails. */
static inline bool become_first(struct mpit_watch *watch, uint32_t mask)
{
    uint64_t old = atomic_load_explicit(&watch->word, memory_order_acquire), word;

    do {
        if (old & FIRST)
            return false;
        word = old | (uint64_t)mask << 32;
        if (!is_paused(watch))
            word |= mask;
        if (watch == &mpit__watch && (uint32_t)word)
            arm_once();
    } while (!atomic_compare_exchange_weak(&watch->word, &old, word));
    return true;
}

/* Whoever wants the same is as good as the first: false if that one wants something else. */
static inline bool leave_first(struct mpit_watch *watch, uint32_t mask)
{
    uint64_t old = atomic_load_explicit(&watch->word, memory_order_acquire), word;

    do {
        if (mpit__watch_first_wants(old) != mask)
            return false;
        word = old & ~(FIRST | mask);
        if (!is_paused(watch))
            word |= counted(watch, mask);
    } while (!atomic_compare_exchange_weak(&watch->word, &old, word));
    return true;
}

static inline bool is_simple(uint32_t mask)
{
    return mask && !(mask & ~(uint32_t)MPIT_WATCH_SIMPLE);
}

void mpit__watch_add(struct mpit_watch *watch, uint32_t mask)
{
    if (!is_simple(mask) || !become_first(watch, mask))
        add_to_wants(watch, mask);
}

void mpit__watch_drop(struct mpit_watch *watch, uint32_t mask)
{
    if (!is_simple(mask) || !leave_first(watch, mask))
        drop_from_wants(watch, mask);
}

void mpit__watch_pause(bool pause)
{
    atomic_store(&paused, pause);
    mpit__watch_update(&mpit__watch);
}

void mpit__watch_nested(bool on)
{
    atomic_store(&nested, on);
    mpit__watch_update(&mpit__watch);
}

void mpit__watch_serve(int64_t by)
{
    bool serves = atomic_fetch_add(&serving, (uint64_t)by) + (uint64_t)by != 0;
    uint32_t mask = mpit__watch_mask(&mpit__watch);

    if (serves ? !(mask & (MPIT_WATCH_QUEUE | MPIT_WATCH_SERVE)) : mask & MPIT_WATCH_SERVE)
        mpit__watch_update(&mpit__watch);
}

void mpit__watch_hold(int by)
{
    atomic_fetch_add(&held, by);
}

bool mpit__watch_is_paused(void)
{
    return atomic_load(&paused);
}
