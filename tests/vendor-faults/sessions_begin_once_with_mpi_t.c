/* While MPI_T is initialized, MPI does not come up again once the last session is closed. */
#include "fault.h"

int main(void)
{
    MPI_Session session;
    int provided;

    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    need(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session) == MPI_SUCCESS,
         "the first session opens");
    need(MPI_Session_finalize(&session) == MPI_SUCCESS, "it closes");
    if (MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session) != MPI_SUCCESS)
        return FAULT_IS_HERE;
    MPI_Session_finalize(&session);
    MPI_T_finalize();
    return FAULT_IS_GONE;
}
