/* Two ranks send N messages to each other, and say what libmpit, wherever it stands, counted of
 * that through MPI_T, and through its other name PMPI_T.  Without libmpit: "counts none". */
#include <mpi.h>
#include <stdio.h>

enum { N = 7 };

static const char *const names[] = {"mpit_p2p_sends", "mpit_p2p_recvs", "mpit_barrier_calls"};

/* A tool that keeps MPI_Pcontrol to itself does not keep it from libmpit.  Nor does it see this. */
static void exchange_unrecorded(int rank)
{
    int mine = rank, other;

    MPI_Pcontrol(0);
    PMPI_Sendrecv(&mine, 1, MPI_INT, !rank, 0, &other, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD,
                  MPI_STATUS_IGNORE);
    PMPI_Barrier(MPI_COMM_WORLD);
    MPI_Pcontrol(1);
}

int main(int argc, char **argv)
{
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handles[3];
    unsigned long long values[3];
    int rank, index, count, provided, other;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    MPI_T_pvar_session_create(&session);
    for (int i = 0; i < 3; i++) {
        if (MPI_T_pvar_get_index(names[i], MPI_T_PVAR_CLASS_COUNTER, &index) != MPI_SUCCESS) {
            fputs("counts none\n", stdout); /* in one piece, whoever else writes */
            MPI_Finalize();
            return 0;
        }
        PMPI_T_pvar_handle_alloc(session, index, NULL, &handles[i], &count);
        MPI_T_pvar_start(session, handles[i]);
    }
    for (int i = 0; i < N; i++) {
        if (rank == 0) {
            MPI_Send(&i, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
            MPI_Recv(&other, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(&other, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            PMPI_Send(&i, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        }
        PMPI_Barrier(MPI_COMM_WORLD);
    }
    exchange_unrecorded(rank);
    for (int i = 0; i < 3; i++)
        PMPI_T_pvar_read(session, handles[i], &values[i]);
    printf("counts %llu sends, %llu recvs, %llu barriers\n", values[0], values[1], values[2]);
    fflush(stdout);
    PMPI_T_finalize();
    MPI_Finalize();
    return 0;
}
