/* Every MPI call that we override, expanded from calls.def.
 *
 * A call is a jump through its jump slot.  As long as nothing was ever watched in the process, the
 * pointer there is the vendor's function (or that of a PMPI tool below us), so that we cost less
 * than an empty wrapper.  The first watch points all of them, for good, to functions that look at
 * the watch mask: one load and a comparison more.  There is no way back, so that no thread can be
 * left with a pointer that belongs to a watch which another one has just ended. */
#include "config.h"

#include "hook/below.h"
#include "hook/frame.h"
#include "hook/hooks.h"
#include "hook/mpi_and_pmpi.h"
#include "hook/payload.h"
#include "hook/raise_events.h"
#include "hook/recorder.h"
#include "mpi/jump_slot.h"
#include "profile/level.h"
#include "queue/calls.h"
#include "queue/source.h"

#define VIA_vendor(name) mpit__next.PMPI_##name
#define VIA_always(name) mpit__queue_##name
#define VIA_queue(name)                                                                            \
    (frame.watch & (MPIT_WATCH_QUEUE | MPIT_WATCH_SERVE) ? mpit__queue_##name                      \
                                                         : mpit__next.PMPI_##name)

/* MPI_Waitall. */
#define VIA_waits(name) (frame.watch & MPIT_WATCH_WAITS ? mpit__waits_##name : VIA_queue(name))

/* A call that has come back from a tool below us: who handed it down counts it. */
#define BACK_vendor(name) mpit__next.PMPI_##name
#define BACK_always(name) mpit__queue_##name
#define BACK_queue(name)                                                                           \
    (mpit__watch_mask(&mpit__watch) & (MPIT_WATCH_QUEUE | MPIT_WATCH_SERVE)                        \
         ? mpit__queue_##name                                                                      \
         : mpit__next.PMPI_##name)

#define BACK_waits(name) BACK_queue(name)

/* A request has been started: if nobody watches requests it is one that nobody knows. */
#define STARTS_REQUEST(name, family)                                                               \
    (STARTS(name) || (MPIT_HAS_REQUESTS(request) && MPIT_FAMILY_##family != MPIT_FAMILY_wait &&    \
                      !MPIT_IS_PERSISTENT(name)))
#define UNWATCHED(name, family)                                                                    \
    if (STARTS_REQUEST(name, family) && !(frame.watch & MPIT_WATCH_REQUESTS))                      \
        requests_are_unwatched();

/* A call that is watched.  may: the bits that the word can have, as far as the compiler is told;
 * outermost: whether it is inside no other one for certain; said: SAYS where the thread says where
 * it is, else SILENT. */
#define BODY(name, family, payload, via, actuals, may, outermost, said)                            \
    {                                                                                              \
        struct mpit_base frame_base;                                                               \
        struct mpit_frame frame;                                                                   \
        int rc;                                                                                    \
        if (!mpit__frame_enter(&frame, &frame_base, mpit__watch_mask(&mpit__watch), may,           \
                               outermost, MPIT_CALL_##name, MPIT_FAMILY_##family,                  \
                               __builtin_return_address(0))) {                                     \
            struct mpit_nested nested;                                                             \
            if (frame_base.outer)                                                                  \
                return BACK_##via(name) actuals;                                                   \
            mpit__nested_enter(&nested, MPIT_FAMILY_##family);                                     \
            rc = mpit__next.PMPI_##name actuals;                                                   \
            mpit__nested_leave(&nested);                                                           \
            return rc;                                                                             \
        }                                                                                          \
        said##_ENTER(name, family, actuals) MPIT_BEFORE_##payload rc = VIA_##via(name) actuals;    \
        mpit__frame_returned(&frame, &frame_base);                                                 \
        SITE(family)                                                                               \
        NOTES(name, family, actuals)                                                               \
        UNWATCHED(name, family)                                                                    \
        MPIT_AFTER_##payload mpit__book_any(&frame, rc, comm, win, fh, info);                      \
        said##_LEAVE(name, family, actuals) mpit__frame_leave(&frame, &frame_base);                \
        if (frame.watch & MPIT_WATCH_EVENTS)                                                       \
            mpit__hook_event_after(frame_base.outer == 0);                                         \
        return rc;                                                                                 \
    }

/* From where in the program, in the function that the program has called. */
#define SITE(family)                                                                               \
    if (!mpit__sites_in(frame.watch))                                                              \
        ;                                                                                          \
    else if (IS_SHORT(family))                                                                     \
        frame.site =                                                                               \
            mpit__sites_find(frame.thread, frame.call, __builtin_return_address(0), &frame_base);  \
    else                                                                                           \
        frame.site = mpit__sites_find_apart(frame.thread, frame.call, __builtin_return_address(0), \
                                            &frame_base);

#define SILENT_ENTER(name, family, actuals)
#define SILENT_LEAVE(name, family, actuals)

/* A completion call names the requests that it waits for; one that tests goes on. */
#define WAITS(family)                                                                              \
    (MPIT_FAMILY_##family == MPIT_FAMILY_wait &&                                                   \
     MPIT_HAS(status, 1) + MPIT_HAS(array_of_statuses, 1) > MPIT_HAS(flag, 1))
#define AWAITED(family)                                                                            \
    (!WAITS(family)                        ? NULL                                                  \
     : MPIT_REQUESTS_OF(array_of_requests) ? MPIT_REQUESTS_OF(array_of_requests)                   \
                                           : MPIT_REQUESTS_OF(request))
/* Calls that take long anyway say it out of line, which makes less code; HANDED as well. */
#define IS_SHORT(family)                                                                           \
    ((int)MPIT_FAMILY_##family < (int)MPIT_FAMILY_FIRST_COLLECTIVE ||                              \
     MPIT_FAMILY_##family == MPIT_FAMILY_rma)
/* A call that starts a message comes back at once, and its request has a note of what it was given:
 * of where the thread is its name is enough. */
#define STARTS_MESSAGE(family)                                                                     \
    (((MPIT_FAMILY_##family) == MPIT_FAMILY_send || (MPIT_FAMILY_##family) == MPIT_FAMILY_recv) && \
     MPIT_HAS_REQUESTS(request))
#define SAID_ON_ENTRY(name, family, actuals)                                                       \
    (STARTS_MESSAGE(family) ? (struct mpit_said){.comm = MPIT_KEY(MPI_COMM_NULL)}                  \
                            : said_##name actuals)
#define SAYS_ENTER(name, family, actuals)                                                          \
    if (!MPIT_LIKELY(frame.place != NULL))                                                         \
        ;                                                                                          \
    else if (IS_SHORT(family))                                                                     \
        mpit__current_call_put(frame.place, MPIT_CALL_##name,                                      \
                               mpit__current_call_since(&frame, &frame_base),                      \
                               SAID_ON_ENTRY(name, family, actuals),                               \
                               MPIT_OF(incount, MPIT_OF(count, 1)), AWAITED(family));              \
    else                                                                                           \
        SAYS_ENTER_APART(name, family, actuals)                                                    \
    SAYS_LOCK(name)
#define SAYS_ENTER_APART(name, family, actuals)                                                    \
    mpit__current_call_put_apart(frame.place, MPIT_CALL_##name,                                    \
                                 mpit__current_call_since(&frame, &frame_base),                    \
                                 (struct mpit_said[]){said_##name actuals},                        \
                                 MPIT_OF(incount, MPIT_OF(count, 1)), AWAITED(family));
/* What it has made or started. */
#define STARTS(name) (MPIT_CALL_##name == MPIT_CALL_Start || MPIT_CALL_##name == MPIT_CALL_Startall)
#define SAYS_REQUESTS(name, family, actuals)                                                       \
    {                                                                                              \
        if (STARTS(name))                                                                          \
            mpit__current_call_started(frame.place, MPIT_OF(count, 1),                             \
                                       MPIT_REQUESTS_OF(array_of_requests)                         \
                                           ? MPIT_REQUESTS_OF(array_of_requests)                   \
                                           : MPIT_REQUESTS_OF(request));                           \
        else if (MPIT_HAS_REQUESTS(request) && MPIT_FAMILY_##family != MPIT_FAMILY_wait)           \
            mpit__current_call_note(                                                               \
                frame.place, *MPIT_REQUESTS_OF(request), MPIT_CALL_##name,                         \
                mpit__current_call_kind(MPIT_FAMILY_##family, said_##name actuals) |               \
                    MPIT_IS_PERSISTENT(name),                                                      \
                said_##name actuals);                                                              \
    }
/* A call that asks whether something has come says what, and whether it has. */
#define POLLS(name, family)                                                                        \
    (MPIT_CALL_##name == MPIT_CALL_Testsome ||                                                     \
     (IS_RESULT(flag) &&                                                                           \
      (MPIT_FAMILY_##family == MPIT_FAMILY_wait || MPIT_FAMILY_##family == MPIT_FAMILY_probe ||    \
       MPIT_FAMILY_##family == MPIT_FAMILY_rma)))
#define IS_RESULT(formal) _Generic((formal), int * : 1, default : 0)
#define RESULT(formal)    _Generic((formal), int * : (formal), default : &(int){0})
#define HAS_FOUND         (IS_RESULT(flag) ? *RESULT(flag) != 0 : *RESULT(outcount) != 0)
#define POLLED_OF(formal)                                                                          \
    _Generic((formal), MPI_Request * : (formal), MPI_Request : &(formal), default : NULL)
#define SAYS_POLL(name, family, actuals)                                                           \
    if (POLLS(name, family))                                                                       \
        mpit__current_call_polled(frame.place, MPIT_CALL_##name,                                   \
                                  (struct mpit_said[]){said_##name actuals},                       \
                                  MPIT_OF(incount, MPIT_OF(count, 1)),                             \
                                  MPIT_REQUESTS_OF(array_of_requests)                              \
                                      ? (const MPI_Request *)MPIT_REQUESTS_OF(array_of_requests)   \
                                      : (const MPI_Request *)POLLED_OF(request),                   \
                                  rc != MPI_SUCCESS || HAS_FOUND);
/* What it wants, and has done, at a window or a file where others wait for it. */
#define SAYS_LOCK(name)                                                                            \
    if (MPIT_IS_LOCK(name) && mpit__live_is_where())                                               \
        mpit__synchronization_wants(MPIT_KEY(win), LOCK_OF_CALL);
#define SAYS_MET(name, actuals)                                                                    \
    if (MPIT_IS_MEETING(name) && !MPIT_MEETING_ENDED_BY(name) && mpit__live_is_where())            \
        mpit__synchronization_met(fh != MPI_FILE_NULL ? MPIT_KIND_file : MPIT_KIND_win,            \
                                  (said_##name actuals).comm, rc == MPI_SUCCESS);                  \
    if (MPIT_IS_EPOCH(name) && mpit__live_is_where())                                              \
        mpit__synchronization_after(MPIT_CALL_##name, MPIT_KEY(win), LOCK_OF_CALL,                 \
                                    GROUP_OF(group),                                               \
                                    rc == MPI_SUCCESS && (!IS_RESULT(flag) || *RESULT(flag)));
#define LOCK_OF_CALL                                                                               \
    mpit__synchronization_lock_of(MPIT_INT_OF(rank, MPIT_LIVE_NO_NUMBER),                          \
                                  MPIT_INT_OF(lock_type, 0), MPIT_INT_OF(assert, 0))
#define GROUP_OF(formal) _Generic((formal), MPI_Group : (formal), default : MPI_GROUP_NULL)
#define SAYS_LEAVE(name, family, actuals)                                                          \
    SAYS_MET(name, actuals)                                                                        \
    if (MPIT_LIKELY(frame.place != NULL)) {                                                        \
        if (rc == MPI_SUCCESS)                                                                     \
            SAYS_REQUESTS(name, family, actuals)                                                   \
        SAYS_POLL(name, family, actuals)                                                           \
        mpit__current_call_leave(frame.place, mpit__current_call_until(&frame, &frame_base));      \
        if (frame.thread->recorder)                                                                \
            RECORDS(name, family, actuals)                                                         \
    }
#define RECORDS(name, family, actuals)                                                             \
    {                                                                                              \
        if (STARTS(name) && rc == MPI_SUCCESS)                                                     \
            mpit__recorder_started(frame.thread, MPIT_OF(count, 1),                                \
                                   MPIT_REQUESTS_OF(array_of_requests)                             \
                                       ? MPIT_REQUESTS_OF(array_of_requests)                       \
                                       : MPIT_REQUESTS_OF(request));                               \
        RECORDS_CALL(name, family, actuals)                                                        \
    }
/* Of a call that receives a message its status, which is there: a constant, and a pointer. */
#define RECEIVES(family)                                                                           \
    (MPIT_HAS(source, 1) && MPIT_FAMILY_##family != MPIT_FAMILY_probe &&                           \
     _Generic((status), MPI_Status * : 1, default : 0))
#define RECEIVED_BY(family)                                                                        \
    (RECEIVES(family) ? _Generic((status), MPI_Status *                                            \
                                 : (status), default                                               \
                                 : (MPI_Status *)NULL)                                             \
                      : NULL)
#define RECORDS_CALL(name, family, actuals)                                                        \
    if (POLLS(name, family) || STARTS(name) || rc != MPI_SUCCESS ||                                \
        !(frame.watch & MPIT_WATCH_TIME) || !RECORDS_KNOWN(name, family, actuals))                 \
        mpit__recorder_put(frame.thread, MPIT_CALL_##name, rc,                                     \
                           POLLS(name, family) && rc == MPI_SUCCESS && !HAS_FOUND,                 \
                           RECEIVED_BY(family), mpit__current_call_until(&frame, &frame_base),     \
                           (struct mpit_said[]){said_##name actuals},                              \
                           mpit__sites_in(frame.watch) ? frame.site : NULL);
/* Which of both a call is, the compiler knows. */
#define RECORDS_KNOWN(name, family, actuals)                                                       \
    (AWAITED(family) ? (mpit__recorder_put_waited(frame.thread, RECORDED_WHAT(name, 0),            \
                                                  frame_base.start, frame.took),                   \
                        true)                                                                      \
     : !RECEIVES(family)                                                                           \
         ? RECORDS_ARGUMENTS(name, family, actuals)                                                \
         : !MPIT_HAS(dest, 1) &&                                                                   \
               mpit__recorder_put_received(                                                        \
                   frame.thread, RECORDED_WHAT(name, MPIT_LIVE_CALLED_MESSAGE), frame_base.start,  \
                   frame.took, said_##name actuals, RECEIVED_BY(family)))
#define RECORDS_ARGUMENTS(name, family, actuals)                                                   \
    (IS_SHORT(family)                                                                              \
         ? mpit__recorder_put_known(                                                               \
               frame.thread, RECORDED_WHAT(name, mpit__recorder_ways((said_##name actuals).has)),  \
               frame_base.start, frame.took, said_##name actuals)                                  \
         : mpit__recorder_put_known_apart(                                                         \
               frame.thread, RECORDED_WHAT(name, mpit__recorder_ways((said_##name actuals).has)),  \
               frame_base.start, frame.took, (struct mpit_said[]){said_##name actuals}))
#define RECORDED_WHAT(name, bits)                                                                  \
    MPIT_LIVE_CALLED(                                                                              \
        MPIT_CALL_##name, bits,                                                                    \
        mpit__sites_in(frame.watch) ? mpit__sites_row(frame.thread->sites, frame.site) : 0)

/* What it has made, for waits: of a message with whom; of a collective where its arrival stands; an
 * access to a file or a window ends what was known of the handle. */
#define IS_MESSAGE(name, family)                                                                   \
    ((int)MPIT_FAMILY_##family <= (int)MPIT_FAMILY_recv && MPIT_HAS(comm, 1) &&                    \
     !MPIT_HAS(partitions, 1))
#define NOTES(name, family, actuals)                                                               \
    if (MPIT_HAS_REQUESTS(request) && MPIT_FAMILY_##family != MPIT_FAMILY_wait && !STARTS(name) && \
        (frame.watch & MPIT_WATCH_EVENTS) && rc == MPI_SUCCESS && !told)                           \
        mpit__hook_event_of_request(                                                               \
            APART_FRAME, MPIT_IS_PERSISTENT(name) != 0, said_##name actuals,                       \
            (struct mpit_target){win, fh, MPIT_OF(target_count, 0),                                \
                                 MPIT_OF(target_datatype, MPI_DATATYPE_NULL)});                    \
    if (MPIT_HAS_REQUESTS(request) && MPIT_FAMILY_##family != MPIT_FAMILY_wait && !STARTS(name) && \
        (frame.watch & MPIT_WATCH_WAITS) && rc == MPI_SUCCESS) {                                   \
        if (IS_MESSAGE(name, family))                                                              \
            mpit__waits_note_said(&frame, *MPIT_REQUESTS_OF(request),                              \
                                  MPIT_IS_PERSISTENT(name) != 0, said_##name actuals);             \
        else                                                                                       \
            mpit__waits_note_other(frame.thread, *MPIT_REQUESTS_OF(request), arrival);             \
    }

/* What the row's call is given; each is expanded once, since it is long. */
#define SAID(name, formals)                                                                        \
    MPIT_HOT struct mpit_said said_##name formals {                                                \
        return MPIT_SAID(name);                                                                    \
    }

#define WATCHED(name, family, payload, via, formals, actuals)                                      \
    static MPIT_APART MPIT_UNGUARDED int watched_##name formals BODY(                              \
        name, family, payload, via, actuals, UINT32_MAX, false, SILENT)

/* The same with mpit_live=where. */
#define PLACED(name, family, payload, via, formals, actuals)                                       \
    static MPIT_APART MPIT_UNGUARDED int placed_##name formals BODY(                               \
        name, family, payload, via, actuals, UINT32_MAX, false, SAYS)

/* The same where only how many and how much is watched, of a call that is inside no other one: what
 * else is booked folds away. */
#define AMOUNTS(name, family, payload, via, formals, actuals)                                      \
    static MPIT_APART MPIT_UNGUARDED int counted_##name formals BODY(                              \
        name, family, payload, via, actuals, MPIT_WATCH_AMOUNTS, true, SILENT)

/* What a call changes for the queue if it does not come to us. */
#define GONE_vendor
#define GONE_queue  mpit__source_end();
#define GONE_waits  mpit__source_end();
#define GONE_always mpit__source_end();

/* A call for a tool below us: see below.h. */
#define HANDED(name, family, payload, via, formals, actuals, wanted)                               \
    static MPIT_APART int handed_##name formals                                                    \
    {                                                                                              \
        static _Atomic bool comes_back;                                                            \
        const uint32_t watch = mpit__watch_mask(&mpit__watch);                                     \
        struct mpit_base frame_base;                                                               \
        struct mpit_frame frame = {.took = 0};                                                     \
        struct mpit_handed outer_handed;                                                           \
        enum mpit_way_back way;                                                                    \
        int rc;                                                                                    \
        if (!(wanted) || atomic_load(&comes_back) ||                                               \
            !mpit__frame_enter(&frame, &frame_base, watch, UINT32_MAX, false, MPIT_CALL_##name,    \
                               MPIT_FAMILY_##family, __builtin_return_address(0)))                 \
            return mpit__next.MPI_##name actuals;                                                  \
        if (frame.place)                                                                           \
            SAYS_ENTER_APART(name, family, actuals)                                                \
        SAYS_LOCK(name)                                                                            \
        MPIT_BEFORE_##payload mpit__below_enter(&frame_base, MPIT_CALL_##name, &outer_handed);     \
        rc = mpit__next.MPI_##name actuals;                                                        \
        way = mpit__below_leave(&outer_handed);                                                    \
        mpit__frame_returned(&frame, &frame_base);                                                 \
        if (way == MPIT_CAME_AS_OTHER)                                                             \
            frame.watch = 0;                                                                       \
        SITE(family)                                                                               \
        NOTES(name, family, actuals)                                                               \
        UNWATCHED(name, family)                                                                    \
        MPIT_AFTER_##payload mpit__book_any(&frame, rc, comm, win, fh, info);                      \
        SAYS_LEAVE(name, family, actuals) mpit__frame_leave(&frame, &frame_base);                  \
        if (frame.watch & MPIT_WATCH_EVENTS)                                                       \
            mpit__hook_event_after(frame_base.outer == 0);                                         \
        atomic_store(&comes_back, way != MPIT_WENT_PAST);                                          \
        if (way == MPIT_WENT_PAST) {                                                               \
            mpit__below_say("MPI_" #name, (const void *)mpit__next.MPI_##name);                    \
            GONE_##via                                                                             \
        }                                                                                          \
        return rc;                                                                                 \
    }

#define CALL(name, family, payload, via, formals, actuals)                                         \
    SAID(name, formals)                                                                            \
    WATCHED(name, family, payload, via, formals, actuals)                                          \
    AMOUNTS(name, family, payload, via, formals, actuals)                                          \
    PLACED(name, family, payload, via, formals, actuals)                                           \
    HANDED(name, family, payload, via, formals, actuals, watch)                                    \
    static int checked_##name formals                                                              \
    {                                                                                              \
        const uint32_t watch = mpit__watch_mask(&mpit__watch);                                     \
        if (MPIT_LIKELY(!watch))                                                                   \
            return mpit__next.PMPI_##name actuals;                                                 \
        if (MPIT_LIKELY(!(watch & ~(uint32_t)MPIT_WATCH_AMOUNTS) && mpit__thread_is_outside()))    \
            return counted_##name actuals;                                                         \
        return watched_##name actuals;                                                             \
    }                                                                                              \
    MPIT_JOIN(FIRST_, IS_STARTER(actuals))                                                         \
    (name, formals, actuals) MPIT_EXPORT(MPI_##name, formals, actuals, fill_jump_slots())          \
        MPIT_EXPORT(PMPI_##name, formals, actuals, fill_jump_slots())

/* A call that may start a request, as its last argument tells.  Until one is started that nobody
 * watches, such calls come by here, so that it is known that there is none; then never again. */
#define IS_STARTER(actuals)          IS_ONE(MPIT_JOIN(STARTED_BY_, MPIT_LAST(actuals)))
#define IS_ONE(...)                  SECOND(__VA_ARGS__, 0, 0)
#define SECOND(a, b, ...)            b
#define STARTED_BY_request           , 1
#define STARTED_BY_array_of_requests , 1
#define FIRST_0(name, formals, actuals)
#define FIRST_1(name, formals, actuals)                                                            \
    static MPIT_APART MPIT_UNGUARDED int first_PMPI_##name formals                                 \
    {                                                                                              \
        const uint32_t watch = mpit__watch_mask(&mpit__watch);                                     \
        if (!(watch & MPIT_WATCH_REQUESTS))                                                        \
            requests_are_unwatched();                                                              \
        if (atomic_load(&armed) == PLACED)                                                         \
            return placed_##name actuals;                                                          \
        return watch ? watched_##name actuals : mpit__next.PMPI_##name actuals;                    \
    }                                                                                              \
    static MPIT_APART MPIT_UNGUARDED int first_MPI_##name formals                                  \
    {                                                                                              \
        if (!MPIT_BELOW(name))                                                                     \
            return first_PMPI_##name actuals;                                                      \
        if (!(mpit__watch_mask(&mpit__watch) & MPIT_WATCH_REQUESTS))                               \
            requests_are_unwatched();                                                              \
        return handed_##name actuals;                                                              \
    }

#define ALWAYS(name, family, payload, via, formals, actuals)                                       \
    SAID(name, formals)                                                                            \
    WATCHED(name, family, payload, via, formals, actuals)                                          \
    PLACED(name, family, payload, via, formals, actuals)                                           \
    HANDED(name, family, payload, via, formals, actuals, true)                                     \
    MPIT_BOTH(name, formals, actuals, handed_##name, watched_##name)

/* What mpit__book_any is told of a call: the row's formal of that name, or where it has none the
 * null object here. */
static const MPI_Comm comm = MPI_COMM_NULL;
static const MPI_Win win = MPI_WIN_NULL;
static const MPI_File fh = MPI_FILE_NULL;
static const MPI_Info info = MPI_INFO_NULL;
/* What SAYS is told: the formals that a row lacks; of some only their types matter. */
static const struct mpit_absent __attribute__((unused)) opener, count, incount, sendcount,
    recvcount, datatype, sendtype, recvtype, sendbuf, recvbuf, dest, source, target_rank, tag,
    sendtag, recvtag, root, op, request, array_of_requests, status, array_of_statuses, flag,
    partitions, target_count, target_datatype, outcount, rank, lock_type, assert, group, ended;
/* The same of a collective that is not made to be started later, and of what is no collective. */
static struct mpit_prepared *const prepared = NULL;
static const struct mpit_arrival arrival = {.slot = NULL};
static struct mpit_request_event *const told = NULL;
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-parameter" /* of SAID */

static void fill_jump_slots(void);

/* Whether jump slots lead to what looks at the watch mask, and says where the thread is. */
enum { NOT_ARMED, CHECKED, PLACED };
static _Atomic int armed;

static inline void requests_are_unwatched(void)
{
    if (!MPIT_LIKELY(atomic_load_explicit(&mpit__requests_unwatched, memory_order_relaxed)))
        mpit__hooks_requests_unwatched();
}

#include "mpi/calls.def"

/* What a slot leads to: where its call may be the first to start a request, what looks at that. */
#define BEHIND(actuals)          MPIT_JOIN(BEHIND_, IS_STARTER(actuals))
#define BEHIND_0(name, function) (function)
#define BEHIND_1(name, function)                                                                   \
    (atomic_load(&mpit__requests_unwatched) ? (mpit_function *)(function)                          \
                                            : (mpit_function *)first_##name)

/* Only where no watch has been first. */
#define OPEN(name, from, function)                                                                 \
    do {                                                                                           \
        mpit_function *before = (mpit_function *)(from);                                           \
        __atomic_compare_exchange_n(mpit__jump_##name.at, &before, (mpit_function *)(function),    \
                                    false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);                    \
    } while (0)

static void fill_jump_slots(void)
{
    mpit__vendor_resolve();
#define CALL(name, family, payload, via, formals, actuals)                                         \
    OPEN(MPI_##name, closed_MPI_##name, BEHIND(actuals)(MPI_##name, mpit__next.MPI_##name));       \
    OPEN(PMPI_##name, closed_PMPI_##name, BEHIND(actuals)(PMPI_##name, mpit__next.PMPI_##name));
#include "mpi/calls.def"
}

static void arm_checked(void)
{
#define CALL(name, family, payload, via, formals, actuals)                                         \
    MPIT_PUT(MPI_##name,                                                                           \
             BEHIND(actuals)(MPI_##name, MPIT_BELOW(name) ? handed_##name : checked_##name));      \
    MPIT_PUT(PMPI_##name, BEHIND(actuals)(PMPI_##name, checked_##name));
#include "mpi/calls.def"
}

/* Where the thread is it says whether anything is watched or not. */
static void arm_placed(void)
{
#define CALL(name, family, payload, via, formals, actuals)                                         \
    MPIT_PUT(MPI_##name,                                                                           \
             BEHIND(actuals)(MPI_##name, MPIT_BELOW(name) ? handed_##name : placed_##name));       \
    MPIT_PUT(PMPI_##name, BEHIND(actuals)(PMPI_##name, placed_##name));
#define ALWAYS(name, family, payload, via, formals, actuals)                                       \
    MPIT_PUT(MPI_##name, MPIT_BELOW(name) ? handed_##name : placed_##name);                        \
    MPIT_PUT(PMPI_##name, placed_##name);
#include "mpi/calls.def"
}

static void arm(void)
{
    if (atomic_load(&armed) == PLACED)
        arm_placed();
    else
        arm_checked();
}

/* Either it sees that a request was started unwatched, or who starts one that it is armed. */
void mpit__hooks_arm(void)
{
    atomic_store(&armed, mpit__live_is_where() ? PLACED : CHECKED);
    arm();
}

static void let_by_unarmed(void)
{
#define LET_0(name, actuals)
#define LET_1(name, actuals)                                                                       \
    OPEN(MPI_##name, first_MPI_##name, mpit__next.MPI_##name);                                     \
    OPEN(PMPI_##name, first_PMPI_##name, mpit__next.PMPI_##name);
#define CALL(name, family, payload, via, formals, actuals)                                         \
    MPIT_JOIN(LET_, IS_STARTER(actuals))(name, actuals)
#include "mpi/calls.def"
}

MPIT_APART void mpit__hooks_requests_unwatched(void)
{
    atomic_store(&mpit__requests_unwatched, true);
    if (atomic_load(&armed) == NOT_ARMED)
        let_by_unarmed();
    if (atomic_load(&armed) != NOT_ARMED)
        arm();
}

void mpit__hooks_catch_up(void)
{
    bool started = false;

#define PASSED_0(name)
#define PASSED_1(name)                                                                             \
    started |=                                                                                     \
        mpit__jump_passed(&mpit__jump_MPI_##name) || mpit__jump_passed(&mpit__jump_PMPI_##name);
#define CALL(name, family, payload, via, formals, actuals)                                         \
    MPIT_JOIN(PASSED_, IS_STARTER(actuals))(name)
#include "mpi/calls.def"
    if (started)
        mpit__hooks_requests_unwatched();
}
