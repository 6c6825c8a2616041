/* A rank that computes goes on when its launcher has been killed. */
#include "fault.h"

#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The file of its number appears once MPI is up. */
static int be_rank(const char *file)
{
    char new[1000];
    FILE *out;

    MPI_Init(NULL, NULL);
    snprintf(new, sizeof new, "%s.new", file);
    out = fopen(new, "w");
    need(out && fprintf(out, "%ld\n", (long)getpid()) > 0 && fclose(out) == 0 &&
             rename(new, file) == 0,
         "a file");
    for (int i = 0; i < 60; i++)
        sleep(1);
    MPI_Finalize();
    return 0;
}

static pid_t number_in(const char *file)
{
    FILE *in = fopen(file, "r");
    long number = 0;

    if (!in)
        return 0;
    need(fscanf(in, "%ld", &number) == 1, "a number");
    fclose(in);
    return (pid_t)number;
}

int main(int argc, char **argv)
{
    char file[] = "outlives_launcher.XXXXXX";
    const char *launcher = getenv("MPIRUN");
    pid_t job, rank = 0;
    bool lives = true;

    if (argc > 1)
        return be_rank(argv[1]);
    need(launcher != NULL, "MPIRUN");
    need(mkdtemp(file) != NULL && rmdir(file) == 0, "a name for a file");
    job = fork();
    if (job == 0) {
        execlp(launcher, launcher, "-n", "1", argv[0], file, (char *)NULL);
        _exit(127);
    }
    for (int i = 0; i < 200 && !(rank = number_in(file)); i++)
        usleep(100000);
    kill(job, SIGKILL);
    waitpid(job, NULL, 0);
    unlink(file);
    need(rank > 0, "a rank");
    for (int i = 0; i < 50 && (lives = kill(rank, 0) == 0); i++)
        usleep(100000);
    if (lives)
        kill(rank, SIGKILL);
    return lives ? FAULT_IS_HERE : FAULT_IS_GONE;
}
