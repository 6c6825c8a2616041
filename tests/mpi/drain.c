/* Linked into a program: its unexpected queues are drained, whichever MPI it is, and so its
 * messages are events. */
#include <stdlib.h>

/* Before MPI_Init, which reads it. */
__attribute__((constructor)) static void drain(void)
{
    setenv("MPIT_UMQ_SOURCE", "drain", 0);
}
