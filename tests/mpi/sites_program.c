/* Calls whose places, counts and bytes are known: what stands behind a call as "CALLS x, BYTES" is
 * worked out by hand, for 2 ranks together.
 *
 *   sites_program plain            those of this file, but for what the others have
 *   sites_program library FILE     what sites_library.c has, which is loaded and unloaded
 *   sites_program threads          from four threads, with requests that another thread completes
 *   sites_program many             from more places than a table has rows
 *   sites_program dies             the same as plain; rank 1 is killed then (once in a folder) */
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* An int has 4 bytes. */
enum { N = 100, TIMES = 10, THREADS = 4 };

static int rank, numbers[N], others[N];

/* clang-format off */

static void exchange(void)
{
    MPI_Request request[2];

    for (int i = 0; i < TIMES; i++) {
        MPI_Irecv(others, N, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &request[0]); /* 20 x, 8000 */
        MPI_Isend(numbers, N, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &request[1]); /* 20 x, 8000 */
        MPI_Wait(&request[0], MPI_STATUS_IGNORE); /* 20 x, 0 */
        MPI_Waitall(1, &request[1], MPI_STATUSES_IGNORE); /* 20 x, 0 */
    }
}

static void one_way(void)
{
    if (rank == 0)
        for (int i = 0; i < TIMES; i++)
            MPI_Send(numbers, i, MPI_INT, 1, 2, MPI_COMM_WORLD); /* 10 x, 180 */
    else
        for (int i = 0; i < TIMES; i++)
            MPI_Recv(others, N, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* 10 x, 180 */
}

static void together(void)
{
    for (int i = 0; i < 3; i++)
        MPI_Bcast(numbers, 25, MPI_INT, 0, MPI_COMM_WORLD); /* 6 x, 300 */
    MPI_Allreduce(numbers, others, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* 2 x, 16 */
    MPI_Sendrecv(numbers, 5, MPI_INT, 1 - rank, 3, others, 5, MPI_INT, 1 - rank, 3,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* -1: 2 x, 80 */
}

static void again_and_again(void)
{
    MPI_Request request[2];

    MPI_Recv_init(others, 7, MPI_INT, 1 - rank, 4, MPI_COMM_WORLD, &request[0]); /* 2 x, 0 */
    MPI_Send_init(numbers, 7, MPI_INT, 1 - rank, 4, MPI_COMM_WORLD, &request[1]); /* 2 x, 0 */
    for (int i = 0; i < TIMES; i++) {
        MPI_Startall(2, request); /* 20 x, 1120 */
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE); /* 20 x, 0 */
    }
    MPI_Request_free(&request[0]); /* 2 x, 0 */
    MPI_Request_free(&request[1]); /* 2 x, 0 */
}

/* Two functions are called from one place. */
typedef int sender(const void *, int, MPI_Datatype, int, int, MPI_Comm);

static void send_by(sender *function)
{
    const MPI_Comm all = MPI_COMM_WORLD;

    function(others, 3, MPI_INT, MPI_PROC_NULL, 5, all); /* MPI_Send 2 x, 0, MPI_Ssend 2 x, 0 */
}

static void by_pointer(void)
{
    send_by(MPI_Send);
    send_by(MPI_Ssend);
}

static MPI_Request posted[THREADS];

static void *post(void *which)
{
    MPI_Request *request = which;

    for (int i = 0; i < TIMES; i++)
        MPI_Ssend(numbers, 1, MPI_INT, MPI_PROC_NULL, 6, MPI_COMM_WORLD); /* 80 x, 0 */
    MPI_Irecv(others, N, MPI_INT, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, request); /* 8 x, 320 */
    return NULL;
}

static void use_threads(void)
{
    pthread_t thread[THREADS];

    for (int i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, post, &posted[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < THREADS; i++)
        MPI_Rsend(numbers, 10, MPI_INT, rank, 7, MPI_COMM_WORLD); /* 8 x, 320 */
    MPI_Waitall(THREADS, posted, MPI_STATUSES_IGNORE); /* 2 x, 0 */
}

#define ONE     MPI_Bsend(numbers, 1, MPI_INT, MPI_PROC_NULL, 8, MPI_COMM_WORLD);
#define TEN     ONE ONE ONE ONE ONE ONE ONE ONE ONE ONE
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN

static void use_many(void)
{
    for (int i = 0; i < 2; i++) {
        HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED
        HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED
    }
}

/* clang-format on */

/* The library is none any more when the report is made. */
static void use_library(const char *file)
{
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    void (*call)(int) = NULL;

    if (!library)
        return;
    *(void **)&call = dlsym(library, "call_mpi");
    call(rank);
    dlclose(library);
}

/* Rank 1 once rank 0 has left its last call, which the launcher would not wait for.  Not by MPI:
 * that would count. */
static void die(void)
{
    const char *name = "rank 0 has left";

    if (rank == 0 && mkdir(name, 0700) != 0)
        return;
    if (rank == 0)
        pause();
    while (access(name, F_OK) != 0)
        usleep(10000);
    raise(SIGKILL);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "plain";
    int level;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!strcmp(what, "threads")) {
        use_threads();
    } else if (!strcmp(what, "many")) {
        use_many();
    } else if (!strcmp(what, "library") && argc > 2) {
        use_library(argv[2]);
    } else {
        exchange();
        one_way();
        together();
        again_and_again();
        by_pointer();
    }
    if (!strcmp(what, "dies"))
        die();
    MPI_Finalize();
    return 0;
}
