/* A program whose launcher has started it is not ended by SIGPIPE any more, once MPI is up. */
#include "fault.h"

#include <signal.h>

int main(int argc, char **argv)
{
    struct sigaction before, now;

    sigaction(SIGPIPE, NULL, &before);
    MPI_Init(&argc, &argv);
    sigaction(SIGPIPE, NULL, &now);
    MPI_Finalize();
    need(before.sa_handler == SIG_DFL, "SIGPIPE is not ignored before");
    return now.sa_handler == SIG_DFL ? FAULT_IS_GONE : FAULT_IS_HERE;
}
