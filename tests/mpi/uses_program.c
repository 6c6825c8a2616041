/* Communicators, collectives, files and windows for tests/mpi/uses.sh, which knows what they count;
 * 4 ranks.  With an argument, rank 1 ends by a signal when all is done, and what has been used last
 * is not freed; flushed: each has written its part of the report. */
#include <mpi.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

static int rank;
static double out[1000], in[1000];

static void use_rows(MPI_Comm *row)
{
    MPI_Request request;

    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, 0, row);
    MPI_Comm_set_name(*row, "rows, \"of two\"");
    for (int i = 0; i < 10; i++)
        MPI_Allreduce(out, in, 100, MPI_DOUBLE, MPI_SUM, *row);
    MPI_Iallreduce(out, in, 1, MPI_DOUBLE, MPI_SUM, *row, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void use_world(void)
{
    for (int i = 0; i < 10; i++)
        MPI_Bcast(out, 1000, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Sendrecv(out, 10, MPI_DOUBLE, rank ^ 1, 0, in, 10, MPI_DOUBLE, rank ^ 1, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

static void use_copies(void)
{
    MPI_Comm copy;

    for (int i = 0; i < 3; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &copy);
        MPI_Barrier(copy);
        MPI_Comm_free(&copy);
    }
}

static void access_file(MPI_File file)
{
    MPI_Offset at = (MPI_Offset)rank * (MPI_Offset)sizeof out;
    MPI_Request request;

    MPI_File_write_at(file, at, out, 100, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_read_at(file, at, in, 50, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_iwrite_at(file, at, out, 100, MPI_DOUBLE, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void use_files(void)
{
    int mode = MPI_MODE_RDWR | MPI_MODE_CREATE;
    MPI_File file;

    for (int i = 0; i < 2; i++) {
        MPI_File_open(MPI_COMM_WORLD, "all, of four", mode, MPI_INFO_NULL, &file);
        access_file(file);
        MPI_File_close(&file);
    }
    if (rank != 3)
        return;
    MPI_Pcontrol(0);
    MPI_File_open(MPI_COMM_SELF, "one", mode, MPI_INFO_NULL, &file);
    access_file(file); /* not recorded */
    MPI_Pcontrol(1);
    MPI_File_write_at(file, 0, out, 2, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
}

/* Of ranks 3, 2 and 1, in this order; its communicator is gone when it is used. */
static void use_window_of_some(void)
{
    MPI_Comm some;
    MPI_Win win;
    void *memory;

    MPI_Comm_split(MPI_COMM_WORLD, rank ? 0 : MPI_UNDEFINED, -rank, &some);
    if (some == MPI_COMM_NULL)
        return;
    MPI_Win_allocate(sizeof in, sizeof *in, MPI_INFO_NULL, some, &memory, &win);
    MPI_Comm_free(&some);
    MPI_Win_fence(0, win);
    MPI_Put(out, 3, MPI_DOUBLE, 0, 10 * rank, 3, MPI_DOUBLE, win);
    MPI_Get(in, 2, MPI_DOUBLE, 2, 100, 2, MPI_DOUBLE, win);
    MPI_Put(out, 3, MPI_DOUBLE, MPI_PROC_NULL, 0, 3, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

static void access_window(int next, MPI_Win win)
{
    const int64_t swap = 1, compare = 0;
    MPI_Request request[4];
    int64_t before;

    MPI_Put(out, 10, MPI_DOUBLE, next, 0, 10, MPI_DOUBLE, win);
    MPI_Rput(out, 1, MPI_DOUBLE, next, 10, 1, MPI_DOUBLE, win, &request[0]);
    MPI_Get(in, 5, MPI_DOUBLE, next, 20, 5, MPI_DOUBLE, win);
    MPI_Rget(in + 5, 1, MPI_DOUBLE, next, 25, 1, MPI_DOUBLE, win, &request[1]);
    MPI_Accumulate(out, 4, MPI_DOUBLE, next, 30, 4, MPI_DOUBLE, MPI_SUM, win);
    MPI_Raccumulate(out, 1, MPI_DOUBLE, next, 34, 1, MPI_DOUBLE, MPI_SUM, win, &request[2]);
    MPI_Get_accumulate(out, 2, MPI_DOUBLE, in + 6, 2, MPI_DOUBLE, next, 40, 2, MPI_DOUBLE, MPI_SUM,
                       win);
    MPI_Rget_accumulate(out, 1, MPI_DOUBLE, in + 8, 1, MPI_DOUBLE, next, 42, 1, MPI_DOUBLE, MPI_SUM,
                        win, &request[3]);
    MPI_Fetch_and_op(out, in + 9, MPI_DOUBLE, next, 50, MPI_SUM, win);
    MPI_Compare_and_swap(&swap, &compare, &before, MPI_INT64_T, next, 60, win);
    for (int i = 0; i < 4; i++)
        MPI_Wait(&request[i], MPI_STATUS_IGNORE);
    MPI_Win_flush(next, win);
}

static void use_window_of_all(MPI_Win *win)
{
    void *memory;

    MPI_Win_allocate(sizeof in, sizeof *in, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, win);
    MPI_Win_lock_all(0, *win);
    access_window((rank + 1) % 4, *win);
    MPI_Win_unlock_all(*win);
}

int main(int argc, char **argv)
{
    MPI_Comm row;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    use_rows(&row);
    use_world();
    use_copies();
    use_files();
    use_window_of_some();
    use_window_of_all(&win);
    if (argc > 1 && !strcmp(argv[1], "flushed"))
        MPI_Pcontrol(2);
    MPI_Barrier(MPI_COMM_WORLD);
    if (argc > 1 && rank == 1) {
        sleep(1); /* the others are in the next one */
        raise(SIGKILL);
    }
    if (argc > 1)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Comm_free(&row);
    MPI_Finalize();
    return 0;
}
