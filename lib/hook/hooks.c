/* Every MPI call that we override, expanded from calls.def.
 *
 * While nothing is watched a call is one load, one comparison and a jump to the vendor. */
#include "config.h"

#include "hook/frame.h"
#include "hook/life.h"
#include "hook/payload.h"
#include "queue/queue.h"

#define EXPORTED __attribute__((visibility("default")))
#define COLD __attribute__((noinline))

const char *const mpit__call_names[MPIT_CALLS] = {
#define CALL(name, family, payload, via, formals, actuals) "MPI_" #name,
#define ALWAYS(name, family, payload, via, formals, actuals) "MPI_" #name,
#define SPECIAL(name, family, formals, actuals) "MPI_" #name,
#define VARIADIC(name)
#include "hook/calls.def"
#undef VARIADIC
#undef SPECIAL
#undef ALWAYS
#undef CALL
};

const unsigned char mpit__family_states[MPIT_FAMILIES] = {
#define FAMILY(name, state) MPIT_STATE_##state,
#define COLLECTIVE(name) MPIT_STATE_collective,
#include "hook/families.def"
#undef COLLECTIVE
#undef FAMILY
};

#define VIA_vendor(name) mpit__next.PMPI_##name
#define VIA_queue(name)                                                                            \
    (frame.watch & (MPIT_WATCH_QUEUE | MPIT_WATCH_SERVE) ? mpit__queue_##name                      \
                                                         : mpit__next.PMPI_##name)

#define WATCHED(name, family, payload, via, formals, actuals)                                      \
    static COLD int watched_##name formals                                                         \
    {                                                                                              \
        struct mpit_frame frame;                                                                   \
        int rc;                                                                                    \
        if (!mpit__frame_enter(&frame, mpit__watch_mask(&mpit__watch), MPIT_CALL_##name,           \
                               MPIT_FAMILY_##family)) {                                            \
            bool timed = mpit__frame_enter_nested(&frame, MPIT_FAMILY_##family);                   \
            rc = mpit__next.PMPI_##name actuals;                                                   \
            if (timed)                                                                             \
                mpit__frame_leave_nested(&frame);                                                  \
            return rc;                                                                             \
        }                                                                                          \
        MPIT_BEFORE_##payload rc = VIA_##via(name) actuals;                                        \
        mpit__frame_returned(&frame);                                                              \
        MPIT_AFTER_##payload if (frame.watch & MPIT_WATCH_ANY_CALL)                                \
            mpit__record_any(&frame, rc, comm, win, fh, info);                                     \
        mpit__frame_leave(&frame);                                                                 \
        return rc;                                                                                 \
    }

/* Under the name MPI_x another PMPI tool may lie below us: then the call is handed to it, and
 * recorded when it comes back under the name PMPI_x. */
#define BELOW(name) (mpit__next.MPI_##name != mpit__next.PMPI_##name)

#define CALL(name, family, payload, via, formals, actuals)                                         \
    WATCHED(name, family, payload, via, formals, actuals)                                          \
    EXPORTED int MPI_##name formals                                                                \
    {                                                                                              \
        if (MPIT_LIKELY(!mpit__watch_mask(&mpit__watch)) || BELOW(name))                           \
            return mpit__next.MPI_##name actuals;                                                  \
        return watched_##name actuals;                                                             \
    }                                                                                              \
    EXPORTED int PMPI_##name formals                                                               \
    {                                                                                              \
        if (MPIT_LIKELY(!mpit__watch_mask(&mpit__watch)))                                          \
            return mpit__next.PMPI_##name actuals;                                                 \
        return watched_##name actuals;                                                             \
    }

#define BOTH(name, formals, actuals, body)                                                         \
    EXPORTED int MPI_##name formals                                                                \
    {                                                                                              \
        mpit__vendor_resolve();                                                                    \
        return BELOW(name) ? mpit__next.MPI_##name actuals : body actuals;                         \
    }                                                                                              \
    EXPORTED int PMPI_##name formals                                                               \
    {                                                                                              \
        mpit__vendor_resolve();                                                                    \
        return body actuals;                                                                       \
    }

#define ALWAYS(name, family, payload, via, formals, actuals)                                       \
    WATCHED(name, family, payload, via, formals, actuals)                                          \
    BOTH(name, formals, actuals, watched_##name)

#define SPECIAL(name, family, formals, actuals) BOTH(name, formals, actuals, mpit__hook_##name)
#define VARIADIC(name)

/* What mpit__record_any is told of a call: the row's formal of that name, or where it has none the
 * null object here. */
static const MPI_Comm comm = MPI_COMM_NULL;
static const MPI_Win win = MPI_WIN_NULL;
static const MPI_File fh = MPI_FILE_NULL;
static const MPI_Info info = MPI_INFO_NULL;
#pragma GCC diagnostic ignored "-Wshadow"

#include "hook/calls.def"
