/* A job of two ranks of any MPI, which says what it has found out: compiled by one MPI's compiler,
 * and run below the libmpit of the other. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int rank;

static void exchange(void)
{
    MPI_Comm comm;
    MPI_Request request;
    MPI_Status status;
    double number = rank, sum;
    int got = -1, back = -1, count;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Isend(&rank, 1, MPI_INT, 1 - rank, 7, comm, &request);
    MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &status);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Get_count(&status, MPI_INT, &count);
    MPI_Sendrecv(&got, 1, MPI_INT, 1 - rank, 8, &back, 1, MPI_INT, 1 - rank, 8, comm,
                 MPI_STATUS_IGNORE);
    MPI_Allreduce(&number, &sum, 1, MPI_DOUBLE, MPI_SUM, comm);
    printf("rank %d: from %d tag %d count %d, back %d, sum %g\n", rank, status.MPI_SOURCE,
           status.MPI_TAG, count, back, sum);
    MPI_Comm_free(&comm);
}

static void open_window(void)
{
    MPI_Win window;
    int *cells;

    MPI_Win_allocate(2 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells,
                     &window);
    MPI_Win_fence(0, window);
    cells[0] = cells[1] = rank;
    MPI_Win_fence(0, window);
    printf("rank %d: its window has %d\n", rank, cells[1]);
    MPI_Win_free(&window);
}

static void refuse(void)
{
    int code, class = MPI_SUCCESS;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    code = MPI_Send(&rank, 1, MPI_INT, 77, 0, MPI_COMM_WORLD);
    MPI_Error_class(code, &class);
    printf("rank %d: a rank that is not there %s\n", rank,
           class == MPI_ERR_RANK ? "is refused" : "is something else");
}

static void look(void)
{
    char name[256] = "";
    int cvars = 0, pvars = 0, verbosity, bind, scope, length = sizeof name, index = -1;
    MPI_Datatype type;
    MPI_T_enum items;
    MPI_T_pvar_session session;

    MPI_T_cvar_get_num(&cvars);
    MPI_T_pvar_get_num(&pvars);
    MPI_T_cvar_get_info(0, name, &length, &verbosity, &type, &items, NULL, NULL, &bind, &scope);
    MPI_T_cvar_get_index(name, &index);
    printf("rank %d: %d control variables, %d of performance, the first is %s at %d\n", rank, cvars,
           pvars, name, index);
    printf("rank %d: ours are %s\n", rank,
           MPI_T_cvar_get_index("mpit_clock", &index) == MPI_SUCCESS ? "there" : "not there");
    if (MPI_T_pvar_session_create(&session) == MPI_SUCCESS)
        MPI_T_pvar_session_free(&session);
}

int main(int argc, char **argv)
{
    int provided;

    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    exchange();
    open_window();
    refuse();
    look();
    MPI_Pcontrol(1);
    MPI_Pcontrol(2);
    MPI_T_finalize();
    MPI_Finalize();
    return argc > 1 ? 5 : 0;
}
