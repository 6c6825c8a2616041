/* The life of the process: MPI_Init, MPI_Init_thread, MPI_Finalize, MPI_Abort. */
#include "config.h"

#include "cvar/compare.h"
#include "cvar/cvar.h"
#include "entry/setup.h"
#include "ground/clock.h"
#include "ground/in_force.h"
#include "ground/message.h"
#include "hook/both.h"
#include "ledger/thread.h"
#include "mpi/vendor.h"
#include "queue/queue.h"
#include "report/collect.h"
#include "vendor/discover.h"
#include "vendor/settings.h"

/* What the standard asks for after MPI_Init (14.2.4): as if MPI_Pcontrol(1) had been called,
 * unless the user has said otherwise beforehand (mpit_profiling). */
static void begin(int rc)
{
    static bool begun;

    if (rc != MPI_SUCCESS || begun)
        return;
    begun = true;
    mpit__clock_mark();
    mpit__vendor_variables_begin();
    mpit__thread_multiple = mpit__vendor_thread_level() == MPI_THREAD_MULTIPLE;
    mpit__message_rank(mpit__vendor_world_rank());
    mpit__queue_begin();
    mpit__vendor_settings_check();
    if (MPIT_IN_FORCE(check))
        mpit__compare_processes();
    mpit__report_begin();
}

static void end(void)
{
    static bool ended;

    if (ended)
        return;
    ended = true;
    mpit__report_end();
    mpit__queue_end();
    mpit__vendor_variables_end();
}

static void begin_none(int rc)
{
    (void)rc;
}

static void end_by_abort(void)
{
    mpit__report_flush("MPI_Abort");
}

static const struct {
    void (*before)(void), (*after)(int rc);
} around_Init = {mpit__setup_settings, begin}, around_Init_thread = {mpit__setup_settings, begin},
  around_Finalize = {end, begin_none}, around_Abort = {end_by_abort, begin_none};

/* The call itself, by the MPI library's function or by that of a tool below us. */
#define AROUND(prefix, name, formals, actuals, next)                                               \
    static int prefix##_##name formals                                                             \
    {                                                                                              \
        uintptr_t guard;                                                                           \
        int rc;                                                                                    \
        around_##name.before();                                                                    \
        guard = mpit__thread_guard();                                                              \
        rc = next actuals;                                                                         \
        mpit__thread_unguard(guard);                                                               \
        around_##name.after(rc);                                                                   \
        return rc;                                                                                 \
    }

/* These are called once, which is too late to learn whether a tool's come back: its file tells. */
#define SPECIAL(name, family, formals, actuals)                                                    \
    AROUND(own, name, formals, actuals, mpit__next.PMPI_##name)                                    \
    AROUND(past, name, formals, actuals, mpit__next.MPI_##name)                                    \
    static int handed_##name formals                                                               \
    {                                                                                              \
        if (!MPIT_BELOW_TAKES(name))                                                               \
            return mpit__next.MPI_##name actuals;                                                  \
        mpit__setup_settings(); /* how much is to be said */                                       \
        mpit__below_say("MPI_" #name, (const void *)mpit__next.MPI_##name);                        \
        return past_##name actuals;                                                                \
    }                                                                                              \
    MPIT_BOTH(name, formals, actuals, handed_##name, own_##name)
#include "mpi/calls.def"
