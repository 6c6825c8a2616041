/* What each verdict of a report is about, and what is like it and no case for it, by its first
 * argument (tests/mpi/verdicts.sh).  Who works sleeps: that needs no processor. */
#include "config.h"

#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { STEPS = 3, WORK_MS = 200, MORE_MS = 150 };

static int rank, ranks;

static void work(int ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
}

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* ---- work */

/* more: milliseconds of the last rank. */
static void step_together(int more)
{
    for (int i = 0; i < STEPS; i++) {
        work(WORK_MS + (rank == ranks - 1 ? more : 0));
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

static void balanced(void)
{
    step_together(0);
}

static void late(void)
{
    step_together(MORE_MS);
}

static void sleepy(void)
{
    work(900);
}

/* Each rank works longer than the one before it, in a region that it does not leave: how long by
 * its own clock goes to a file. */
static void staggered(void)
{
    double began = now();
    FILE *file;
    char name[32];

    MPI_Pcontrol(3, "all");
    snprintf(name, sizeof name, "worked.%d", rank);
    work(600 * rank);
    file = fopen(name, "w");
    if (file)
        fprintf(file, "%.6f\n", now() - began);
    if (file)
        fclose(file);
}

static void aborted(void)
{
    step_together(MORE_MS);
    MPI_Abort(MPI_COMM_WORLD, 3);
}

/* ---- messages */

/* Rank 0 comes later to send, or to receive, than the others to their part. */
static void exchange_late(int late_sender)
{
    for (int i = 0; i < STEPS; i++) {
        if (rank == 0)
            work(WORK_MS);
        for (int other = 1; other < ranks; other++)
            if (rank == 0 && late_sender)
                MPI_Send(&i, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
            else if (rank == 0)
                MPI_Recv(NULL, 0, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank > 0 && late_sender)
            MPI_Recv(&i, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        else if (rank > 0)
            MPI_Ssend(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
}

static void sender(void)
{
    exchange_late(1);
}

static void receiver(void)
{
    exchange_late(0);
}

/* Each of two ranks comes late to what the other one waits for, in turns. */
static void mutual(void)
{
    for (int i = 0; i < 2 * STEPS; i++) {
        if (rank == i % 2)
            work(WORK_MS);
        if (rank == i % 2)
            MPI_Send(&i, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD);
        else
            MPI_Recv(&i, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* Rank 0 asks for what rank 1 sends later. */
static void polling(void)
{
    int value = 0, there = 0;
    MPI_Request request;

    if (rank == 0)
        MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    while (rank == 0 && !there)
        MPI_Test(&request, &there, MPI_STATUS_IGNORE);
    if (rank == 1) {
        work(600);
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
}

/* Rank 0 sends n messages and then one that rank 1 receives before them. */
static void queue_up(int n)
{
    char message[8] = "";

    for (int i = 0; rank == 0 && i < n; i++)
        MPI_Send(message, 8, MPI_CHAR, 1, 7, MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Send(message, 8, MPI_CHAR, 1, 8, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv(message, 8, MPI_CHAR, 0, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; rank == 1 && i < n; i++)
        MPI_Recv(message, 8, MPI_CHAR, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void long_queue(void)
{
    queue_up(300);
}

static void short_queue(void)
{
    queue_up(50);
}

static void duplicates(void)
{
    double end = now() + 0.5;
    int more = 1;

    while (more) {
        for (int i = 0; i < 100; i++) {
            MPI_Comm other;

            MPI_Comm_dup(MPI_COMM_WORLD, &other);
            MPI_Comm_free(&other);
        }
        more = now() < end;
        MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
}

/* Bursts from rank 0 to rank 1, for so long that they are no noise; every so manyth message has
 * other bytes. */
static void burst_of(int bytes, int every, int other)
{
    enum { BURST = 500, LEAST = 30 };
    static char message[8192];
    double end = now() + 0.5;
    int more = 1;

    for (int i = 0; more; i++) {
        for (int k = 0; k < BURST; k++)
            if (rank == 0)
                MPI_Send(message, k % every ? bytes : other, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
            else if (rank == 1)
                MPI_Recv(message, sizeof message, MPI_CHAR, 0, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
        more = i < LEAST || now() < end;
        MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
}

static void burst(int bytes)
{
    burst_of(bytes, 1, bytes);
}

/* 88 bytes on average, and still nine of ten are small; 24, and eight of ten are. */
static void mostly_small(void)
{
    burst_of(8, 12, 1024);
}

static void just_above(void)
{
    burst_of(6000, 3, 100);
}

static void at_once(void)
{
    burst_of(3000, 3, 6000);
}

static void mixed(void)
{
    burst_of(8, 5, 88);
}

static void small(void)
{
    burst(8);
}

static void large(void)
{
    burst(1024);
}

/* ---- files: the third argument */

static const char *file_name;

static void write_for(double seconds)
{
    static char block[1 << 16];
    double end = now() + seconds;
    MPI_File file;

    MPI_File_open(MPI_COMM_SELF, file_name, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL,
                  &file);
    do
        MPI_File_write_at(file, 0, block, sizeof block, MPI_CHAR, MPI_STATUS_IGNORE);
    while (now() < end);
    MPI_File_close(&file);
}

static void files(void)
{
    write_for(0.5);
}

static void one_write(void)
{
    write_for(0);
    work(500);
}

/* ---- processors */

/* Each on the processor of that number among those that it may use. */
static void bind_to(int number)
{
    cpu_set_t set, one;
    int cpu = 0;

    sched_getaffinity(0, sizeof set, &set);
    for (; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &set) && number-- == 0)
            break;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    if (sched_setaffinity(0, sizeof one, &one) != 0)
        fprintf(stderr, "rank %d cannot be bound to processor %d\n", rank, cpu);
    work(300);
}

static void crowded(void)
{
    bind_to(0);
}

static void apart(void)
{
    bind_to(rank);
}

static double had(void)
{
    struct timespec its;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &its);
    return (double)its.tv_sec + (double)its.tv_nsec * 1e-9;
}

/* By what it has of a processor: so long it has to run, whenever it may. */
static void run_for(double seconds)
{
    double until = had() + seconds;

    while (had() < until)
        continue;
}

/* All ranks on the processor of rank 0, which they need; the last two steps are a region. */
static void in_turns(void)
{
    bind_to(0);
    for (int i = 0; i < STEPS; i++) {
        if (i == 1)
            MPI_Pcontrol(3, "solve");
        run_for(0.3);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Pcontrol(4);
}

/* A rank alone on its processor, but for another program that never sleeps. */
static void beside_another(void)
{
    pid_t other;

    bind_to(rank);
    other = fork();
    while (other == 0)
        continue;
    for (int i = 0; i < STEPS; i++) {
        run_for(0.3);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    kill(other, SIGKILL);
    waitpid(other, NULL, 0);
}

/* ---- threads */

enum { THREADS = 3, TIME = 2 };

static int works;

static void be_busy(void)
{
    time_t until = time(NULL) + TIME;

    while (time(NULL) < until)
        continue;
}

static void *pass_time(void *unused)
{
    if (works)
        be_busy();
    pause();
    return unused;
}

/* They are there until the process ends, as those of OpenMP are. */
static void start_threads(int do_work)
{
    pthread_t thread;

    works = do_work;
    bind_to(rank);
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&thread, NULL, pass_time, NULL) != 0)
            fprintf(stderr, "rank %d has no thread %d\n", rank, i);
    be_busy();
}

static void busy_threads(void)
{
    start_threads(1);
}

static void idle_threads(void)
{
    start_threads(0);
}

/* ---- before MPI_Init */

static int is_second(void)
{
    const char *of_openmpi = getenv("OMPI_COMM_WORLD_RANK"), *of_mpich = getenv("PMI_RANK");
    const char *its = of_openmpi ? of_openmpi : of_mpich;

    return its && !strcmp(its, "1");
}

static void nothing(void)
{
}

static const struct {
    const char *name;
    void (*run)(void);
} modes[] = {
    {"balanced", balanced},
    {"late", late},
    {"sleepy", sleepy},
    {"staggered", staggered},
    {"aborted", aborted},
    {"sender", sender},
    {"receiver", receiver},
    {"mutual", mutual},
    {"polling", polling},
    {"duplicates", duplicates},
    {"long_queue", long_queue},
    {"short_queue", short_queue},
    {"small", small},
    {"large", large},
    {"mostly_small", mostly_small},
    {"mixed", mixed},
    {"just_above", just_above},
    {"at_once", at_once},
    {"files", files},
    {"one_write", one_write},
    {"crowded", crowded},
    {"busy_threads", busy_threads},
    {"idle_threads", idle_threads},
    {"apart", apart},
    {"in_turns", in_turns},
    {"beside_another", beside_another},
    {"start", nothing},
};

int main(int argc, char **argv)
{
    size_t mode = 0;

    while (mode < sizeof modes / sizeof *modes && argc > 1 && strcmp(argv[1], modes[mode].name))
        mode++;
    if (argc < 3 || mode == sizeof modes / sizeof *modes)
        return EXIT_FAILURE;
    file_name = argv[2];
    if (!strcmp(argv[1], "start") && is_second())
        work(2000);
    if (!strcmp(argv[1], "in_turns")) /* which is not of its time in MPI */
        run_for(0.7);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    modes[mode].run();
    MPI_Finalize();
    return EXIT_SUCCESS;
}
