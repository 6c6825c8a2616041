#include "config.h"

#include "hook/current_call.h"

#include <string.h>

#include "mpi/handle.h"

void mpit__current_call_await_many(struct mpit_live_place *shown, MPI_Count n,
                                   const MPI_Request requests[])
{
    uint64_t awaiting = 0;

    n = mpit__vendor_requests_there(n, requests);
    for (MPI_Count i = 0; i < n; i++) {
        if (requests[i] == MPI_REQUEST_NULL || mpit__vendor_request_is_shared(requests[i]))
            continue;
        if (awaiting < MPIT_LIVE_AWAITS)
            MPIT_PUT_RELAXED(shown->awaits[awaiting], MPIT_KEY(requests[i]));
        awaiting++;
    }
    MPIT_PUT_RELAXED(shown->awaiting, awaiting);
}

void mpit__current_call_make_room(struct mpit_current_call *place, uint64_t key)
{
    const struct mpit_live_note *from = &place->notes[mpit_live_note_index(key, 0)];
    struct mpit_live_note *to = &place->notes[mpit_live_note_index(key, 1)];

    if (!from->key)
        return;
    MPIT_PUT_RELAXED(to->key, from->key);
    MPIT_PUT_RELAXED(to->comm, from->comm);
    MPIT_PUT_RELAXED(to->peer, from->peer);
    MPIT_PUT_RELAXED(to->tag, from->tag);
    MPIT_PUT_RELAXED(to->what, from->what);
}

void mpit__current_call_started(struct mpit_current_call *place, MPI_Count n,
                                const MPI_Request requests[])
{
    for (MPI_Count i = 0; i < n; i++) {
        struct mpit_live_note *note = mpit__current_call_find(place, MPIT_KEY(requests[i]));

        if (note)
            MPIT_PUT_RELAXED(note->what, note->what & ~(uint64_t)MPIT_LIVE_NOT_STARTED);
    }
}

void mpit__current_call_put_apart(struct mpit_current_call *place, enum mpit_call call,
                                  uint64_t since, const struct mpit_said *said, MPI_Count count,
                                  const MPI_Request *requests)
{
    mpit__current_call_put(place, call, since, *said, count, requests);
}

static bool is_same_poll(const struct mpit_live_poll *left, const struct mpit_live_poll *right)
{
    return !memcmp(left, right, sizeof *left);
}

static struct mpit_live_poll make_poll(enum mpit_call call, const struct mpit_said *said,
                                       uint64_t comm, MPI_Count n, const MPI_Request requests[])
{
    struct mpit_live_poll poll;

    memset(&poll, 0, sizeof poll);
    poll.what = MPIT_LIVE_WHAT(call, said->has);
    poll.comm = comm;
    poll.source = said->source;
    poll.tag = said->tag;
    for (MPI_Count i = 0; requests && i < n; i++) {
        if (requests[i] == MPI_REQUEST_NULL || mpit__vendor_request_is_shared(requests[i]))
            continue;
        if (poll.awaiting < MPIT_LIVE_AWAITS)
            poll.awaits[poll.awaiting] = MPIT_KEY(requests[i]);
        poll.awaiting++;
    }
    return poll;
}

static bool has_poll(const struct mpit_live_place *shown, const struct mpit_live_poll *poll)
{
    uint64_t n = atomic_load_explicit(&shown->npoll, memory_order_relaxed);

    for (uint64_t i = 0; i < n && i < MPIT_LIVE_POLLS; i++)
        if (is_same_poll(&shown->poll[i], poll))
            return true;
    return n > MPIT_LIVE_POLLS;
}

static void put_poll(struct mpit_live_place *shown, const struct mpit_live_poll *poll)
{
    uint64_t n = atomic_load_explicit(&shown->npoll, memory_order_relaxed);

    if (n < MPIT_LIVE_POLLS)
        memcpy(&shown->poll[n], poll, sizeof *poll);
    MPIT_PUT_RELAXED(shown->npoll, n + 1);
}

void mpit__current_call_polled(struct mpit_current_call *place, enum mpit_call call,
                               const struct mpit_said *said, MPI_Count n,
                               const MPI_Request requests[], bool found)
{
    struct mpit_live_place *shown = &place->shown;
    const uint64_t now = atomic_load_explicit(&shown->sequence, memory_order_relaxed);
    const uint64_t last = atomic_load_explicit(&shown->polled, memory_order_relaxed);
    struct mpit_said its = *said;

    if (found) {
        atomic_store_explicit(&shown->polled, 0, memory_order_release);
        return;
    }
    if (requests)
        its.has |= MPIT_LIVE_HAS_AWAITED;

    const struct mpit_live_poll poll = make_poll(call, &its, its.comm, n, requests);
    const bool goes_on = last && last + 1 == now;

    if (!goes_on || !has_poll(shown, &poll)) {
        atomic_store_explicit(&shown->polled, 0, memory_order_release);
        if (!goes_on) {
            MPIT_PUT_RELAXED(shown->npoll, 0);
            MPIT_PUT_RELAXED(shown->polling, shown->made[now % MPIT_LIVE_CALLS_MADE].since);
        }
        put_poll(shown, &poll);
    }
    atomic_store_explicit(&shown->polled, now, memory_order_release);
}
