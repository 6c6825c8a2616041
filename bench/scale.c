/* bench/scale: how cost and memory grow with threads, communicators, peers, handles and ranks.
 *
 * One process, linked with the insides of libmpit: where a machine is too small for the real thing
 * (a million peers, a hundred thousand ranks) records are fed to the code that would get them, and
 * what stands around it is said.  README and doc/scaling have the rest. */
#include "config.h"

#include "scale.h"

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "job.h"
#include "options.h"
#include "table.h"
#include "mpi/vendor.h"

static const struct part {
    const char *name, *what;
    void (*measure)(const struct bench_scale *scale);
} parts[] = {
#define PART(name, what) {#name, what, bench_scale_##name},
    BENCH_SCALE_PARTS(PART)
#undef PART
};

enum { PARTS = sizeof parts / sizeof parts[0], USUAL_ROUNDS = 9 };

static struct {
    struct bench_scale scale;
    bool json, selected[PARTS];
} run = {.scale = {.rounds = USUAL_ROUNDS}};

double bench_scale_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void must(int code, const char *what)
{
    if (code != MPI_SUCCESS)
        bench_job_fail("%s fails with code %d", what, code);
}

void bench_scale_watch_start(struct bench_scale_watch *watch, const char *name, int class,
                             void *object)
{
    int index, count;

    must(MPI_T_pvar_session_create(&watch->session), "MPI_T_pvar_session_create");
    must(MPI_T_pvar_get_index(name, class, &index), name);
    must(MPI_T_pvar_handle_alloc(watch->session, index, object, &watch->handle, &count), name);
    must(MPI_T_pvar_start(watch->session, watch->handle), name);
}

void bench_scale_watch_end(struct bench_scale_watch *watch)
{
    must(MPI_T_pvar_session_free(&watch->session), "MPI_T_pvar_session_free");
}

/* ---- a stand-in for the MPI library */

static __typeof__(&PMPI_Send) real_send;

static int send_nothing(const void *buffer, int count, MPI_Datatype datatype, int dest, int tag,
                        MPI_Comm comm)
{
    (void)buffer;
    (void)count;
    (void)datatype;
    (void)dest;
    (void)tag;
    (void)comm;
    return MPI_SUCCESS;
}

void bench_scale_vendor_silence(void)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    struct bench_scale_watch watch;

    /* The first watch of a process lets the hooks in, for good. */
    bench_scale_watch_start(&watch, "mpit_comm_sends", MPI_T_PVAR_CLASS_COUNTER, &comm);
    bench_scale_watch_end(&watch);
    real_send = mpit__next.PMPI_Send;
    mpit__next.PMPI_Send = mpit__next.MPI_Send = send_nothing;
}

void bench_scale_vendor_restore(void)
{
    mpit__next.PMPI_Send = mpit__next.MPI_Send = real_send;
}

/* ---- the command line */

enum { ONLY = 'o', JSON = 'j', QUICK = 'q', LIST = 'l' };

static const struct argp_option options[] = {
    {"only", ONLY, "PART,...", 0, "Measure these parts alone", 0},
    {"list", LIST, NULL, 0, "Print the parts and end", 0},
    {"json", JSON, NULL, 0, "Print JSON", 0},
    {"quick", QUICK, NULL, 0, "See that it works: short, small numbers", 0},
    {0},
};

static int part_find(const char *name)
{
    for (int p = 0; p < PARTS; p++)
        if (strcmp(parts[p].name, name) == 0)
            return p;
    return -1;
}

static error_t option_parse(int key, char *arg, struct argp_state *state)
{
    switch (key) {
    case ONLY:
        bench_options_only(arg, "part", part_find, run.selected, PARTS, state);
        return 0;
    case LIST:
        for (int p = 0; p < PARTS; p++)
            printf("%-10s %s\n", parts[p].name, parts[p].what);
        exit(EXIT_SUCCESS);
    case JSON:
        run.json = true;
        return 0;
    case QUICK:
        run.scale.quick = true;
        run.scale.rounds = 2;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "%s: there are options only", arg);
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp parser = {
    options,
    option_parse,
    NULL,
    "How the cost and the memory of libmpit grow with threads, communicators, peers, handles and "
    "ranks.",
    NULL,
    NULL,
    NULL};

static void environment_print(void)
{
    if (!run.json)
        printf("%s %s, %ld processors\n\n", MPIT_VENDOR_NAME, MPIT_VENDOR_VERSION,
               sysconf(_SC_NPROCESSORS_ONLN));
}

int main(int argc, char **argv)
{
    int provided;

    memset(run.selected, 1, sizeof run.selected);
    argp_parse(&parser, argc, argv, 0, NULL, NULL);
    setenv("MPIT_MEMORY_LIMIT", "8000000000", 1); /* the default is for one job */
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    must(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided), "MPI_T_init_thread");
    environment_print();
    bench_tables_begin(run.json);
    for (int p = 0; p < PARTS; p++) {
        bench_job_progress("part", p + 1, PARTS);
        if (run.selected[p])
            parts[p].measure(&run.scale);
    }
    bench_tables_end();
    MPI_T_finalize();
    MPI_Finalize();
    return EXIT_SUCCESS;
}
