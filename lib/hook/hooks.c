/* Every MPI call that we override, expanded from calls.def.
 *
 * A call is one jump through `entry`.  As long as nothing was ever watched in the process, the
 * pointer there is the vendor's function (or that of a PMPI tool below us), so that we cost less
 * than an empty wrapper.  The first watch points all of them, for good, to functions that look at
 * the watch word: one load and a comparison more.  There is no way back, so that no thread can be
 * left with a pointer that belongs to a watch which another one has just ended. */
#include "config.h"

#include "hook/below.h"
#include "hook/both.h"
#include "hook/frame.h"
#include "hook/hooks.h"
#include "hook/payload.h"
#include "mpi/door.h"
#include "queue/calls.h"
#include "queue/source.h"

#define VIA_vendor(name) mpit__next.PMPI_##name
#define VIA_always(name) mpit__queue_##name
#define VIA_queue(name)                                                                            \
    (frame.watch & (MPIT_WATCH_QUEUE | MPIT_WATCH_SERVE) ? mpit__queue_##name                      \
                                                         : mpit__next.PMPI_##name)

/* A call that has come back from a tool below us: who handed it down counts it. */
#define BACK_vendor(name) mpit__next.PMPI_##name
#define BACK_always(name) mpit__queue_##name
#define BACK_queue(name)                                                                           \
    (mpit__watch_mask(&mpit__watch) & (MPIT_WATCH_QUEUE | MPIT_WATCH_SERVE)                        \
         ? mpit__queue_##name                                                                      \
         : mpit__next.PMPI_##name)

/* A call that is watched.  may: the bits that the word can have, as far as the compiler is told. */
#define BODY(name, family, payload, via, actuals, may)                                             \
    {                                                                                              \
        struct mpit_base frame_base;                                                               \
        struct mpit_frame frame;                                                                   \
        int rc;                                                                                    \
        if (!mpit__frame_enter(&frame, &frame_base, mpit__watch_mask(&mpit__watch), may,           \
                               MPIT_CALL_##name, MPIT_FAMILY_##family,                             \
                               __builtin_return_address(0))) {                                     \
            struct mpit_nested nested;                                                             \
            if (frame_base.outer)                                                                  \
                return BACK_##via(name) actuals;                                                   \
            mpit__nested_enter(&nested, MPIT_FAMILY_##family);                                     \
            rc = mpit__next.PMPI_##name actuals;                                                   \
            mpit__nested_leave(&nested);                                                           \
            return rc;                                                                             \
        }                                                                                          \
        MPIT_BEFORE_##payload rc = VIA_##via(name) actuals;                                        \
        mpit__frame_returned(&frame, &frame_base);                                                 \
        MPIT_AFTER_##payload mpit__book_any(&frame, rc, comm, win, fh, info);                      \
        mpit__frame_leave(&frame, &frame_base);                                                    \
        return rc;                                                                                 \
    }

#define WATCHED(name, family, payload, via, formals, actuals)                                      \
    static MPIT_APART MPIT_UNGUARDED int watched_##name formals BODY(name, family, payload, via,   \
                                                                     actuals, UINT32_MAX)

/* The same where only how many and how much is watched: what else is booked folds away. */
#define AMOUNTS(name, family, payload, via, formals, actuals)                                      \
    static MPIT_APART MPIT_UNGUARDED int counted_##name formals BODY(name, family, payload, via,   \
                                                                     actuals, MPIT_WATCH_AMOUNTS)

/* What a call changes for the queue if it does not come to us. */
#define GONE_vendor
#define GONE_queue  mpit__source_end();
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
            !mpit__frame_enter(&frame, &frame_base, watch, UINT32_MAX, MPIT_CALL_##name,           \
                               MPIT_FAMILY_##family, __builtin_return_address(0)))                 \
            return mpit__next.MPI_##name actuals;                                                  \
        MPIT_BEFORE_##payload mpit__below_enter(&frame_base, MPIT_CALL_##name, &outer_handed);     \
        rc = mpit__next.MPI_##name actuals;                                                        \
        way = mpit__below_leave(&outer_handed);                                                    \
        mpit__frame_returned(&frame, &frame_base);                                                 \
        if (way == MPIT_CAME_AS_OTHER)                                                             \
            frame.watch = 0;                                                                       \
        MPIT_AFTER_##payload mpit__book_any(&frame, rc, comm, win, fh, info);                      \
        mpit__frame_leave(&frame, &frame_base);                                                    \
        atomic_store(&comes_back, way != MPIT_WENT_PAST);                                          \
        if (way == MPIT_WENT_PAST) {                                                               \
            mpit__below_say("MPI_" #name, (const void *)mpit__next.MPI_##name);                    \
            GONE_##via                                                                             \
        }                                                                                          \
        return rc;                                                                                 \
    }

struct entry {
#define CALL(name, family, payload, via, formals, actuals)                                         \
    __typeof__(&PMPI_##name) MPI_##name, PMPI_##name;
#include "mpi/calls.def"
};

static struct entry entry;

#define CALL(name, family, payload, via, formals, actuals)                                         \
    WATCHED(name, family, payload, via, formals, actuals)                                          \
    AMOUNTS(name, family, payload, via, formals, actuals)                                          \
    HANDED(name, family, payload, via, formals, actuals, watch)                                    \
    static int checked_##name formals                                                              \
    {                                                                                              \
        const uint32_t watch = mpit__watch_mask(&mpit__watch);                                     \
        if (MPIT_LIKELY(!watch))                                                                   \
            return mpit__next.PMPI_##name actuals;                                                 \
        if (MPIT_LIKELY(!(watch & ~(uint32_t)MPIT_WATCH_AMOUNTS)))                                 \
            return counted_##name actuals;                                                         \
        return watched_##name actuals;                                                             \
    }                                                                                              \
    MPIT_CLOSED(MPI_##name, entry.MPI_##name, formals, actuals, open_entries())                    \
    MPIT_CLOSED(PMPI_##name, entry.PMPI_##name, formals, actuals, open_entries())                  \
    MPIT_EXPORTED int MPI_##name formals                                                           \
    {                                                                                              \
        return MPIT_AT(entry.MPI_##name) actuals;                                                  \
    }                                                                                              \
    MPIT_EXPORTED int PMPI_##name formals                                                          \
    {                                                                                              \
        return MPIT_AT(entry.PMPI_##name) actuals;                                                 \
    }

#define ALWAYS(name, family, payload, via, formals, actuals)                                       \
    WATCHED(name, family, payload, via, formals, actuals)                                          \
    HANDED(name, family, payload, via, formals, actuals, true)                                     \
    MPIT_BOTH(name, formals, actuals, mpit__vendor_is_other(), handed_##name, watched_##name)

/* What mpit__book_any is told of a call: the row's formal of that name, or where it has none the
 * null object here. */
static const MPI_Comm comm = MPI_COMM_NULL;
static const MPI_Win win = MPI_WIN_NULL;
static const MPI_File fh = MPI_FILE_NULL;
static const MPI_Info info = MPI_INFO_NULL;
/* The same of a collective that is not made to be started later. */
static struct mpit_prepared *const prepared = NULL;
#pragma GCC diagnostic ignored "-Wshadow"

static void open_entries(void);

#include "mpi/calls.def"

static struct entry entry = {
#define CALL(name, family, payload, via, formals, actuals)                                         \
    .MPI_##name = MPIT_AS_TYPE_OF(&PMPI_##name, closed_MPI_##name),                                \
    .PMPI_##name = MPIT_AS_TYPE_OF(&PMPI_##name, closed_PMPI_##name),
#include "mpi/calls.def"
};

/* Only where no watch has been first. */
#define OPEN(name)                                                                                 \
    do {                                                                                           \
        __typeof__(entry.name) closed = MPIT_AS_TYPE_OF(entry.name, closed_##name);                \
        __atomic_compare_exchange_n(&entry.name, &closed, mpit__next.name, false,                  \
                                    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);                           \
    } while (0)

static void open_entries(void)
{
    mpit__vendor_resolve();
#define CALL(name, family, payload, via, formals, actuals)                                         \
    OPEN(MPI_##name);                                                                              \
    OPEN(PMPI_##name);
#include "mpi/calls.def"
}

void mpit__hooks_arm(void)
{
    if (mpit__vendor_is_other())
        return;
#define CALL(name, family, payload, via, formals, actuals)                                         \
    MPIT_PUT(entry.MPI_##name, MPIT_BELOW(name) ? handed_##name : checked_##name);                 \
    MPIT_PUT(entry.PMPI_##name, checked_##name);
#include "mpi/calls.def"
}
