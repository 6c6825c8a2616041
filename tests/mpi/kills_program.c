/* A program that is killed, for tests/tools/kills.sh: it keeps count by hand of what it calls, and
 * writes that to a file count.RANK before anything becomes of it.
 *
 *   kills_program WHAT [RANK]     what becomes of RANK, or of each without one, while the others
 *                                 wait in MPI_Recv for what never comes
 *
 * WHAT is: wait, kill, abort (the function), MPI_Abort, segv, _exit, exit, finalize. */
#include <mpi.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONG = 60, LARGEST = 4096, RANKS = 16, CODE = 7, UNTIL_OTHERS_WAIT = 300000 };

static int rank, ranks;
static char buffer[LARGEST], other[LARGEST];

/* By hand. */
static long isends, isend_bytes, recvs, recv_bytes, waits, reduces;
static long messages[RANKS], bytes[RANKS];

/* n messages of some bytes around a ring of the communicator, the other way round where it is
 * turned. */
static void exchange(MPI_Comm comm, bool turned, int n, int size)
{
    int me, to, from, world;

    MPI_Comm_rank(comm, &me);
    to = (me + 1) % ranks;
    from = (me + ranks - 1) % ranks;
    world = turned ? ranks - 1 - to : to;
    for (int i = 0; i < n; i++) {
        MPI_Request request;

        MPI_Isend(buffer, size, MPI_CHAR, to, 1, comm, &request);
        isends++;
        isend_bytes += size;
        messages[world]++;
        bytes[world] += size;
        MPI_Recv(other, size, MPI_CHAR, from, 1, comm, MPI_STATUS_IGNORE);
        recvs++;
        recv_bytes += size;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        waits++;
    }
}

static void work(void)
{
    MPI_Comm copy, turned;
    int sum = 0;

    exchange(MPI_COMM_WORLD, false, 11, 100);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    exchange(copy, false, 7, 1000);
    MPI_Comm_free(&copy);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &turned);
    exchange(turned, true, 5, 33);
    MPI_Pcontrol(3, "open");
    for (int i = 0; i < 3; i++) {
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        reduces++;
    }
    exchange(turned, true, 4, 10);
}

static void write_counts(void)
{
    char name[64], whole[64];
    FILE *out;

    snprintf(name, sizeof name, "part.%d", rank);
    snprintf(whole, sizeof whole, "count.%d", rank);
    out = fopen(name, "w");
    if (!out)
        exit(99);
    fprintf(out, "pid %ld\n", (long)getpid());
    fprintf(out, "call MPI_Isend %ld %ld\n", isends, isend_bytes);
    fprintf(out, "call MPI_Recv %ld %ld\n", recvs, recv_bytes);
    fprintf(out, "call MPI_Wait %ld 0\n", waits);
    fprintf(out, "call MPI_Allreduce %ld %ld\n", reduces, reduces * (long)sizeof(int));
    for (int to = 0; to < ranks; to++)
        if (messages[to])
            fprintf(out, "pair %d %d %ld %ld\n", rank, to, messages[to], bytes[to]);
    if (fclose(out) != 0 || rename(name, whole) != 0)
        exit(99);
}

/* Not by MPI: that would count. */
static void wait_for_all(void)
{
    for (int of = 0; of < ranks; of++) {
        char name[64];
        struct stat status;

        snprintf(name, sizeof name, "count.%d", of);
        for (int i = 0; stat(name, &status) != 0 && i < 100 * LONG; i++)
            usleep(10000);
    }
}

static void die(const char *what)
{
    const struct rlimit no_core = {0, 0};

    setrlimit(RLIMIT_CORE, &no_core);
    if (strcmp(what, "kill") == 0)
        raise(SIGKILL);
    else if (strcmp(what, "segv") == 0)
        raise(SIGSEGV);
    else if (strcmp(what, "abort") == 0)
        abort();
    else if (strcmp(what, "MPI_Abort") == 0)
        MPI_Abort(MPI_COMM_WORLD, CODE);
    else if (strcmp(what, "_exit") == 0)
        _exit(CODE);
    else if (strcmp(what, "exit") == 0)
        exit(CODE);
    else if (strcmp(what, "finalize") == 0)
        MPI_Finalize();
    else
        sleep(10 * LONG);
}

int main(int argc, char **argv)
{
    bool mine;

    if (argc < 2)
        return 98;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    work();
    write_counts();
    wait_for_all();
    mine = argc < 3 || atoi(argv[2]) == rank;
    if (argc > 2 && mine)
        usleep(UNTIL_OTHERS_WAIT);
    if (mine)
        die(argv[1]);
    else
        MPI_Recv(other, 1, MPI_CHAR, atoi(argv[2]), 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return 0;
}
