#include "config.h"

#include "hook/raise_events.h"

#include "ground/clock.h"
#include "profile/raise.h"
#include "profile/request.h"

/* ---- collectives */

static bool are_collectives_wanted(void)
{
    return mpit__raise_is_wanted(MPIT_EVENT_collective_begin) ||
           mpit__raise_is_wanted(MPIT_EVENT_collective_end);
}

/* Of a communicator without a record nothing is told, and none is asked about. */
static struct mpit_object *record_of(MPI_Comm comm)
{
    return comm == MPI_COMM_NULL ? NULL : mpit__object_find(MPIT_KIND_comm, MPIT_KEY(comm));
}

static void raise_collective(enum mpit_event event, const struct mpit_request_event *told)
{
    if (mpit__raise_is_wanted(event))
        mpit__raise(event, told->comm,
                    (const union mpit_element[]){MPIT_INT_ELEMENT(told->operation),
                                                 MPIT_NUMBER_ELEMENT(told->number),
                                                 MPIT_NUMBER_ELEMENT(told->bytes)},
                    3);
}

/* It was raised when it began: events are in the order of their times. */
static void raise_begun(const struct mpit_request_event *told, uint64_t began)
{
    const struct mpit_raising *raising = mpit__raising();
    const uint64_t last = raising ? raising->last : 0;
    const uint32_t n = raising ? raising->n : 0;

    raise_collective(MPIT_EVENT_collective_begin, told);
    if (raising && raising->n > n)
        raising->raised[n].at = began > last ? began : last;
}

struct mpit_request_event *mpit__hook_event_begins(MPI_Comm comm, int operation, uint64_t bytes,
                                                   uint64_t began)
{
    struct mpit_object *object = are_collectives_wanted() ? record_of(comm) : NULL;
    struct mpit_request_event *told = object ? mpit__request_event_now() : NULL;

    if (!told)
        return NULL;
    told->comm = object;
    told->serial = object->serial;
    told->kind = MPIT_REQUEST_EVENT_COLLECTIVE;
    told->operation = operation;
    told->bytes = bytes;
    told->number = atomic_fetch_add(&object->told, 1) + 1;
    raise_begun(told, began);
    return told;
}

void mpit__hook_event_ends(const struct mpit_request_event *told)
{
    raise_collective(MPIT_EVENT_collective_end, told);
}

void mpit__hook_event_started(const struct mpit_request *request, int operation, uint64_t bytes)
{
    struct mpit_request_event told = {
        .comm = request->comm, .operation = operation, .bytes = bytes};

    if (!told.comm || !atomic_load(&told.comm->alive) || told.comm->serial != request->serial ||
        !are_collectives_wanted())
        return;
    told.number = atomic_fetch_add(&told.comm->told, 1) + 1;
    mpit__request_event_collective(request, &told);
    raise_collective(MPIT_EVENT_collective_begin, &told);
}

/* ---- requests and messages */

static enum mpit_request_event_kind kind_of(enum mpit_family family, const struct mpit_said *said)
{
    if (family == MPIT_FAMILY_recv || (said->has & MPIT_LIVE_HAS_SOURCE))
        return MPIT_REQUEST_EVENT_RECEIVE;
    if (said->has & MPIT_LIVE_HAS_FILE)
        return MPIT_REQUEST_EVENT_FILE;
    if (family == MPIT_FAMILY_rma)
        return MPIT_REQUEST_EVENT_RMA;
    return said->has & MPIT_LIVE_HAS_DEST ? MPIT_REQUEST_EVENT_SEND : MPIT_REQUEST_EVENT_COLLECTIVE;
}

static struct mpit_object *comm_of(const struct mpit_said *said, const struct mpit_target *target)
{
    if (target->win != MPI_WIN_NULL)
        return mpit__object_comm_of(MPIT_KIND_win, MPIT_KEY(target->win));
    if (target->file != MPI_FILE_NULL)
        return mpit__object_comm_of(MPIT_KIND_file, MPIT_KEY(target->file));
    return record_of((MPI_Comm)(uintptr_t)said->comm);
}

void mpit__hook_event_of_request(struct mpit_frame *frame, bool is_persistent,
                                 struct mpit_said said, struct mpit_target target)
{
    const struct mpit_raising *raising = mpit__raising();
    bool is_matched = raising && mpit__raise_is_matched(raising);
    struct mpit_request_event *told = mpit__request_event_now();

    if (!told)
        return;
    told->kind = kind_of(frame->family, &said);
    told->is_persistent = is_persistent;
    /* The message of MPI_Imrecv was told of when it was matched. */
    told->is_matched = is_matched || frame->call == MPIT_CALL_Imrecv;
    told->comm = comm_of(&said, &target);
    told->serial = told->comm ? told->comm->serial : 0;
    if (told->kind == MPIT_REQUEST_EVENT_SEND) {
        told->peer = said.dest;
        told->tag = said.tag;
        told->bytes =
            mpit__frame_bytes(frame, (MPI_Count)said.count, (MPI_Datatype)(uintptr_t)said.type);
    } else if (told->kind == MPIT_REQUEST_EVENT_RMA) {
        told->peer = said.dest;
        told->bytes = mpit__frame_bytes(frame, target.count, target.type);
    }
}

static void raise_matched(struct mpit_object *comm, const MPI_Status *status, uint64_t took)
{
    MPIT_RAISE(message_matched, comm, MPIT_INT_ELEMENT(status->MPI_SOURCE),
               MPIT_INT_ELEMENT(status->MPI_TAG), MPIT_NUMBER_ELEMENT(mpit__status_bytes(status)),
               MPIT_REAL_ELEMENT(mpit__clock_seconds(took)), MPIT_INT_ELEMENT(0));
}

void mpit__hook_event_received(uint64_t took, MPI_Comm comm, const MPI_Status *status)
{
    const struct mpit_raising *raising = mpit__thread.raising;
    struct mpit_object *object = record_of(comm);

    if (object && status->MPI_SOURCE >= 0 && !(raising && mpit__raise_is_matched(raising)))
        raise_matched(object, status, took);
}

/* Of what a status says a receive has its own, and an access its bytes; a send has nothing.  That
 * of one that was cancelled says nothing of a message (3.8.4). */
static void raise_completed(const struct mpit_request_event *told, const MPI_Status *status,
                            uint64_t took)
{
    bool received =
        told->kind == MPIT_REQUEST_EVENT_RECEIVE && status && !mpit__status_cancelled(status);
    bool has_bytes = received || (told->kind == MPIT_REQUEST_EVENT_FILE && status);

    MPIT_RAISE(request_completed, told->comm, MPIT_INT_ELEMENT((int)told->kind),
               MPIT_INT_ELEMENT(received ? status->MPI_SOURCE : told->peer),
               MPIT_INT_ELEMENT(received ? status->MPI_TAG : told->tag),
               MPIT_NUMBER_ELEMENT(has_bytes ? mpit__status_bytes(status) : told->bytes),
               MPIT_REAL_ELEMENT(mpit__clock_seconds(took)));
}

void mpit__hook_event_completed(const struct mpit_request *request, const MPI_Status *status)
{
    struct mpit_request_event told;

    if (!mpit__request_event_completed(request, &told))
        return;
    if (!told.comm && request->comm)
        told.comm = request->comm, told.serial = request->serial;
    if (!told.comm || told.comm->serial != told.serial)
        return;
    uint64_t took = mpit__clock_now() - told.started;
    if (told.kind == MPIT_REQUEST_EVENT_RECEIVE && status && !told.is_matched &&
        status->MPI_SOURCE >= 0 && !mpit__status_cancelled(status))
        raise_matched(told.comm, status, took);
    if (told.number)
        raise_collective(MPIT_EVENT_collective_end, &told);
    raise_completed(&told, status, took);
}

void mpit__hook_event_after(bool is_outermost)
{
    mpit__request_event_now_nothing();
    if (is_outermost)
        mpit__raise_deliver();
}
