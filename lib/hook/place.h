/* What the calls of a thread publish of themselves with mpit_live=where: stores, and a step of the
 * place's sequence before and after them (live/layout.h).
 *
 * What a call has is known by its row: the formals by the names of the standard.  Those that a row
 * lacks are MPIT_ABSENT ones in the file that expands the rows. */
#ifndef MPIT_HOOK_PLACE_H
#define MPIT_HOOK_PLACE_H

#include "hook/frame.h"
#include "ledger/place.h"

struct mpit_absent {
    char unused;
};
#define MPIT_HAS(formal, bit) _Generic((formal), struct mpit_absent : 0, default : (bit))
#define MPIT_OF(formal, otherwise)                                                                 \
    _Generic((formal), struct mpit_absent : (otherwise), default : (formal))

/* Requests that are handed over by their address. */
#define MPIT_REQUESTS_OF(formal)                                                                   \
    _Generic((formal), MPI_Request * : (formal), default : (MPI_Request *)NULL)

/* What a call is given: constants, and registers. */
struct mpit_said {
    uint32_t has;
    uint64_t comm, count, type, received, received_type, op;
    int dest, source, tag, recv_tag, root;
};
#define MPIT_SAID                                                                                  \
    ((struct mpit_said){                                                                           \
        .has = MPIT_SAID_SIZES | MPIT_SAID_ENDS | MPIT_HAS(root, MPIT_LIVE_HAS_ROOT) |             \
               MPIT_HAS(op, MPIT_LIVE_HAS_OP) | (fh != MPI_FILE_NULL ? MPIT_LIVE_HAS_FILE : 0),    \
        .comm = MPIT_KEY(MPIT_OF(opener, comm)),                                                   \
        .count = (uint64_t)MPIT_OF(count, MPIT_OF(sendcount, 0)),                                  \
        .type = MPIT_KEY(MPIT_OF(datatype, MPIT_OF(sendtype, MPI_DATATYPE_NULL))),                 \
        .received = (uint64_t)MPIT_OF(recvcount, 0),                                               \
        .received_type = MPIT_KEY(MPIT_OF(recvtype, MPI_DATATYPE_NULL)),                           \
        .op = MPIT_KEY(MPIT_OF(op, MPI_OP_NULL)),                                                  \
        .dest = MPIT_OF(dest, MPIT_OF(target_rank, 0)),                                            \
        .source = MPIT_OF(source, 0),                                                              \
        .tag = MPIT_OF(tag, MPIT_OF(sendtag, 0)),                                                  \
        .recv_tag = MPIT_OF(recvtag, 0),                                                           \
        .root = MPIT_OF(root, 0),                                                                  \
    })
#define MPIT_SAID_SIZES                                                                            \
    ((MPIT_OF(sendbuf, (const void *)NULL) == MPI_IN_PLACE                                         \
          ? 0                                                                                      \
          : MPIT_HAS(count, MPIT_LIVE_HAS_COUNT) | MPIT_HAS(sendcount, MPIT_LIVE_HAS_COUNT)) |     \
     (MPIT_OF(recvbuf, (const void *)NULL) == MPI_IN_PLACE                                         \
          ? 0                                                                                      \
          : MPIT_HAS(recvcount, MPIT_LIVE_HAS_RECEIVED)))
#define MPIT_SAID_ENDS                                                                             \
    (MPIT_HAS(dest, MPIT_LIVE_HAS_DEST) | MPIT_HAS(target_rank, MPIT_LIVE_HAS_DEST) |              \
     MPIT_HAS(source, MPIT_LIVE_HAS_SOURCE) | MPIT_HAS(tag, MPIT_LIVE_HAS_TAG) |                   \
     MPIT_HAS(sendtag, MPIT_LIVE_HAS_TAG) | MPIT_HAS(recvtag, MPIT_LIVE_HAS_RECV_TAG))

#define MPIT_PUT_RELAXED(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)

/* Those of the arguments that it has. */
MPIT_HOT void mpit__place_say(struct mpit_live_call_made *made, struct mpit_said said)
{
    MPIT_PUT_RELAXED(made->has, said.has);
    MPIT_PUT_RELAXED(made->comm, said.comm);
    if (said.has & MPIT_LIVE_HAS_COUNT) {
        MPIT_PUT_RELAXED(made->count, said.count);
        MPIT_PUT_RELAXED(made->type, said.type);
    }
    if (said.has & MPIT_LIVE_HAS_RECEIVED) {
        MPIT_PUT_RELAXED(made->received, said.received);
        MPIT_PUT_RELAXED(made->received_type, said.received_type);
    }
    if (said.has & MPIT_LIVE_HAS_DEST)
        MPIT_PUT_RELAXED(made->dest, said.dest);
    if (said.has & MPIT_LIVE_HAS_SOURCE)
        MPIT_PUT_RELAXED(made->source, said.source);
    if (said.has & MPIT_LIVE_HAS_TAG)
        MPIT_PUT_RELAXED(made->tag, said.tag);
    if (said.has & MPIT_LIVE_HAS_RECV_TAG)
        MPIT_PUT_RELAXED(made->recv_tag, said.recv_tag);
    if (said.has & MPIT_LIVE_HAS_ROOT)
        MPIT_PUT_RELAXED(made->root, said.root);
    if (said.has & MPIT_LIVE_HAS_OP)
        MPIT_PUT_RELAXED(made->op, said.op);
}

/* Which of the requests that are handed over are tracked. */
void mpit__place_await(struct mpit_live_place *place, MPI_Count n, const MPI_Request requests[]);

/* The thread's, where it says anything of this call: not of one that is made inside another. */
MPIT_HOT struct mpit_live_place *mpit__place_of(const struct mpit_frame *frame,
                                                const struct mpit_base *base)
{
    return MPIT_LIKELY(!base->outer) ? frame->thread->place : NULL;
}

/* When it went in.  The clock is looked at anyway, while time is watched. */
MPIT_HOT uint64_t mpit__place_since(const struct mpit_frame *frame, const struct mpit_base *base)
{
    return frame->watch & MPIT_WATCH_TIME ? base->start : mpit__clock_now();
}

/* A thread goes into a call: what it is given, the window of it, and the n requests that it waits
 * for, or NULL. */
MPIT_HOT void mpit__place_put(struct mpit_live_place *place, enum mpit_call call, uint64_t since,
                              struct mpit_said said, MPI_Win win, MPI_Count n,
                              const MPI_Request *requests)
{
    struct mpit_live_call_made *made;
    uint64_t sequence;

    if (win != MPI_WIN_NULL && !(said.has & MPIT_LIVE_HAS_DEST)) {
        said.has |= MPIT_LIVE_HAS_WIN;
        said.comm = mpit__place_comm_of(win);
    }
    if (requests)
        said.has |= MPIT_LIVE_HAS_AWAITED;
    sequence = atomic_load_explicit(&place->sequence, memory_order_relaxed) + 1;
    MPIT_PUT_RELAXED(place->sequence, sequence);
    atomic_thread_fence(memory_order_release);
    made = &place->made[(sequence + 1) / 2 % MPIT_LIVE_CALLS_MADE];
    MPIT_PUT_RELAXED(made->call, (uint32_t)call);
    MPIT_PUT_RELAXED(made->since, since);
    MPIT_PUT_RELAXED(place->left, 0);
    mpit__place_say(made, said);
    if (requests)
        mpit__place_await(place, n, requests);
    atomic_store_explicit(&place->sequence, sequence + 1, memory_order_release);
}

/* The same, out of line. */
void mpit__place_put_apart(struct mpit_live_place *place, enum mpit_call call, uint64_t since,
                           const struct mpit_said *said, MPI_Win win, MPI_Count n,
                           const MPI_Request *requests);

MPIT_HOT void mpit__place_leave(const struct mpit_frame *frame, const struct mpit_base *base)
{
    struct mpit_live_place *place = mpit__place_of(frame, base);

    if (MPIT_LIKELY(place != NULL))
        atomic_store_explicit(&place->left,
                              frame->watch & MPIT_WATCH_TIME ? base->start + frame->took
                                                             : mpit__clock_now(),
                              memory_order_release);
}

/* A request has been made of a message with a tag. */
void mpit__place_tag(MPI_Request request, int tag);

#endif
