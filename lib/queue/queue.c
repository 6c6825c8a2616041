#include "config.h"

#include "queue/queue.h"

#include <stdlib.h>

#include "ground/in_force.h"
#include "ground/message.h"
#include "mpi/vendor.h"
#include "profile/raise.h"
#include "profile/shared.h"
#include "profile/thread.h"
#include "queue/callable.h"
#include "queue/calls.h"
#include "queue/exchange.h"
#include "queue/freed.h"
#include "queue/source.h"
#include "queue/umq.h"

/* The lengths of all communicators can be had, as somebody who asked has found. */
static _Atomic bool has_lengths;

/* Somebody was told before MPI_Init what the source would be. */
static _Atomic bool foretold;

static bool is_followed(void)
{
    return mpit__watch_mask(&mpit__process.watch) & MPIT_WATCH_QUEUE;
}

void mpit__queue_look(void)
{
    if (is_followed() || atomic_load(&foretold))
        mpit__queue_is_offered(&mpit__process, MPIT_QUEUE_LENGTH);
    mpit__shared_queued(mpit__queue_is_followed());
}

bool mpit__queue_is_followed(void)
{
    return is_followed() && atomic_load(&has_lengths);
}

static void begin(void)
{
    bool warns = MPIT_IN_FORCE(umq_warn) != 0;

    /* A limit for all communicators asks for their lengths, whether anybody else does or not. */
    if (warns)
        mpit__object_watch(&mpit__process, MPIT_WATCH_QUEUE);
    mpit__source_begin();
    mpit__queue_look();
    if (warns && !mpit__queue_is_followed())
        mpit__message_job(MPIT_WARN,
                          "mpit_umq_warn is not looked at: mpit_umq_source has no length "
                          "here; set MPIT_UMQ_SOURCE=drain in all processes");
}

void mpit__queue_begin(void)
{
    mpit__callable_begin();
    begin();
}

void mpit__queue_begin_session(void)
{
    if (mpit__callable_is_up())
        return;
    mpit__callable_begin_session();
    begin();
}

void mpit__queue_end(void)
{
    mpit__freed_end();
    mpit__exchange_end();
    mpit__callable_end();
    mpit__source_finalize();
}

/* What counts over all communicators has the source of MPI_COMM_WORLD; before MPI_Init the one that
 * it will have, so that a tool finds the variable then; in sessions alone that of theirs. */
static enum mpit_umq_source source_for(struct mpit_object *object)
{
    bool is_process = object == &mpit__process;

    if (is_process && !mpit__vendor_is_up() && mpit__vendor_has_objects())
        return mpit__source_in_sessions();
    if (is_process ? !mpit__vendor_is_up() : mpit__object_is_yet_to_come(object)) {
        atomic_store(&foretold, true);
        return mpit__source_expected();
    }
    return mpit__source_of(is_process ? mpit__object_of_comm(MPI_COMM_WORLD) : object);
}

bool mpit__queue_is_offered(struct mpit_object *object, enum mpit_queue_need need)
{
    enum mpit_umq_source source;

    if (need == MPIT_QUEUE_NOTHING)
        return true;
    mpit__callable_begin();
    source = source_for(object);
    if (object == &mpit__process && source != MPIT_UMQ_OFF)
        atomic_store(&has_lengths, true);
    if (source == MPIT_UMQ_DRAIN || (source == MPIT_UMQ_VENDOR && need == MPIT_QUEUE_LENGTH))
        return true;
    mpit__message_node(MPIT_INFO, NULL,
                       "a variable of the unexpected queue is not known: it needs "
                       "MPIT_UMQ_SOURCE=drain in all processes");
    return false;
}

bool mpit__queue_has(struct mpit_object *object, enum mpit_queue_need need)
{
    enum mpit_umq_source source;

    if (object == &mpit__process)
        object = mpit__object_find(MPIT_KIND_comm, MPIT_KEY(MPI_COMM_WORLD));
    source = mpit__source_now(object);
    return source == MPIT_UMQ_DRAIN || (source == MPIT_UMQ_VENDOR && need == MPIT_QUEUE_LENGTH);
}

int mpit__queue_source(struct mpit_object *comm)
{
    return (int)source_for(comm);
}

/* MPI_COMM_WORLD and MPI_COMM_SELF are no more after MPI_Finalize, though sessions may go on. */
static bool is_over(const struct mpit_object *comm)
{
    uint64_t key = atomic_load(&comm->key);

    return (key == MPIT_KEY(MPI_COMM_WORLD) || key == MPIT_KEY(MPI_COMM_SELF)) &&
           !mpit__vendor_is_up();
}

void mpit__queue_comm_begins(MPI_Comm comm)
{
    mpit__umq_comm_begins(MPIT_KEY(comm));
}

static bool can_be_asked(const struct mpit_object *comm)
{
    return mpit__object_is_whole(comm) && !mpit__umq_is_unfinished(atomic_load(&comm->key));
}

static void refresh_comm(struct mpit_object *comm)
{
    if (is_over(comm))
        return;
    mpit__umq_lock();
    if (can_be_asked(comm))
        mpit__umq_refresh(comm);
    mpit__umq_unlock();
}

static void poll_comm(struct mpit_object *comm, bool by_source)
{
    uintptr_t guard;

    if (is_over(comm))
        return;
    guard = mpit__thread_guard();
    mpit__umq_lock();
    if (can_be_asked(comm))
        mpit__umq_update(comm);
    if (by_source)
        mpit__umq_count_sources(comm);
    mpit__umq_unlock();
    mpit__thread_unguard(guard);
}

struct comms {
    uint64_t *key;
    size_t n, room;
};

/* Without memory a communicator is left as it was last seen. */
static void collect(struct mpit_object *comm, void *context)
{
    struct comms *comms = context;

    if (comms->n == comms->room) {
        size_t room = comms->room ? 2 * comms->room : 16;
        uint64_t *grown = realloc(comms->key, room * sizeof *grown);

        if (!grown)
            return;
        comms->key = grown;
        comms->room = room;
    }
    comms->key[comms->n++] = comm->key;
}

static void each_comm(void (*what)(struct mpit_object *comm))
{
    struct comms comms = {0};

    mpit__object_each_comm(collect, &comms);
    for (size_t i = 0; i < comms.n; i++) {
        struct mpit_object *comm = mpit__object_hold(MPIT_KIND_comm, comms.key[i], false);

        if (comm) {
            what(comm);
            mpit__object_release(comm);
        }
    }
    free(comms.key);
}

static void poll_levels(struct mpit_object *comm)
{
    poll_comm(comm, false);
}

void mpit__queue_poll(struct mpit_object *object)
{
    if (!mpit__mpi_is_callable())
        return;
    if (object == &mpit__process)
        each_comm(poll_levels);
    else
        poll_comm(object, false);
    mpit__raise_leave();
}

void mpit__queue_refresh(void)
{
    each_comm(refresh_comm);
}

void mpit__queue_poll_sources(struct mpit_object *comm)
{
    if (!mpit__mpi_is_callable())
        return;
    poll_comm(comm, true);
    mpit__raise_leave();
}

static void give_up_queue(struct mpit_object *object)
{
    struct mpit_umq *umq = object->queue;

    object->queue = NULL;
    if (umq) {
        umq->object = NULL;
        mpit__umq_release(umq);
    }
}

/* The lock is taken although nothing may be done under it: another thread may be draining the
 * communicator. */
void mpit__queue_hears_of_object(struct mpit_object *object, enum mpit_object_news news)
{
    mpit__umq_lock();
    if (news == MPIT_OBJECT_ENDED) {
        give_up_queue(object);
        mpit__umq_comm_is_there(object->key);
    }
    mpit__umq_unlock();
}
