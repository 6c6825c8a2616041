/* Under MPI_THREAD_SERIALIZED the program keeps its calls of MPI apart, and cannot keep a reader of
 * MPI_T apart from them: a read calls no MPI, in the main thread neither. */
#include "queue.h"

#include <unistd.h>

static void reads_of_a_program_whose_threads_take_turns_call_no_mpi(void)
{
    struct watched length;
    MPI_Request request;
    int provided, sent = 5, received = 0;

    OK(MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided));
    CHECK_INT(provided, MPI_THREAD_SERIALIZED);
    OK(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided));
    length = queue_length(MPI_COMM_WORLD);
    OK(MPI_Isend(&sent, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &request));
    for (int i = 0; i < 100; i++) {
        CHECK_INT((long long)value(&length), 0);
        usleep(1000);
    }
    OK(MPI_Recv(&received, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_INT(received, sent);
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    unwatch(&length);
    OK(MPI_T_finalize());
    OK(MPI_Finalize());
}

SUITE(HARNESS_NOTHING_IS_UP, TEST(reads_of_a_program_whose_threads_take_turns_call_no_mpi))
