/* A window on a communicator that was made from a session ends in a crash, without MPI_Init. */
#include "fault.h"

int main(void)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    MPI_Win win;
    int memory = 0;

    need(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session) == MPI_SUCCESS,
         "the session opens");
    MPI_Group_from_session_pset(session, "mpi://SELF", &group);
    MPI_Comm_create_from_group(group, "fault", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    come_to_the_fault();
    MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, comm, &win);
    MPI_Win_free(&win);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    return past_the_fault();
}
