/* bench/scale: how cost and memory grow with threads, communicators, peers, handles and ranks.
 *
 * One process, linked with the insides of libmpit: where a machine is too small for the real thing
 * (a million peers, a hundred thousand ranks) records are fed to the code that would get them, and
 * what stands around it is said.  README and doc/scaling have the rest. */
#include "config.h"

#include "scale.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "job.h"
#include "mpi/vendor.h"
#include "options.h"
#include "table.h"

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
    int json;
    bool selected[PARTS];
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

static void list_print(void)
{
    for (int p = 0; p < PARTS; p++)
        printf("%-10s %s\n", parts[p].name, parts[p].what);
}

static void options_read(int argc, char **argv)
{
    static const char *const names[] = {
#define PART(name, what) #name,
        BENCH_SCALE_PARTS(PART)
#undef PART
    };
    int list = 0, quick = 0;
    char *only = NULL;
    const struct poptOption table[] = {
        {"only", 'o', POPT_ARG_STRING, &only, 0, "measure these parts alone", "PART,..."},
        {"list", 'l', POPT_ARG_NONE, &list, 0, "print the parts and end", NULL},
        {"json", 'j', POPT_ARG_NONE, &run.json, 0, "print JSON", NULL},
        {"quick", 'q', POPT_ARG_NONE, &quick, 0, "see that it works: short, small numbers", NULL},
        TOOL_OPTION_HELP,
        POPT_TABLEEND,
    };

    bench_options_read(argc, argv, table,
                       "How the cost and the memory of libmpit grow with threads, communicators, "
                       "peers, handles and ranks.");
    bench_options_only(only, "part", names, PARTS, run.selected);
    if (list) {
        list_print();
        exit(EXIT_SUCCESS);
    }
    if (quick)
        run.scale = (struct bench_scale){.quick = true, .rounds = 2};
}

static void environment_print(void)
{
    if (!run.json)
        printf("%s %s, %ld processors\n\n", MPIT_VENDOR_NAME, MPIT_VENDOR_VERSION,
               sysconf(_SC_NPROCESSORS_ONLN));
}

int main(int argc, char **argv)
{
    int provided;

    options_read(argc, argv);
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
