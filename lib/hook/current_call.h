/* What the calls of a thread publish of themselves with mpit_live=where: stores, and a step of the
 * place's sequence before and after them (live/layout.h).
 *
 * What a call has is known by its row: the formals by the names of the standard.  Those that a row
 * lacks are MPIT_ABSENT ones in the file that expands the rows. */
#ifndef MPIT_HOOK_CURRENT_CALL_H
#define MPIT_HOOK_CURRENT_CALL_H

#include "hook/frame.h"
#include "hook/synchronization.h"
#include "mpi/facts.h"
#include "profile/current_call.h"
#include "profile/waits.h"

struct mpit_absent {
    char unused;
};
#define MPIT_HAS(formal, bit) _Generic((formal), struct mpit_absent : 0, default : (bit))
#define MPIT_OF(formal, otherwise)                                                                 \
    _Generic((formal), struct mpit_absent : (otherwise), default : (formal))

/* Requests that are handed over by their address. */
#define MPIT_REQUESTS_OF(formal)                                                                   \
    _Generic((formal), MPI_Request * : (formal), default : (MPI_Request *)NULL)

#define MPIT_HAS_REQUESTS(formal) _Generic((formal), MPI_Request * : 1, default : 0)

/* Of those that are numbers in some rows and where to put one in others. */
#define MPIT_INT_OF(formal, otherwise) _Generic((formal), int : (formal), default : (otherwise))

/* What a call is given: constants, and registers. */
struct mpit_said {
    uint32_t has;
    uint64_t comm, count, type, received, received_type, op;
    int dest, source, tag, recv_tag, root;
};
#define MPIT_SAID(name)                                                                            \
    ((struct mpit_said){                                                                           \
        .has = MPIT_SAID_SIZES | MPIT_SAID_ENDS | MPIT_HAS(root, MPIT_LIVE_HAS_ROOT) |             \
               MPIT_HAS(op, MPIT_LIVE_HAS_OP) | MPIT_SAID_MEETING(name),                           \
        .comm = win != MPI_WIN_NULL           ? MPIT_KEY(win)                                      \
                : fh != MPI_FILE_NULL         ? MPIT_KEY(fh)                                       \
                : MPIT_MEETING_ENDED_BY(name) ? MPIT_ENDED_KEY                                     \
                                              : MPIT_KEY(MPIT_OF(opener, comm)),                   \
        .count = (uint64_t)MPIT_OF(count, MPIT_OF(sendcount, 0)),                                  \
        .type = MPIT_KEY(MPIT_OF(datatype, MPIT_OF(sendtype, MPI_DATATYPE_NULL))),                 \
        .received = (uint64_t)MPIT_OF(recvcount, 0),                                               \
        .received_type = MPIT_KEY(MPIT_OF(recvtype, MPI_DATATYPE_NULL)),                           \
        .op = MPIT_KEY(MPIT_OF(op, MPI_OP_NULL)),                                                  \
        .dest = MPIT_OF(dest, MPIT_OF(target_rank, MPIT_INT_OF(rank, 0))),                         \
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
     (win != MPI_WIN_NULL ? MPIT_HAS(rank, MPIT_LIVE_HAS_DEST) : 0) |                              \
     MPIT_HAS(source, MPIT_LIVE_HAS_SOURCE) | MPIT_HAS(tag, MPIT_LIVE_HAS_TAG) |                   \
     MPIT_HAS(sendtag, MPIT_LIVE_HAS_TAG) | MPIT_HAS(recvtag, MPIT_LIVE_HAS_RECV_TAG))

/* At a window or a file; of what ends one by what it is given. */
#define MPIT_SAID_MEETING(name)                                                                    \
    ((win != MPI_WIN_NULL || MPIT_CALL_##name == MPIT_CALL_Win_free ? MPIT_LIVE_HAS_WIN : 0) |     \
     (fh != MPI_FILE_NULL || MPIT_CALL_##name == MPIT_CALL_File_close ? MPIT_LIVE_HAS_FILE : 0) |  \
     (MPIT_IS_MEETING(name) ? MPIT_LIVE_HAS_ALL : 0))
#define MPIT_MEETING_ENDED_BY(name)                                                                \
    (MPIT_CALL_##name == MPIT_CALL_Win_free || MPIT_CALL_##name == MPIT_CALL_File_close)
#define MPIT_ENDED_KEY                                                                             \
    (MPIT_OF(ended, (MPI_Win *)NULL) ? MPIT_KEY(*MPIT_OF(ended, (MPI_Win *)NULL)) : 0)

/* The request of a message, for who waits for it. */
MPIT_HOT void mpit__waits_note_said(struct mpit_frame *frame, MPI_Request request, bool persistent,
                                    struct mpit_said said)
{
    const bool unasked = persistent && MPIT_FACT(feels_asking);

    if (said.has & MPIT_LIVE_HAS_SOURCE)
        mpit__waits_note(frame->thread, request, MPIT_WAITS_FOR_SENDER, unasked, said.comm,
                         said.source, 0);
    else
        mpit__waits_note(
            frame->thread, request, MPIT_WAITS_FOR_RECEIVER, unasked, said.comm, said.dest,
            mpit__frame_bytes(frame, (MPI_Count)said.count, (MPI_Datatype)(uintptr_t)said.type));
}

#define MPIT_PUT_RELAXED(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)

/* Those of the arguments that it has. */
MPIT_HOT void mpit__current_call_say(struct mpit_live_call_made *made, enum mpit_call call,
                                     struct mpit_said said)
{
    MPIT_PUT_RELAXED(made->what, MPIT_LIVE_WHAT(call, said.has));
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

/* Which requests it waits for, of those that are handed over. */
void mpit__current_call_await_many(struct mpit_live_place *shown, MPI_Count n,
                                   const MPI_Request requests[]);
MPIT_HOT void mpit__current_call_await(struct mpit_live_place *shown, MPI_Count n,
                                       const MPI_Request requests[])
{
    if (!__builtin_constant_p(n)) {
        mpit__current_call_await_many(shown, n, requests);
    } else {
        MPIT_PUT_RELAXED(shown->awaiting, 1);
        MPIT_PUT_RELAXED(shown->awaits[0], MPIT_KEY(requests[0]));
    }
}

/* When it went in, or came out.  The clock is looked at anyway, while time is watched. */
MPIT_HOT uint64_t mpit__current_call_since(const struct mpit_frame *frame,
                                           const struct mpit_base *base)
{
    return frame->watch & MPIT_WATCH_TIME ? base->start : mpit__clock_now();
}
MPIT_HOT uint64_t mpit__current_call_until(const struct mpit_frame *frame,
                                           const struct mpit_base *base)
{
    return frame->watch & MPIT_WATCH_TIME ? base->start + frame->took : mpit__clock_now();
}

/* A thread goes into a call: what it is given, and the requests that it waits for, or NULL.  In the
 * order of live/layout.h. */
MPIT_HOT void mpit__current_call_put(struct mpit_current_call *place, enum mpit_call call,
                                     uint64_t since, struct mpit_said said, MPI_Count count,
                                     const MPI_Request *requests)
{
    struct mpit_live_place *shown = &place->shown;
    const uint64_t n = atomic_load_explicit(&shown->sequence, memory_order_relaxed) + 1;
    struct mpit_live_call_made *made = &shown->made[n % MPIT_LIVE_CALLS_MADE];

    if (requests) {
        said.has |= MPIT_LIVE_HAS_AWAITED;
        mpit__current_call_await(shown, count, requests);
    }
    MPIT_PUT_RELAXED(made->since, since);
    mpit__current_call_say(made, call, said);
    atomic_store_explicit(&shown->sequence, n, memory_order_release);
    atomic_store_explicit(&shown->left, 0, memory_order_release);
}

/* The same, out of line. */
void mpit__current_call_put_apart(struct mpit_current_call *place, enum mpit_call call,
                                  uint64_t since, const struct mpit_said *said, MPI_Count count,
                                  const MPI_Request *requests);

MPIT_HOT void mpit__current_call_leave(struct mpit_current_call *place, uint64_t until)
{
    atomic_store_explicit(&place->shown.left, until, memory_order_release);
}

/* A call has asked whether something has come, and had or had not found it.  Out of line: who asks
 * in vain has nothing better to do. */
void mpit__current_call_polled(struct mpit_current_call *place, enum mpit_call call,
                               const struct mpit_said *said, MPI_Count n,
                               const MPI_Request requests[], bool found);

/* A call has made a request: of a row's call, and what it was given.  Nobody waits for one that was
 * complete from the start and has the handle of others: mpit__current_call_await_many. */
#define MPIT_IS_PERSISTENT(name) (__builtin_strstr(#name, "_init") ? MPIT_LIVE_NOT_STARTED : 0)
MPIT_HOT uint32_t mpit__current_call_kind(enum mpit_family family, struct mpit_said said)
{
    return family == MPIT_FAMILY_recv || (said.has & MPIT_LIVE_HAS_SOURCE) ? MPIT_LIVE_AWAITS_RECV
           : said.has & MPIT_LIVE_HAS_FILE
               ? said.has & MPIT_LIVE_HAS_ALL ? MPIT_LIVE_AWAITS_FILE : MPIT_LIVE_AWAITS_OTHER
           : family == MPIT_FAMILY_rma     ? MPIT_LIVE_AWAITS_TARGET
           : said.has & MPIT_LIVE_HAS_DEST ? MPIT_LIVE_AWAITS_SEND
                                           : MPIT_LIVE_AWAITS_COLLECTIVE;
}
/* What stands in the first place of a request's note goes to its second. */
void mpit__current_call_make_room(struct mpit_current_call *place, uint64_t key);
MPIT_HOT void mpit__current_call_note(struct mpit_current_call *place, MPI_Request request,
                                      enum mpit_call call, uint32_t kind, struct mpit_said said)
{
    const uint64_t key = MPIT_KEY(request);
    struct mpit_live_note *note = &place->notes[mpit_live_note_index(key, 0)];

    if (!MPIT_LIKELY(note->key == key))
        mpit__current_call_make_room(place, key);
    MPIT_PUT_RELAXED(note->key, key);
    MPIT_PUT_RELAXED(note->comm, said.comm);
    MPIT_PUT_RELAXED(note->peer, said.has & MPIT_LIVE_HAS_SOURCE ? said.source
                                 : said.has & MPIT_LIVE_HAS_DEST ? said.dest
                                                                 : MPIT_LIVE_NO_NUMBER);
    MPIT_PUT_RELAXED(note->tag, said.has & MPIT_LIVE_HAS_RECV_TAG ? said.recv_tag
                                : said.has & MPIT_LIVE_HAS_TAG    ? said.tag
                                                                  : MPIT_LIVE_NO_NUMBER);
    MPIT_PUT_RELAXED(note->what, MPIT_LIVE_WHAT(call, kind));
}

/* What is known of a request, or NULL. */
MPIT_HOT struct mpit_live_note *mpit__current_call_find(struct mpit_current_call *place,
                                                        uint64_t key)
{
    struct mpit_live_note *first = &place->notes[mpit_live_note_index(key, 0)],
                          *second = &place->notes[mpit_live_note_index(key, 1)];

    return MPIT_LIKELY(first->key == key) ? first : second->key == key ? second : NULL;
}

/* Persistent ones have been started. */
void mpit__current_call_started(struct mpit_current_call *place, MPI_Count n,
                                const MPI_Request requests[]);

#endif
