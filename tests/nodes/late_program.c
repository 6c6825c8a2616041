/* A job some of whose ranks come late, for tests/nodes: what each has waited for whom, by a clock
 * that all nodes of one machine have in common, is written to a file: lines "RANK FOR SECONDS".
 *
 *   late_program OPERATION ROUNDS US FILE
 *
 *   OPERATION  barrier, allreduce, bcast, alltoall: on MPI_COMM_WORLD, whose late rank changes
 *              every tenth round; split: barriers of every second rank
 *   US         so late, in microseconds; 0: nobody is, and nothing is measured */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TURN = 10 };

static int rank, size;
static MPI_Comm comm = MPI_COMM_WORLD;
static int *buffer, *other;

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_REALTIME, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void be_late(double seconds)
{
    double until = now() + seconds;

    while (now() < until)
        continue;
}

/* ---- operations: `late` is a rank in the communicator */

static void barrier(int late)
{
    (void)late;
    MPI_Barrier(comm);
}

static void allreduce(int late)
{
    int one = 1, sum;

    (void)late;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
}

static void bcast(int late)
{
    int number = 0;

    MPI_Bcast(&number, 1, MPI_INT, late, comm);
}

static void alltoall(int late)
{
    (void)late;
    MPI_Alltoall(buffer, 1, MPI_INT, other, 1, MPI_INT, comm);
}

static const struct operation {
    const char *name;
    void (*call)(int late);
    enum { ALL, HALVES } who; /* are together */
} operations[] = {{"barrier", barrier, ALL},
                  {"allreduce", allreduce, ALL},
                  {"bcast", bcast, ALL},
                  {"alltoall", alltoall, ALL},
                  {"split", barrier, HALVES}};

static const struct operation *operation_of(const char *name)
{
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (strcmp(operations[i].name, name) == 0)
            return &operations[i];
    return NULL;
}

/* ---- what is so */

/* Of one round: when each had come, and had left, by rank in the world. */
static double *entry, *left;
static double *waited; /* [size][size] */

static int is_together(const struct operation *operation, int a, int b)
{
    return operation->who == ALL || a % 2 == b % 2;
}

/* Whom a rank has waited for: who came last before it left. */
static void book(const struct operation *operation, int its)
{
    int culprit = -1;

    for (int i = 0; i < size; i++)
        if (is_together(operation, its, i) && entry[i] <= left[its] &&
            (culprit < 0 || entry[i] > entry[culprit]))
            culprit = i;
    if (culprit != its && entry[culprit] > entry[its])
        waited[its * size + culprit] += entry[culprit] - entry[its];
}

static void write_waited(const char *path)
{
    FILE *out = fopen(path, "w");

    for (int i = 0; out && i < size * size; i++)
        if (waited[i] > 0)
            fprintf(out, "%d %d %.9f\n", i / size, i % size, waited[i]);
    if (!out || fclose(out) != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

/* By calls that are not recorded. */
static void compare(const struct operation *operation, double came, double went)
{
    MPI_Pcontrol(0);
    MPI_Gather(&came, 1, MPI_DOUBLE, entry, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Gather(&went, 1, MPI_DOUBLE, left, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < size; i++)
        book(operation, i);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Pcontrol(1);
}

int main(int argc, char **argv)
{
    const struct operation *operation = argc > 4 ? operation_of(argv[1]) : NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    entry = calloc((size_t)size, sizeof *entry);
    left = calloc((size_t)size, sizeof *left);
    waited = calloc((size_t)size * (size_t)size, sizeof *waited);
    buffer = calloc((size_t)size, sizeof(int));
    other = calloc((size_t)size, sizeof(int));
    if (!operation || !entry || !left || !waited || !buffer || !other)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (operation->who == HALVES)
        MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &comm);
    for (int i = 0; i < atoi(argv[2]); i++) {
        const int late = i / TURN * 5 % size;
        double came;

        if (rank == late)
            be_late(atof(argv[3]) * 1e-6);
        came = now();
        operation->call(operation->who == HALVES ? late / 2 : late);
        if (atof(argv[3]) > 0)
            compare(operation, came, now());
    }
    if (rank == 0)
        write_waited(argv[4]);
    MPI_Finalize();
    return 0;
}
