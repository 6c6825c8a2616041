/* Running the job.
 *
 * It stays in our process group, so that the terminal treats both as one: what is typed there
 * reaches the job by itself, and only signals sent to us alone are handed on. */
#include "config.h"

#include "tools/run/child.h"

#include "tools/ground/tool.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const int handed_on[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGTERM,
                                SIGUSR1, SIGUSR2, SIGTSTP, SIGCONT};

/* What the user has had ignored (nohup) stays ignored, in the job by inheritance. */
static bool is_ignored(int number)
{
    struct sigaction action;

    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static sigset_t signals_to_wait_for(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    for (size_t i = 0; i < sizeof handed_on / sizeof *handed_on; i++)
        if (!is_ignored(handed_on[i]))
            sigaddset(&set, handed_on[i]);
    return set;
}

/* Killed outright we can hand nothing on: the kernel signals the job then.  The parent is looked at
 * again, since it may have been killed before.  It has no other threads, whose ends would count. */
static void end_with(pid_t parent, int number)
{
    if (prctl(PR_SET_PDEATHSIG, number) != 0 || getppid() != parent)
        _exit(TOOL_FAILED);
}

static void exec_job(const struct tool_launch *launch, const sigset_t *mask,
                     const struct sigaction *child_action, int failure)
{
    for (int i = 0; i < launch->own.n; i++)
        setenv(launch->own.setting[i].name, launch->own.setting[i].value, 1);
    sigaction(SIGCHLD, child_action, NULL);
    sigprocmask(SIG_SETMASK, mask, NULL);
    execvp(launch->argv[0], launch->argv);
    int error = errno;
    if (write(failure, &error, sizeof error) < 0)
        error = 0; /* nobody is left to tell: the exit code says it all */
    _exit(TOOL_NOT_FOUND);
}

static void hand_on(pid_t child, const siginfo_t *info)
{
    bool from_terminal = info->si_code == SI_KERNEL;

    if (!from_terminal)
        kill(child, info->si_signo);
    if (info->si_signo == SIGTSTP)
        raise(SIGSTOP); /* we wait for signals instead of taking them: stop by hand */
}

static bool asks_for_end(int number)
{
    return number == SIGHUP || number == SIGINT || number == SIGQUIT || number == SIGTERM;
}

/* Slurm kills a job half a minute after it was told to end, others after less. */
enum { PATIENCE = 3000 }; /* milliseconds */

/* Whether there was a signal within so many milliseconds; -1: however long it takes. */
static bool wait_for_signal(const sigset_t *set, int ms, siginfo_t *info)
{
    const struct timespec patience = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};

    return (ms >= 0 ? sigtimedwait(set, info, &patience) : sigwaitinfo(set, info)) >= 0;
}

/* Milliseconds until something is to be done; -1: it is not. */
struct due {
    int look, hurry;
};

static int next_of(const struct due *due)
{
    if (due->look < 0 || (due->hurry >= 0 && due->hurry < due->look))
        return due->hurry;
    return due->look;
}

/* So much time has gone by. */
static void pass(struct due *due, int ms, const struct tool_meanwhile *meanwhile, int asked)
{
    due->look -= due->look >= 0 ? ms : 0;
    due->hurry -= due->hurry >= 0 ? ms : 0;
    if (due->look == 0)
        due->look = meanwhile->look(meanwhile->with);
    if (due->hurry == 0) {
        due->hurry = -1;
        meanwhile->hurry(meanwhile->with, asked);
    }
}

static int wait_for_end(pid_t child, const sigset_t *set, const struct tool_meanwhile *meanwhile,
                        int *asked)
{
    struct due due = {.look = meanwhile->look ? 1 : -1, .hurry = -1};
    siginfo_t info;
    int status;

    for (;;) {
        int ms = next_of(&due);

        if (!wait_for_signal(set, ms, &info)) {
            if (errno == EAGAIN)
                pass(&due, ms, meanwhile, *asked);
            continue;
        }
        if (info.si_signo != SIGCHLD)
            hand_on(child, &info);
        if (asks_for_end(info.si_signo)) {
            if (!*asked)
                due.hurry = PATIENCE;
            *asked = info.si_signo;
        }
        if (waitpid(child, &status, WNOHANG) == child)
            return status;
    }
}

/* The write end of the pipe closes when the job's program starts; what comes through is why not. */
static int start_error(int failure)
{
    int error = 0;
    ssize_t n;

    do
        n = read(failure, &error, sizeof error);
    while (n < 0 && errno == EINTR);
    return n == sizeof error ? error : 0;
}

static int start_and_wait(const struct tool_launch *launch, const struct tool_meanwhile *meanwhile,
                          const sigset_t *set, const sigset_t *mask,
                          const struct sigaction *child_action, int *status, int *asked)
{
    int ends[2];

    if (pipe2(ends, O_CLOEXEC) != 0)
        return errno;
    pid_t self = getpid(), child = fork();
    int error = child < 0 ? errno : 0;
    if (child == 0) {
        end_with(self, launch->killed_by);
        exec_job(launch, mask, child_action, ends[1]);
    }
    close(ends[1]);
    if (child > 0) {
        error = start_error(ends[0]);
        *status = wait_for_end(child, set, meanwhile, asked);
    }
    close(ends[0]);
    return error;
}

int tool_child_run(const struct tool_launch *launch, const struct tool_meanwhile *meanwhile,
                   int *status, int *asked)
{
    const struct sigaction default_action = {.sa_handler = SIG_DFL};
    sigset_t set = signals_to_wait_for(), mask;
    struct sigaction child_action;

    *asked = 0;
    sigprocmask(SIG_BLOCK, &set, &mask);
    sigaction(SIGCHLD, &default_action, &child_action); /* ignored, there would be no status */
    int error = start_and_wait(launch, meanwhile, &set, &mask, &child_action, status, asked);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    return error;
}

_Noreturn void tool_child_end_as(int status)
{
    if (WIFEXITED(status))
        exit(WEXITSTATUS(status));

    const struct sigaction default_action = {.sa_handler = SIG_DFL};
    const struct rlimit no_core = {0, 0}; /* the job's own core file is the one that counts */
    int number = WTERMSIG(status);
    sigset_t set;

    setrlimit(RLIMIT_CORE, &no_core);
    sigaction(number, &default_action, NULL);
    sigemptyset(&set);
    sigaddset(&set, number);
    raise(number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    exit(128 + number);
}
