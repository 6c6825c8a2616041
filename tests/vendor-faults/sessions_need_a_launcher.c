/* A process that no launcher has started cannot make a communicator from a group of its session. */
#include "fault.h"

int main(void)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    int rc;

    need(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session) == MPI_SUCCESS,
         "the session opens");
    MPI_Group_from_session_pset(session, "mpi://SELF", &group);
    rc = MPI_Comm_create_from_group(group, "fault", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
    MPI_Group_free(&group);
    if (rc == MPI_SUCCESS)
        MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    return rc == MPI_SUCCESS ? FAULT_IS_GONE : FAULT_IS_HERE;
}
