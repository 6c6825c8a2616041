#include "config.h"

#include "queue/queue.h"

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

bool mpit__queue_is_offered(struct mpit_object *comm, enum mpit_queue_need need)
{
    enum mpit_umq_source source;

    if (need == MPIT_QUEUE_NOTHING)
        return true;
    mpit__may_begin();
    source = mpit__source_of(comm);
    return source == MPIT_UMQ_DRAIN || (source == MPIT_UMQ_VENDOR && need == MPIT_QUEUE_LENGTH);
}

int mpit__queue_source(struct mpit_object *comm)
{
    return (int)mpit__source_of(comm);
}

void mpit__queue_poll(struct mpit_object *comm)
{
    uintptr_t guard;

    if (!mpit__may_call_mpi())
        return;
    guard = mpit__thread_guard();
    mpit__umq_lock();
    if (atomic_load(&comm->alive))
        mpit__umq_update(comm);
    mpit__umq_unlock();
    mpit__thread_unguard(guard);
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
