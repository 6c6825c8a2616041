/* Each call of calls.def with right arguments, and with each argument wrong in turn: a line each of
 * what it returns and what correct calls do afterwards.
 *
 *   arguments_program HANDLER LEVEL WATCH [--than=REFERENCE] [small|large] [CALL]
 *     HANDLER    return, or own: whose handler of errors
 *     LEVEL      single, or multiple: of threads
 *     WATCH      plain, or all: everything that libmpit can be asked for through MPI_T
 *     REFERENCE  what another run has said: what is no case there is left out
 *     large      calls with large counts too, which have the hooks of those with small ones
 *     CALL       this one alone
 *
 * It is not linked with libmpit.  MPI is up in one process, and each case is in a child of it: one
 * that crashes or hangs says so and harms no other. */
#include "config.h"

#include <mpi.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arguments.h"

/* Of the processor, and in all, until a case counts as one that hangs: what is compared has not. */
enum { HANGS_MS = 300, HANGS_S = 1, MOST_S = 20 };

/* ---- what is said of a case */

static char line[4096];

void say(const char *format, ...)
{
    const size_t length = strlen(line);
    va_list list;

    va_start(list, format);
    vsnprintf(line + length, sizeof line - length, format, list);
    va_end(list);
}

/* ---- the case that is made: which argument is wrong, and how */

static const struct call *now;
static int wrong_argument;
static enum wrong wrong;

/* What the arguments are, as long as nothing is to be called. */
static bool is_asked;
static struct argument asked[MOST_ARGUMENTS];
static int asked_n;

/* Of the child, for its parent: the call has returned. */
static volatile bool *is_back;

static bool arrange(struct argument list[], int n)
{
    arguments_read(now->formals, list, n);
    if (is_asked) {
        memcpy(asked, list, (size_t)n * sizeof *list);
        asked_n = n;
        return false;
    }
    arguments_put(now, list, n);
    arguments_spoil(&list[wrong_argument], wrong);
    *line = '\0';
    return true;
}

/* ---- the calls */

#define STRING(...)    STRING_OF(__VA_ARGS__)
#define STRING_OF(...) #__VA_ARGS__

#define EACH(do, ...)                                                                              \
    EACH_OF(__VA_ARGS__, E16, E15, E14, E13, E12, E11, E10, E9, E8, E7, E6, E5, E4, E3, E2, E1)    \
    (do, __VA_ARGS__)
#define EACH_OF(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, last, ...) last
#define E1(do, a)                                                                                  \
    do                                                                                             \
    (a)
#define E2(do, a, ...)                                                                             \
    do                                                                                             \
    (a), E1(do, __VA_ARGS__)
#define E3(do, a, ...)                                                                             \
    do                                                                                             \
    (a), E2(do, __VA_ARGS__)
#define E4(do, a, ...)                                                                             \
    do                                                                                             \
    (a), E3(do, __VA_ARGS__)
#define E5(do, a, ...)                                                                             \
    do                                                                                             \
    (a), E4(do, __VA_ARGS__)
#define E6(do, a, ...)                                                                             \
    do                                                                                             \
    (a), E5(do, __VA_ARGS__)
#define E7(do, a, ...)                                                                             \
    do                                                                                             \
    (a), E6(do, __VA_ARGS__)
#define E8(do, a, ...)                                                                             \
    do                                                                                             \
    (a), E7(do, __VA_ARGS__)
#define E9(do, a, ...)                                                                             \
    do                                                                                             \
    (a), E8(do, __VA_ARGS__)
#define E10(do, a, ...)                                                                            \
    do                                                                                             \
    (a), E9(do, __VA_ARGS__)
#define E11(do, a, ...)                                                                            \
    do                                                                                             \
    (a), E10(do, __VA_ARGS__)
#define E12(do, a, ...)                                                                            \
    do                                                                                             \
    (a), E11(do, __VA_ARGS__)
#define E13(do, a, ...)                                                                            \
    do                                                                                             \
    (a), E12(do, __VA_ARGS__)
#define E14(do, a, ...)                                                                            \
    do                                                                                             \
    (a), E13(do, __VA_ARGS__)
#define E15(do, a, ...)                                                                            \
    do                                                                                             \
    (a), E14(do, __VA_ARGS__)
#define E16(do, a, ...)                                                                            \
    do                                                                                             \
    (a), E15(do, __VA_ARGS__)
#define BARE(...) __VA_ARGS__

#define AT(argument)                                                                               \
    {                                                                                              \
        .at = (void *)&argument, .size = sizeof(__typeof__(argument))                              \
    }
#define ZERO(argument) 0

#define CALL(name, family, payload, via, formals, actuals)                                         \
    static int with_##name formals                                                                 \
    {                                                                                              \
        struct argument list[] = {EACH(AT, BARE actuals)};                                         \
        const int arguments = (int)(sizeof list / sizeof *list);                                   \
        int rc;                                                                                    \
        if (!arrange(list, arguments))                                                             \
            return 0;                                                                              \
        rc = MPI_##name actuals;                                                                   \
        *is_back = true;                                                                           \
        arguments_tell(now, list, arguments, rc);                                                  \
        arguments_go_on(now);                                                                      \
        return 1;                                                                                  \
    }                                                                                              \
    static int make_##name(void)                                                                   \
    {                                                                                              \
        return with_##name(EACH(ZERO, BARE actuals));                                              \
    }
#define ALWAYS CALL
#pragma GCC diagnostic ignored "-Wshadow"
#include "mpi/calls.def"

static const struct call calls[] = {
#define CALL(name, family, payload, via, formals, actuals)                                         \
    {#name, #family, #via, STRING formals, make_##name},
#define ALWAYS CALL
#include "mpi/calls.def"
};

/* ---- a case: a child that says its line */

/* What another run has said, and which cases are none: it did not come back there, or the MPI has
 * not seen what is wrong, where that is memory of others. */
static char *reference;

static void limit(int what, rlim_t to)
{
    setrlimit(what, &(struct rlimit){to, to});
}

static void guard(void)
{
    struct itimerval time = {.it_value = {.tv_usec = HANGS_MS * 1000}};

    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 1 << 20);
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGSEGV, SIG_DFL);
    signal(SIGBUS, SIG_DFL);
    signal(SIGFPE, SIG_DFL);
    signal(SIGABRT, SIG_DFL);
    signal(SIGPROF, SIG_DFL);
    signal(SIGALRM, SIG_DFL);
    setitimer(ITIMER_PROF, &time, NULL);
    alarm(reference ? MOST_S : HANGS_S);
}

static void child(const char *head)
{
    guard();
    if (now->make()) {
        printf("%s%s\n", head, line);
        fflush(stdout);
    }
    _exit(0);
}

/* How one has ended that has not come back. */
static const char *const ends[] = {"HANGS", "DIES", "EXITS"};

static const char *end_of(int status)
{
    if (WIFSIGNALED(status))
        return ends[WTERMSIG(status) == SIGPROF || WTERMSIG(status) == SIGALRM ? 0 : 1];
    return WEXITSTATUS(status) == 0 ? NULL : ends[2];
}

static bool is_left_out(const char *head)
{
    const char *found = reference ? strstr(reference, head) : NULL;

    if (found && (wrong == FREED || wrong == FIRST_FREED || wrong == HUGE_ONE) &&
        strncmp(found + strlen(head), "rc 0", 4) == 0)
        return true;
    for (size_t i = 0; found && i < sizeof ends / sizeof *ends; i++)
        if (strncmp(found + strlen(head), ends[i], strlen(ends[i])) == 0)
            return true;
    return false;
}

/* Says "CALL ARGUMENT WRONG: …". */
static void try(const struct call *call, int argument, enum wrong how)
{
    char head[160];
    int status = 0;
    const char *end;
    pid_t process;

    wrong_argument = argument;
    wrong = how;
    *is_back = false;
    snprintf(head, sizeof head, "%s %s %s: ", call->name, how == RIGHT ? "-" : asked[argument].name,
             wrong_words[how]);
    if (is_left_out(head))
        return;
    fflush(stdout);
    process = fork();
    if (process == 0)
        child(head);
    if (process < 0 || waitpid(process, &status, 0) != process) {
        perror("fork");
        exit(1);
    }
    end = end_of(status);
    if (end)
        printf("%s%s %s\n", head, end, *is_back ? "afterwards" : "in it");
}

/* What waits for other processes, or for who knows them. */
static bool is_of_others(const struct call *call)
{
    static const char *const names[] = {"Comm_spawn", "Comm_accept", "Comm_connect",
                                        "Comm_join",  "_name",       "Open_port"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strstr(call->name, names[i]) && strcmp(call->name, "Comm_set_name") != 0)
            return true;
    return false;
}

static void try_all(const struct call *call)
{
    now = call;
    is_asked = true;
    call->make();
    is_asked = false;
    try(call, 0, RIGHT);
    for (int argument = 0; argument < asked_n; argument++)
        for (int how = RIGHT + 1; how < WRONGS; how++)
            if (arguments_can_be(&asked[argument], (enum wrong)how))
                try(call, argument, (enum wrong)how);
}

static char *read_reference(const char *path)
{
    enum { MOST = 1 << 21 };
    char *text = calloc(1, MOST);
    FILE *file = fopen(path, "r");

    if (!text || !file || fread(text, 1, MOST - 1, file) == 0)
        exit(2);
    fclose(file);
    return text;
}

static bool is_wanted(const struct call *call, bool large, const char *only)
{
    const char *end = strstr(call->name, "_c");

    if (is_of_others(call) || (only && strcmp(call->name, only) != 0))
        return false;
    return large || !end || end[2] != '\0';
}

int main(int argc, char *argv[])
{
    const char *only = NULL;
    bool large = false;
    int level;

    if (argc < 4)
        return 2;
    for (int i = 4; i < argc; i++)
        if (strncmp(argv[i], "--than=", 7) == 0)
            reference = read_reference(argv[i] + 7);
        else if (strcmp(argv[i], "large") == 0)
            large = true;
        else if (strcmp(argv[i], "small") != 0)
            only = argv[i];
    is_back = mmap(NULL, 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (is_back == MAP_FAILED)
        return 2;
    MPI_Init_thread(&argc, &argv,
                    strcmp(argv[2], "multiple") == 0 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE,
                    &level);
    arguments_begin(strcmp(argv[1], "own") == 0);
    if (strcmp(argv[3], "all") == 0)
        arguments_watch();
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (is_wanted(&calls[i], large, only))
            try_all(&calls[i]);
    fflush(stdout);
    arguments_end();
    _exit(0); /* the children have used what MPI_Finalize would look at */
}
