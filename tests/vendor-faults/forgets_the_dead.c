/* A launcher ends with 0 though a rank was killed: not each time. */
#include "fault.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { JOBS = 40 };

/* One dies while the other waits for it. */
static int be_rank(void)
{
    int rank;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) {
        usleep(300000);
        raise(SIGKILL);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

int main(int argc, char **argv)
{
    const char *launcher = getenv("MPIRUN");

    if (argc > 1)
        return be_rank();
    need(launcher != NULL, "MPIRUN");
    for (int i = 0; i < JOBS; i++) {
        int status = -1;
        pid_t job = fork();

        if (job == 0) {
            execlp(launcher, launcher, "-n", "2", argv[0], "rank", (char *)NULL);
            _exit(127);
        }
        waitpid(job, &status, 0);
        need(!WIFEXITED(status) || WEXITSTATUS(status) != 127, "a launcher");
        if (status == 0)
            return FAULT_IS_HERE;
    }
    return FAULT_IS_GONE;
}
