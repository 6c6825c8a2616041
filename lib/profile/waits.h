/* For whom calls wait (MPIT_WATCH_WAITS): what is known of requests for that, how long a message
 * takes by itself, and where a wait is booked.
 *
 * A call that came back at once has waited for nobody, and is looked at no further.  Of one that
 * took longer, what is beyond the time of the transfer was spent waiting for the other process to
 * send, or to receive; nobody is asked, and no message of ours is sent. */
#ifndef MPIT_PROFILE_WAITS_H
#define MPIT_PROFILE_WAITS_H

#include <mpi.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "ground/hash.h"
#include "ground/internal.h"
#include "mpi/handle.h"
#include "profile/arrivals.h"
#include "profile/thread.h"
#include "profile/totals.h"

/* Ticks up to which a call came back at once; 0 before the first that took longer. */
MPIT_INTERNAL extern _Atomic uint64_t mpit__waits_at_once;

MPIT_HOT bool mpit__waits_are_long(uint64_t took)
{
    return took > atomic_load_explicit(&mpit__waits_at_once, memory_order_relaxed);
}

/* Ticks that bytes take to or from a peer who is there. */
uint64_t mpit__waits_transfer(MPI_Comm comm, int peer, uint64_t bytes);

/* A message has gone all the way within one call: transfers with this peer are no slower. */
void mpit__waits_learn(MPI_Comm comm, int peer, uint64_t bytes, uint64_t took);

/* This process has waited for a peer, or a message of the peer's has for it: once, for some ticks
 * that began at a moment.  What a process sends itself it waits for nobody with. */
void mpit__waits_book(struct mpit_thread *thread, enum mpit_wait wait, MPI_Comm comm, int peer,
                      uint64_t began, uint64_t ticks);

/* The same of a call with a message, which took so many ticks: what is beyond the transfer. */
void mpit__waits_book_call(struct mpit_thread *thread, enum mpit_wait wait, MPI_Comm comm, int peer,
                           uint64_t bytes, uint64_t began, uint64_t took);

/* What a request is about, as far as waits are concerned. */
enum mpit_waits_for {
    MPIT_WAITS_FOR_NOBODY,
    MPIT_WAITS_FOR_SENDER,
    MPIT_WAITS_FOR_RECEIVER,
    MPIT_WAITS_FOR_ALL
};
struct mpit_waits_note {
    _Atomic uint64_t key;         /* the handle */
    _Atomic uint64_t comm, bytes; /* bytes: of a send; of a collective where its arrival stands: the
                                   * address, and its index */
    _Atomic int32_t peer;
    _Atomic uint16_t what;    /* enum mpit_waits_for */
    _Atomic uint16_t unasked; /* it must not be asked whether it is complete */
};

/* Each thread notes the requests that it makes, each where its handle says, until another has the
 * same place. */
enum { MPIT_WAITS_NOTE_BITS = 10, MPIT_WAITS_NOTES = 1 << MPIT_WAITS_NOTE_BITS };
MPIT_INTERNAL extern struct mpit_waits_note *_Atomic mpit__waits_notes[MPIT_SHARDS];

/* Those of a shard, made when missing; NULL without memory. */
struct mpit_waits_note *mpit__waits_notes_make(unsigned shard);

MPIT_HOT void mpit__waits_note(const struct mpit_thread *thread, MPI_Request request,
                               enum mpit_waits_for what, bool unasked, uint64_t comm, int peer,
                               uint64_t bytes)
{
    const uint64_t key = MPIT_KEY(request);
    struct mpit_waits_note *notes = atomic_load_explicit(&mpit__waits_notes[thread->shard],
                                                         memory_order_relaxed),
                           *note;

    if (!MPIT_LIKELY(notes != NULL) && !(notes = mpit__waits_notes_make(thread->shard)))
        return;
    note = &notes[mpit__hash_low((uint32_t)key, MPIT_WAITS_NOTE_BITS)];
    atomic_store_explicit(&note->key, key, memory_order_relaxed);
    atomic_store_explicit(&note->comm, comm, memory_order_relaxed);
    atomic_store_explicit(&note->bytes, bytes, memory_order_relaxed);
    atomic_store_explicit(&note->peer, peer, memory_order_relaxed);
    atomic_store_explicit(&note->what, (uint16_t)what, memory_order_relaxed);
    atomic_store_explicit(&note->unasked, unasked, memory_order_relaxed);
}

/* A request of no message: of a collective, whose arrival stands there, or one that waits for
 * nobody whom we name.  What its handle stood for is over. */
void mpit__waits_note_other(const struct mpit_thread *thread, MPI_Request request,
                            struct mpit_arrival arrival);

/* What is known of a request, whichever thread has made it; `what` is MPIT_WAITS_FOR_NOBODY where
 * nothing is. */
struct mpit_waits_note mpit__waits_find(const struct mpit_thread *thread, MPI_Request request);

#endif
