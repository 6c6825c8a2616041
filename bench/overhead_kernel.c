/* The measured program of bench/overhead: runs cases of overhead_cases.def, each with the
 * performance variables that it is told to watch, and prints what an iteration cost.
 *
 *   overhead_kernel [-w WARMUPS] [-b BATCHES] [-n ITERATIONS] CASE[=PVAR,PVAR,...]...
 *
 * Rank 0 writes "vendor <version>", "hook <object that answers MPI_Send>" and for each case one of
 *
 *   result CASE measured <ns per iteration in the fastest batch>
 *   result CASE not-offered <name of the variable>
 *
 * The fastest batch, because all that a busy machine does to a loop makes it slower.
 * What watches is MPI_T as any client uses it: the program knows nothing of libmpit but names. */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "kernel.h"

enum { MESSAGE_BYTES = 8, TAG = 7, MAX_WATCHED = 32 };

/* What the measured loops work on. Made before a case and released after it. */
static struct {
    int rank;
    int peer;
    MPI_Comm comm;
    MPI_Win win;
    MPI_File file;
} scene;

static char out[MESSAGE_BYTES], in[MESSAGE_BYTES];

/* The measured loops. Not inlined: callgrind counts what happens inside of measured_*. */
#define MEASURED __attribute__((noinline)) static void

MEASURED measured_clock_read(int iterations)
{
    struct timespec now;

    for (int i = 0; i < iterations; i++)
        clock_gettime(CLOCK_MONOTONIC, &now);
}

/* What no tool can do without that says how long a call took: the cheapest clock that there is. */
MEASURED measured_tick_read(int iterations)
{
#if defined(__x86_64__)
    for (int i = 0; i < iterations; i++)
        (void)__builtin_ia32_rdtsc();
#else
    measured_clock_read(iterations);
#endif
}

MEASURED measured_self_isend(int iterations)
{
    MPI_Request request;

    for (int i = 0; i < iterations; i++) {
        MPI_Isend(out, MESSAGE_BYTES, MPI_BYTE, 0, TAG, scene.comm, &request);
        MPI_Recv(in, MESSAGE_BYTES, MPI_BYTE, 0, TAG, scene.comm, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

/* How long it takes in an MPI that is known says how fast the processor is at such work
 * (bench_slower). */
MEASURED measured_yardstick(int iterations)
{
    measured_self_isend(iterations);
}

MEASURED measured_self_irecv(int iterations)
{
    MPI_Request request;

    for (int i = 0; i < iterations; i++) {
        MPI_Irecv(in, MESSAGE_BYTES, MPI_BYTE, 0, TAG, scene.comm, &request);
        MPI_Send(out, MESSAGE_BYTES, MPI_BYTE, 0, TAG, scene.comm);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

MEASURED measured_proc_null(int iterations)
{
    for (int i = 0; i < iterations; i++)
        MPI_Send(out, MESSAGE_BYTES, MPI_BYTE, MPI_PROC_NULL, TAG, scene.comm);
}

MEASURED measured_put_flush(int iterations)
{
    for (int i = 0; i < iterations; i++) {
        MPI_Put(out, MESSAGE_BYTES, MPI_BYTE, 0, 0, MESSAGE_BYTES, MPI_BYTE, scene.win);
        MPI_Win_flush(0, scene.win);
    }
}

MEASURED measured_file_write(int iterations)
{
    for (int i = 0; i < iterations; i++)
        MPI_File_write_at(scene.file, 0, out, MESSAGE_BYTES, MPI_BYTE, MPI_STATUS_IGNORE);
}

MEASURED measured_pingpong(int iterations)
{
    if (scene.rank == 0) {
        for (int i = 0; i < iterations; i++) {
            MPI_Send(out, MESSAGE_BYTES, MPI_BYTE, scene.peer, TAG, scene.comm);
            MPI_Recv(in, MESSAGE_BYTES, MPI_BYTE, scene.peer, TAG, scene.comm, MPI_STATUS_IGNORE);
        }
    } else {
        for (int i = 0; i < iterations; i++) {
            MPI_Recv(in, MESSAGE_BYTES, MPI_BYTE, scene.peer, TAG, scene.comm, MPI_STATUS_IGNORE);
            MPI_Send(out, MESSAGE_BYTES, MPI_BYTE, scene.peer, TAG, scene.comm);
        }
    }
}

MEASURED measured_allreduce(int iterations)
{
    double mine = 1.0, sum;

    for (int i = 0; i < iterations; i++)
        MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, scene.comm);
}

enum kind { NONE, P2P, COLL, RMA, IO };

static const struct measured_case {
    const char *name;
    int ranks;
    enum kind kind;
    int iterations;
    int moves;
    void (*run)(int iterations);
} cases[] = {
#define CASE(name, ranks, kind, calls, irecvs, iterations, moves, decides, what)                   \
    {#name, ranks, kind, iterations, moves, measured_##name},
#include "overhead_cases.def"
#undef CASE
};

enum { CASES = sizeof cases / sizeof cases[0] };

static void file_open(void)
{
    const char *dir = getenv("TMPDIR");
    char path[4096];
    int fd;

    snprintf(path, sizeof path, "%s/mpit-overhead-XXXXXX", dir && *dir ? dir : "/tmp");
    fd = mkstemp(path);
    if (fd < 0)
        bench_kernel_fail(
            "no file can be made at %s: set TMPDIR to a directory that can be written", path);
    close(fd);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    MPI_File_open(scene.comm, path, MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &scene.file);
}

static void scene_make(const struct measured_case *c)
{
    void *base;
    int size;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != c->ranks)
        bench_kernel_fail("case %s needs %d ranks and was started with %d", c->name, c->ranks,
                          size);
    MPI_Comm_rank(MPI_COMM_WORLD, &scene.rank);
    scene.peer = size - 1 - scene.rank;
    scene.comm = size == 1 ? MPI_COMM_SELF : MPI_COMM_WORLD;
    if (c->kind == RMA) {
        MPI_Win_allocate(MESSAGE_BYTES, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &scene.win);
        MPI_Win_lock_all(0, scene.win);
    }
    if (c->kind == IO)
        file_open();
}

static void scene_release(const struct measured_case *c)
{
    if (c->kind == RMA) {
        MPI_Win_unlock_all(scene.win);
        MPI_Win_free(&scene.win);
    }
    if (c->kind == IO)
        MPI_File_close(&scene.file);
}

/* The started handles of one case. */
struct watch {
    MPI_T_pvar_session session;
    int handles;
    struct {
        char name[64];
        MPI_T_pvar_handle handle;
        size_t bytes;
    } watched[MAX_WATCHED];
};

/* The variable called `name`, whatever its class; the lowest class number if there are several. */
static int pvar_find(const char *name, int *index)
{
    static const int classes[] = {
        MPI_T_PVAR_CLASS_STATE,      MPI_T_PVAR_CLASS_LEVEL,         MPI_T_PVAR_CLASS_SIZE,
        MPI_T_PVAR_CLASS_PERCENTAGE, MPI_T_PVAR_CLASS_HIGHWATERMARK, MPI_T_PVAR_CLASS_LOWWATERMARK,
        MPI_T_PVAR_CLASS_COUNTER,    MPI_T_PVAR_CLASS_AGGREGATE,     MPI_T_PVAR_CLASS_TIMER,
        MPI_T_PVAR_CLASS_GENERIC,
    };

    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
        if (MPI_T_pvar_get_index(name, classes[i], index) == MPI_SUCCESS)
            return 1;
    }
    return 0;
}

static void *object_for(const char *name, int bind)
{
    switch (bind) {
    case MPI_T_BIND_NO_OBJECT:
        return NULL;
    case MPI_T_BIND_MPI_COMM:
        return &scene.comm;
    case MPI_T_BIND_MPI_WIN:
        return &scene.win;
    case MPI_T_BIND_MPI_FILE:
        return &scene.file;
    default:
        bench_kernel_fail("%s is bound to an object (bind %d) that no case has", name, bind);
    }
}

static void watch_add(struct watch *w, const char *name, int index)
{
    int verbosity, class, bind, readonly, continuous, atomic, count, size;
    MPI_Datatype type;
    MPI_T_enum enumtype;
    int i = w->handles++;

    if (i == MAX_WATCHED)
        bench_kernel_fail("more than %d variables to watch", MAX_WATCHED);
    if (MPI_T_pvar_get_info(index, NULL, NULL, &verbosity, &class, &type, &enumtype, NULL, NULL,
                            &bind, &readonly, &continuous, &atomic) != MPI_SUCCESS)
        bench_kernel_fail("MPI_T_pvar_get_info fails for %s", name);
    if (MPI_T_pvar_handle_alloc(w->session, index, object_for(name, bind), &w->watched[i].handle,
                                &count) != MPI_SUCCESS)
        bench_kernel_fail("MPI_T_pvar_handle_alloc fails for %s", name);
    if (!continuous && MPI_T_pvar_start(w->session, w->watched[i].handle) != MPI_SUCCESS)
        bench_kernel_fail("MPI_T_pvar_start fails for %s", name);
    MPI_Type_size(type, &size);
    w->watched[i].bytes = (size_t)size * (size_t)count;
    snprintf(w->watched[i].name, sizeof w->watched[i].name, "%s", name);
}

/* Starts a handle for each name in `names`, which is cut up. The first name that is not offered, or
 * NULL. */
static const char *watch_start(struct watch *w, char *names)
{
    char *save = NULL;
    int index, provided;

    if (MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS ||
        MPI_T_pvar_session_create(&w->session) != MPI_SUCCESS)
        bench_kernel_fail("MPI_T cannot be initialized");
    w->handles = 0;
    for (char *name = strtok_r(names, ",", &save); name; name = strtok_r(NULL, ",", &save)) {
        if (!pvar_find(name, &index))
            return name;
        watch_add(w, name, index);
    }
    return NULL;
}

/* A variable that stood still was not watched, and its cost would be a lie. */
static void watch_verify(struct watch *w, const char *case_name)
{
    for (int i = 0; i < w->handles; i++) {
        unsigned char *value = calloc(1, w->watched[i].bytes);
        size_t at = 0;

        if (!value)
            bench_kernel_fail("out of memory");
        if (MPI_T_pvar_read(w->session, w->watched[i].handle, value) != MPI_SUCCESS)
            bench_kernel_fail("MPI_T_pvar_read fails for %s", w->watched[i].name);
        while (at < w->watched[i].bytes && value[at] == 0)
            at++;
        if (at == w->watched[i].bytes)
            bench_kernel_fail("%s was watched during %s and did not move", w->watched[i].name,
                              case_name);
        free(value);
    }
}

static void watch_end(struct watch *w)
{
    MPI_T_pvar_session_free(&w->session);
    MPI_T_finalize();
}

static void case_run(const struct measured_case *c, char *names, const struct bench_effort *effort)
{
    struct watch w;
    const char *missing = NULL;
    double ns = 0;

    scene_make(c);
    if (names)
        missing = watch_start(&w, names);
    if (!missing)
        ns = bench_kernel_fastest(c->run, c->iterations, effort);
    if (names && !missing && c->moves)
        watch_verify(&w, c->name);
    if (scene.rank == 0 && missing)
        printf("result %s not-offered %s\n", c->name, missing);
    else if (scene.rank == 0)
        printf("result %s measured %.4f\n", c->name, ns);
    if (names)
        watch_end(&w);
    scene_release(c);
}

static const struct measured_case *case_find(const char *name)
{
    for (int i = 0; i < CASES; i++) {
        if (strcmp(cases[i].name, name) == 0)
            return &cases[i];
    }
    bench_kernel_fail("there is no case %s; overhead_cases.def has them all", name);
}

int main(int argc, char **argv)
{
    struct bench_effort effort = {.warmups = 2, .batches = 100};
    int words = bench_kernel_options(argc, argv, "[OPTION...] CASE[=PVAR,...]...", &effort);
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        bench_kernel_environment_print("MPI_Send");
    for (int i = words; i < argc; i++) {
        char *names = strchr(argv[i], '=');

        if (names)
            *names++ = '\0';
        case_run(case_find(argv[i]), names, &effort);
    }
    MPI_Finalize();
    return 0;
}
