/* The life of the process: MPI_Init, MPI_Init_thread, MPI_Finalize, MPI_Abort, and of sessions. */
#include "config.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "cvar/assign.h"
#include "cvar/compare.h"
#include "cvar/cvar.h"
#include "entry/life.h"
#include "entry/life_events.h"
#include "entry/setup.h"
#include "ground/clock.h"
#include "ground/in_force.h"
#include "ground/launcher.h"
#include "ground/message.h"
#include "ground/node_ranks.h"
#include "ground/number.h"
#include "hook/book.h"
#include "hook/hooks.h"
#include "hook/mpi_and_pmpi.h"
#include "mpi/agree.h"
#include "mpi/below.h"
#include "mpi/jump_slot.h"
#include "mpi/session.h"
#include "mpi/vendor.h"
#include "profile/arrivals.h"
#include "profile/object.h"
#include "profile/thread.h"
#include "profile/watch.h"
#include "queue/queue.h"
#include "report/calls_writer.h"
#include "report/collect.h"
#include "report/pings.h"
#include "report/publish.h"
#include "report/snapshot.h"
#include "settings/environment.h"
#include "vendor/discover.h"
#include "vendor/settings.h"

static void say_who_does_not_compare(const char *who)
{
    mpit__message(MPIT_WARN,
                  "%s cannot come to compare settings: MPI_Init waits %d s, then the job is "
                  "ended; set MPIT_CHECK=on, and have libmpit, in all processes or in none",
                  who, MPIT_HERE_PATIENCE);
}

static bool others_may_come(double waited)
{
    return mpit__node_ranks_goes_on(MPIT_MARK_CHECK, waited, say_who_does_not_compare);
}

/* Who has looked for those that are missing says it for this node. */
static void say_not_compared(void)
{
    static const char then[] = "the job is ended; set MPIT_CHECK=on, and have libmpit, in all "
                               "processes or in none";
    const char *who = mpit__node_ranks_who(MPIT_MARK_CHECK);
    char patience[MPIT_NUMBER];

    mpit__number_write(patience, 'g', 6, MPIT_IN_FORCE(report_patience));
    if (who)
        mpit__message(MPIT_WARN,
                      "not all processes have come to compare their settings within %d s: without "
                      "%s; %s",
                      MPIT_HERE_PATIENCE, who, then);
    else if (!mpit__node_ranks_is_missed(MPIT_MARK_CHECK))
        mpit__message_node(MPIT_WARN, NULL,
                           "not all processes have come to compare their settings within %s s "
                           "(MPIT_REPORT_PATIENCE); %s",
                           patience, then);
}

/* The program could not go on without the others: what has been begun on MPI_COMM_WORLD cannot be
 * taken back, and the collective operations after it would be matched with it. */
static void check_settings(void)
{
    enum { UNTIL_SAID = 3 };
    double until = mpit__agree_until(MPIT_IN_FORCE(report_patience));
    const uint64_t word = mpit__pings_word();
    const enum mpit_agreement found = mpit__compare_processes(until, others_may_come, word);

    if (found == MPIT_COMMON && word)
        mpit__pings_at_begin(until);
    if (found != MPIT_NOT_ALL)
        return;
    say_not_compared();
    if (!mpit__node_ranks_who(MPIT_MARK_CHECK)) /* another process of the node may be saying it */
        sleep(UNTIL_SAID);
    mpit__next.PMPI_Abort(MPI_COMM_WORLD, 1);
}

/* An MPI_Init of the program has come by us, or has been caught up with; one is to come back to us;
 * and we have stepped aside. */
static bool begun, aside;
static _Atomic bool comes;

/* So has its MPI_Finalize. */
static bool ended;

/* The recording of a report begins and ends in one thread at a time: sessions may be opened and
 * closed in several. */
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static void begin_report(void)
{
    pthread_mutex_lock(&turn);
    mpit__report_begin();
    mpit__publish_state(MPIT_LIVE_RUNNING, 0);
    mpit__calls_writer_begin();
    pthread_mutex_unlock(&turn);
}

/* Whose handles we cannot read, of that nothing is counted. */
static bool steps_aside(void)
{
    uintptr_t guard = mpit__thread_guard();

    aside = mpit__below_translates();
    mpit__thread_unguard(guard);
    if (!aside)
        return false;
    mpit__jump_step_aside();
    mpit__publish_nothing();
    return true;
}

/* A launcher that the MPI does not know starts each process for a job of its own. */
static void look_at_launcher(void)
{
    MPI_Comm parent = MPI_COMM_NULL;
    int started = mpit__launcher_started();

    if (started <= 1 || mpit__world_of_job().size != 1)
        return;
    mpit__next.PMPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL || mpit__launcher_rank() > 0)
        return;
    mpit__message(
        MPIT_WARN,
        "the launcher has started %d processes, and each is alone in MPI_COMM_WORLD: it is "
        "not that of " MPIT_VENDOR_NAME ", or was not told of it; try mpirun of this MPI, "
        "or srun --mpi=pmix",
        started);
}

static void take_up(void)
{
    mpit__vendor_runs = true;
    mpit__clock_mark();
    mpit__vendor_variables_begin();
    if (mpit__vendor_thread_level() == MPI_THREAD_MULTIPLE)
        mpit__thread_multiple = true;
    mpit__message_rank(mpit__world_of_job().rank);
    mpit__arrivals_begin();
    mpit__object_begin();
    mpit__queue_begin();
    mpit__vendor_settings_check();
}

/* What the standard asks for after MPI_Init (14.2.4): as if MPI_Pcontrol(1) had been called,
 * unless the user has said otherwise beforehand (mpit_profiling). */
static void begin(int rc, enum mpit_call call, uint64_t began)
{
    if (rc != MPI_SUCCESS || begun) {
        mpit__snapshot_life(call, 0, 0);
        return;
    }
    begun = true;
    if (steps_aside())
        return;
    mpit__snapshot_life(call, began, mpit__clock_system());
    take_up();
    look_at_launcher();
    if (MPIT_IN_FORCE(check))
        check_settings();
    begin_report();
    if (mpit__life_event_is_wanted())
        mpit__life_event_begun(MPIT_MODEL_WORLD, mpit__vendor_thread_level(), 0);
}

/* Most settings cannot be put in force any more when a process ends: how much is to be said can. */
static bool report_is_asked_for(void)
{
    struct mpit_settings all = MPIT_SETTINGS_INIT(all), loudness = MPIT_SETTINGS_INIT(loudness);
    bool asked = false;

    mpit__environment_collect(&all, MPIT_SYSCONFDIR);
    for (const struct mpit_setting *one = all.first; one; one = one->next)
        if (one->name && strcmp(one->name, "mpit_report") == 0)
            asked = one->value[0] != '\0';
        else if (one->name && strcmp(one->name, "mpit_verbose") == 0)
            mpit__settings_add(&loudness, one->name, strlen(one->name), one->value,
                               strlen(one->value), one->origin);
    mpit__cvar_set_defaults();
    mpit__assign_all(&loudness);
    mpit__settings_free(&loudness);
    mpit__settings_free(&all);
    return asked;
}

static void leave(void)
{
    mpit__calls_writer_end();
    mpit__report_leave();
}

/* A program can take the calls from the MPI library itself, by dlsym and its handle or by
 * RTLD_DEEPBIND: nothing of that is seen here.  That MPI has been up is all that tells. */
void mpit__look_back(void)
{
    char here;

    if (!begun && mpit__vendor_is_initialized() && report_is_asked_for())
        mpit__message_job(
            MPIT_WARN, "no report: no MPI_Init of this program came by libmpit; it has taken its "
                       "calls from the MPI library itself (libmpit(7), CALLS THAT ARE NOT SEEN)");
    /* A process that the MPI library ends itself is told why by that. */
    if (begun && !ended && !mpit__thread_is_inside(&here))
        leave();
    mpit__publish_over();
}

__attribute__((destructor)) static void look_back(void)
{
    mpit__look_back();
}

static uint64_t end_began;

static void end(void)
{
    if (ended)
        return;
    ended = true;
    if (begun && !aside && mpit__life_event_is_wanted())
        mpit__life_event_ends(MPIT_MODEL_WORLD, 0);
    mpit__vendor_runs = false;
    end_began = mpit__clock_system();
    mpit__snapshot_life(MPIT_CALL_Finalize, end_began, 0);
    mpit__publish_state(MPIT_LIVE_FINALIZING, 0);
    pthread_mutex_lock(&turn);
    if (mpit__sessions_open() == 0)
        mpit__calls_writer_end();
    mpit__report_end(mpit__sessions_open() > 0);
    pthread_mutex_unlock(&turn);
    if (mpit__sessions_open() == 0)
        mpit__queue_end();
    mpit__vendor_variables_end();
}

/* What is done around each: before it, and after it has returned that code. */

static void prepare(void)
{
    mpit__launcher_look();
    mpit__setup_settings();
    if (MPIT_IN_FORCE(check))
        mpit__node_ranks_mark(MPIT_MARK_CHECK);
    mpit__publish_begin();
}

static void begins(enum mpit_call call)
{
    prepare();
    mpit__snapshot_life(call, mpit__clock_system(), 0);
}

/* An MPI_Init that another thread is in is not caught up with before it is back: a session that is
 * made then asks again. */
void mpit__catch_up(void)
{
    static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;

    if (!mpit__jump_rested() || atomic_load(&comes))
        return;
    pthread_mutex_lock(&one);
    if (!begun && mpit__vendor_is_up()) {
        prepare();
        begun = true;
        if (!steps_aside()) {
            mpit__hooks_catch_up();
            take_up();
            begin_report();
        }
    }
    pthread_mutex_unlock(&one);
}

static void before_Init(void)
{
    atomic_store(&comes, true);
    begins(MPIT_CALL_Init);
}

static void before_Init_thread(void)
{
    atomic_store(&comes, true);
    begins(MPIT_CALL_Init_thread);
}

#define before_Finalize end

static void abort_begins(int code)
{
    mpit__publish_state(MPIT_LIVE_ABORTED, code);
    mpit__calls_writer_end();
    mpit__report_abort();
}

static void after_Init(int rc, uint64_t began)
{
    begin(rc, MPIT_CALL_Init, began);
}

static void after_Init_thread(int rc, uint64_t began)
{
    begin(rc, MPIT_CALL_Init_thread, began);
}

static void nothing(int rc, uint64_t began)
{
    (void)rc;
    (void)began;
}

/* With the wait for the others, which is over before the MPI library is called. */
static void after_Finalize(int rc, uint64_t began)
{
    (void)rc;
    (void)began;
    mpit__snapshot_life(MPIT_CALL_Finalize, end_began, mpit__clock_system());
    mpit__publish_state(mpit__sessions_open() > 0 ? MPIT_LIVE_RUNNING : MPIT_LIVE_ENDED, 0);
    mpit__calls_writer_seal();
}

/* `errorcode` is the argument of the call. */
#define before_Abort() abort_begins(errorcode)
#define after_Abort    nothing

#if MPIT_SESSIONS

/* MPI is up by sessions alone: before MPI_Init, without it, or after MPI_Finalize. */
static bool is_without_init(void)
{
    return !mpit__vendor_is_up();
}

static void begin_alone(void)
{
    mpit__clock_mark();
    mpit__vendor_variables_begin();
    mpit__message_rank(mpit__world_of_job().rank);
    mpit__arrivals_begin();
    mpit__queue_begin_session();
    begin_report();
}

/* A session has a thread level of its own, which may be any. */
static void opened(int rc, uint64_t began, MPI_Info info, const MPI_Session *session)
{
    if (rc != MPI_SUCCESS) {
        mpit__snapshot_life(MPIT_CALL_Session_init, 0, 0);
        return;
    }
    mpit__snapshot_life(MPIT_CALL_Session_init, began, mpit__clock_system());
    mpit__thread_multiple = true;
    mpit__session_opened(*session);
    if (info != MPI_INFO_NULL && (mpit__watch_mask(&mpit__watch) & MPIT_WATCH_INFOS))
        mpit__book_use(MPIT_KIND_info, MPIT_KEY(info), MPIT_O_USES, 1);
    if (is_without_init())
        begin_alone();
    if (mpit__life_event_is_wanted())
        mpit__life_event_begun(MPIT_MODEL_SESSION, mpit__session_thread_level(*session),
                               (unsigned long long)(uintptr_t)*session);
}

static void end_alone(void)
{
    mpit__snapshot_life(MPIT_CALL_Session_finalize, mpit__clock_system(), 0);
    mpit__publish_state(MPIT_LIVE_FINALIZING, 0);
    pthread_mutex_lock(&turn);
    mpit__calls_writer_end();
    mpit__report_part();
    pthread_mutex_unlock(&turn);
    mpit__queue_end();
}

/* Which session it is the vendor may have cleared when it is over. */
static MPI_Session closes(const MPI_Session *session)
{
    MPI_Session its = session ? *session : MPI_SESSION_NULL;

    mpit__setup_settings();
    if (its == MPI_SESSION_NULL)
        return its;
    if (mpit__life_event_is_wanted())
        mpit__life_event_ends(MPIT_MODEL_SESSION, (unsigned long long)(uintptr_t)its);
    if (mpit__session_closes() && is_without_init())
        end_alone();
    mpit__session_leaves(its);
    return its;
}

static void closed(int rc, uint64_t began, MPI_Session its)
{
    if (its == MPI_SESSION_NULL)
        return;
    if (rc == MPI_SUCCESS)
        mpit__snapshot_life(MPIT_CALL_Session_finalize, began, mpit__clock_system());
    mpit__session_closed(its, rc == MPI_SUCCESS);
    if (rc == MPI_SUCCESS && mpit__sessions_open() == 0 && is_without_init()) {
        mpit__publish_state(MPIT_LIVE_ENDED, 0);
        mpit__calls_writer_seal();
    }
}

/* These know of which session they are: `session` and `info` are arguments of the call. */
static void before_Session_init(void)
{
    begins(MPIT_CALL_Session_init);
}

#define after_Session_init(rc, began)     opened(rc, began, info, session)
#define before_Session_finalize()         MPI_Session its = closes(session)
#define after_Session_finalize(rc, began) closed(rc, began, its)

#else

#define before_Session_init     mpit__setup_settings
#define after_Session_init      nothing
#define before_Session_finalize mpit__setup_settings
#define after_Session_finalize  nothing

#endif

/* The call itself, by the MPI library's function or by that of a tool below us. */
#define AROUND(prefix, name, formals, actuals, next)                                               \
    static int prefix##_##name formals                                                             \
    {                                                                                              \
        uint64_t began;                                                                            \
        uintptr_t guard;                                                                           \
        int rc;                                                                                    \
        before_##name();                                                                           \
        guard = mpit__thread_guard();                                                              \
        began = mpit__clock_system();                                                              \
        rc = next actuals;                                                                         \
        mpit__thread_unguard(guard);                                                               \
        after_##name(rc, began);                                                                   \
        return rc;                                                                                 \
    }

/* These are called once, which is too late to learn whether a tool's come back: its file tells. */
#define SPECIAL(name, family, formals, actuals)                                                    \
    AROUND(own, name, formals, actuals, mpit__next.PMPI_##name)                                    \
    AROUND(past, name, formals, actuals, mpit__next.MPI_##name)                                    \
    static int handed_##name formals                                                               \
    {                                                                                              \
        int rc;                                                                                    \
        if (!MPIT_BELOW_TAKES(name))                                                               \
            return mpit__next.MPI_##name actuals;                                                  \
        rc = past_##name actuals;                                                                  \
        if (!aside)                                                                                \
            mpit__below_say("MPI_" #name, (const void *)mpit__next.MPI_##name);                    \
        return rc;                                                                                 \
    }                                                                                              \
    MPIT_BOTH(name, formals, actuals, handed_##name, own_##name)
#include "mpi/calls.def"
