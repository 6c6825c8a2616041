#include "config.h"

#include "hook/place.h"

void mpit__place_await_many(struct mpit_live_place *shown, MPI_Count n,
                            const MPI_Request requests[])
{
    uint64_t awaiting = 0;

    for (MPI_Count i = 0; i < n; i++) {
        if (requests[i] == MPI_REQUEST_NULL || mpit__vendor_request_is_shared(requests[i]))
            continue;
        if (awaiting < MPIT_LIVE_AWAITS)
            MPIT_PUT_RELAXED(shown->awaits[awaiting], MPIT_KEY(requests[i]));
        awaiting++;
    }
    MPIT_PUT_RELAXED(shown->awaiting, awaiting);
}

void mpit__place_started(struct mpit_place *place, MPI_Count n, const MPI_Request requests[])
{
    for (MPI_Count i = 0; i < n; i++) {
        const uint64_t key = MPIT_KEY(requests[i]);
        struct mpit_live_note *note = &place->notes[mpit_live_note_index(key)];

        if (note->key == key)
            MPIT_PUT_RELAXED(note->what, note->what & ~(uint64_t)MPIT_LIVE_NOT_STARTED);
    }
}

void mpit__place_put_apart(struct mpit_place *place, enum mpit_call call, uint64_t since,
                           const struct mpit_said *said, MPI_Win win, MPI_Count count,
                           const MPI_Request *requests)
{
    mpit__place_put(place, call, since, *said, win, count, requests);
}
