#include "config.h"

#include "profile/watch.h"

#include "profile/pause.h"

struct mpit_watch mpit__watch = {.word = MPIT_WATCH_APART};

static _Atomic bool armed, paused, nested, ordered, recorded;
static _Atomic uint64_t serving;
static _Atomic int held;
static _Atomic uint64_t requests_began;

/* Of two counts side by side: which are not 0. */
static uint32_t pair_wanted(uint64_t counts)
{
    return (uint32_t)((uint32_t)counts != 0) | (uint32_t)(counts >> 32 != 0) << 1;
}

/* Of the bits `among`, which variables can want, those that have a count. */
static inline uint32_t counted(const struct mpit_watch *watch, uint32_t among)
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
    if (atomic_load(&paused))
        mask &= MPIT_WATCH_REQUESTS;
    if (!atomic_load(&nested))
        mask &= ~(uint32_t)MPIT_WATCH_NESTED;
    if (among & MPIT_WATCH_RESIDUE && mpit__watch_listener.has_residue())
        mask |= MPIT_WATCH_RESIDUE;
    if (among & MPIT_WATCH_SERVE && atomic_load(&serving))
        mask |= MPIT_WATCH_SERVE;
    if (among & MPIT_WATCH_HELD && atomic_load(&held))
        mask |= MPIT_WATCH_HELD;
    if (among & MPIT_WATCH_ORDER && atomic_load(&ordered) && atomic_load(&paused))
        mask |= MPIT_WATCH_ORDER;
    if (among & MPIT_WATCH_RECORDS && atomic_load(&recorded))
        mask |= MPIT_WATCH_RECORDS;
    return mask;
}

/* The first watch of the process: before its word is set. */
static inline void arm_once(void)
{
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

        if (watch == &mpit__watch && mask)
            arm_once();
        if (watch == &mpit__watch && (mask & ~(uint32_t)old & MPIT_WATCH_REQUESTS))
            atomic_fetch_add(&requests_began, 1);
        word = (old + MPIT_WATCH_GENERATION) & ~(MPIT_WATCH_APART | UINT32_MAX);
        word |= mask;
        if (watch == &mpit__watch && (!atomic_load(&armed) || atomic_load(&paused)))
            word |= MPIT_WATCH_APART;
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

void mpit__watch_add(struct mpit_watch *watch, uint32_t mask)
{
    uint32_t rest = mask;

    if (mpit__watch_add_first(watch, mask))
        return;
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

/* Whoever wants the same is as good as the first. */
void mpit__watch_drop(struct mpit_watch *watch, uint32_t mask)
{
    uint64_t old = atomic_load_explicit(&watch->word, memory_order_acquire), word;

    do {
        if (!mpit__watch_is_simple(mask) || mpit__watch_first_wants(old) != mask) {
            drop_from_wants(watch, mask);
            return;
        }
        word = old & ~(MPIT_WATCH_FIRST | mask);
        if (!(old & MPIT_WATCH_APART))
            word |= counted(watch, mask);
    } while (!atomic_compare_exchange_weak(&watch->word, &old, word));
}

void mpit__watch_pause(bool pause)
{
    atomic_store(&paused, pause);
    mpit__watch_update(&mpit__watch);
    mpit__pause_set(pause);
}

uint64_t mpit__watch_of_requests(void)
{
    uint64_t began = atomic_load(&requests_began);

    return mpit__watch_mask(&mpit__watch) & MPIT_WATCH_REQUESTS ? began : 0;
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

void mpit__watch_order(void)
{
    atomic_store(&ordered, true);
    mpit__watch_update(&mpit__watch);
}

void mpit__watch_records(void)
{
    atomic_store(&recorded, true);
    mpit__watch_update(&mpit__watch);
}

bool mpit__watch_is_paused(void)
{
    return atomic_load(&paused);
}
