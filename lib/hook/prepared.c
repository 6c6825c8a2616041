#include "config.h"

#include "hook/prepared.h"

#include "ground/memory.h"
#include "profile/block.h"
#include "profile/comm.h"
#include "profile/waits.h"
#include "queue/calls.h"

struct mpit_prepared *mpit__prepared_make(enum mpit_collective collective, uint64_t bytes,
                                          uint64_t operation)
{
    struct mpit_prepared *prepared = mpit__memory_take(sizeof *prepared);

    if (!prepared)
        return NULL;
    prepared->collective = collective;
    prepared->bytes = bytes;
    prepared->operation = operation;
    return prepared;
}

void mpit__prepared_give(struct mpit_prepared *prepared)
{
    mpit__memory_give(prepared->each, prepared->n * sizeof *prepared->each);
    mpit__memory_give(prepared, sizeof *prepared);
}

void mpit__prepared_keep(struct mpit_frame *frame, struct mpit_prepared *prepared, MPI_Comm comm,
                         MPI_Request request)
{
    const uint64_t key = MPIT_KEY(request);
    struct mpit_request *kept;

    mpit__queue_persistent_forget(request);
    kept = mpit__book_place(key, false, frame->call, mpit__object_of_comm(comm),
                            MPIT_REQUEST_PERSISTENT | MPIT_REQUEST_OTHER);
    if (!kept) {
        mpit__prepared_give(prepared);
        return;
    }
    if (kept->comm)
        prepared->arrivals = mpit__arrival_prepare(kept->comm);
    kept->peer = 0;
    kept->bytes = 0;
    kept->prepared = prepared;
    if (frame->watch & MPIT_WATCH_EVENTS)
        mpit__request_event_made(kept);
    mpit__request_keep(kept, key);
}

static size_t parts_of(struct mpit_object *comm, enum mpit_monitor_scope scope)
{
    return (size_t)(scope == MPIT_WITH_NEIGHBORS ? mpit__object_parts(comm)
                                                 : atomic_load(&comm->size));
}

void mpit__prepared_exchanges(struct mpit_frame *frame, struct mpit_prepared *prepared,
                              enum mpit_monitor_kind kind, MPI_Comm comm,
                              enum mpit_monitor_scope scope, const struct mpit_parts *parts)
{
    struct mpit_object *object = mpit__object_of_comm(comm);
    size_t n;

    if (!object || !mpit__object_describe(object))
        return;
    prepared->parts.bytes = parts->bytes;
    if (parts->counts.of && (n = parts_of(object, scope)) > 0) {
        if (!(prepared->each = mpit__memory_take(n * sizeof *prepared->each)))
            return;
        prepared->n = n;
        for (size_t i = 0; i < n; i++)
            prepared->each[i] = (MPI_Count)mpit__monitor_part(frame, parts, (int)i);
        prepared->parts.counts = MPIT_COUNTS(prepared->each);
        prepared->parts.type = MPI_BYTE;
    }
    prepared->kind = kind;
    prepared->scope = scope;
}

static void start_on(const struct mpit_frame *frame, const struct mpit_prepared *prepared,
                     struct mpit_where where)
{
    struct mpit_frame copy = *frame;
    struct mpit_comm_line line = {
        .object = where.object,
        .comm = (MPI_Comm)(uintptr_t)where.key,
        .block = mpit__object_block_need(where.object, where.key, frame->thread->shard)};

    if (!line.block)
        return;
    if (frame->watch & MPIT_WATCH_COMM)
        mpit__book_pair(frame, &line.block->slot[MPIT_C_COLL_CALLS],
                        frame->watch & MPIT_WATCH_BYTES ? prepared->bytes : 0);
    if ((frame->watch & MPIT_WATCH_MONITOR) && prepared->kind)
        mpit__monitor_on(&copy, &line, prepared->kind, prepared->scope, &prepared->parts);
}

/* It has come when the call began: by the time that this is written, others may have left. */
static void arrive(const struct mpit_frame *frame, uint64_t began,
                   const struct mpit_request *request)
{
    struct mpit_prepared *prepared = request->prepared;
    struct mpit_arrival arrival;

    prepared->arrivals.nth++;
    arrival = mpit__arrival_put(frame->thread, prepared->arrivals, prepared->collective, began);
    if (mpit__arrival_stands(arrival))
        atomic_store(&arrival.slot->bytes, prepared->bytes);
    mpit__arrival_started(arrival, frame->took);
    mpit__waits_note_other(frame->thread,
                           (MPI_Request)(uintptr_t)(request->key & ~MPIT_REQUEST_FOUND), arrival);
}

/* As mpit__book_collective does for a call that names the communicator. */
void mpit__prepared_started(const struct mpit_frame *frame, uint64_t began,
                            const struct mpit_request *request)
{
    const struct mpit_prepared *prepared = request->prepared;
    struct mpit_where where = mpit__book_where(request);

    if (frame->watch & MPIT_WATCH_COUNTS)
        mpit__frame_add(frame, MPIT_P_COLL_CALLS + (int)prepared->collective, 1);
    if (prepared->bytes && (frame->watch & MPIT_WATCH_BYTES)) {
        mpit__frame_add(frame, MPIT_P_COLL_BYTES + (int)prepared->collective, prepared->bytes);
        mpit__book_call_bytes(frame, prepared->bytes);
    }
    if (frame->watch & MPIT_WATCH_CALLS)
        mpit__book_coll_size(frame, prepared->collective, prepared->bytes);
    if (prepared->operation && (frame->watch & MPIT_WATCH_OPS))
        mpit__book_use(MPIT_KIND_op, prepared->operation, MPIT_O_USES, 1);
    if (frame->watch & MPIT_WATCH_EVENTS)
        mpit__hook_event_started(request, (int)prepared->collective, prepared->bytes);
    if (prepared->arrivals.size && (frame->watch & MPIT_WATCH_WAITS))
        arrive(frame, began, request);
    else if (frame->watch & MPIT_WATCH_ORDER)
        request->prepared->arrivals.nth++;
    if (where.object && (frame->watch & (MPIT_WATCH_COMM | MPIT_WATCH_MONITOR)))
        start_on(frame, prepared, where);
}
