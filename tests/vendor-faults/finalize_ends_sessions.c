/* A session that is opened after MPI_Finalize ends in a crash (MPI 4.0, 11.3 allows it). */
#include "fault.h"

int main(void)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;

    MPI_Init(NULL, NULL);
    MPI_Finalize();
    come_to_the_fault();
    if (MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session) == MPI_SUCCESS) {
        MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
        MPI_Comm_create_from_group(group, "fault", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
        MPI_Group_free(&group);
        MPI_Comm_free(&comm);
        MPI_Session_finalize(&session);
    }
    return past_the_fault();
}
