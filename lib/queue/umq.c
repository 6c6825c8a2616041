#include "config.h"

#include "queue/umq.h"

#include "ground/clock.h"
#include "ground/memory.h"
#include "mpi/vendor.h"
#include "profile/block.h"
#include "profile/in_flight.h"
#include "profile/level.h"
#include "profile/raise.h"
#include "profile/shared.h"
#include "profile/thread.h"
#include "profile/waits.h"
#include "queue/drain_limit.h"
#include "queue/measure.h"
#include "queue/peak.h"
#include "queue/source.h"
#include "queue/umq_length.h"
#include "queue/warn.h"

static struct mpit_pool queues = {.size = sizeof(struct mpit_umq)};

static struct mpit_umq *queue_of(struct mpit_object *object)
{
    struct mpit_umq *umq = object->queue;

    if (umq)
        return umq;
    umq = mpit__pool_take(&queues);
    if (umq) {
        umq->object = object;
        umq->users = 1;
        object->queue = umq;
    }
    return umq;
}

struct mpit_umq *mpit__umq_hold(struct mpit_object *object)
{
    struct mpit_umq *umq = queue_of(object);

    if (umq)
        umq->users++;
    return umq;
}

/* Messages that are left stay matched in the vendor, and nobody receives them, as nobody would
 * have without us; their senders see no difference. */
void mpit__umq_release(struct mpit_umq *umq)
{
    uint32_t left = umq->store.length;

    if (--umq->users > 0)
        return;
    mpit__store_clear(&umq->store);
    mpit__pool_give(&queues, umq);
    mpit__watch_serve(-(int64_t)left);
}

static void raise_unexpected(struct mpit_object *object, uint32_t length, const MPI_Status *status)
{
    MPIT_RAISE(message_unexpected, object, MPIT_INT_ELEMENT(status->MPI_SOURCE),
               MPIT_INT_ELEMENT(status->MPI_TAG), MPIT_NUMBER_ELEMENT(mpit__status_bytes(status)),
               MPIT_NUMBER_ELEMENT(length));
    MPIT_RAISE(enqueued, &mpit__process, MPIT_INT_ELEMENT(status->MPI_SOURCE),
               MPIT_INT_ELEMENT(status->MPI_TAG));
}

static void raise_over(struct mpit_object *object, uint32_t length)
{
    const unsigned limit = object->umq_warn;

    if (limit && length == limit + 1)
        MPIT_RAISE(queue_over, object, MPIT_NUMBER_ELEMENT(length), MPIT_NUMBER_ELEMENT(limit));
}

static bool match_in_vendors(const struct mpit_object *object, int source, int tag,
                             MPI_Message *message, MPI_Status *status)
{
    int flag = 0;

    return mpit__next.PMPI_Improbe(source, tag, (MPI_Comm)(uintptr_t)object->key, &flag, message,
                                   status) == MPI_SUCCESS &&
           flag;
}

static bool is_in_vendors(const struct mpit_object *object)
{
    int flag = 0;

    return mpit__next.PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, (MPI_Comm)(uintptr_t)object->key,
                                  &flag, MPI_STATUS_IGNORE) == MPI_SUCCESS &&
           flag;
}

static bool has_more(const struct mpit_object *object)
{
    return atomic_load_explicit(&object->level[MPIT_LEVEL_UMQ_MORE], memory_order_relaxed) != 0;
}

static void note_more(struct mpit_object *object, bool more)
{
    if (more == has_more(object))
        return;
    mpit__object_level_set(object, MPIT_LEVEL_UMQ_MORE, more);
    mpit__shared_unexpected();
}

static bool has_room(struct mpit_umq *umq)
{
    return umq && mpit__drain_limit_has_room() && mpit__store_reserve(&umq->store);
}

static void drain(struct mpit_object *object)
{
    struct mpit_umq *umq = queue_of(object);
    bool room = false;
    uint64_t bytes = 0, now = 0;
    int64_t n = 0;
    MPI_Message message;
    MPI_Status status;

    if (umq && umq->closed)
        return;
    while ((room = has_room(umq)) &&
           match_in_vendors(object, MPI_ANY_SOURCE, MPI_ANY_TAG, &message, &status)) {
        if (n++ == 0)
            now = mpit__clock_now();
        mpit__store_add(&umq->store, message, status.MPI_SOURCE, status.MPI_TAG,
                        mpit__status_bytes(&status), now);
        bytes += mpit__status_bytes(&status);
        raise_unexpected(object, umq->store.length, &status);
        raise_over(object, umq->store.length);
    }
    note_more(object, !room && is_in_vendors(object));
    if (n == 0)
        return;
    mpit__watch_serve(n);
    mpit__object_level_move(object, MPIT_LEVEL_UMQ_BYTES, (int64_t)bytes);
    mpit__object_level_move(object, MPIT_LEVEL_UMQ, n);
    mpit__shared_unexpected();
    mpit__peak_note(object, &umq->store);
    mpit__warn_of_length(object, umq->store.length, &umq->store);
}

static bool is_watched(const struct mpit_object *object)
{
    uint32_t wanted = mpit__watch_mask(&object->watch) | mpit__watch_mask(&mpit__process.watch);

    return wanted & mpit__watch_mask(&mpit__watch) & MPIT_WATCH_QUEUE;
}

static bool is_measured(struct mpit_object *object)
{
    return is_watched(object) && !mpit__source_drains(object) && mpit__vendor_umq_is_known(object);
}

static bool is_drained(struct mpit_object *object)
{
    return is_watched(object) && mpit__source_drains(object);
}

void mpit__umq_update(struct mpit_object *object)
{
    if (is_drained(object))
        drain(object);
    else if (is_measured(object))
        mpit__measure(object);
}

void mpit__umq_refresh(struct mpit_object *object)
{
    if (is_drained(object))
        drain(object);
    else if (is_measured(object))
        mpit__measure_again(object);
}

void mpit__umq_close(struct mpit_object *object)
{
    struct mpit_umq *umq = queue_of(object);

    if (umq)
        umq->closed++;
}

void mpit__umq_open(struct mpit_object *object)
{
    struct mpit_umq *umq = object->queue;

    if (umq)
        umq->closed--;
}

/* Those that are being made; of more at once than these the oldest is forgotten.  0: none. */
enum { UNFINISHED = 64 };
static _Atomic uint64_t unfinished[UNFINISHED];
static _Atomic unsigned begun, left;

void mpit__umq_comm_begins(uint64_t key)
{
    atomic_store(&unfinished[atomic_fetch_add(&begun, 1) % UNFINISHED], key);
    atomic_fetch_add(&left, 1);
}

static _Atomic uint64_t *find_unfinished(uint64_t key)
{
    for (unsigned i = 0; i < UNFINISHED && atomic_load(&left) > 0; i++)
        if (atomic_load(&unfinished[i]) == key)
            return &unfinished[i];
    return NULL;
}

bool mpit__umq_is_unfinished(uint64_t key)
{
    return find_unfinished(key) != NULL;
}

void mpit__umq_comm_is_there(uint64_t key)
{
    _Atomic uint64_t *found = find_unfinished(key);

    if (found && atomic_exchange(found, 0) == key)
        atomic_fetch_sub(&left, 1);
}

/* The record of a communicator and this thread's block of it. */
static struct mpit_comm_line *line_of(MPI_Comm comm)
{
    struct mpit_thread *thread = &mpit__thread;
    struct mpit_comm_line *line = mpit__cache_recorded_comm(&thread->cache, thread->shard, comm);

    if (line && !MPIT_LIKELY(atomic_load_explicit(&left, memory_order_relaxed) == 0))
        mpit__umq_comm_is_there(MPIT_KEY(comm));
    return line;
}

bool mpit__umq_is_known(MPI_Comm comm)
{
    return line_of(comm) != NULL;
}

static struct mpit_comm_line *drained_line_of(MPI_Comm comm)
{
    struct mpit_comm_line *line = line_of(comm);

    if (line && is_drained(line->object))
        drain(line->object);
    return line;
}

static struct mpit_waiting *find(const struct mpit_comm_line *line, int source, int tag)
{
    struct mpit_umq *umq = line ? line->object->queue : NULL;

    return umq ? mpit__store_find(&umq->store, source, tag) : NULL;
}

bool mpit__umq_peek(MPI_Comm comm, int source, int tag, MPI_Status *status)
{
    struct mpit_waiting *waiting;

    if (source == MPI_PROC_NULL || !(waiting = find(drained_line_of(comm), source, tag)))
        return false;
    if (status != MPI_STATUS_IGNORE)
        mpit__status_set(status, waiting->source, waiting->tag, waiting->bytes);
    return true;
}

static void take_out(struct mpit_umq *umq, struct mpit_waiting *waiting, struct mpit_taken *taken)
{
    *taken = (struct mpit_taken){waiting->message, waiting->source, waiting->tag, waiting->bytes};
    mpit__store_remove(&umq->store, waiting);
    if (umq->object) {
        mpit__object_level_move(umq->object, MPIT_LEVEL_UMQ_BYTES, -(int64_t)taken->bytes);
        mpit__object_level_move(umq->object, MPIT_LEVEL_UMQ, -1);
        mpit__shared_unexpected();
    }
    mpit__watch_serve(-1);
}

static void count(struct mpit_comm_line *line, int slot, uint64_t by)
{
    if (mpit__watch_mask(&mpit__watch) & MPIT_WATCH_QUEUE)
        mpit__total_add(&line->block->slot[slot], by, mpit__thread.shared);
}

void mpit__umq_count_sources(struct mpit_object *comm)
{
    struct mpit_block *block = mpit__object_block_need(comm, comm->key, 0);
    struct mpit_umq *umq = comm->queue;

    for (int i = 0, n = block ? atomic_load(&comm->size) : 0; i < n; i++) {
        uint32_t length = umq ? mpit__store_length_from(&umq->store, i) : 0;
        mpit_total *slots = length ? mpit__object_partner_need(comm, comm->key, 0, block, i)
                                   : mpit__object_partner(block, i);

        if (slots)
            atomic_store(&slots[MPIT_PARTNER_UNEXPECTED], length);
    }
}

/* How long a message has waited. */
static void count_stay(struct mpit_comm_line *line, const struct mpit_waiting *message)
{
    const uint32_t watch = mpit__watch_mask(&mpit__watch);
    uint64_t stay = mpit__clock_now() - message->arrived;

    if (watch & MPIT_WATCH_QUEUE)
        mpit__in_flight_add_time(&line->block->slot[MPIT_C_UMQ_TICKS], message->arrived, stay,
                                 mpit__thread.shared);
    if (watch & MPIT_WATCH_WAITS)
        mpit__waits_book(&mpit__thread, MPIT_WAIT_late_receiver, line->comm, message->source,
                         message->arrived, stay);
}

/* A receive looks for its message. */
static void count_matched(struct mpit_comm_line *line, bool unexpected)
{
    count(line, MPIT_C_MATCHED, 1);
    if (unexpected)
        count(line, MPIT_C_UNEXPECTED, 1);
    if (mpit__watch_mask(&mpit__watch) & MPIT_WATCH_QUEUE)
        mpit__total_add(&mpit__thread.totals->slot[MPIT_P_SEARCHES], 1, mpit__thread.shared);
}

/* A receive that has no room for its message fails: it has not got it, as one that fails without
 * our queue. */
static void raise_matched(struct mpit_object *object, const struct mpit_waiting *waiting,
                          uint64_t room)
{
    struct mpit_raising *raising =
        mpit__raise_is_wanted(MPIT_EVENT_message_matched) ? mpit__raising() : NULL;

    if (raising && waiting->bytes <= room) {
        raising->matched_in = mpit__thread.frame;
        MPIT_RAISE(message_matched, object, MPIT_INT_ELEMENT(waiting->source),
                   MPIT_INT_ELEMENT(waiting->tag), MPIT_NUMBER_ELEMENT(waiting->bytes),
                   MPIT_REAL_ELEMENT(mpit__clock_seconds(mpit__clock_now() - waiting->arrived)),
                   MPIT_INT_ELEMENT(1));
    }
    MPIT_RAISE(dequeued, &mpit__process, MPIT_INT_ELEMENT(waiting->source),
               MPIT_INT_ELEMENT(waiting->tag));
}

/* A message of the vendor's queue that its receive finds there although all is drained: it was left
 * there, or has come since. */
static void count_found(struct mpit_comm_line *line, const MPI_Status *status, uint64_t room)
{
    struct mpit_object *object = line->object;
    const struct mpit_umq *umq = object->queue;
    const struct mpit_waiting found = {.source = status->MPI_SOURCE,
                                       .tag = status->MPI_TAG,
                                       .bytes = mpit__status_bytes(status),
                                       .arrived = mpit__clock_now()};

    raise_unexpected(object, umq ? umq->store.length + 1 : 1, status);
    count_matched(line, true);
    raise_matched(object, &found, room);
}

static bool is_open(struct mpit_object *object)
{
    const struct mpit_umq *umq = object->queue;

    return is_drained(object) && mpit__object_describe(object) && !(umq && umq->closed);
}

static bool take_from_vendors(struct mpit_comm_line *line, int source, int tag, uint64_t room,
                              struct mpit_taken *taken)
{
    MPI_Status status;

    if (!line || !has_more(line->object) || !is_open(line->object) ||
        !mpit__measure_can_match(line->object, source, tag) ||
        !match_in_vendors(line->object, source, tag, &taken->message, &status))
        return false;
    taken->source = status.MPI_SOURCE;
    taken->tag = status.MPI_TAG;
    taken->bytes = mpit__status_bytes(&status);
    count_found(line, &status, room);
    return true;
}

bool mpit__umq_take(MPI_Comm comm, int source, int tag, bool waits, uint64_t room,
                    struct mpit_taken *taken)
{
    struct mpit_comm_line *line = source == MPI_PROC_NULL ? NULL
                                  : waits                 ? line_of(comm)
                                                          : drained_line_of(comm);
    struct mpit_waiting *waiting = find(line, source, tag);

    if (!waiting)
        return take_from_vendors(line, source, tag, room, taken);
    count_matched(line, true);
    count_stay(line, waiting);
    raise_matched(line->object, waiting, room);
    take_out(line->object->queue, waiting, taken);
    return true;
}

void mpit__umq_count_receive(MPI_Comm comm, int source, int tag)
{
    struct mpit_comm_line *line = source == MPI_PROC_NULL ? NULL : line_of(comm);

    if (line)
        count_matched(line, is_measured(line->object) &&
                                mpit__measure_receive(line->object, source, tag));
}

void mpit__umq_count_matched(MPI_Comm comm, bool waited, const MPI_Status *status)
{
    struct mpit_comm_line *line = status->MPI_SOURCE == MPI_PROC_NULL ? NULL : line_of(comm);

    if (!line)
        return;
    if (!waited && is_drained(line->object))
        count_found(line, status, UINT64_MAX);
    else
        count_matched(line, !waited);
    if (is_measured(line->object))
        mpit__measure_taken(line->object);
}

bool mpit__umq_take_left(struct mpit_umq *umq, int source, int tag, struct mpit_taken *taken)
{
    struct mpit_waiting *waiting = mpit__store_find(&umq->store, source, tag);

    if (waiting)
        take_out(umq, waiting, taken);
    return waiting != NULL;
}
