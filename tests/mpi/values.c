/* What start, stop, reset, write and readreset mean for each class: PVAR-2, PVAR-3, START-1 …
 * START-3, ACC-1 … ACC-5, EX-1.  Two ranks. */
#include "watch.h"

#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

static void send_to_self(int n)
{
    char byte = 1, back;

    for (int i = 0; i < n; i++)
        MPI_Sendrecv(&byte, 1, MPI_CHAR, 0, 0, &back, 1, MPI_CHAR, 0, 0, MPI_COMM_SELF,
                     MPI_STATUS_IGNORE);
}

static void rest(double length)
{
    struct timespec time = {(time_t)length, (long)((length - (double)(time_t)length) * 1e9)};

    while (nanosleep(&time, &time) != 0)
        ;
}

static int write_to(const struct watched *watched, const void *to)
{
    return MPI_T_pvar_write(watched->session, watched->handle, to);
}

static int reset(const struct watched *watched)
{
    return MPI_T_pvar_reset(watched->session, watched->handle);
}

static int readreset(const struct watched *watched, void *to)
{
    return MPI_T_pvar_readreset(watched->session, watched->handle, to);
}

/* ---- counters and aggregates ----------------------------------------------------------------- */

static void check_counting(const char *name, int var_class, unsigned each)
{
    struct watched counter = watch(name, var_class, NULL);
    unsigned long long number = 1000, got = 7;

    CHECK_INT(value(&counter), 0);
    send_to_self(2);
    CHECK_INT(value(&counter), 0); /* stopped after allocation */
    start(&counter);
    CHECK_INT(value(&counter), 0);
    send_to_self(3);
    CHECK_INT(value(&counter), 3 * each);
    start(&counter); /* it is started */
    CHECK_INT(value(&counter), 3 * each);
    stop(&counter);
    send_to_self(5);
    CHECK_INT(value(&counter), 3 * each);
    stop(&counter);
    CHECK_INT(value(&counter), 3 * each);
    start(&counter); /* goes on from there */
    send_to_self(1);
    CHECK_INT(value(&counter), 4 * each);
    OK(reset(&counter));
    CHECK_INT(value(&counter), 0);
    send_to_self(2);
    OK(readreset(&counter, &got));
    CHECK_INT(got, 2 * each);
    CHECK_INT(value(&counter), 0);
    OK(write_to(&counter, &number));
    send_to_self(1);
    CHECK_INT(value(&counter), 1000 + each);
    stop(&counter);
    OK(write_to(&counter, &number));
    send_to_self(1);
    CHECK_INT(value(&counter), 1000);
    OK(reset(&counter));
    CHECK_INT(value(&counter), 0);
    OK(readreset(&counter, &got));
    CHECK_INT(got, 0);
    unwatch(&counter);
}

static void counter_counts_between_start_and_stop(void)
{
    check_counting("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, 1);
}

static void aggregate_adds_up_between_start_and_stop(void)
{
    check_counting("mpit_p2p_send_bytes", MPI_T_PVAR_CLASS_AGGREGATE, 1);
}

static void array_is_reset_and_written_as_a_whole(void)
{
    MPI_Comm world = MPI_COMM_WORLD;
    struct watched peers = watch("mpit_peer_sends", MPI_T_PVAR_CLASS_COUNTER, &world);
    unsigned long long numbers[16] = {10, 20}, got[16];
    int one = 1, other;

    CHECK_INT(peers.count, ranks);
    start(&peers);
    MPI_Sendrecv(&one, 1, MPI_INT, 1 - rank, 0, &other, 1, MPI_INT, 1 - rank, 0, world,
                 MPI_STATUS_IGNORE);
    CHECK_INT(element(&peers, 1 - rank), 1);
    CHECK_INT(element(&peers, rank), 0);
    OK(write_to(&peers, numbers));
    CHECK(element(&peers, 0) == 10 && element(&peers, 1) == 20);
    OK(readreset(&peers, got));
    CHECK(got[0] == 10 && got[1] == 20);
    CHECK(element(&peers, 0) == 0 && element(&peers, 1) == 0);
    unwatch(&peers);
}

/* One element is refused: none is written. */
static void refused_write_changes_no_element(void)
{
    MPI_Comm world = MPI_COMM_WORLD;
    struct watched peers = watch("mpit_peer_sends", MPI_T_PVAR_CLASS_COUNTER, &world);
    unsigned long long numbers[16] = {10, -1ull};

    CHECK_RC(write_to(&peers, numbers), MPI_T_ERR_INVALID);
    CHECK(element(&peers, 0) == 0 && element(&peers, 1) == 0);
    unwatch(&peers);
}

static void whole_numbers_are_below_2_to_the_63(void)
{
    struct watched counter = watch("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, NULL);
    unsigned long long number = (1ull << 63) - 1;

    OK(write_to(&counter, &number));
    CHECK(value(&counter) == number);
    number++;
    CHECK_RC(write_to(&counter, &number), MPI_T_ERR_INVALID);
    CHECK(value(&counter) == number - 1);
    unwatch(&counter);
}

/* ---- timers ---------------------------------------------------------------------------------- */

static void timer_measures_the_call_in_seconds(void)
{
    struct watched recv = watch("mpit_p2p_recv_time", MPI_T_PVAR_CLASS_TIMER, NULL);
    struct watched mpi = watch("mpit_mpi_time", MPI_T_PVAR_CLASS_TIMER, NULL);
    double before, took, stopped, number = 0.25, got;
    char byte = 0;

    start(&recv);
    start(&mpi);
    CHECK(seconds(&recv) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    before = MPI_Wtime();
    if (rank == 0) {
        rest(0.1);
        MPI_Ssend(&byte, 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&byte, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    took = MPI_Wtime() - before;
    if (rank == 1) {
        CHECK(seconds(&recv) > 0.05 && seconds(&recv) <= took + 0.001);
        CHECK(seconds(&mpi) >= seconds(&recv));
    } else {
        CHECK(seconds(&recv) == 0);
    }
    stop(&recv);
    stopped = seconds(&recv);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(seconds(&recv) == stopped);
    OK(write_to(&recv, &number));
    CHECK(seconds(&recv) == 0.25);
    OK(readreset(&recv, &got));
    CHECK(got == 0.25 && seconds(&recv) == 0);
    unwatch(&recv);
    unwatch(&mpi);
}

static void timers_and_counters_never_go_back(void)
{
    struct watched timer = watch("mpit_mpi_time", MPI_T_PVAR_CLASS_TIMER, NULL);
    struct watched counter = watch("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, NULL);
    unsigned long long count = 0;
    double time = 0;

    start(&timer);
    start(&counter);
    for (int i = 0; i < 2000; i++) {
        double now;

        send_to_self(1);
        now = seconds(&timer);
        CHECK(now >= time && value(&counter) == count + 1);
        time = now;
        count = value(&counter);
    }
    CHECK(time > 0 && time < 60);
    unwatch(&timer);
    unwatch(&counter);
}

/* The wall time belongs to what the process did: no more of MPI's than there was. */
static void fraction_of_time_lies_between_0_and_1(void)
{
    struct watched share = watch("mpit_mpi_time_fraction", MPI_T_PVAR_CLASS_PERCENTAGE, NULL);
    double number = 0.5;

    CHECK(seconds(&share) == 0);
    start(&share);
    send_to_self(100);
    rest(0.05);
    CHECK(seconds(&share) > 0 && seconds(&share) < 0.9);
    CHECK_RC(write_to(&share, &number), MPI_T_ERR_PVAR_NO_WRITE);
    CHECK_RC(reset(&share), MPI_T_ERR_PVAR_NO_WRITE);
    CHECK_RC(readreset(&share, &number), MPI_T_ERR_PVAR_NO_ATOMIC);
    CHECK(number == 0.5);
    stop(&share);
    number = seconds(&share);
    rest(0.02);
    CHECK(seconds(&share) == number);
    unwatch(&share);
}

/* ---- levels and watermarks ------------------------------------------------------------------- */

static MPI_Comm dups[8];

static void dup(int n)
{
    for (int i = 0; i < n; i++)
        MPI_Comm_dup(MPI_COMM_SELF, &dups[i]);
}

static void free_dups(int n)
{
    for (int i = 0; i < n; i++)
        MPI_Comm_free(&dups[i]);
}

static void level_is_the_utilization_now(void)
{
    struct watched comms = watch("mpit_live_comms", MPI_T_PVAR_CLASS_LEVEL, NULL);
    unsigned before = (unsigned)value(&comms), number = 1;

    start(&comms);
    dup(3);
    CHECK_INT(value(&comms), before + 3);
    free_dups(1);
    CHECK_INT(value(&comms), before + 2);
    stop(&comms);
    MPI_Comm_free(&dups[1]);
    CHECK_INT(value(&comms), before + 2); /* what is stopped stays */
    start(&comms);
    CHECK_INT(value(&comms), before + 1);
    CHECK_RC(write_to(&comms, &number), MPI_T_ERR_PVAR_NO_WRITE);
    CHECK_RC(reset(&comms), MPI_T_ERR_PVAR_NO_WRITE);
    CHECK_RC(readreset(&comms, &number), MPI_T_ERR_PVAR_NO_ATOMIC);
    MPI_Comm_free(&dups[2]);
    CHECK_INT(value(&comms), before);
    unwatch(&comms);
}

static void high_watermark_begins_at_the_level_and_only_rises(void)
{
    struct watched comms = watch("mpit_live_comms", MPI_T_PVAR_CLASS_LEVEL, NULL);
    struct watched high = watch("mpit_live_comms", MPI_T_PVAR_CLASS_HIGHWATERMARK, NULL);
    unsigned before, got = 0, number;

    start(&comms);
    before = (unsigned)value(&comms);
    dup(2);
    start(&high);
    CHECK_INT(value(&high), before + 2); /* the utilization at start */
    free_dups(2);
    CHECK_INT(value(&high), before + 2);
    dup(4);
    free_dups(4);
    CHECK_INT(value(&high), before + 4);
    OK(reset(&high));
    CHECK_INT(value(&high), before);
    dup(1);
    OK(readreset(&high, &got));
    CHECK_INT(got, before + 1);
    CHECK_INT(value(&high), before + 1);
    free_dups(1);
    stop(&high);
    dup(3);
    CHECK_INT(value(&high), before + 1);
    free_dups(3);
    number = 77;
    OK(write_to(&high, &number));
    CHECK_INT(value(&high), 77);
    start(&high); /* begins anew */
    CHECK_INT(value(&high), before);
    dup(1);
    stop(&high);
    free_dups(1);
    start(&high);
    CHECK_INT(value(&high), before);
    unwatch(&high);
    unwatch(&comms);
}

static void low_watermark_begins_at_the_level_and_only_falls(void)
{
    MPI_Comm world = MPI_COMM_WORLD;
    struct watched length = watch("mpit_prq_length", MPI_T_PVAR_CLASS_LEVEL, &world);
    struct watched high = watch("mpit_prq_length", MPI_T_PVAR_CLASS_HIGHWATERMARK, &world);
    struct watched low = watch("mpit_prq_length", MPI_T_PVAR_CLASS_LOWWATERMARK, &world);
    MPI_Request requests[4];
    char bytes[4], byte = 1;

    start(&length);
    for (int i = 0; i < 4; i++)
        MPI_Irecv(&bytes[i], 1, MPI_CHAR, 1 - rank, i, world, &requests[i]);
    start(&low);
    start(&high);
    CHECK_INT(value(&length), 4);
    CHECK_INT(value(&low), 4);
    CHECK_INT(value(&high), 4);
    for (int i = 0; i < 3; i++) {
        MPI_Send(&byte, 1, MPI_CHAR, 1 - rank, i, world);
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
        CHECK_INT(value(&length), 3 - i);
        CHECK_INT(value(&low), 3 - i);
    }
    MPI_Irecv(&bytes[0], 1, MPI_CHAR, 1 - rank, 0, world, &requests[0]);
    CHECK_INT(value(&length), 2);
    CHECK_INT(value(&low), 1);
    CHECK_INT(value(&high), 4);
    OK(reset(&low));
    CHECK_INT(value(&low), 2);
    MPI_Send(&byte, 1, MPI_CHAR, 1 - rank, 0, world);
    MPI_Send(&byte, 1, MPI_CHAR, 1 - rank, 3, world);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Wait(&requests[3], MPI_STATUS_IGNORE);
    CHECK_INT(value(&length), 0);
    CHECK_INT(value(&low), 0);
    unwatch(&length);
    unwatch(&high);
    unwatch(&low);
}

static void requests_are_pending_until_they_complete(void)
{
    MPI_Comm world = MPI_COMM_WORLD;
    struct watched sends = watch("mpit_pending_sends", MPI_T_PVAR_CLASS_LEVEL, &world);
    struct watched most = watch("mpit_pending_sends", MPI_T_PVAR_CLASS_HIGHWATERMARK, &world);
    struct watched live = watch("mpit_live_requests", MPI_T_PVAR_CLASS_LEVEL, NULL);
    MPI_Request requests[3], persistent;
    char bytes[3] = {1, 2, 3}, byte;

    start(&sends);
    start(&most);
    start(&live);
    for (int i = 0; i < 3; i++)
        MPI_Issend(&bytes[i], 1, MPI_CHAR, 1 - rank, i, world, &requests[i]);
    CHECK_INT(value(&sends), 3);
    CHECK_INT(value(&live), 3);
    MPI_Recv_init(&byte, 1, MPI_CHAR, 1 - rank, 2, world, &persistent);
    CHECK_INT(value(&live), 3); /* not started */
    MPI_Start(&persistent);
    CHECK_INT(value(&live), 4);
    MPI_Wait(&persistent, MPI_STATUS_IGNORE);
    CHECK_INT(value(&live), 3);
    MPI_Request_free(&persistent);
    for (int i = 0; i < 2; i++)
        MPI_Recv(&byte, 1, MPI_CHAR, 1 - rank, i, world, MPI_STATUS_IGNORE);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    CHECK_INT(value(&sends), 0);
    CHECK_INT(value(&most), 3);
    CHECK_INT(value(&live), 0);
    unwatch(&sends);
    unwatch(&most);
    unwatch(&live);
}

/* Small sends for which the vendor gives out one handle that is complete from the start. */
static void requests_that_share_a_handle_are_pending_each(void)
{
    MPI_Comm world = MPI_COMM_WORLD;
    struct watched sends = watch("mpit_pending_sends", MPI_T_PVAR_CLASS_LEVEL, &world);
    MPI_Request requests[20];
    char byte = 1, back;

    start(&sends);
    for (int i = 0; i < 20; i++) {
        MPI_Isend(&byte, 1, MPI_CHAR, 1 - rank, i, world, &requests[i]);
        CHECK_INT(value(&sends), i + 1);
    }
    for (int i = 0; i < 20; i++)
        MPI_Recv(&back, 1, MPI_CHAR, 1 - rank, i, world, MPI_STATUS_IGNORE);
    for (int i = 0; i < 20; i++) {
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
        CHECK_INT(value(&sends), 19 - i);
    }
    unwatch(&sends);
}

static void size_is_continuous_and_read_only(void)
{
    MPI_Comm world = MPI_COMM_WORLD;
    struct watched size = watch("mpit_comm_size", MPI_T_PVAR_CLASS_SIZE, &world);
    unsigned number = 9;

    CHECK_INT(value(&size), ranks);
    CHECK_RC(MPI_T_pvar_start(size.session, size.handle), MPI_T_ERR_PVAR_NO_STARTSTOP);
    CHECK_RC(MPI_T_pvar_stop(size.session, size.handle), MPI_T_ERR_PVAR_NO_STARTSTOP);
    CHECK_RC(write_to(&size, &number), MPI_T_ERR_PVAR_NO_WRITE);
    CHECK_RC(reset(&size), MPI_T_ERR_PVAR_NO_WRITE);
    CHECK_RC(readreset(&size, &number), MPI_T_ERR_PVAR_NO_ATOMIC);
    CHECK_INT(value(&size), ranks);
    unwatch(&size);
}

/* ---- state, and signal handlers -------------------------------------------------------------- */

enum {
    STATES = 8,
    COMPUTE = 0,
    SENDING = 1,
    RECEIVING = 2,
    WAITING = 3,
    PROBING = 4,
    COLLECTIVE = 5
};

static struct watched state;
static volatile sig_atomic_t seen[STATES], out_of_range, calls;

static void look_at_the_state(int signal)
{
    int now = -1;

    (void)signal;
    calls++;
    if (MPI_T_pvar_read(state.session, state.handle, &now) != MPI_SUCCESS || now < 0 ||
        now >= STATES)
        out_of_range++;
    else
        seen[now]++;
}

/* SIGPROF by the wall clock: a process that waits may get next to no processor time. */
static timer_t profile(void)
{
    struct sigaction action = {.sa_handler = look_at_the_state, .sa_flags = SA_RESTART};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGPROF};
    struct itimerspec every = {{0, 1000000}, {0, 1000000}};
    timer_t timer;

    sigaction(SIGPROF, &action, NULL);
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0)
        need_failed("timer");
    timer_settime(timer, 0, &every, NULL);
    return timer;
}

static void state_is_read_in_a_signal_handler(void)
{
    MPI_Request request;
    timer_t timer;
    double begin;
    char byte = 1;

    state = watch("mpit_state", MPI_T_PVAR_CLASS_STATE, NULL);
    CHECK_RC(MPI_T_pvar_start(state.session, state.handle), MPI_T_ERR_PVAR_NO_STARTSTOP);
    memset((void *)seen, 0, sizeof seen);
    timer = profile();
    if (rank == 0) {
        MPI_Recv(&byte, 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Irecv(&byte, 1, MPI_CHAR, 1, 1, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Probe(1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&byte, 1, MPI_CHAR, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
        if (!seen[RECEIVING] || !seen[WAITING] || !seen[PROBING] || !seen[COLLECTIVE] ||
            seen[SENDING])
            FAIL("of %d looks compute %d, send %d, recv %d, wait %d, probe %d, collective %d",
                 (int)calls, (int)seen[COMPUTE], (int)seen[SENDING], (int)seen[RECEIVING],
                 (int)seen[WAITING], (int)seen[PROBING], (int)seen[COLLECTIVE]);
    } else {
        for (int i = 0; i < 4; i++) {
            for (begin = MPI_Wtime(); MPI_Wtime() - begin < 0.2;)
                ; /* computes */
            if (i < 3)
                MPI_Send(&byte, 1, MPI_CHAR, 0, i, MPI_COMM_WORLD);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        CHECK(seen[COMPUTE] > 0);
    }
    timer_delete(timer);
    CHECK(calls > 0);
    CHECK_INT(out_of_range, 0);
    unwatch(&state);
}

static struct watched counted;
static volatile unsigned long long taken;

/* ACC-5: every operation on a value, in the middle of anything. */
static void use_all_in_a_handler(int signal)
{
    unsigned long long number = 0;

    (void)signal;
    calls++;
    if (MPI_T_pvar_read(counted.session, counted.handle, &number) != MPI_SUCCESS ||
        MPI_T_pvar_start(counted.session, counted.handle) != MPI_SUCCESS ||
        MPI_T_pvar_readreset(counted.session, counted.handle, &number) != MPI_SUCCESS)
        out_of_range++;
    taken += number;
}

static void values_are_taken_in_a_signal_handler_and_none_is_lost(void)
{
    enum { SENDS_TO_SELF = 200000 };
    struct sigaction action = {.sa_handler = use_all_in_a_handler, .sa_flags = SA_RESTART};
    struct itimerval timer = {{0, 300}, {0, 300}}, off = {0};

    calls = out_of_range = 0;
    taken = 0;
    counted = watch("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, NULL);
    start(&counted);
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &timer, NULL);
    send_to_self(SENDS_TO_SELF);
    setitimer(ITIMER_REAL, &off, NULL);
    signal(SIGALRM, SIG_IGN);
    CHECK(calls > 10);
    CHECK_INT(out_of_range, 0);
    CHECK_INT(taken + value(&counted), SENDS_TO_SELF);
    unwatch(&counted);
}

/* ---- clocks ---------------------------------------------------------------------------------- */

/* The items of mpit_clock. */
enum { AUTO, MONOTONIC, TSC, WTIME };

/* Rank 1 waits for rank 0. */
static void wait_for(double length)
{
    if (rank == 0)
        rest(length);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* One timer over all clocks: what it has stays as it is when the clock changes, and what comes is
 * added in the same unit. */
static void timer_goes_on_with_another_clock(void)
{
    static const int clocks[] = {AUTO, MONOTONIC, WTIME, AUTO, WTIME, MONOTONIC};
    const int n = sizeof clocks / sizeof *clocks, before = cvar_get("mpit_clock");
    struct watched timer = watch("mpit_mpi_time", MPI_T_PVAR_CLASS_TIMER, NULL);
    double begin, waited = 0, had = 0;

    for (int i = 0; i < n; i++) {
        OK(cvar_set("mpit_clock", clocks[i]));
        CHECK_THAT(seconds(&timer) == had, "clock %d: %.9f s became %.9f s", clocks[i], had,
                   seconds(&timer));
        MPI_Barrier(MPI_COMM_WORLD);
        begin = MPI_Wtime();
        start(&timer);
        wait_for(0.03);
        stop(&timer);
        waited += MPI_Wtime() - begin;
        had = seconds(&timer);
        CHECK_THAT(had <= waited + 1e-3, "clock %d: %g s of %g s", clocks[i], had, waited);
        CHECK_THAT(rank == 0 || had >= waited * 0.8, "clock %d: %g s of %g s", clocks[i], had,
                   waited);
    }
    OK(cvar_set("mpit_clock", before));
    unwatch(&timer);
}

/* ---- example 14.1 ---------------------------------------------------------------------------- */

static void bytes_and_time_of_sends_need_no_profiling_code(void)
{
    struct watched bytes = watch("mpit_p2p_send_bytes", MPI_T_PVAR_CLASS_AGGREGATE, NULL);
    struct watched time = watch("mpit_p2p_send_time", MPI_T_PVAR_CLASS_TIMER, NULL);
    double in[100] = {0}, before = MPI_Wtime();
    MPI_Request request;

    start(&bytes);
    start(&time);
    for (int n = 1; n <= 100; n++) {
        MPI_Irecv(in, 100, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, &request);
        MPI_Send(in, 0, MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
        MPI_Send((double[100]){0}, n, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    CHECK_INT(value(&bytes), 8 * 100 * 101 / 2);
    CHECK(seconds(&time) > 0 && seconds(&time) < MPI_Wtime() - before);
    unwatch(&bytes);
    unwatch(&time);
}

SUITE(HARNESS_MPI_IS_UP, TEST(counter_counts_between_start_and_stop),
      TEST(aggregate_adds_up_between_start_and_stop), TEST(array_is_reset_and_written_as_a_whole),
      TEST(refused_write_changes_no_element), TEST(whole_numbers_are_below_2_to_the_63),
      TEST(timer_measures_the_call_in_seconds), TEST(timers_and_counters_never_go_back),
      TEST(fraction_of_time_lies_between_0_and_1), TEST(level_is_the_utilization_now),
      TEST(high_watermark_begins_at_the_level_and_only_rises),
      TEST(low_watermark_begins_at_the_level_and_only_falls),
      TEST(requests_are_pending_until_they_complete),
      TEST(requests_that_share_a_handle_are_pending_each), TEST(size_is_continuous_and_read_only),
      TEST(state_is_read_in_a_signal_handler),
      TEST(values_are_taken_in_a_signal_handler_and_none_is_lost),
      TEST(timer_goes_on_with_another_clock), TEST(bytes_and_time_of_sends_need_no_profiling_code))
