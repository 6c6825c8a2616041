#include "config.h"

#include "profile/waits.h"

#include <stdlib.h>
#include <string.h>

#include "ground/clock.h"
#include "ground/memory.h"
#include "live/process.h"
#include "mpi/session.h"
#include "profile/block.h"
#include "profile/in_flight.h"
#include "profile/sites.h"

_Atomic uint64_t mpit__waits_at_once;

/* ---- how long a message takes */

/* A message of no bytes; how much longer than a copy one may take whose processes share a node, and
 * what a byte may take where they do not: until they have shown that they are faster. */
static const double AT_ONCE = 1e-6, LATENCY = 0.5e-6, COPIES = 4, REMOTE_LATENCY = 5e-6,
                    REMOTE_BYTE = 10e-9;

/* Short messages stay in the caches of a processor; long ones do not, and a byte of them takes
 * several times as long.  What some have shown is true of those up to four times as large. */
enum { SHORT, LONG, KINDS, LONG_BITS = 15, SIZES = 8 };

static int size_of(uint64_t bytes)
{
    int size = SHORT;

    for (uint64_t rest = bytes >> LONG_BITS; rest && size < SIZES - 1; rest >>= 2)
        size++;
    return size;
}

static int kind_of(int size)
{
    return size == SHORT ? SHORT : LONG;
}

/* Ticks of a message of no bytes, and of 2^20 bytes more; 0: not yet known. */
enum { UNIT_BITS = 20 };
static _Atomic uint64_t latency, per_unit[KINDS];

/* Ticks in which this machine copies 2^20 bytes, of so many. */
static uint64_t measure_copy(size_t bytes)
{
    enum { TIMES = 4 };
    char *from = malloc(bytes), *to = malloc(bytes);
    uint64_t best = UINT64_MAX;

    if (from && to)
        memset(from, 1, bytes);
    for (int i = 0; from && to && i < TIMES; i++) {
        uint64_t began = mpit__clock_now(), took;

        memcpy(to, from, bytes);
        MPIT_OPAQUE(to);
        took = mpit__clock_now() - began;
        best = took < best ? took : best;
    }
    free(from);
    free(to);
    return best == UINT64_MAX ? 0 : (uint64_t)((double)best / (double)bytes * (1 << UNIT_BITS));
}

static uint64_t ticks_of(double seconds)
{
    uint64_t ticks = 0;

    mpit__clock_ticks(seconds, &ticks);
    return ticks;
}

static bool is_local(void)
{
    return mpit__process_has_company(mpit__world_of_job().size);
}

/* Several threads may come here at once: they find the same. */
static void begin(void)
{
    mpit__clock_calibrate();
    atomic_store(&latency, ticks_of(is_local() ? LATENCY : REMOTE_LATENCY));
    atomic_store(&mpit__waits_at_once, ticks_of(AT_ONCE));
}

/* Found out with the first message of its kind that took long. */
static uint64_t pace_of_machine(int kind)
{
    static const size_t copied[KINDS] = {1 << 18, 1 << 22};
    uint64_t known = atomic_load(&per_unit[kind]), copy;

    if (known)
        return known;
    copy = is_local() ? (uint64_t)((double)measure_copy(copied[kind]) * COPIES) : 0;
    known = copy ? copy : ticks_of(REMOTE_BYTE * (1 << UNIT_BITS));
    atomic_store(&per_unit[kind], known);
    return known;
}

/* How fast messages of a peer have been, by who that is: some are on this node, and some are not.
 * Others take the place of those that have the same one.  The two words are written one after the
 * other: between them a thread may see the pace of another peer, for one message. */
enum { PACE_BITS = 8 };
static struct pace {
    _Atomic uint64_t whom, per_unit;
} paces[1 << PACE_BITS];

static uint64_t whom(MPI_Comm comm, int peer, int size)
{
    return MPIT_KEY(comm) * UINT64_C(0x9e3779b97f4a7c15) + SIZES * (uint64_t)peer + (uint64_t)size +
           1;
}

static struct pace *pace_of(uint64_t whom)
{
    return &paces[mpit__hash_key(whom, PACE_BITS)];
}

static uint64_t ticks_per_unit(MPI_Comm comm, int peer, int size)
{
    const uint64_t its = whom(comm, peer, size);
    const struct pace *pace = pace_of(its);
    uint64_t most = pace_of_machine(kind_of(size)), known = atomic_load(&pace->per_unit);

    return atomic_load(&pace->whom) == its && known < most ? known : most;
}

uint64_t mpit__waits_transfer(MPI_Comm comm, int peer, uint64_t bytes)
{
    if (!atomic_load(&mpit__waits_at_once))
        begin();
    return atomic_load(&latency) +
           (uint64_t)((double)bytes * (double)ticks_per_unit(comm, peer, size_of(bytes)) /
                      (1 << UNIT_BITS));
}

/* Of short ones the latency is most: they tell nothing of bytes. */
void mpit__waits_learn(MPI_Comm comm, int peer, uint64_t bytes, uint64_t took)
{
    enum { LEAST = 1 << 16 };
    const int size = size_of(bytes);
    const uint64_t its = whom(comm, peer, size);
    struct pace *pace = pace_of(its);
    uint64_t shown;

    if (bytes < LEAST)
        return;
    shown = (uint64_t)((double)took / (double)bytes * (1 << UNIT_BITS));
    if (shown >= ticks_per_unit(comm, peer, size))
        return;
    atomic_store(&pace->per_unit, shown);
    atomic_store(&pace->whom, its);
}

/* ---- booking */

static bool is_itself(const struct mpit_object *comm, int peer)
{
    return atomic_load_explicit(&comm->size, memory_order_acquire) && !comm->inter &&
           comm->rank == peer;
}

/* The request may have outlived the communicator. */
void mpit__waits_book(struct mpit_thread *thread, enum mpit_wait wait, MPI_Comm comm, int peer,
                      uint64_t began, uint64_t ticks)
{
    struct mpit_comm_line *line =
        peer < 0 ? NULL : mpit__cache_recorded_comm(&thread->cache, thread->shard, comm);
    mpit_total *slots = NULL;

    if (line && is_itself(line->object, peer))
        return;
    if (wait != MPIT_WAIT_late_receiver && mpit__sites_in(mpit__watch_mask(&mpit__watch)))
        thread->waited += ticks; /* in the call that is being made */
    mpit__in_flight_add_time(&thread->totals->slot[MPIT_P_WAITED + (int)wait], began, ticks,
                             thread->shared);
    if (line)
        slots =
            mpit__object_waits_need(line->object, MPIT_KEY(comm), thread->shard, line->block, peer);
    if (!slots)
        return;
    mpit__total_add(&slots[MPIT_OF_WAIT(wait, MPIT_WAITED_COUNT)], 1, thread->shared);
    mpit__in_flight_add_time(&slots[MPIT_OF_WAIT(wait, MPIT_WAITED_TICKS)], began, ticks,
                             thread->shared);
}

void mpit__waits_book_call(struct mpit_thread *thread, enum mpit_wait wait, MPI_Comm comm, int peer,
                           uint64_t bytes, uint64_t began, uint64_t took)
{
    uint64_t transfer = mpit__waits_transfer(comm, peer, bytes);

    if (took > transfer && mpit__waits_are_long(took - transfer))
        mpit__waits_book(thread, wait, comm, peer, began, took - transfer);
}

/* ---- notes */

struct mpit_waits_note *_Atomic mpit__waits_notes[MPIT_SHARDS];

/* Once made they are those of whichever thread has the shard. */
struct mpit_waits_note *mpit__waits_notes_make(unsigned shard)
{
    struct mpit_waits_note *made, *before = NULL;
    const size_t size = sizeof *made * MPIT_WAITS_NOTES;

    made = mpit__memory_take(size);
    if (made && !atomic_compare_exchange_strong(&mpit__waits_notes[shard], &before, made)) {
        mpit__memory_give(made, size);
        return before;
    }
    return made;
}

void mpit__waits_note_other(const struct mpit_thread *thread, MPI_Request request,
                            struct mpit_arrival arrival)
{
    if (arrival.slot)
        mpit__waits_note(thread, request, MPIT_WAITS_FOR_ALL, false, (uintptr_t)arrival.slot,
                         MPI_PROC_NULL, arrival.index);
    else
        mpit__waits_note(thread, request, MPIT_WAITS_FOR_NOBODY, true, MPIT_KEY(MPI_COMM_NULL),
                         MPI_PROC_NULL, 0);
}

static bool find_in(unsigned shard, uint64_t key, struct mpit_waits_note *found)
{
    struct mpit_waits_note *notes = atomic_load(&mpit__waits_notes[shard]), *note;

    if (!notes)
        return false;
    note = &notes[mpit__hash_low((uint32_t)key, MPIT_WAITS_NOTE_BITS)];
    if (atomic_load(&note->key) != key)
        return false;
    *found = (struct mpit_waits_note){key,        note->comm, note->bytes,
                                      note->peer, note->what, note->unasked};
    return true;
}

/* Its own first: a handle that another thread had before has been noted anew by who has it now. */
struct mpit_waits_note mpit__waits_find(const struct mpit_thread *thread, MPI_Request request)
{
    struct mpit_waits_note found = {.what = MPIT_WAITS_FOR_NOBODY, .unasked = true};
    unsigned n = mpit__thread_multiple ? atomic_load(&mpit__thread_shards) : 0;

    if (request == MPI_REQUEST_NULL || find_in(thread->shard, MPIT_KEY(request), &found))
        return found;
    for (unsigned shard = 0; shard < n; shard++)
        if (find_in(shard, MPIT_KEY(request), &found))
            break;
    return found;
}
