#include "config.h"

#include "live/follow.h"

#include "ground/file.h"
#include "live/meetings.h"

/* ---- where the rings are */

/* An item says what it is after it has its place: one as long as a ring may yet become one. */
static bool is_as_long_as_a_ring(const struct mpit_live_item *item)
{
    const uint64_t needed = sizeof *item + sizeof(struct mpit_live_ring);

    return item->bytes >= needed && item->bytes < needed + MPIT_LIVE_ALIGN;
}

static void scan(struct mpit_follow *follow, int file)
{
    struct mpit_live_item item;
    uint64_t used;

    if (!mpit__file_read_at(file, &used, sizeof used, offsetof(struct mpit_live_head, used)))
        return;
    if (!follow->scanned)
        follow->scanned = sizeof(struct mpit_live_head);
    while (follow->scanned < used &&
           mpit__file_read_at(file, &item, sizeof item, follow->scanned)) {
        if (item.bytes < MPIT_LIVE_ALIGN || item.bytes > used - follow->scanned)
            return;
        if (is_as_long_as_a_ring(&item) && follow->nring < MPIT_FOLLOWED_RINGS)
            follow->ring[follow->nring++] = (struct mpit_followed_ring){.at = follow->scanned};
        follow->scanned += item.bytes;
    }
}

static bool is_ring(struct mpit_followed_ring *ring, int file)
{
    struct mpit_live_item item;

    if (!ring->is_ring && mpit__file_read_at(file, &item, sizeof item, ring->at))
        ring->is_ring = item.kind == MPIT_LIVE_RING && item.object && item.n == MPIT_LIVE_ARRIVALS;
    return ring->is_ring;
}

static uint64_t started_of(const struct mpit_followed_ring *ring, int file)
{
    const uint64_t at =
        ring->at + sizeof(struct mpit_live_item) + offsetof(struct mpit_live_ring, started);
    uint64_t started;

    return mpit__file_read_at(file, &started, sizeof started, at) ? started : 0;
}

/* ---- what stands in one: signal safe, on a small stack */

enum { PIECE = 32, KEPT = 64 /* bits of not_left */ };

static bool read_slots(const struct mpit_followed_ring *ring, int file, uint64_t first, size_t n,
                       struct mpit_live_arrival *to)
{
    const uint64_t at = ring->at + sizeof(struct mpit_live_item) +
                        offsetof(struct mpit_live_ring, slot) +
                        first % MPIT_LIVE_ARRIVALS * sizeof *to;

    return mpit__file_read_at(file, to, n * sizeof *to, at);
}

static struct mpit_arrived arrived_of(const struct mpit_live_arrival *slot)
{
    return (struct mpit_arrived){.comm = slot->comm,
                                 .nth = slot->nth,
                                 .entry = slot->entry,
                                 .since = slot->since,
                                 .exit = slot->exit,
                                 .size = slot->size,
                                 .operation = slot->operation};
}

static void take_new(struct mpit_follow *follow, struct mpit_followed_ring *ring,
                     const struct mpit_live_arrival *slot, struct mpit_join *join, int process)
{
    struct mpit_arrived arrived = arrived_of(slot);

    arrived.level = ring->next < ring->until ? ring->level : 0;
    *(arrived.level ? &follow->some : &follow->taken) += 1;
    follow->stood_for += arrived.level ? UINT64_C(1) << arrived.level : 0;
    mpit__join_came(join, process, &arrived);
    ring->next++;
    ring->not_left = ring->not_left << 1 | !arrived.exit;
}

static void look_again(struct mpit_followed_ring *ring, uint64_t i,
                       const struct mpit_live_arrival *slot, struct mpit_join *join, int process)
{
    const uint64_t bit = UINT64_C(1) << (ring->next - 1 - i);
    struct mpit_arrived arrived = arrived_of(slot);

    if (!(ring->not_left & bit) || !arrived.exit)
        return;
    mpit__join_left(join, process, &arrived);
    ring->not_left &= ~bit;
}

/* A slot whose index is another one is being written; what it was is gone, what it will be is read
 * the next time. */
static bool take(struct mpit_follow *follow, struct mpit_followed_ring *ring, uint64_t i,
                 const struct mpit_live_arrival *slot, struct mpit_join *join, int process)
{
    if (slot->index != i + 1)
        return i < ring->next;
    if (i < ring->next)
        look_again(ring, i, slot, join, process);
    else
        take_new(follow, ring, slot, join, process);
    return true;
}

/* ---- what is passed over */

/* By how long a stretch took: long waits are in those that took several times as long as is usual,
 * or began in them. */
static uint8_t level_of(const struct mpit_follow *follow, struct mpit_followed_ring *ring,
                        uint64_t took)
{
    enum { MOST = 10, UP = 16, DOWN = 4, LONG = 4 };
    const bool is_long = took / LONG > ring->usual, was_long = ring->was_long;
    uint8_t level = 0;

    if (took > ring->usual)
        ring->usual += ring->usual ? (took - ring->usual) / UP : took;
    else
        ring->usual -= (ring->usual - took) / DOWN;
    ring->was_long = is_long;
    while (!is_long && !was_long && level < MOST && took < follow->sparing >> (level + 1))
        level++;
    return level;
}

static bool read_slot(const struct mpit_followed_ring *ring, int file, uint64_t i,
                      struct mpit_live_arrival *slot)
{
    return read_slots(ring, file, i, 1, slot) && slot->index == i + 1;
}

/* Up to a stretch that is to be read, or to the last.  Stretches begin where their names do, which
 * are the same in all processes. */
static void pass_over(struct mpit_follow *follow, struct mpit_followed_ring *ring, int file,
                      uint64_t started)
{
    struct mpit_live_arrival first = {.index = 0}, next;

    while (ring->next >= ring->until && started > ring->next &&
           started - ring->next > MPIT_FOLLOW_STRETCH) {
        if ((!first.index && !read_slot(ring, file, ring->next, &first)) ||
            !read_slot(ring, file, ring->next + MPIT_FOLLOW_STRETCH, &next))
            return;
        ring->level = 0;
        ring->until = ring->next + MPIT_FOLLOW_STRETCH - first.nth % (uint64_t)MPIT_FOLLOW_STRETCH;
        if (first.nth % MPIT_FOLLOW_STRETCH || next.comm != first.comm ||
            next.nth - first.nth != MPIT_FOLLOW_STRETCH || next.entry < first.entry)
            return;
        ring->level = level_of(follow, ring, next.entry - first.entry);
        if (mpit__meeting_is_kept(first.comm, first.nth / MPIT_FOLLOW_STRETCH, ring->level))
            return;
        ring->next = ring->until;
        ring->not_left = 0;
        follow->passed += MPIT_FOLLOW_STRETCH;
        first = next;
    }
}

/* ---- one ring */

static void jump(struct mpit_followed_ring *ring, uint64_t next)
{
    ring->next = next;
    ring->not_left = 0;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* From the oldest that has not left on.  While slots are read their process may go round: those
 * that it may have reached by then are not taken. */
static uint64_t follow_ring(struct mpit_follow *follow, struct mpit_followed_ring *ring, int file,
                            struct mpit_join *join, int process, uint64_t most)
{
    struct mpit_live_arrival slot[PIECE];
    const uint64_t started = started_of(ring, file);
    uint64_t i, begin, read = 0;

    if (started > ring->next && started - ring->next >= MPIT_LIVE_ARRIVALS)
        jump(ring, started - (MPIT_LIVE_ARRIVALS - 1));
    i = begin = ring->next;
    if (ring->not_left)
        i -= (uint64_t)(KEPT - __builtin_clzll(ring->not_left));
    while (i < started) {
        uint64_t end = i < ring->next ? ring->next : started, n, oldest, now;

        if (follow->sparing && i >= ring->next) {
            pass_over(follow, ring, file, started);
            i = ring->next;
            end = ring->until;
        }
        if (i >= end || read >= most)
            break;
        n = least(least(end - i, PIECE), MPIT_LIVE_ARRIVALS - i % MPIT_LIVE_ARRIVALS);
        if (i >= ring->next)
            n = least(n, most - read);
        if (!read_slots(ring, file, i, (size_t)n, slot))
            break;
        read += i >= ring->next ? n : 0;
        now = started_of(ring, file);
        oldest = now >= MPIT_LIVE_ARRIVALS ? now - (MPIT_LIVE_ARRIVALS - 1) : 0;
        if (oldest > ring->next)
            jump(ring, oldest);
        for (uint64_t k = 0; k < n; k++)
            if (i + k >= oldest && !take(follow, ring, i + k, &slot[k], join, process))
                return ring->next - begin;
        i += n;
    }
    return ring->next - begin;
}

uint64_t mpit__follow(struct mpit_follow *follow, int file, struct mpit_join *join, int process,
                      uint64_t most)
{
    uint64_t new = 0;

    scan(follow, file);
    for (int i = 0; i < follow->nring; i++) {
        struct mpit_followed_ring *ring = &follow->ring[i];
        uint64_t n = is_ring(ring, file) ? follow_ring(follow, ring, file, join, process, most) : 0;

        new = n > new ? n : new;
    }
    return new;
}

uint64_t mpit__follow_all(const struct mpit_follow *follow, int file)
{
    uint64_t sum = 0;

    for (int i = 0; i < follow->nring; i++)
        sum += follow->ring[i].is_ring ? started_of(&follow->ring[i], file) : 0;
    return sum;
}
