/* libmpib on a synthetic clock: what it measures is known to the last digit, on any number of
 * ranks. EX-5.
 *
 * Time passes only where the test says so: MPI_Wtime, MPI_Recv, MPI_Barrier, MPI_Bcast and
 * MPI_Allreduce of libmpib come here first.  Each rank's clock is off by a constant of its own. */
#include "harness.h"

#include "../../mpib/mpib.h"

#include <math.h>
#include <stdlib.h>

static double now;          /* true time, of this rank */
static double barrier_time; /* what a barrier takes */
static double latency;      /* of a received message, for each rank of distance */
static double tick;         /* of who reads the clock */
static int late;            /* so many broadcasts take the last rank a second longer */

double MPI_Wtime(void)
{
    now += tick;
    return now + 1000 * rank;
}

/* True time is the same everywhere, once all have met. */
static void meet(MPI_Comm comm)
{
    double mine = now;

    PMPI_Allreduce(&mine, &now, 1, MPI_DOUBLE, MPI_MAX, comm);
}

int MPI_Barrier(MPI_Comm comm)
{
    meet(comm);
    now += barrier_time;
    return MPI_SUCCESS;
}

int MPI_Allreduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    meet(comm);
    return PMPI_Allreduce(in, out, count, type, op, comm);
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    int me, size;

    PMPI_Comm_rank(comm, &me);
    PMPI_Comm_size(comm, &size);
    if (late > 0 && late-- && me == size - 1)
        now += 1;
    return PMPI_Bcast(buffer, count, type, root, comm);
}

int MPI_Recv(void *buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
             MPI_Status *status)
{
    int me;

    PMPI_Comm_rank(comm, &me);
    now += latency * abs(source - me);
    return PMPI_Recv(buffer, count, type, source, tag, comm, status);
}

static void clock_reset(double each_barrier, double each_receive)
{
    barrier_time = each_barrier;
    latency = each_receive;
    tick = 0;
    late = 0;
}

#define CHECK_NEAR(found, expected) check_near(__LINE__, #found, found, expected)
static void check_near(int line, const char *what, double found, double expected)
{
    if (!(fabs(found - expected) < 1e-6))
        fail_at(__FILE__, line, "%s is %.9g, expected %.9g", what, found, expected);
}

/* Calls run() on communicators of all kinds: the world, itself, halves in reversed order. */
static void on_each_communicator(void (*run)(MPI_Comm comm, int me, int size))
{
    MPI_Comm comms[] = {MPI_COMM_WORLD, MPI_COMM_SELF, MPI_COMM_NULL};

    PMPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &comms[2]);
    for (int i = 0; i < 3; i++) {
        int me, size;
        PMPI_Comm_rank(comms[i], &me);
        PMPI_Comm_size(comms[i], &size);
        run(comms[i], me, size);
    }
    PMPI_Comm_free(&comms[2]);
    MPIB_bcast_timer_init(MPI_COMM_NULL, 0, (MPIB_precision){0});
}

/* ---- bcast ----------------------------------------------------------------------------------- */

static struct {
    int calls, root, count;
    MPI_Datatype type;
    MPI_Comm comm;
} seen;

/* Takes 5 s on any rank. */
static int five_seconds(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    seen.calls++;
    seen.root = root;
    seen.count = count;
    seen.type = type;
    seen.comm = comm;
    now += 5;
    return PMPI_Bcast(buffer, count, type, root, comm);
}

static int farthest(int root, int size)
{
    return root > size - 1 - root ? root : size - 1 - root;
}

/* The reply of a rank at distance k takes 2 k, the empty round trip 2 k: what is left of the reply
 * is k, and the farthest rank decides. */
static void bcast_from_each_root(MPI_Comm comm, int me, int size)
{
    (void)me;
    for (int root = 0; root < size; root++) {
        MPIB_result result = {.ci = -1};
        seen.calls = 0;
        MPIB_measure_bcast(five_seconds, comm, root, 100 + root, 7, &result);
        CHECK_NEAR(result.T, 5 + farthest(root, size));
        CHECK_INT(result.M, 100 + root);
        CHECK_INT(result.reps, 7);
        CHECK(result.ci == 0);
        CHECK(result.wtick > 0);
        CHECK_INT(seen.calls, 1 + 7 * (size > 1 ? size - 1 : 1));
        CHECK_INT(seen.root, root);
        CHECK_INT(seen.count, 100 + root);
        CHECK(seen.type == MPI_CHAR && seen.comm == comm);
    }
}

static void bcast_is_the_time_to_the_last_receiver_from_any_root(void)
{
    clock_reset(0, 2);
    on_each_communicator(bcast_from_each_root);
}

static void bcast_timer_may_be_set_up_before_in_parallel_or_not(void)
{
    clock_reset(0, 2);
    for (int parallel = 0; parallel < 2; parallel++) {
        MPIB_bcast_timer_init(MPI_COMM_WORLD, parallel, (MPIB_precision){.max_reps = 2});
        bcast_from_each_root(MPI_COMM_WORLD, rank, ranks);
    }
    MPIB_bcast_timer_init(MPI_COMM_NULL, 0, (MPIB_precision){0});
}

/* Some ranks have the round trips of the world, others those of a smaller communicator. */
static void bcast_works_when_ranks_remember_different_communicators(void)
{
    MPI_Comm smaller;
    MPIB_result result = {0};

    clock_reset(0, 2);
    PMPI_Comm_split(MPI_COMM_WORLD, ranks > 1 && rank == ranks - 1, rank, &smaller);
    MPIB_bcast_timer_init(MPI_COMM_WORLD, 1, (MPIB_precision){0});
    if (rank < ranks - 1)
        MPIB_bcast_timer_init(smaller, 1, (MPIB_precision){0});
    MPIB_measure_bcast(five_seconds, MPI_COMM_WORLD, 0, 1, 2, &result);
    CHECK_NEAR(result.T, 5 + farthest(0, ranks));
    PMPI_Comm_free(&smaller);
    MPIB_bcast_timer_init(MPI_COMM_NULL, 0, (MPIB_precision){0});
}

static void bcast_repeats_at_least_once(void)
{
    MPIB_result result = {0};

    clock_reset(0, 0);
    MPIB_measure_bcast(five_seconds, MPI_COMM_WORLD, 0, 0, 0, &result);
    CHECK_INT(result.reps, 1);
    CHECK_NEAR(result.T, 5);
    MPIB_bcast_timer_init(MPI_COMM_NULL, 0, (MPIB_precision){0});
}

/* ---- methods
 * -------------------------------------------------------------------------------------- */

static const MPIB_measure_coll methods[] = {MPIB_measure_max, MPIB_measure_root,
                                            MPIB_measure_global, MPIB_measure_deadline};
enum { METHODS = sizeof methods / sizeof *methods };

/* An operation that takes 9, 11, 9, 11, … s on the last rank, and less on those before; and nothing
 * the first time, which is not timed: true time is to be the same everywhere when that is over. */
struct uneven {
    MPIB_coll_container container;
    int calls, alive, M;
};

static int uneven_initialize(void *self, MPI_Comm comm, int root, int M)
{
    struct uneven *uneven = self;

    (void)comm, (void)root;
    uneven->alive++;
    uneven->M = M;
    return MPI_SUCCESS;
}

static void uneven_execute(void *self, MPI_Comm comm, int root, int M)
{
    struct uneven *uneven = self;
    int me, size;

    (void)root;
    CHECK_INT(uneven->alive, 1);
    CHECK_INT(M, uneven->M);
    PMPI_Comm_rank(comm, &me);
    PMPI_Comm_size(comm, &size);
    if (uneven->calls > 0)
        now += (uneven->calls % 2 ? 9.0 : 11.0) * (me + 1) / size;
    uneven->calls++;
}

static void uneven_finalize(void *self, MPI_Comm comm, int root)
{
    struct uneven *uneven = self;

    (void)comm, (void)root;
    uneven->alive--;
}

/* Worked in tests/unit/mpib.c: 8 repetitions until the interval is 0.8937 of a mean of 10. */
static void methods_on(MPI_Comm comm, int me, int size)
{
    (void)me;
    for (int m = 0; m < METHODS; m++)
        for (int root = 0; root<size; root += size> 1 ? size - 1 : 1) {
            struct uneven uneven = {{uneven_initialize, uneven_execute, uneven_finalize}, 0, 0, 0};
            MPIB_result result = {0};
            meet(comm);
            tick = methods[m] == MPIB_measure_deadline ? 1e-8 : 0; /* it waits for a moment */
            methods[m](&uneven.container, comm, root, 10 + m, (MPIB_precision){2, 100, 0.95, 0.1},
                       &result);
            CHECK_NEAR(result.T, 10);
            CHECK_NEAR(result.ci, 2.364624252 / sqrt(7));
            CHECK_INT(result.reps, 8);
            CHECK_INT(result.M, 10 + m);
            CHECK_INT(uneven.calls, 9);
            CHECK_INT(uneven.alive, 0);
        }
}

static void methods_find_the_slowest_rank_and_stop_by_the_rule(void)
{
    clock_reset(0, 0);
    on_each_communicator(methods_on);
}

/* 4 repetitions, with so many broadcasts that are late. */
static MPIB_result by_deadline(struct uneven *uneven, int late_ones)
{
    MPIB_result result = {0};

    clock_reset(0, 0);
    meet(MPI_COMM_WORLD);
    tick = 1e-8;
    late = late_ones;
    *uneven = (struct uneven){{uneven_initialize, uneven_execute, uneven_finalize}, 0, 0, 0};
    MPIB_measure_deadline(&uneven->container, MPI_COMM_WORLD, 0, 1, (MPIB_precision){4, 4, 0, 0},
                          &result);
    return result;
}

/* The first is of the clocks, and so is each second one behind a second. */
static void starts_that_a_rank_misses_are_dropped_and_counted(void)
{
    struct uneven uneven;
    MPIB_result result = by_deadline(&uneven, 4);

    CHECK_INT(late, 0);
    CHECK_INT(MPIB_deadline_missed(), 2);
    CHECK_INT(result.reps, 4);
    CHECK_INT(uneven.calls, 1 + 2 + 4);
    CHECK_NEAR(result.T, 10);
    by_deadline(&uneven, 0);
    CHECK_INT(MPIB_deadline_missed(), 0);
}

static void starts_that_nobody_can_keep_give_no_time(void)
{
    struct uneven uneven;
    MPIB_result result = by_deadline(&uneven, 1000);

    CHECK(isnan(result.T) && result.ci == 0);
    CHECK_INT(result.reps, 0);
    CHECK_INT(MPIB_deadline_missed(), 50);
    late = 0;
}

static void barriers_are_not_part_of_the_time(void)
{
    clock_reset(3, 0);
    methods_on(MPI_COMM_WORLD, rank, ranks);
}

/* ---- point to point
 * ------------------------------------------------------------------------------- */

/* One receive at a distance of k, of 2 k, between the two readings of the clock. */
static void p2p_is_the_round_trip_between_any_two_ranks(void)
{
    clock_reset(0, 2);
    for (int measure = 0; measure < ranks; measure++)
        for (int mirror = 0; mirror < ranks; mirror++) {
            MPIB_result result = {0};
            if (mirror == measure)
                continue;
            MPIB_measure_p2p(MPI_COMM_WORLD, measure, mirror, 1000, (MPIB_precision){.min_reps = 3},
                             &result);
            CHECK_NEAR(result.T, 2 * abs(measure - mirror));
            CHECK_INT(result.reps, 3);
            CHECK_INT(result.M, 1000);
            CHECK_NEAR(result.ci, 0);
        }
}

SUITE(HARNESS_MPI_IS_UP, TEST(bcast_is_the_time_to_the_last_receiver_from_any_root),
      TEST(bcast_timer_may_be_set_up_before_in_parallel_or_not),
      TEST(bcast_works_when_ranks_remember_different_communicators),
      TEST(bcast_repeats_at_least_once), TEST(methods_find_the_slowest_rank_and_stop_by_the_rule),
      TEST(starts_that_a_rank_misses_are_dropped_and_counted),
      TEST(starts_that_nobody_can_keep_give_no_time), TEST(barriers_are_not_part_of_the_time),
      TEST(p2p_is_the_round_trip_between_any_two_ranks))
