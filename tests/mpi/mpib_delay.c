/* libmpib on the real clock: every collective of the table runs, and all methods find the delay of
 * an operation that is slower than all that a busy machine does to it. */
#include "harness.h"

#include "../../mpib/mpib.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

static const double DELAY = 0.1; /* seconds */

static const struct method {
    const char *name;
    MPIB_measure_coll measure;
} methods[] = {
    {"max", MPIB_measure_max}, {"root", MPIB_measure_root}, {"global", MPIB_measure_global}};
enum { METHODS = sizeof methods / sizeof *methods };

static int sleeper; /* the rank that waits, or -1: all do */
static bool sleeps_after;

static void wait_for_it(bool after, MPI_Comm comm)
{
    const struct timespec delay = {0, (long)(DELAY * 1e9)};
    int me;

    MPI_Comm_rank(comm, &me);
    if (after == sleeps_after && (sleeper < 0 || sleeper == me))
        nanosleep(&delay, NULL);
}

static int slow_bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    wait_for_it(false, comm);
    int code = MPI_Bcast(buffer, count, type, root, comm);
    wait_for_it(true, comm);
    return code;
}

static int nothing_to_initialize(void *self, MPI_Comm comm, int root, int M)
{
    (void)self, (void)comm, (void)root, (void)M;
    return MPI_SUCCESS;
}

static void execute_slow_bcast(void *self, MPI_Comm comm, int root, int M)
{
    char buffer[64];

    (void)self;
    slow_bcast(buffer, M, MPI_CHAR, root, comm);
}

static void nothing_to_finalize(void *self, MPI_Comm comm, int root)
{
    (void)self, (void)comm, (void)root;
}

static MPIB_coll_container slow = {nothing_to_initialize, execute_slow_bcast, nothing_to_finalize};

/* The same on every rank. */
static void check_shared(const char *what, const MPIB_result *result)
{
    double mine[] = {result->T, result->ci, result->wtick, result->reps, result->M}, all[5];

    MPI_Allreduce(mine, all, 5, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    for (int i = 0; i < 5; i++)
        if (mine[i] != all[i])
            FAIL("%s: member %d is %g, elsewhere %g", what, i, mine[i], all[i]);
}

static void check_delay(const char *what, double T)
{
    if (!(T > 0.8 * DELAY && T < 2 * DELAY))
        FAIL("%s: %g s, expected %g", what, T, DELAY);
}

/* Ranks that have no processor when they are to start may miss every start: that is said, and no
 * time. */
static void measure_by_deadline(int root)
{
    MPIB_result result = {0};

    MPIB_measure_deadline(&slow, MPI_COMM_WORLD, root, 8, (MPIB_precision){2, 2, 0, 0}, &result);
    if (result.reps == 0) {
        CHECK(isnan(result.T) && MPIB_deadline_missed() >= 50);
        return;
    }
    check_shared("deadline", &result);
    check_delay("deadline", result.T);
}

static void measure_slow(int root)
{
    MPIB_result result = {0};

    MPIB_measure_bcast(slow_bcast, MPI_COMM_WORLD, root, 8, 2, &result);
    check_shared("bcast", &result);
    check_delay("bcast", result.T);
    for (int m = 0; m < METHODS; m++) {
        methods[m].measure(&slow, MPI_COMM_WORLD, root, 8, (MPIB_precision){2, 2, 0, 0}, &result);
        check_shared(methods[m].name, &result);
        check_delay(methods[m].name, result.T);
    }
    measure_by_deadline(root);
}

static void every_method_finds_a_delay_of_all_ranks(void)
{
    sleeper = -1;
    sleeps_after = false;
    measure_slow(ranks - 1);
}

/* The root has long returned. */
static void every_method_finds_the_receiver_that_is_late(void)
{
    sleeps_after = true;
    for (sleeper = 0; sleeper < ranks; sleeper++)
        measure_slow((sleeper + 1) % ranks);
    MPIB_bcast_timer_init(MPI_COMM_NULL, 0, (MPIB_precision){0});
}

static void measure_row(int i, const struct method *method, int M, MPIB_precision precision)
{
    MPIB_coll_container *container = MPIB_coll_container_alloc(i);
    MPIB_result result = {0};

    method->measure(container, MPI_COMM_WORLD, ranks - 1, M, precision, &result);
    MPIB_coll_container_free(container);
    check_shared(MPIB_coll_name(i), &result);
    CHECK_FOR(MPIB_coll_name(i), result.M == M && isfinite(result.T) && result.T < 10);
    CHECK_FOR(MPIB_coll_name(i), result.reps >= precision.min_reps);
    CHECK_FOR(MPIB_coll_name(i), result.reps <= precision.max_reps);
    CHECK_FOR(MPIB_coll_name(i), method->measure == MPIB_measure_root || result.T > 0);
}

/* On 2 ranks; on others, where this would take long, by one method each. */
static void every_collective_is_measured_by_every_method(void)
{
    CHECK_INT(MPIB_coll_count(), 44);
    for (int i = 0; i < MPIB_coll_count(); i++)
        for (int m = 0; m < METHODS; m++)
            if (ranks == 2 || m == i % METHODS)
                measure_row(i, &methods[m], 100, (MPIB_precision){1, 2, 0, 0});
}

static void every_collective_is_measured_without_data(void)
{
    for (int i = 0; i < MPIB_coll_count(); i++)
        measure_row(i, &methods[0], 0, (MPIB_precision){1, 1, 0, 0});
}

SUITE(HARNESS_MPI_IS_UP, TEST(every_method_finds_a_delay_of_all_ranks),
      TEST(every_method_finds_the_receiver_that_is_late),
      TEST(every_collective_is_measured_by_every_method),
      TEST(every_collective_is_measured_without_data))
