/* Timers that are started or reset while a call goes on that another session times: what was before
 * is not theirs (SESS-1).  Rank 0 waits for a message of rank 1. */
#include "watch.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

enum { BEFORE_US = 300000, AFTER_US = 100000 };

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* What is timed of a receive. */
enum { RECEIVE, MPI_TIME, OF_COMM, TIMERS };
static const char *const names[TIMERS] = {"mpit_p2p_recv_time", "mpit_mpi_time", "mpit_comm_time"};

struct timers {
    struct watched each[TIMERS];
    double began, begun; /* before they were started or reset, and after */
};

static void watch_timers(struct timers *timers)
{
    static MPI_Comm world;

    world = MPI_COMM_WORLD;
    for (int i = 0; i < TIMERS; i++)
        timers->each[i] = watch(names[i], MPI_T_PVAR_CLASS_TIMER, &world);
}

static void unwatch_timers(struct timers *timers)
{
    for (int i = 0; i < TIMERS; i++)
        unwatch(&timers->each[i]);
}

static void start_timers(struct timers *timers)
{
    timers->began = now();
    for (int i = 0; i < TIMERS; i++)
        start(&timers->each[i]);
    timers->begun = now();
}

static void reset_timers(struct timers *timers)
{
    timers->began = now();
    for (int i = 0; i < TIMERS; i++)
        OK(MPI_T_pvar_reset(timers->each[i].session, timers->each[i].handle));
    timers->begun = now();
}

static void stop_timers(struct timers *timers)
{
    for (int i = 0; i < TIMERS; i++)
        stop(&timers->each[i]);
}

static void start_and_stop_timers(struct timers *timers)
{
    start_timers(timers);
    stop_timers(timers);
}

/* No more than from their beginning on, and nearly that. */
static void check_timers(const struct timers *timers, double ended)
{
    double most = ended - timers->began, least = (ended - timers->begun) / 2;

    for (int i = 0; i < TIMERS; i++) {
        double value = seconds(&timers->each[i]);

        CHECK_THAT(value >= least && value <= most, "%s: %.6f, from %.6f to %.6f s", names[i],
                   value, least, most);
    }
}

/* ---- what another thread does during a receive of this one */

struct other {
    struct timers *timers;
    void (*act)(struct timers *timers);
};

static void *act_later(void *context)
{
    struct other *other = context;

    usleep(BEFORE_US);
    other->act(other->timers);
    return NULL;
}

/* When the receive was over; 0 on rank 1. */
static double receive_while(struct timers *timers, void (*act)(struct timers *timers))
{
    struct other other = {timers, act};
    double ended = 0;
    pthread_t thread;
    int message = 0;

    OK(MPI_Barrier(MPI_COMM_WORLD));
    if (rank == 1) {
        usleep(BEFORE_US + AFTER_US);
        OK(MPI_Send(&message, 1, MPI_INT, 0, 0, MPI_COMM_WORLD));
        return 0;
    }
    pthread_create(&thread, NULL, act_later, &other);
    OK(MPI_Recv(&message, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    ended = now();
    pthread_join(thread, NULL);
    return ended;
}

/* Of rank 0, whose timers are all there is. */
static void check_a_receive(struct timers *late, void (*act)(struct timers *timers))
{
    struct timers all;
    double ended;

    watch_timers(&all);
    start_timers(&all);
    ended = receive_while(late, act);
    if (rank == 0) {
        check_timers(late, ended);
        CHECK_THAT(seconds(&all.each[RECEIVE]) > (BEFORE_US + AFTER_US) * 0.5e-6, "%.6f s",
                   seconds(&all.each[RECEIVE]));
    }
    unwatch_timers(&all);
}

static void timer_started_during_a_call_counts_from_its_start(void)
{
    struct timers late;

    watch_timers(&late);
    check_a_receive(&late, start_timers);
    unwatch_timers(&late);
}

static void timer_reset_during_a_call_counts_from_there(void)
{
    struct timers late;

    watch_timers(&late);
    start_timers(&late);
    check_a_receive(&late, reset_timers);
    unwatch_timers(&late);
}

static double taken;

static void read_and_reset_timers(struct timers *timers)
{
    const struct watched *receive = &timers->each[RECEIVE];

    OK(MPI_T_pvar_readreset(receive->session, receive->handle, &taken));
}

/* Nothing is lost by it (14.3.7): a call is in what is read after it. */
static void timer_read_and_reset_during_a_call_loses_nothing(void)
{
    struct timers all;
    double began, ended, sum;

    watch_timers(&all);
    start_timers(&all);
    began = now();
    ended = receive_while(&all, read_and_reset_timers);
    sum = taken + seconds(&all.each[RECEIVE]);
    if (rank == 0)
        CHECK_THAT(sum > (BEFORE_US + AFTER_US) * 0.5e-6 && sum <= ended - began, "%.6f s", sum);
    unwatch_timers(&all);
}

/* A call counts when it is over. */
static void timer_stopped_during_a_call_has_nothing_of_it(void)
{
    struct timers all, stopped;

    watch_timers(&all);
    watch_timers(&stopped);
    start_timers(&all);
    receive_while(&stopped, start_and_stop_timers);
    for (int i = 0; i < TIMERS; i++)
        CHECK_FOR(names[i], seconds(&stopped.each[i]) == 0);
    unwatch_timers(&all);
    unwatch_timers(&stopped);
}

static struct watched share;

static void start_with_share(struct timers *timers)
{
    start_timers(timers);
    start(&share);
}

static void share_started_during_a_call_counts_from_its_start(void)
{
    struct timers all, late;
    double ended, most;

    share = watch("mpit_mpi_time_fraction", MPI_T_PVAR_CLASS_PERCENTAGE, NULL);
    watch_timers(&all);
    watch_timers(&late);
    start_timers(&all);
    ended = receive_while(&late, start_with_share);
    usleep(2 * BEFORE_US);
    if (rank == 0) {
        most = (ended - late.began) / (now() - late.begun);
        CHECK_THAT(seconds(&share) <= most + 0.01, "%.3f, at most %.3f", seconds(&share), most);
    }
    unwatch_timers(&all);
    unwatch_timers(&late);
    unwatch(&share);
}

/* ---- a signal handler begins them, in the thread that is in the call */

static struct timers *of_handler;
static pthread_t receiver;

static void start_in_a_handler(int signal)
{
    (void)signal;
    start_timers(of_handler);
}

static void interrupt(struct timers *timers)
{
    (void)timers;
    pthread_kill(receiver, SIGUSR1);
}

static void timer_started_in_a_signal_handler_counts_from_its_start(void)
{
    struct sigaction action = {.sa_handler = start_in_a_handler, .sa_flags = SA_RESTART};
    struct timers late;

    watch_timers(&late);
    of_handler = &late;
    receiver = pthread_self();
    sigaction(SIGUSR1, &action, NULL);
    check_a_receive(&late, interrupt);
    unwatch_timers(&late);
}

SUITE(HARNESS_MPI_IS_UP, TEST(timer_started_during_a_call_counts_from_its_start),
      TEST(timer_reset_during_a_call_counts_from_there),
      TEST(timer_read_and_reset_during_a_call_loses_nothing),
      TEST(timer_stopped_during_a_call_has_nothing_of_it),
      TEST(share_started_during_a_call_counts_from_its_start),
      TEST(timer_started_in_a_signal_handler_counts_from_its_start))
