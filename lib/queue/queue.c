#include "config.h"

#include "queue/queue.h"

#include <stdlib.h>

#include "cvar/cvar.h"
#include "hook/thread.h"
#include "queue/may.h"
#include "queue/source.h"
#include "queue/umq.h"
#include "vendor/vendor.h"

void mpit__queue_begin(void)
{
    mpit__may_begin();
    mpit__source_begin();
}

void mpit__queue_end(void)
{
    mpit__may_end();
    mpit__source_end();
}

bool mpit__queue_must_serve(void)
{
    return mpit__source_is_armed() || mpit__umq_is_serving();
}

/* For what counts over all communicators.  While MPI is not up none has a source yet: then what is
 * asked for decides, so that a tool finds the variable before MPI_Init. */
static bool is_drained_somewhere(void)
{
    int asked = MPIT_CONFIG(umq_source, integer);

    if (mpit__vendor_is_up())
        return mpit__source_of(mpit__object_of_comm(MPI_COMM_WORLD)) == MPIT_UMQ_DRAIN;
    return asked == MPIT_UMQ_AUTO || asked == MPIT_UMQ_DRAIN;
}

bool mpit__queue_is_offered(struct mpit_object *comm, enum mpit_queue_need need)
{
    enum mpit_umq_source source;

    if (need == MPIT_QUEUE_NOTHING)
        return true;
    mpit__may_begin();
    if (comm == &mpit__process)
        return is_drained_somewhere();
    source = mpit__source_of(comm);
    return source == MPIT_UMQ_DRAIN || (source == MPIT_UMQ_VENDOR && need == MPIT_QUEUE_LENGTH);
}

int mpit__queue_source(struct mpit_object *comm)
{
    return (int)mpit__source_of(comm);
}

static void poll_comm(struct mpit_object *comm, bool by_source)
{
    uintptr_t guard = mpit__thread_guard();

    mpit__umq_lock();
    if (atomic_load(&comm->alive) && !atomic_load(&comm->ending))
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

static void poll_all(void)
{
    struct comms comms = {0};

    mpit__object_each_comm(collect, &comms);
    for (size_t i = 0; i < comms.n; i++) {
        struct mpit_object *comm = mpit__object_hold(MPIT_KIND_comm, comms.key[i], false);

        if (comm) {
            poll_comm(comm, false);
            mpit__object_release(comm);
        }
    }
    free(comms.key);
}

void mpit__queue_poll(struct mpit_object *object)
{
    if (!mpit__may_call_mpi())
        return;
    if (object == &mpit__process)
        poll_all();
    else
        poll_comm(object, false);
}

void mpit__queue_poll_sources(struct mpit_object *comm)
{
    if (mpit__may_call_mpi())
        poll_comm(comm, true);
}

void mpit__queue_comm_ended(struct mpit_object *comm)
{
    struct mpit_umq *umq;

    mpit__umq_lock();
    umq = comm->queue;
    comm->queue = NULL;
    if (umq) {
        umq->object = NULL;
        mpit__umq_release(umq);
    }
    mpit__umq_unlock();
}
