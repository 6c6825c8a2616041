/* A module with MPI in it, as python's mpi4py is: loaded with RTLD_LOCAL by local_program. */
#include <mpi.h>
#include <stdio.h>

#define EXPORTED __attribute__((visibility("default")))

EXPORTED int run_mpi(void);

EXPORTED int run_mpi(void)
{
    int in = 5, out = 0, provided, index, count, rc;
    unsigned long long sends = 0;
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handle;

    MPI_Init(NULL, NULL);
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    rc = MPI_T_pvar_get_index("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, &index);
    if (rc == MPI_SUCCESS) {
        MPI_T_pvar_session_create(&session);
        MPI_T_pvar_handle_alloc(session, index, NULL, &handle, &count);
        MPI_T_pvar_start(session, handle);
    }
    MPI_Sendrecv(&in, 1, MPI_INT, 0, 0, &out, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    if (rc == MPI_SUCCESS)
        MPI_T_pvar_read(session, handle, &sends);
    printf("received %d, counted %llu\n", out, sends);
    fflush(stdout);
    MPI_T_finalize();
    MPI_Finalize();
    return out != in;
}
