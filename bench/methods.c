/* What libmpib's methods lean on: the barrier before an operation, and a rank that begins late.
 *
 *   mpirun -n 2 bench/methods [--check] [--rounds N] [--reps N] [--quick] [--json]
 *
 * MPI_Barrier is this program's: the library's, or one that lets ranks go one after the other, at
 * once or 2 us apart.  A method that leans on no barrier says the same before each.  Then the last
 * rank begins late by as much as is known. */
#include "../mpib/median.h"
#include "../mpib/mpib.h"
#include "../tools/ground/tool.h"
#include "options.h"
#include "table.h"
#include "verdict.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { QUICK_ROUNDS = 8, QUICK_REPS = 5 };

static int rank, ranks, rounds = 25, reps = 100, is_quick, check, json;

/* Of the time by deadline, and of how late a rank is. */
static const double MOST_MOVE = 0.01, MOST_ERROR = 0.5e-6;

static const MPIB_measure_coll methods[] = {MPIB_measure_max, MPIB_measure_root,
                                            MPIB_measure_global, MPIB_measure_deadline};
enum { METHODS = sizeof methods / sizeof *methods, DEADLINE = METHODS - 1 };

/* ---- barriers */

static const double APART = 2e-6;

enum barrier { LIBRARY, LINEAR, STAGGERED, BARRIERS };
static const char *const barrier_names[] = {"library", "linear", "2 us apart"};
static enum barrier barrier;

static void spin(double seconds)
{
    const double until = MPI_Wtime() + seconds;

    while (MPI_Wtime() < until)
        continue;
}

/* All have come to rank 0 before it lets the first one go. */
static int barrier_by_0(MPI_Comm comm, double apart)
{
    int me, size;

    PMPI_Comm_rank(comm, &me);
    PMPI_Comm_size(comm, &size);
    if (me) {
        PMPI_Send(NULL, 0, MPI_BYTE, 0, 0, comm);
        return PMPI_Recv(NULL, 0, MPI_BYTE, 0, 0, comm, MPI_STATUS_IGNORE);
    }
    for (int i = 1; i < size; i++)
        PMPI_Recv(NULL, 0, MPI_BYTE, i, 0, comm, MPI_STATUS_IGNORE);
    for (int i = 1; i < size; i++) {
        PMPI_Send(NULL, 0, MPI_BYTE, i, 0, comm);
        spin(apart);
    }
    return MPI_SUCCESS;
}

int MPI_Barrier(MPI_Comm comm)
{
    return barrier == LIBRARY ? PMPI_Barrier(comm)
                              : barrier_by_0(comm, barrier == STAGGERED ? APART : 0);
}

/* ---- the operation */

static double late; /* what the last rank is late by */

static int initialize(void *self, MPI_Comm comm, int root, int M)
{
    (void)self, (void)comm, (void)root, (void)M;
    return MPI_SUCCESS;
}

static void execute(void *self, MPI_Comm comm, int root, int M)
{
    double one = 1, sum;

    (void)self, (void)root, (void)M;
    if (rank == ranks - 1 && late > 0)
        spin(late);
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, comm);
}

static void finalize(void *self, MPI_Comm comm, int root)
{
    (void)self, (void)comm, (void)root;
}

static double time_by(MPIB_measure_coll measure)
{
    static MPIB_coll_container container = {initialize, execute, finalize};
    MPIB_result result;

    measure(&container, MPI_COMM_WORLD, 0, 8, (MPIB_precision){reps, reps, 0, 0}, &result);
    return result.T;
}

/* ---- what is said */

static int worst = BENCH_HELD;

/* Of something that may be off to either side. */
static const char *judge(struct mpib_interval off, double most)
{
    const double low = fabs(off.low), high = fabs(off.high);
    const bool is_0 = off.low <= 0 && off.high >= 0;
    const struct mpib_interval beyond = {(is_0 ? 0 : fmin(low, high)) - most,
                                         fabs(off.middle) - most, fmax(low, high) - most};
    const enum bench_verdict verdict = bench_verdict(beyond, 0);

    if (worst != BENCH_MISSED && verdict != BENCH_HELD)
        worst = (int)verdict;
    return bench_verdict_text(verdict);
}

static void say_unknown(void)
{
    worst = worst == BENCH_MISSED ? worst : BENCH_UNDECIDED;
    bench_table_note("undecided: by deadline there is no time: too few starts were kept");
}

/* ---- barriers, by turns */

static double times[METHODS][BARRIERS][MPIB_ROUNDS_MOST];

static struct mpib_interval move_of(int method, int by)
{
    double move[MPIB_ROUNDS_MOST];

    for (int i = 0; i < rounds; i++)
        move[i] = times[method][by][i] / times[method][LIBRARY][i] - 1;
    return mpib_median_interval(move, rounds);
}

static void write_barriers(void)
{
    static const char *const columns[] = {"method",    "barrier",    "time_us", "moves_%",
                                          "moves_low", "moves_high", NULL};

    bench_table_begin("barriers", "MPI_Allreduce of 8 bytes, by methods and barriers", columns);
    for (int m = 0; m < METHODS; m++)
        for (int by = 0; by < BARRIERS; by++) {
            const struct mpib_interval move = move_of(m, by);

            bench_table_row(
                (const double[]){m, by, mpib_median_interval(times[m][by], rounds).middle * 1e6,
                                 100 * move.middle, 100 * move.low, 100 * move.high});
        }
    bench_table_end();
    bench_table_note("methods: 0 max, 1 root, 2 global, 3 deadline; barriers: 0 the library's, 1 "
                     "linear, 2 linear, 2 us apart");
    for (int by = LIBRARY + 1; by < BARRIERS; by++) {
        const struct mpib_interval move = move_of(DEADLINE, by);

        if (!isfinite(move.middle))
            say_unknown();
        else
            bench_table_note("%s: deadline moves by at most %g %% where the barrier is %s",
                             judge(move, MOST_MOVE), 100 * MOST_MOVE, barrier_names[by]);
    }
}

static void measure_barriers(void)
{
    for (int round = 0; round < rounds; round++)
        for (int turn = 0; turn < BARRIERS; turn++) {
            barrier = (enum barrier)((round + turn) % BARRIERS);
            for (int m = 0; m < METHODS; m++)
                times[m][barrier][round] = time_by(methods[m]);
        }
    barrier = LIBRARY;
    if (rank == 0)
        write_barriers();
}

/* ---- a rank that begins late */

static void measure_late(double seconds)
{
    double found[METHODS][MPIB_ROUNDS_MOST];

    for (int round = 0; round < rounds; round++)
        for (int m = 0; m < METHODS; m++) {
            double without;

            late = 0;
            without = time_by(methods[m]);
            late = seconds;
            found[m][round] = time_by(methods[m]) - without - seconds;
        }
    late = 0;
    if (rank != 0)
        return;
    for (int m = 0; m < METHODS; m++) {
        const struct mpib_interval off = mpib_median_interval(found[m], rounds);

        bench_table_row(
            (const double[]){seconds * 1e6, m, off.middle * 1e6, off.low * 1e6, off.high * 1e6});
        if (m != DEADLINE)
            continue;
        if (!isfinite(off.middle))
            say_unknown();
        else
            bench_table_note("%s: deadline finds %g us within %g us", judge(off, MOST_ERROR),
                             seconds * 1e6, MOST_ERROR * 1e6);
    }
}

static void measure_all_late(void)
{
    static const char *const columns[] = {"late_us", "method",   "off_us",
                                          "off_low", "off_high", NULL};
    static const double delays[] = {5e-6, 20e-6, 100e-6};

    if (rank == 0)
        bench_table_begin("late", "the last rank begins late: what is found, less that", columns);
    for (size_t i = 0; i < sizeof delays / sizeof *delays; i++)
        measure_late(delays[i]);
    if (rank == 0)
        bench_table_end();
}

/* ---- the program */

static void options_read(int argc, char **argv)
{
    const struct poptOption table[] = {
        {"rounds", 'r', POPT_ARG_INT, &rounds, 0, "rounds, each with all (25, at least 8)", "N"},
        {"reps", 'n', POPT_ARG_INT, &reps, 0, "repetitions of a measurement (100)", "N"},
        {"quick", 'q', POPT_ARG_NONE, &is_quick, 0, "see that it works: few of both", NULL},
        {"check", 'c', POPT_ARG_NONE, &check, 0,
         "exit 1 if a target is missed, 2 if one stays open", NULL},
        {"json", 'j', POPT_ARG_NONE, &json, 0, "print JSON", NULL},
        TOOL_OPTION_HELP,
        POPT_TABLEEND,
    };

    bench_options_read(argc, argv, table, "What the methods of libmpib lean on.");
    if (is_quick) {
        rounds = QUICK_ROUNDS;
        reps = QUICK_REPS;
    }
    bench_options_must(tool_options_range("--rounds", rounds, MPIB_ROUNDS_LEAST, MPIB_ROUNDS_MOST));
    bench_options_must(tool_options_range("--reps", reps, 1, 1000000));
}

int main(int argc, char **argv)
{
    options_read(argc, argv);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPIB_outliers(MPIB_OUTLIERS_TUKEY);
    if (rank == 0)
        bench_tables_begin(json);
    measure_barriers();
    measure_all_late();
    if (rank == 0)
        bench_tables_end();
    MPI_Bcast(&worst, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return check ? worst : EXIT_SUCCESS;
}
