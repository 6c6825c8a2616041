/* A job some of whose ranks come late, for tests/nodes: what each has waited for whom, by a clock
 * that all nodes of one machine have in common, is written to a file: lines "RANK FOR SECONDS".
 *
 *   late_program OPERATION ROUNDS US FILE [stay]
 *
 *   OPERATION  barrier, allreduce, bcast, alltoall: on MPI_COMM_WORLD, whose late rank changes
 *              every tenth round; split: barriers of every second rank, named even and odd; send,
 *              send_large: the late rank sends to its partner, which is the rank beside it; ssend,
 *              ssend_large: that sends to the late one
 *   US         so late, in microseconds; 0: nobody is, and nothing is measured
 *   stay       to be killed when the file is there: it does not end */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TURN = 10, LARGE = 1 << 20 };

static int rank, size;
static MPI_Comm comm = MPI_COMM_WORLD;
static int *buffer, *other;
static char *message;

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

/* From one to another; the others have nothing to do with it. */
static void pass(int (*send)(const void *, int, MPI_Datatype, int, int, MPI_Comm), int from, int to,
                 int bytes)
{
    if (rank == from)
        send(message, bytes, MPI_CHAR, to, 1, comm);
    else if (rank == to)
        MPI_Recv(message, bytes, MPI_CHAR, from, 1, comm, MPI_STATUS_IGNORE);
}

static int partner_of(int late)
{
    return late ^ 1;
}

static void send_small(int late)
{
    pass(MPI_Send, late, partner_of(late), 1);
}

static void send_large(int late)
{
    pass(MPI_Send, late, partner_of(late), LARGE);
}

static void ssend_small(int late)
{
    pass(MPI_Ssend, partner_of(late), late, 1);
}

static void ssend_large(int late)
{
    pass(MPI_Ssend, partner_of(late), late, LARGE);
}

static const struct operation {
    const char *name;
    void (*call)(int late);
    enum { ALL, HALVES, PARTNERS } who; /* are together */
} operations[] = {{"send", send_small, PARTNERS},
                  {"send_large", send_large, PARTNERS},
                  {"ssend", ssend_small, PARTNERS},
                  {"ssend_large", ssend_large, PARTNERS},
                  {"barrier", barrier, ALL},
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

/* What ranks know by themselves (doc/nodes.md): how long they were in the operation, of all rounds
 * and at least. */
static double *took, *fastest;
static int rounds;

static int is_together(const struct operation *operation, int a, int b, int late)
{
    const int partner = partner_of(late);

    if (operation->who == PARTNERS)
        return (a == late || a == partner) && (b == late || b == partner);
    return operation->who == ALL || a % 2 == b % 2;
}

/* Whom a rank has waited for: who came last before it left. */
static void book(const struct operation *operation, int its, int late)
{
    int culprit = -1;

    for (int i = 0; i < size; i++)
        if (is_together(operation, its, i, late) && entry[i] <= left[its] &&
            (culprit < 0 || entry[i] > entry[culprit]))
            culprit = i;
    if (culprit >= 0 && culprit != its && entry[culprit] > entry[its])
        waited[its * size + culprit] += entry[culprit] - entry[its];
}

/* What would be told without clocks: who takes longer than the fastest has waited, for the one that
 * has waited least. */
static void write_alone(FILE *out)
{
    double all = 0, found = 0, right = 0;
    int last = 0;

    for (int i = 0; i < size; i++) {
        double its = took[i] - rounds * fastest[i];

        found += its;
        last = its < took[last] - rounds * fastest[last] ? i : last;
    }
    for (int i = 0; i < size * size; i++) {
        all += waited[i];
        right += i % size == last ? waited[i] : 0;
    }
    fprintf(out, "# without clocks: %.1f %% of what was waited is seen, %.1f %% were for rank %d\n",
            100 * found / all, 100 * right / all, last);
}

static void write_waited(const char *path)
{
    FILE *out = fopen(path, "w");

    for (int i = 0; out && i < size * size; i++)
        if (waited[i] > 0)
            fprintf(out, "%d %d %.9f\n", i / size, i % size, waited[i]);
    if (out)
        write_alone(out);
    if (!out || fclose(out) != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

/* By calls that are not recorded. */
static void compare(const struct operation *operation, int late, double came, double went)
{
    MPI_Pcontrol(0);
    MPI_Gather(&came, 1, MPI_DOUBLE, entry, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Gather(&went, 1, MPI_DOUBLE, left, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < size; i++) {
        book(operation, i, late);
        took[i] += left[i] - entry[i];
        fastest[i] =
            rounds == 0 || left[i] - entry[i] < fastest[i] ? left[i] - entry[i] : fastest[i];
    }
    rounds++;
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
    took = calloc((size_t)size, sizeof *took);
    fastest = calloc((size_t)size, sizeof *fastest);
    waited = calloc((size_t)size * (size_t)size, sizeof *waited);
    buffer = calloc((size_t)size, sizeof(int));
    other = calloc((size_t)size, sizeof(int));
    message = calloc(LARGE, 1);
    if (!operation || !entry || !left || !took || !fastest || !waited || !buffer || !other ||
        !message)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (operation->who == HALVES) {
        MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &comm);
        MPI_Comm_set_name(comm, rank % 2 ? "odd" : "even");
    }
    for (int i = 0; i < atoi(argv[2]); i++) {
        const int late = i / TURN * 5 % size;
        double came;

        if (rank == late)
            be_late(atof(argv[3]) * 1e-6);
        came = now();
        operation->call(operation->who == HALVES ? late / 2 : late);
        if (atof(argv[3]) > 0)
            compare(operation, late, came, now());
    }
    if (rank == 0)
        write_waited(argv[4]);
    while (argc > 5)
        pause();
    if (operation->who == HALVES)
        MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
