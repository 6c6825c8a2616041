/* A program with known phases for tests/mpi/series.sh; 2 ranks.  Of rank 0, each of `seconds`:
 *   1  it computes; rank 1 waits in MPI_Recv for the first message
 *   2  it sends messages of 1000 bytes, and at its end one of 0 bytes
 *   3  it waits in MPI_Recv for rank 1, which computes
 * Rank 0 prints "phases END1 END2 END3 MESSAGES", ends in seconds since MPI_Init, and
 * "samplers N BLOCKED M": how many threads named mpit-sampler there were before MPI_Finalize,
 * whether they block the signals of the program, how many were left after it.  With a second
 * argument it ends in MPI_Abort instead. */
#include <dirent.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { BYTES = 1000, DATA, END };

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void compute_until(double end)
{
    while (now() < end)
        usleep(1000);
}

/* The first line of /proc/self/task/<id>/<file> that begins with `key`. */
static int read_line(const char *id, const char *file, const char *key, char line[256])
{
    char path[300];
    FILE *in;
    int found = 0;

    snprintf(path, sizeof path, "/proc/self/task/%s/%s", id, file);
    in = fopen(path, "r");
    while (in && !found && fgets(line, 256, in))
        found = strncmp(line, key, strlen(key)) == 0;
    if (in)
        fclose(in);
    return found;
}

/* Every signal that can be blocked and is no real-time one. */
static int blocks_all(const char *id)
{
    unsigned long long all = 0x7fffffff & ~(1ull << (SIGKILL - 1)) & ~(1ull << (SIGSTOP - 1));
    char line[256];

    return read_line(id, "status", "SigBlk:", line) &&
           (strtoull(line + strlen("SigBlk:"), NULL, 16) & all) == all;
}

static int samplers(int *blocking)
{
    DIR *tasks = opendir("/proc/self/task");
    struct dirent *task;
    char line[256];
    int n = 0;

    *blocking = 0;
    while (tasks && (task = readdir(tasks)))
        if (task->d_name[0] != '.' && read_line(task->d_name, "comm", "mpit-sampler", line)) {
            n++;
            *blocking += blocks_all(task->d_name);
        }
    closedir(tasks);
    return n;
}

/* A child that ends as others do, while the parent is sampled. */
static void fork_and_wait(void)
{
    pid_t child = fork();
    int status = -1;

    if (child == 0)
        exit(0);
    if (waitpid(child, &status, 0) != child || status != 0) {
        fprintf(stderr, "the forked process ended with %d\n", status);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static void run_first(double begin, double seconds)
{
    static char data[BYTES];
    double ends[3];
    int messages = 0;

    compute_until(begin + seconds / 2);
    fork_and_wait();
    compute_until(begin + seconds);
    ends[0] = now() - begin;
    while (now() < begin + ends[0] + seconds) {
        MPI_Send(data, BYTES, MPI_CHAR, 1, DATA, MPI_COMM_WORLD);
        messages++;
    }
    MPI_Send(data, 0, MPI_CHAR, 1, END, MPI_COMM_WORLD);
    ends[1] = now() - begin;
    MPI_Recv(data, 0, MPI_CHAR, 1, END, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    ends[2] = now() - begin;
    printf("phases %.6f %.6f %.6f %d\n", ends[0], ends[1], ends[2], messages);
}

static void run_second(double seconds)
{
    static char data[BYTES];
    MPI_Status status;

    do
        MPI_Recv(data, BYTES, MPI_CHAR, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    while (status.MPI_TAG != END);
    compute_until(now() + seconds);
    MPI_Send(data, 0, MPI_CHAR, 0, END, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 1, begin;
    int rank, before, blocking, none;

    MPI_Init(&argc, &argv);
    begin = now();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        run_first(begin, seconds);
    else
        run_second(seconds);
    before = samplers(&blocking);
    if (argc > 2)
        MPI_Abort(MPI_COMM_WORLD, 3);
    MPI_Finalize();
    if (rank == 0)
        printf("samplers %d %d %d\n", before, blocking, samplers(&none));
    return 0;
}
