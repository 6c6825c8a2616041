/* A program whose end is made difficult, for tests/tools/endings.sh and tests/tools/safe_output.sh.
 * Its arguments are done one after the other:
 *   init, finalize        MPI_Init, MPI_Finalize
 *   ready                 says that it has come here: an empty file "ready" in the working folder
 *   wait:RANK             this rank waits for its end, two minutes at most
 *   slow                  from here on fsync says "ready" and waits so
 *   nospace               from here on fsync finds the disk full
 *   full                  no file may grow any more (RLIMIT_FSIZE)
 *   deaf:FD               a pipe that nobody reads any more becomes this descriptor
 *   held                  SIGPIPE is blocked, and becomes pending
 *   write                 a line on standard output, by the program itself
 *   flush                 MPI_Pcontrol(2)
 *   fork                  a child calls MPI_Pcontrol(2), and ends well
 * A last line on what was standard output at the start says "finished", and whether SIGPIPE or
 * SIGXFSZ is pending then. */
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LONG = 120 }; /* seconds */

static bool slow, nospace;

static void say_ready(void)
{
    close(open("ready", O_WRONLY | O_CREAT, 0600));
}

/* In the place of the C library's, for libmpit too. */
__attribute__((visibility("default"))) int fsync(int file)
{
    (void)file;
    if (slow) {
        say_ready();
        sleep(LONG);
    }
    if (nospace)
        errno = ENOSPC;
    return nospace ? -1 : 0;
}

static void make_deaf(int descriptor)
{
    int ends[2];

    if (pipe(ends) != 0 || dup2(ends[1], descriptor) < 0)
        exit(99);
    close(ends[0]);
    close(ends[1]);
}

static void hold_pipe_signal(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGPIPE);
}

static void flush_in_child(void)
{
    int status;
    pid_t child = fork();

    if (child == 0) {
        MPI_Pcontrol(2);
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
        exit(99);
}

/* Before MPI_Init too. */
static bool is_rank(const char *rank)
{
    const char *given = getenv("OMPI_COMM_WORLD_RANK");

    given = given ? given : getenv("PMI_RANK");
    return given && strcmp(given, rank) == 0;
}

static void do_one(const char *word)
{
    const struct rlimit none = {0, 0};

    if (strcmp(word, "init") == 0) {
        MPI_Init(NULL, NULL);
    } else if (strcmp(word, "finalize") == 0) {
        MPI_Finalize();
    } else if (strcmp(word, "ready") == 0) {
        say_ready();
    } else if (strncmp(word, "wait:", 5) == 0) {
        if (is_rank(word + 5))
            sleep(LONG);
    } else if (strcmp(word, "slow") == 0) {
        slow = true;
    } else if (strcmp(word, "nospace") == 0) {
        nospace = true;
    } else if (strcmp(word, "full") == 0) {
        setrlimit(RLIMIT_FSIZE, &none);
    } else if (strncmp(word, "deaf:", 5) == 0) {
        make_deaf(atoi(word + 5));
    } else if (strcmp(word, "held") == 0) {
        hold_pipe_signal();
    } else if (strcmp(word, "write") == 0) {
        if (write(STDOUT_FILENO, "a line\n", 7) < 0)
            return;
    } else if (strcmp(word, "flush") == 0) {
        MPI_Pcontrol(2);
    } else if (strcmp(word, "fork") == 0) {
        flush_in_child();
    } else {
        exit(98);
    }
}

int main(int argc, char **argv)
{
    int out = dup(STDOUT_FILENO);
    sigset_t pending;

    for (int i = 1; i < argc; i++)
        do_one(argv[i]);
    sigpending(&pending);
    dprintf(out, "finished %d %d\n", sigismember(&pending, SIGPIPE),
            sigismember(&pending, SIGXFSZ));
    return 0;
}
