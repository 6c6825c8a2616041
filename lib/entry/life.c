/* The life of the process: MPI_Init, MPI_Init_thread, MPI_Finalize, MPI_Abort, and of sessions. */
#include "config.h"

#include "cvar/compare.h"
#include "cvar/cvar.h"
#include "entry/setup.h"
#include "ground/clock.h"
#include "ground/in_force.h"
#include "ground/message.h"
#include "hook/both.h"
#include "ledger/thread.h"
#include "mpi/agree.h"
#include "mpi/vendor.h"
#include "queue/queue.h"
#include "report/collect.h"
#include "report/snapshot.h"
#include "vendor/discover.h"
#include "vendor/settings.h"

/* The program could not go on without the others: what has been begun on MPI_COMM_WORLD cannot be
 * taken back, and the collective operations after it would be matched with it. */
static void check_settings(void)
{
    if (mpit__compare_processes(mpit__agree_until(MPIT_IN_FORCE(report_patience))))
        return;
    mpit__message(MPIT_WARN,
                  "not all processes have come to compare their settings within %g s "
                  "(MPIT_REPORT_PATIENCE), the job is ended: set MPIT_CHECK=on in all processes or "
                  "in none",
                  MPIT_IN_FORCE(report_patience));
    mpit__next.PMPI_Abort(MPI_COMM_WORLD, 1);
}

/* What the standard asks for after MPI_Init (14.2.4): as if MPI_Pcontrol(1) had been called,
 * unless the user has said otherwise beforehand (mpit_profiling). */
static void begin(int rc, enum mpit_call call, uint64_t began)
{
    if (rc != MPI_SUCCESS)
        return;
    mpit__snapshot_life(call, began, mpit__clock_system());
    mpit__clock_mark();
    mpit__vendor_variables_begin();
    if (mpit__vendor_thread_level() == MPI_THREAD_MULTIPLE)
        mpit__thread_multiple = true;
    mpit__message_rank(mpit__vendor_world_rank());
    mpit__queue_begin();
    mpit__vendor_settings_check();
    if (MPIT_IN_FORCE(check))
        check_settings();
    mpit__report_begin();
}

static int life_Init(int *argc, char ***argv)
{
    uint64_t began;
    uintptr_t guard;
    int rc;

    mpit__setup_settings();
    guard = mpit__thread_guard();
    began = mpit__clock_system();
    rc = mpit__next.PMPI_Init(argc, argv);
    mpit__thread_unguard(guard);
    begin(rc, MPIT_CALL_Init, began);
    return rc;
}

static int life_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    uint64_t began;
    uintptr_t guard;
    int rc;

    mpit__setup_settings();
    guard = mpit__thread_guard();
    began = mpit__clock_system();
    rc = mpit__next.PMPI_Init_thread(argc, argv, required, provided);
    mpit__thread_unguard(guard);
    begin(rc, MPIT_CALL_Init_thread, began);
    return rc;
}

static int life_Finalize(void)
{
    uintptr_t guard;
    int rc;

    mpit__snapshot_life(MPIT_CALL_Finalize, mpit__clock_system(), 0);
    mpit__report_end();
    mpit__queue_end();
    mpit__vendor_variables_end();
    guard = mpit__thread_guard();
    rc = mpit__next.PMPI_Finalize();
    mpit__thread_unguard(guard);
    return rc;
}

static int life_Abort(MPI_Comm comm, int errorcode)
{
    mpit__report_flush("MPI_Abort");
    return mpit__next.PMPI_Abort(comm, errorcode);
}

#if defined(HAVE_PMPI_SEND_C)

/* A session has a thread level of its own, which may be any. */
static int life_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session)
{
    uintptr_t guard;
    int rc;

    mpit__setup_settings();
    guard = mpit__thread_guard();
    rc = mpit__next.PMPI_Session_init(info, errhandler, session);
    mpit__thread_unguard(guard);
    if (rc == MPI_SUCCESS) {
        mpit__thread_multiple = true;
        mpit__vendor_count_sessions(1);
    }
    return rc;
}

static int life_Session_finalize(MPI_Session *session)
{
    uintptr_t guard;
    int rc;

    mpit__setup_settings();
    mpit__report_hears_of_session();
    guard = mpit__thread_guard();
    rc = mpit__next.PMPI_Session_finalize(session);
    mpit__thread_unguard(guard);
    if (rc == MPI_SUCCESS)
        mpit__vendor_count_sessions(-1);
    return rc;
}

#endif

#define SPECIAL(name, family, formals, actuals) MPIT_BOTH(name, formals, actuals, life_##name)
#include "mpi/calls.def"
