/* A session that is opened once the last one is closed ends in a crash. */
#include "fault.h"

int main(void)
{
    MPI_Session session;

    need(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session) == MPI_SUCCESS,
         "the first session opens");
    need(MPI_Session_finalize(&session) == MPI_SUCCESS, "it closes");
    come_to_the_fault();
    if (MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session) == MPI_SUCCESS)
        MPI_Session_finalize(&session);
    return past_the_fault();
}
