/* What becomes of a call in the recorder of its thread (profile/recorder.h). */
#ifndef MPIT_HOOK_RECORDER_H
#define MPIT_HOOK_RECORDER_H

#include <math.h>
#include <string.h>

#include "hook/current_call.h"
#include "profile/recorder.h"

/* A slot but for its times. */
struct mpit_called {
    uint32_t what, comm;
    int32_t peer, tag;
    uint32_t bytes;
};

MPIT_HOT uint32_t mpit__recorder_bits(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

MPIT_HOT void mpit__recorder_fill(struct mpit_live_called *slot, struct mpit_called called)
{
    MPIT_PUT_RELAXED(slot->comm, called.comm);
    MPIT_PUT_RELAXED(slot->peer, called.peer);
    MPIT_PUT_RELAXED(slot->tag, called.tag);
    MPIT_PUT_RELAXED(slot->bytes, called.bytes);
}

/* The next slot, which is filled. */
MPIT_HOT void mpit__recorder_done(struct mpit_recorder *its, struct mpit_live_called *slot,
                                  uint64_t since, uint64_t took, uint32_t what)
{
    struct mpit_live_recorder *ring = its->ring;

    __builtin_prefetch(slot + 4, 1); /* the ring is larger than the nearest cache */
    MPIT_PUT_RELAXED(slot->entry, since);
    MPIT_PUT_RELAXED(slot->took, mpit__recorder_bits((float)(int64_t)took));
    MPIT_PUT_RELAXED(slot->what, what);
    atomic_thread_fence(memory_order_release);
    mpit__total_add_alone(&ring->done, 1);
    its->slot = slot + 1 != its->end ? slot + 1 : ring->call;
}

MPIT_HOT void mpit__recorder_write(struct mpit_recorder *its, uint64_t since, uint64_t took,
                                   struct mpit_called called)
{
    struct mpit_live_called *slot = its->slot;

    mpit__recorder_fill(slot, called);
    mpit__recorder_done(its, slot, since, took, called.what);
}

/* ---- what a slot says */

/* With MPI_IN_PLACE a reduction has its count all the same. */
MPIT_HOT bool mpit__recorder_gives(uint32_t has)
{
    return has & MPIT_LIVE_HAS_COUNT || !(has & MPIT_LIVE_HAS_RECEIVED);
}

/* What peer is: a constant. */
MPIT_HOT uint32_t mpit__recorder_ways(uint32_t has)
{
    return has & MPIT_LIVE_HAS_DEST ? MPIT_LIVE_CALLED_SENDS
           : (has & (MPIT_LIVE_HAS_SOURCE | MPIT_LIVE_HAS_ROOT)) == MPIT_LIVE_HAS_ROOT
               ? MPIT_LIVE_CALLED_ROOT
               : 0;
}

/* Of a call's arguments.  size: of an element of what it gives, else of what it has room for; 0:
 * not known. */
MPIT_HOT struct mpit_called mpit__recorder_called(uint32_t what, uint32_t comm, uint64_t size,
                                                  struct mpit_said said)
{
    const uint64_t count = mpit__recorder_gives(said.has) ? said.count : said.received;

    return (struct mpit_called){
        .what = what,
        .comm = comm,
        .peer = said.has & MPIT_LIVE_HAS_DEST     ? said.dest
                : said.has & MPIT_LIVE_HAS_SOURCE ? said.source
                : said.has & MPIT_LIVE_HAS_ROOT   ? said.root
                                                  : MPIT_LIVE_NO_NUMBER,
        .tag = said.has & MPIT_LIVE_HAS_TAG ? said.tag
               : size - 1 < INT32_MAX       ? (int32_t)size
                                            : MPIT_LIVE_NO_NUMBER,
        .bytes = mpit__recorder_bits(size ? (float)(int64_t)(count * size) : NAN),
    };
}

/* Of a message that has come. */
MPIT_HOT struct mpit_called mpit__recorder_message(uint32_t what, uint32_t comm,
                                                   const MPI_Status *status)
{
    return (struct mpit_called){
        .what = what,
        .comm = comm,
        .peer = status->MPI_SOURCE,
        .tag = status->MPI_TAG,
        .bytes = mpit__recorder_bits((float)(int64_t)mpit__status_bytes(status)),
    };
}

/* ---- a call that has succeeded, and of which the thread knows everything by heart: false if it
 *      does not, then it is mpit__recorder_put that asks */

/* Whether a call has no such argument; one that it has, and that is null, is not lacking. */
#define MPIT_LACKS(key, null) (__builtin_constant_p((key) == (null)) && (key) == (null))

/* Whether it is the communicator of the call before, as most often: its number is known. */
MPIT_HOT bool mpit__recorder_is_last_comm(const struct mpit_recorder *its, uint64_t comm)
{
    return MPIT_LIKELY(its->comm == comm && mpit__cache_is_fresh(its->comm_epoch));
}

/* The number of another one; 0: not known. */
uint32_t mpit__recorder_find_comm(struct mpit_thread *thread, MPI_Comm comm);

/* The number of a communicator in *number; that of none is 0. */
MPIT_HOT bool mpit__recorder_knows(struct mpit_thread *thread, const struct mpit_said *said,
                                   uint32_t *number)
{
    const struct mpit_recorder *its = thread->recorder;

    *number = 0;
    if (said->has & (MPIT_LIVE_HAS_WIN | MPIT_LIVE_HAS_FILE) ||
        MPIT_LACKS(said->comm, MPIT_KEY(MPI_COMM_NULL)))
        return true;
    if (mpit__recorder_is_last_comm(its, said->comm)) {
        *number = its->comm_number;
        return true;
    }
    *number = mpit__recorder_find_comm(thread, (MPI_Comm)(uintptr_t)said->comm);
    return *number != 0;
}

/* The size of a datatype in *size; that of none is 0. */
bool mpit__recorder_find_type(struct mpit_thread *thread, MPI_Datatype datatype);
MPIT_HOT bool mpit__recorder_knows_type(struct mpit_thread *thread, uint64_t type, uint64_t *size)
{
    const struct mpit_recorder *its = thread->recorder;

    *size = 0;
    if (MPIT_LACKS(type, MPIT_KEY(MPI_DATATYPE_NULL)))
        return true;
    if (!MPIT_LIKELY(its->type == type &&
                     its->type_epoch ==
                         atomic_load_explicit(&mpit__type_epoch, memory_order_relaxed)) &&
        !mpit__recorder_find_type(thread, (MPI_Datatype)(uintptr_t)type))
        return false;
    *size = its->type_size;
    return true;
}

MPIT_HOT bool mpit__recorder_put_known(struct mpit_thread *thread, uint32_t what, uint64_t since,
                                       uint64_t took, struct mpit_said said)
{
    uint64_t size;
    uint32_t comm;

    if (!mpit__recorder_knows(thread, &said, &comm) ||
        !mpit__recorder_knows_type(
            thread, mpit__recorder_gives(said.has) ? said.type : said.received_type, &size))
        return false;
    mpit__recorder_write(thread->recorder, since, took,
                         mpit__recorder_called(what, comm, size, said));
    return true;
}

/* The same, out of line. */
bool mpit__recorder_put_known_apart(struct mpit_thread *thread, uint32_t what, uint64_t since,
                                    uint64_t took, const struct mpit_said *said);

/* One that has received a message itself, and has no other. */
MPIT_HOT bool mpit__recorder_put_received(struct mpit_thread *thread, uint32_t what, uint64_t since,
                                          uint64_t took, struct mpit_said said,
                                          const MPI_Status *status)
{
    uint32_t comm;

    if (!MPIT_LIKELY(status->MPI_SOURCE >= 0) || !mpit__recorder_knows(thread, &said, &comm))
        return false;
    mpit__recorder_write(thread->recorder, since, took, mpit__recorder_message(what, comm, status));
    return true;
}

/* ---- all others */

/* The newest call of a thread's place has returned with a code, at a tick.  in_vain: it has asked
 * for what was not there; received: the status of a message that it has received itself, or NULL;
 * site: from where it was made, or NULL. */
void mpit__recorder_put(struct mpit_thread *thread, enum mpit_call call, int code, bool in_vain,
                        const MPI_Status *received, uint64_t until, const struct mpit_said *said,
                        const struct mpit_live_site *site);

/* The next slot has the message of the call already. */
MPIT_HOT void mpit__recorder_put_filled(struct mpit_recorder *its, uint32_t what, uint64_t since,
                                        uint64_t took)
{
    const uint32_t bits = MPIT_LIVE_CALLED_WAITED | MPIT_LIVE_CALLED_MESSAGE;

    its->filled = false;
    mpit__recorder_done(its, its->slot, since, took, what | MPIT_LIVE_CALLED(0, bits, 0));
}

/* The newest call of a thread's place has waited for requests, and succeeded. */
void mpit__recorder_put_awaited(struct mpit_thread *thread, uint32_t what, uint64_t since,
                                uint64_t took);
MPIT_HOT void mpit__recorder_put_waited(struct mpit_thread *thread, uint32_t what, uint64_t since,
                                        uint64_t took)
{
    if (thread->recorder->filled)
        mpit__recorder_put_filled(thread->recorder, what, since, took);
    else
        mpit__recorder_put_awaited(thread, what, since, took);
}

/* Before that: a request is complete that has received a message on a communicator (NULL: it has
 * been freed).  recorder: of the thread, or NULL. */
void mpit__recorder_received(struct mpit_recorder *recorder, const struct mpit_object *comm,
                             const MPI_Status *status);

/* … persistent requests were started. */
void mpit__recorder_started(struct mpit_thread *thread, MPI_Count n, const MPI_Request requests[]);

#endif
