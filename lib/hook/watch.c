#include "config.h"

#include "hook/watch.h"

#include "hook/hooks.h"
#include "hook/request.h"
#include "queue/queue.h"

struct mpit_watch mpit__watch;

static _Atomic bool paused, nested;

enum { ALL = (1 << MPIT_BITS) - 1 };

/* The mask, where it was `before` and what is wanted of these bits may have changed. */
static uint32_t wanted(struct mpit_watch *watch, uint32_t before, uint32_t changed)
{
    uint32_t mask = before & ALL & ~changed;

    for (uint32_t left = changed; left; left &= left - 1) {
        unsigned bit = (unsigned)__builtin_ctz(left);

        mask |= (uint32_t)(atomic_load(&watch->want[bit]) != 0) << bit;
    }
    if (watch != &mpit__watch)
        return mask;
    if (atomic_load(&paused))
        mask = 0;
    if (!atomic_load(&nested))
        mask &= ~(uint32_t)MPIT_WATCH_NESTED;
    if (mpit__request_outstanding())
        mask |= MPIT_WATCH_RESIDUE;
    if (mpit__queue_must_serve())
        mask |= MPIT_WATCH_SERVE;
    if (mpit__object_requests_held())
        mask |= MPIT_WATCH_HELD;
    return mask;
}

/* The first watch of the process: before its word is set. */
static void arm_once(void)
{
    static _Atomic bool armed;

    if (!atomic_load(&armed)) {
        mpit__hooks_arm();
        atomic_store(&armed, true);
    }
}

/* Every change is followed by an update of the one who made it.  An update that computed from
 * older wants than another one's fails, since the generation has moved on, and computes again:
 * so the last word holds all changes. */
static void update(struct mpit_watch *watch, uint32_t changed)
{
    uint64_t old = atomic_load(&watch->word), word;

    do {
        word = ((old >> 32) + 1) << 32 | wanted(watch, (uint32_t)old, changed);
        if (watch == &mpit__watch && (uint32_t)word)
            arm_once();
    } while (!atomic_compare_exchange_weak(&watch->word, &old, word));
}

void mpit__watch_update(struct mpit_watch *watch)
{
    update(watch, ALL);
}

static void change(struct mpit_watch *watch, uint32_t mask, uint32_t by)
{
    for (uint32_t left = mask; left; left &= left - 1)
        atomic_fetch_add(&watch->want[__builtin_ctz(left)], by);
    update(watch, mask);
}

void mpit__watch_add(struct mpit_watch *watch, uint32_t mask)
{
    change(watch, mask, 1);
}

void mpit__watch_drop(struct mpit_watch *watch, uint32_t mask)
{
    change(watch, mask, -1u);
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

bool mpit__watch_is_paused(void)
{
    return atomic_load(&paused);
}
