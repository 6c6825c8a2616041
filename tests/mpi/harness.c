#include "harness.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int rank, ranks = 1;

static const char *current;
static int failures; /* of the current test */
static jmp_buf end_of_test;

/* One write a line: the lines of several ranks are not to mix. */
static void say(const char *format, ...)
{
    char line[1200];
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(line, sizeof line - 1, format, args);
    va_end(args);
    if (n > (int)sizeof line - 2)
        n = (int)sizeof line - 2;
    line[n] = '\n';
    if (write(STDOUT_FILENO, line, (size_t)n + 1) < 0)
        abort();
}

void fail_at(const char *file, int line, const char *format, ...)
{
    const char *base = strrchr(file, '/');
    char text[900];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    __atomic_fetch_add(&failures, 1, __ATOMIC_RELAXED);
    say("FAIL: %s: rank %d, %s:%d: %s", current, rank, base ? base + 1 : file, line, text);
}

bool check_int(const char *file, int line, const char *what, long long found, long long expected)
{
    if (found != expected)
        fail_at(file, line, "%s is %lld, expected %lld", what, found, expected);
    return found == expected;
}

static bool is_plain(void)
{
    const char *plain = getenv("HARNESS_PLAIN");

    return plain && plain[0] == '1';
}

void need_failed(const char *what)
{
    if (is_plain()) {
        say("absent: %s: %s", current, what);
        failures = -1;
    } else {
        fail_at(__FILE__, __LINE__, "there is no %s", what);
    }
    longjmp(end_of_test, 1);
}

/* ---- running ------------------------------------------------------------------------------ */

static int run_one(const struct test *test)
{
    current = test->name;
    failures = 0;
    if (setjmp(end_of_test) == 0)
        test->run();
    if (failures == 0)
        say("ok: %s", current);
    return failures > 0;
}

static int run_in_a_child(const struct test *test)
{
    int status;
    pid_t child;

    current = test->name;
    child = fork();
    if (child == 0)
        _exit(run_one(test));
    if (child < 0 || waitpid(child, &status, 0) != child) {
        say("FAIL: %s: no child process", current);
        return 1;
    }
    if (WIFSIGNALED(status))
        say("FAIL: %s: killed by signal %d", current, WTERMSIG(status));
    else if (WEXITSTATUS(status) > 1)
        say("FAIL: %s: the process was ended with code %d", current, WEXITSTATUS(status));
    return status != 0;
}

static bool is_asked_for(const char *name, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return true;
    return argc < 2;
}

static void begin_mpi(void)
{
    int provided;

    current = "MPI_Init";
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided) != MPI_SUCCESS ||
        provided != MPI_THREAD_MULTIPLE || MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided) != MPI_SUCCESS) {
        say("FAIL: MPI_Init: MPI did not start at MPI_THREAD_MULTIPLE");
        exit(99);
    }
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
}

int harness_main(int argc, char **argv, enum harness_mode mode, const struct test *tests, size_t n)
{
    int failed = 0, run = 0;

    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        for (size_t i = 0; i < n; i++)
            puts(tests[i].name);
        return 0;
    }
    if (mode == HARNESS_MPI_IS_UP)
        begin_mpi();
    for (size_t i = 0; i < n; i++)
        if (is_asked_for(tests[i].name, argc, argv)) {
            run++;
            failed += mode == HARNESS_MPI_IS_UP ? run_one(&tests[i]) : run_in_a_child(&tests[i]);
            if (mode == HARNESS_MPI_IS_UP)
                PMPI_Barrier(MPI_COMM_WORLD);
        }
    if (mode == HARNESS_MPI_IS_UP) {
        MPI_T_finalize();
        MPI_Finalize();
    }
    return failed || !run;
}

/* ---- variables ---------------------------------------------------------------------------- */

int cvar_of(const char *name)
{
    int index;

    if (MPI_T_cvar_get_index(name, &index) != MPI_SUCCESS)
        need_failed(name);
    return index;
}

int pvar_of(const char *name, int var_class)
{
    int index;

    if (MPI_T_pvar_get_index(name, var_class, &index) != MPI_SUCCESS)
        need_failed(name);
    return index;
}

bool cvar_info(int index, struct cvar_info *info)
{
    memset(info, 0, sizeof *info);
    info->name_len = info->desc_len = TEXT;
    return OK(MPI_T_cvar_get_info(index, info->name, &info->name_len, &info->verbosity,
                                  &info->datatype, &info->enumtype, info->desc, &info->desc_len,
                                  &info->binding, &info->scope));
}

bool pvar_info(int index, struct pvar_info *info)
{
    memset(info, 0, sizeof *info);
    info->name_len = info->desc_len = TEXT;
    return OK(MPI_T_pvar_get_info(index, info->name, &info->name_len, &info->verbosity,
                                  &info->var_class, &info->datatype, &info->enumtype, info->desc,
                                  &info->desc_len, &info->binding, &info->readonly,
                                  &info->continuous, &info->atomic));
}

bool is_own(const char *name)
{
    return strncmp(name, "mpit_", 5) == 0 || strcmp(name, "MPI_T_UMQ_LENGTH") == 0;
}

size_t size_of(MPI_Datatype datatype)
{
    return datatype == MPI_INT                  ? sizeof(int)
           : datatype == MPI_UNSIGNED           ? sizeof(unsigned)
           : datatype == MPI_UNSIGNED_LONG      ? sizeof(unsigned long)
           : datatype == MPI_UNSIGNED_LONG_LONG ? sizeof(unsigned long long)
           : datatype == MPI_COUNT              ? sizeof(MPI_Count)
           : datatype == MPI_CHAR               ? sizeof(char)
           : datatype == MPI_DOUBLE             ? sizeof(double)
                                                : 0;
}

struct watched watch_on(MPI_T_pvar_session session, const char *name, int var_class, void *object)
{
    struct watched watched = {.session = session, .index = pvar_of(name, var_class)};
    struct pvar_info info;

    pvar_info(watched.index, &info);
    watched.datatype = info.datatype;
    if (MPI_T_pvar_handle_alloc(session, watched.index, object, &watched.handle, &watched.count) !=
        MPI_SUCCESS)
        need_failed(name);
    return watched;
}

struct watched watch(const char *name, int var_class, void *object)
{
    MPI_T_pvar_session session;

    OK(MPI_T_pvar_session_create(&session));
    return watch_on(session, name, var_class, object);
}

void unwatch(struct watched *watched)
{
    OK(MPI_T_pvar_session_free(&watched->session));
}

void start(const struct watched *watched)
{
    OK(MPI_T_pvar_start(watched->session, watched->handle));
}

void stop(const struct watched *watched)
{
    OK(MPI_T_pvar_stop(watched->session, watched->handle));
}

unsigned long long element(const struct watched *watched, int i)
{
    static unsigned long long buffer[1 << 16];

    if (watched->count > 1 << 16)
        need_failed("room for the elements of a variable");
    if (!OK(MPI_T_pvar_read(watched->session, watched->handle, buffer)))
        return 0;
    if (watched->datatype == MPI_UNSIGNED)
        return ((unsigned *)(void *)buffer)[i];
    return buffer[i];
}

unsigned long long value(const struct watched *watched)
{
    return element(watched, 0);
}

double seconds(const struct watched *watched)
{
    double read = -1;

    OK(MPI_T_pvar_read(watched->session, watched->handle, &read));
    return read;
}

void *object_for(int binding)
{
    static MPI_Comm comm;
    static MPI_Datatype datatype;
    static MPI_Op op;
    static MPI_Errhandler errhandler;
    static MPI_Group group;
    static MPI_Info info;

    comm = MPI_COMM_WORLD;
    datatype = MPI_INT;
    op = MPI_SUM;
    errhandler = MPI_ERRORS_RETURN;
    group = MPI_GROUP_EMPTY;
    info = MPI_INFO_ENV;
    return binding == MPI_T_BIND_MPI_COMM         ? (void *)&comm
           : binding == MPI_T_BIND_MPI_DATATYPE   ? (void *)&datatype
           : binding == MPI_T_BIND_MPI_OP         ? (void *)&op
           : binding == MPI_T_BIND_MPI_ERRHANDLER ? (void *)&errhandler
           : binding == MPI_T_BIND_MPI_GROUP      ? (void *)&group
           : binding == MPI_T_BIND_MPI_INFO       ? (void *)&info
                                                  : NULL;
}

int cvar_get(const char *name)
{
    MPI_T_cvar_handle handle;
    int count, read = -1;

    if (OK(MPI_T_cvar_handle_alloc(cvar_of(name), NULL, &handle, &count))) {
        OK(MPI_T_cvar_read(handle, &read));
        OK(MPI_T_cvar_handle_free(&handle));
    }
    return read;
}

int cvar_set(const char *name, int to)
{
    MPI_T_cvar_handle handle;
    int count, rc = MPI_T_ERR_INVALID;

    if (OK(MPI_T_cvar_handle_alloc(cvar_of(name), NULL, &handle, &count))) {
        rc = MPI_T_cvar_write(handle, &to);
        OK(MPI_T_cvar_handle_free(&handle));
    }
    return rc;
}
