#include "config.h"

#include "hook/place.h"

#include "hook/requests.h"

static uint32_t kind_of(const struct mpit_request *request, bool has_comm)
{
    if (request->flags & MPIT_REQUEST_RECEIVES)
        return MPIT_LIVE_AWAITS_RECV;
    if (request->flags & MPIT_REQUEST_OTHER)
        return has_comm ? MPIT_LIVE_AWAITS_COLLECTIVE : MPIT_LIVE_AWAITS_OTHER;
    return request->flags & (MPIT_REQUEST_READ | MPIT_REQUEST_WRITE) ? MPIT_LIVE_AWAITS_OTHER
                                                                     : MPIT_LIVE_AWAITS_SEND;
}

static void say(struct mpit_live_awaited *to, const struct mpit_request *request)
{
    struct mpit_where where = mpit__book_where(request);

    MPIT_PUT_RELAXED(to->kind, kind_of(request, where.object != NULL));
    MPIT_PUT_RELAXED(to->call, request->call);
    MPIT_PUT_RELAXED(to->peer, request->peer);
    MPIT_PUT_RELAXED(to->tag,
                     request->flags & MPIT_REQUEST_TAGGED ? request->tag : MPIT_LIVE_NO_NUMBER);
    MPIT_PUT_RELAXED(to->comm, where.object ? where.object->serial : 0);
}

void mpit__place_await(struct mpit_live_place *place, MPI_Count n, const MPI_Request requests[])
{
    uint32_t awaiting = 0, awaited = 0;

    for (MPI_Count i = 0; i < n; i++) {
        const uint64_t key = MPIT_KEY(requests[i]);
        struct mpit_request *request =
            requests[i] == MPI_REQUEST_NULL ? NULL : mpit__request_find(key);

        if (!request)
            continue;
        if (request->flags & MPIT_REQUEST_TRACKED) {
            awaiting++;
            if (awaited < MPIT_LIVE_AWAITED)
                say(&place->await[awaited++], request);
        }
        mpit__request_keep(request, key);
    }
    MPIT_PUT_RELAXED(place->awaiting, awaiting);
    MPIT_PUT_RELAXED(place->awaited, awaited);
}

void mpit__place_tag(MPI_Request handle, int tag)
{
    const uint64_t key = MPIT_KEY(handle);
    struct mpit_request *request = handle == MPI_REQUEST_NULL ? NULL : mpit__request_find(key);

    if (!request)
        return;
    if (!(request->flags & (MPIT_REQUEST_PARTS_IN | MPIT_REQUEST_PARTS_OUT))) {
        request->tag = tag;
        request->flags |= MPIT_REQUEST_TAGGED;
    }
    mpit__request_keep(request, key);
}

void mpit__place_put_apart(struct mpit_live_place *place, enum mpit_call call, uint64_t since,
                           const struct mpit_said *said, MPI_Win win, MPI_Count n,
                           const MPI_Request *requests)
{
    mpit__place_put(place, call, since, *said, win, n, requests);
}
