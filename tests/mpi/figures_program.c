/* Calls whose sizes are known, for tests/mpi/figures.sh; 4 ranks.  With an argument, rank 3 has
 * another command line than the others: mpirun starts it so.  Rank 3 is late at the barrier, where
 * the others wait.
 *
 * Or times that are known, of 2 ranks: figures_program MODE
 *
 *   threads    four threads of rank 1 each receive what rank 0 sends after 0.3 s
 *   turns      the same by four threads one after the other
 *   alone      the same by the main thread
 *   paused     rank 1 is 0.4 s late at a barrier; nothing is recorded
 *   unended    the same, and again for 0.3 s before MPI_Finalize
 *   killed     where rank 0 dies instead, by SIGKILL
 *   part       as paused in a region, behind 0.2 s that are recorded
 *   lay        what rank 0 sends lies at rank 1, which has seen it, for 0.3 s
 *   lost       rank 1 does after 0.5 s, for which rank 0 waits in MPI_Recv */
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LARGE = 1 << 20, SMALL = 1000, PART = 100, THREADS = 4 };

static int rank;

static void receive_from(int sender)
{
    char byte;

    MPI_Recv(&byte, 1, MPI_CHAR, sender, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void *receive(void *unused)
{
    receive_from(0);
    return unused;
}

static void receive_in_threads(int at_a_time)
{
    pthread_t thread[THREADS];

    for (int i = 0; i < THREADS; i += at_a_time) {
        for (int k = 0; k < at_a_time; k++)
            pthread_create(&thread[k], NULL, receive, NULL);
        for (int k = 0; k < at_a_time; k++)
            pthread_join(thread[k], NULL);
    }
}

static void send_late(void)
{
    char byte = 0;

    usleep(300000);
    for (int i = 0; i < THREADS; i++)
        MPI_Send(&byte, 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
}

static void do_threads(void)
{
    if (rank == 0)
        send_late();
    else
        receive_in_threads(THREADS);
}

static void do_turns(void)
{
    if (rank == 0)
        send_late();
    else
        receive_in_threads(1);
}

static void do_alone(void)
{
    if (rank == 0)
        send_late();
    for (int i = 0; rank == 1 && i < THREADS; i++)
        receive_from(0);
}

static void do_paused(void)
{
    MPI_Pcontrol(0);
    usleep(rank == 1 ? 400000 : 0);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Pcontrol(1);
}

static void do_part(void)
{
    MPI_Pcontrol(3, "half");
    usleep(200000);
    MPI_Barrier(MPI_COMM_WORLD);
    do_paused();
    MPI_Pcontrol(4);
}

static void do_unended(void)
{
    do_paused();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Pcontrol(0);
    usleep(300000);
}

static void do_killed(void)
{
    do_unended();
    if (rank == 0)
        raise(SIGKILL);
}

static void do_lay(void)
{
    int flag;

    if (rank == 0)
        send_late();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Iprobe(0, 1, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    usleep(300000);
    for (int i = 0; rank == 1 && i < THREADS; i++)
        receive_from(0);
}

static void do_lost(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        receive_from(1);
    usleep(500000);
    raise(SIGKILL);
}

/* And does all of it; false where it is none. */
static bool is_mode(const char *name)
{
#define MODE(name)                                                                                 \
    {                                                                                              \
#name, do_##name                                                                           \
    }
    static const struct {
        const char *name;
        void (*act)(void);
    } mode[] = {MODE(threads), MODE(turns),  MODE(alone), MODE(paused), MODE(part),
                MODE(unended), MODE(killed), MODE(lay),   MODE(lost)};
#undef MODE

    size_t i = 0;
    int level;

    while (i < sizeof mode / sizeof *mode && strcmp(name, mode[i].name) != 0)
        i++;
    if (i == sizeof mode / sizeof *mode)
        return false;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mode[i].act();
    MPI_Finalize();
    return true;
}

int main(int argc, char **argv)
{
    static char large[LARGE], out[SMALL], in[SMALL], parts[4 * PART];
    int size;

    if (argc == 2 && is_mode(argv[1]))
        return 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Bcast(large, LARGE, MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Sendrecv(out, SMALL, MPI_CHAR, (rank + 1) % size, 0, in, SMALL, MPI_CHAR,
                 (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Allgather(out, PART, MPI_CHAR, parts, PART, MPI_CHAR, MPI_COMM_WORLD);
    MPI_Ssend(out, SMALL, MPI_CHAR, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Send(out, PART, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
        MPI_Send(out, PART, MPI_CHAR, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Recv(in, PART, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (rank == 3)
        usleep(50000);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return argc > 2 ? atoi(argv[2]) : 0;
}
