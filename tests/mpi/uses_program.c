/* Communicators, collectives and files for tests/mpi/uses.sh, which knows what they count; 4 ranks.
 * With an argument, rank 1 ends by a signal when all is done and nothing is freed. */
#include <mpi.h>
#include <signal.h>
#include <stddef.h>
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

int main(int argc, char **argv)
{
    MPI_Comm row;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    use_rows(&row);
    use_world();
    use_copies();
    use_files();
    MPI_Barrier(MPI_COMM_WORLD);
    if (argc > 1 && rank == 1) {
        sleep(1); /* the others are in the next one */
        raise(SIGKILL);
    }
    if (argc > 1)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_free(&row);
    MPI_Finalize();
    return 0;
}
