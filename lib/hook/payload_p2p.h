/* Payloads of sends, receives, probes and completion calls.  See payload.h. */
#ifndef MPIT_HOOK_PAYLOAD_P2P_H
#define MPIT_HOOK_PAYLOAD_P2P_H

#define SENT(count, datatype)                                                                      \
    ((struct mpit_large_message){comm, dest, larges.tag,                                           \
                                 mpit__frame_bytes(&frame, count, datatype), false})
#define RECEIVED                                                                                   \
    ((struct mpit_large_message){comm, status->MPI_SOURCE, status->MPI_TAG,                        \
                                 mpit__status_bytes(status), true})

#define MPIT_BEFORE_send                                                                           \
    struct mpit_large_messages larges;                                                             \
    if (frame.watch & MPIT_WATCH_WAITS) {                                                          \
        larges.tag = tag;                                                                          \
        MPIT_LARGE_BEGINS(sent, count, datatype, dest, tag)                                        \
    }
#define MPIT_AFTER_send                                                                            \
    if (MPIT_OK) {                                                                                 \
        mpit__book_send(&frame, count, datatype, dest, comm);                                      \
        if (mpit__waits_in(&frame)) {                                                              \
            mpit__waits_transferred(APART_FRAME, frame_base.start, SENT(count, datatype));         \
            MPIT_LARGE_WAS(mpit__frame_bytes(&frame, count, datatype), datatype)                   \
        }                                                                                          \
    }                                                                                              \
    if (frame.watch & MPIT_WATCH_WAITS) {                                                          \
        MPIT_LARGE_ENDS(sent, .peer = dest, .tag = larges.tag)                                     \
    }

#define MPIT_BEFORE_isend
#define MPIT_AFTER_isend                                                                           \
    if (MPIT_OK) {                                                                                 \
        mpit__book_send(&frame, count, datatype, dest, comm);                                      \
        mpit__book_isend(&frame, dest, comm, *request);                                            \
    }

#define MPIT_BEFORE_send_init
#define MPIT_AFTER_send_init                                                                       \
    if (MPIT_OK)                                                                                   \
        mpit__book_persistent(APART_FRAME, false, count, datatype, dest, comm, *request);

#define MPIT_BEFORE_recv_init
#define MPIT_AFTER_recv_init                                                                       \
    if (MPIT_OK) {                                                                                 \
        mpit__book_persistent(APART_FRAME, true, count, datatype, source, comm, *request);         \
        mpit__queue_persistent_made(buf, count, datatype, source, tag, comm, *request);            \
    }

#define MPIT_BEFORE_start
#define MPIT_AFTER_start                                                                           \
    if (MPIT_OK)                                                                                   \
        frame.family = mpit__book_start(APART_FRAME, frame_base.start, *request);

#define MPIT_BEFORE_startall
#define MPIT_AFTER_startall                                                                        \
    if (MPIT_OK)                                                                                   \
        frame.family = mpit__book_startall(APART_FRAME, frame_base.start, count, array_of_requests);

/* Partitioned: one message, whose parts are marked ready one by one. */
#define MPIT_BEFORE_psend_init
#define MPIT_AFTER_psend_init                                                                      \
    if (MPIT_OK)                                                                                   \
        mpit__book_partitioned(APART_FRAME, false, partitions, count, datatype, dest, comm,        \
                               *request);
#define MPIT_BEFORE_precv_init
#define MPIT_AFTER_precv_init                                                                      \
    if (MPIT_OK)                                                                                   \
        mpit__book_partitioned(APART_FRAME, true, partitions, count, datatype, source, comm,       \
                               *request);
#define AFTER_PREADY(n)                                                                            \
    if (MPIT_OK && (frame.watch & MPIT_WATCH_COUNTS))                                              \
        mpit__frame_add(&frame, MPIT_P_PARTS, (uint64_t)(n));
#define MPIT_BEFORE_pready
#define MPIT_AFTER_pready AFTER_PREADY(1)
#define MPIT_BEFORE_pready_range
#define MPIT_AFTER_pready_range AFTER_PREADY(partition_high - partition_low + 1)
#define MPIT_BEFORE_pready_list
#define MPIT_AFTER_pready_list AFTER_PREADY(length)

#define TELL_RECEIVED                                                                              \
    if (frame.watch & MPIT_WATCH_EVENTS)                                                           \
        mpit__hook_event_received(frame.took, comm, status);
/* Nothing is told of yet. */
#define BEFORE_TELLING                                                                             \
    if (frame.watch & MPIT_WATCH_EVENTS)                                                           \
        mpit__request_event_now_nothing();

#define AFTER_SENDRECV(sendcount, sendtype, recvtype)                                              \
    if (MPIT_OK) {                                                                                 \
        mpit__book_send(&frame, sendcount, sendtype, dest, comm);                                  \
        mpit__book_recv(&frame, comm, recvtype, status);                                           \
        TELL_RECEIVED                                                                              \
        if (mpit__waits_in(&frame)) {                                                              \
            mpit__waits_exchanged(APART_FRAME, frame_base.start, SENT(sendcount, sendtype),        \
                                  status);                                                         \
            MPIT_LARGE_WAS(mpit__frame_bytes(&frame, sendcount, sendtype), sendtype)               \
            MPIT_LARGE_WAS(mpit__status_bytes(status), recvtype)                                   \
        }                                                                                          \
    }                                                                                              \
    if (frame.watch & MPIT_WATCH_WAITS) {                                                          \
        MPIT_LARGE_ENDS(sent, .peer = dest, .tag = larges.tag)                                     \
        MPIT_LARGE_ENDS(received, .peer = status->MPI_SOURCE, .tag = status->MPI_TAG)              \
    }
#define BEFORE_SENDRECV(sendcount, sendtype, recvcount, recvtype)                                  \
    OWN_STATUS                                                                                     \
    BEFORE_TELLING                                                                                 \
    struct mpit_large_messages larges;                                                             \
    if (frame.watch & MPIT_WATCH_WAITS) {                                                          \
        larges.tag = sendtag;                                                                      \
        MPIT_LARGE_BEGINS(sent, sendcount, sendtype, dest, sendtag)                                \
        MPIT_LARGE_BEGINS(received, recvcount, recvtype, source, recvtag)                          \
    }
#define MPIT_BEFORE_sendrecv         BEFORE_SENDRECV(sendcount, sendtype, recvcount, recvtype)
#define MPIT_AFTER_sendrecv          AFTER_SENDRECV(sendcount, sendtype, recvtype)
#define MPIT_BEFORE_sendrecv_replace BEFORE_SENDRECV(count, datatype, count, datatype)
#define MPIT_AFTER_sendrecv_replace  AFTER_SENDRECV(count, datatype, datatype)

#define AFTER_ISENDRECV(sendcount, sendtype, recvtype)                                             \
    if (MPIT_OK) {                                                                                 \
        mpit__book_send(&frame, sendcount, sendtype, dest, comm);                                  \
        mpit__book_comm(&frame, comm);                                                             \
        mpit__book_isendrecv(APART_FRAME, dest, source, comm, recvtype, *request);                 \
    }
#define MPIT_BEFORE_isendrecv         BEFORE_TELLING
#define MPIT_AFTER_isendrecv          AFTER_ISENDRECV(sendcount, sendtype, recvtype)
#define MPIT_BEFORE_isendrecv_replace BEFORE_TELLING
#define MPIT_AFTER_isendrecv_replace  AFTER_ISENDRECV(count, datatype, datatype)

#define MPIT_BEFORE_recv                                                                           \
    OWN_STATUS                                                                                     \
    BEFORE_TELLING                                                                                 \
    struct mpit_large_messages larges;                                                             \
    if (frame.watch & MPIT_WATCH_WAITS) {                                                          \
        MPIT_LARGE_BEGINS(received, count, datatype, source, tag)                                  \
    }
#define MPIT_AFTER_recv                                                                            \
    if (MPIT_OK) {                                                                                 \
        mpit__book_recv(&frame, comm, datatype, status);                                           \
        TELL_RECEIVED                                                                              \
        if (mpit__waits_in(&frame)) {                                                              \
            mpit__waits_transferred(APART_FRAME, frame_base.start, RECEIVED);                      \
            MPIT_LARGE_WAS(mpit__status_bytes(status), datatype)                                   \
        } else if (frame.watch & MPIT_WATCH_WAITS)                                                 \
            mpit__waits_came_at_once(&frame, status->MPI_SOURCE, comm);                            \
    }                                                                                              \
    if (frame.watch & MPIT_WATCH_WAITS) {                                                          \
        MPIT_LARGE_ENDS(received, .peer = status->MPI_SOURCE, .tag = status->MPI_TAG)              \
    }

#define MPIT_BEFORE_irecv BEFORE_TELLING
#define MPIT_AFTER_irecv                                                                           \
    if (MPIT_OK)                                                                                   \
        mpit__book_irecv(&frame, source, comm, datatype, *request);

#define MPIT_BEFORE_mprobe OWN_STATUS BEFORE_TELLING
#define MPIT_AFTER_mprobe                                                                          \
    if (MPIT_OK) {                                                                                 \
        mpit__book_comm(&frame, comm);                                                             \
        mpit__book_matched(APART_FRAME, comm, *message, status);                                   \
        TELL_RECEIVED                                                                              \
    }                                                                                              \
    AFTER_PROBE

#define AFTER_PROBE                                                                                \
    if (MPIT_OK && mpit__waits_in(&frame))                                                         \
        mpit__waits_transferred(                                                                   \
            APART_FRAME, frame_base.start,                                                         \
            (struct mpit_large_message){comm, status->MPI_SOURCE, .receives = true});
#define MPIT_BEFORE_probe OWN_STATUS
#define MPIT_AFTER_probe                                                                           \
    if (MPIT_OK)                                                                                   \
        mpit__book_comm(&frame, comm);                                                             \
    AFTER_PROBE

#define MPIT_BEFORE_improbe OWN_STATUS BEFORE_TELLING
#define MPIT_AFTER_improbe                                                                         \
    if (MPIT_OK)                                                                                   \
        mpit__book_comm(&frame, comm);                                                             \
    if (MPIT_OK && *flag) {                                                                        \
        mpit__book_matched(APART_FRAME, comm, *message, status);                                   \
        TELL_RECEIVED                                                                              \
    }

/* The message handle is gone after the call. */
#define BEFORE_MATCHED                                                                             \
    MPI_Message matched = message ? *message : MPI_MESSAGE_NULL;                                   \
    struct mpit_where from = mpit__book_take_message(matched);                                     \
    mpit__object_gone(MPIT_KIND_message, MPIT_KEY(matched));
#define MPIT_BEFORE_mrecv BEFORE_MATCHED OWN_STATUS
#define MPIT_AFTER_mrecv                                                                           \
    if (MPIT_OK)                                                                                   \
        mpit__book_mrecv(APART_FRAME, from, datatype, status);                                     \
    else if (!MPIT_FACT(errors_wander))                                                            \
        frame.failed = mpit__where_comm(from);

#define MPIT_BEFORE_imrecv BEFORE_MATCHED
#define MPIT_AFTER_imrecv                                                                          \
    if (MPIT_OK && matched != MPI_MESSAGE_NO_PROC)                                                 \
        mpit__book_imrecv(APART_FRAME, from, datatype, *request);

#define BEFORE_ONE                                                                                 \
    MPI_Request before = request ? *request : MPI_REQUEST_NULL;                                    \
    struct mpit_request *taken = mpit__book_take(frame.watch, before);                             \
    OWN_STATUS
#define MPIT_BEFORE_wait BEFORE_ONE
#define AFTER_ONE                                                                                  \
    mpit__book_complete(&frame, taken, before, MPIT_OK ? status : NULL,                            \
                        MPIT_FACT_blames_comm_of_one);                                             \
    if (frame.watch & MPIT_WATCH_HELD)                                                             \
        mpit__book_request_gone(before, request);
#define MPIT_AFTER_wait                                                                            \
    if (MPIT_OK && mpit__waits_in(&frame))                                                         \
        mpit__waits_completed(APART_FRAME, frame_base.start, before, status);                      \
    if (MPIT_OK || !mpit__book_was_refused(rc)) {                                                  \
        AFTER_ONE                                                                                  \
    } else                                                                                         \
        mpit__book_give_back(taken);

/* A test that failed has ended its request as well, unless it left it as it was: a persistent one
 * keeps its handle. */
#define MPIT_BEFORE_test BEFORE_ONE
#define MPIT_AFTER_test                                                                            \
    if (MPIT_OK ? *flag                                                                            \
                : request && (*request != before ||                                                \
                              mpit__book_is_inactive(frame.watch, taken, before))) {               \
        AFTER_ONE                                                                                  \
    } else {                                                                                       \
        mpit__book_give_back(taken);                                                               \
        if (MPIT_OK && (frame.watch & MPIT_WATCH_STARTS))                                          \
            mpit__book_unfinished(1, request);                                                     \
    }

#define BEFORE_MANY(n)                                                                             \
    struct mpit_copies copies;                                                                     \
    bool copied =                                                                                  \
        mpit__copies_take(&copies, frame.watch, n, array_of_requests, array_of_statuses);          \
    if (copied)                                                                                    \
        array_of_statuses = copies.statuses;
#define AFTER_MANY(n)                                                                              \
    if (copied) {                                                                                  \
        if (frame.watch & MPIT_WATCH_HELD)                                                         \
            mpit__book_gone(&copies, n, array_of_requests);                                        \
        mpit__copies_give(&copies);                                                                \
    }

#define MPIT_BEFORE_waitall BEFORE_MANY(count)
#define MPIT_AFTER_waitall                                                                         \
    if (copied)                                                                                    \
        frame.failed = mpit__book_completed_all(APART_FRAME, &copies, rc, count);                  \
    AFTER_MANY(count)

#define MPIT_BEFORE_testall BEFORE_MANY(count)
#define MPIT_AFTER_testall                                                                         \
    if (copied && (!MPIT_OK || *flag))                                                             \
        frame.failed = mpit__book_completed_all(APART_FRAME, &copies, rc, count);                  \
    else if (MPIT_OK && !*flag && (frame.watch & MPIT_WATCH_STARTS))                               \
        mpit__book_unfinished(count, array_of_requests);                                           \
    AFTER_MANY(count)

#define MPIT_BEFORE_waitsome BEFORE_MANY(incount)
#define MPIT_AFTER_waitsome                                                                        \
    if (copied && MPIT_OK && *outcount > 0 && mpit__waits_in(&frame))                              \
        mpit__waits_completed(APART_FRAME, frame_base.start, copies.requests[array_of_indices[0]], \
                              &copies.statuses[0]);                                                \
    AFTER_SOME
#define AFTER_SOME                                                                                 \
    if (copied)                                                                                    \
        frame.failed =                                                                             \
            mpit__book_completed_some(APART_FRAME, &copies, rc, outcount, array_of_indices);       \
    AFTER_MANY(incount)
#define MPIT_BEFORE_testsome MPIT_BEFORE_waitsome
#define MPIT_AFTER_testsome                                                                        \
    AFTER_SOME                                                                                     \
    if (MPIT_OK && (frame.watch & MPIT_WATCH_STARTS))                                              \
        mpit__book_unfinished(incount, array_of_requests);

#define BEFORE_ANY                                                                                 \
    struct mpit_copies copies;                                                                     \
    bool copied = mpit__copies_take(&copies, frame.watch, count, array_of_requests, NULL);         \
    OWN_STATUS
#define MPIT_BEFORE_waitany BEFORE_ANY
#define MPIT_AFTER_waitany                                                                         \
    if (copied && !mpit__book_was_refused(rc) && *indx >= 0 && *indx < count) {                    \
        if (MPIT_OK && mpit__waits_in(&frame))                                                     \
            mpit__waits_completed(APART_FRAME, frame_base.start, copies.requests[*indx], status);  \
        mpit__book_completed(&frame, &copies, *indx, MPIT_OK ? status : NULL);                     \
    }                                                                                              \
    AFTER_MANY(count)

#define MPIT_BEFORE_testany BEFORE_ANY
#define MPIT_AFTER_testany                                                                         \
    if (copied && (MPIT_OK ? *flag : !mpit__book_was_refused(rc)) && *indx >= 0 && *indx < count)  \
        mpit__book_completed(&frame, &copies, *indx, MPIT_OK ? status : NULL);                     \
    else if (MPIT_OK && !*flag && (frame.watch & MPIT_WATCH_STARTS))                               \
        mpit__book_unfinished(count, array_of_requests);                                           \
    AFTER_MANY(count)

#define MPIT_BEFORE_request_free                                                                   \
    MPI_Request before = request ? *request : MPI_REQUEST_NULL;                                    \
    struct mpit_request *kept = mpit__book_request_to_free(before);                                \
    struct mpit_persistent *persistent = mpit__queue_persistent_free_begins(before);               \
    struct mpit_object *freed = mpit__object_free_begins(MPIT_KIND_request, MPIT_KEY(before));
#define MPIT_AFTER_request_free                                                                    \
    mpit__book_request_freed(frame.thread, kept, MPIT_OK);                                         \
    mpit__queue_persistent_free_ends(persistent, MPIT_OK);                                         \
    mpit__object_free_ends(freed, MPIT_OK);

#endif
