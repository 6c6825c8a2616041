/* Threads that all call MPI on one communicator: what a call costs each, and how many there are in
 * a second together.  The MPI library below is silenced: what is measured is the hook, and not how
 * the library shares itself out between threads. */
#include "config.h"

#include "scale.h"

#include <pthread.h>

#include "../mpib/median.h"
#include "job.h"
#include "kernel.h"
#include "table.h"

enum { MOST_THREADS = 8, CALLS = 400000, QUICK_CALLS = 20000 };

static struct {
    pthread_barrier_t start;
    int calls;
    double ns[MOST_THREADS]; /* of its processor time, a call */
} shared;

static void *sender(void *number)
{
    char message[8] = "";
    double begin;

    pthread_barrier_wait(&shared.start);
    begin = bench_kernel_thread_ns();
    for (int i = 0; i < shared.calls; i++)
        MPI_Send(message, sizeof message, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    *(double *)number = (bench_kernel_thread_ns() - begin) / shared.calls;
    return NULL;
}

struct outcome {
    double ns, calls_a_second;
};

/* Mean cost of a call in n threads, and what they make together. */
static struct outcome threads_run(int n)
{
    pthread_t threads[MOST_THREADS];
    struct outcome outcome = {0, 0};
    double begin;

    pthread_barrier_init(&shared.start, NULL, (unsigned)n + 1);
    for (int i = 0; i < n; i++)
        if (pthread_create(&threads[i], NULL, sender, &shared.ns[i]) != 0)
            bench_job_fail("a thread cannot be started");
    begin = bench_scale_now();
    pthread_barrier_wait(&shared.start);
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    outcome.calls_a_second = (double)n * shared.calls / (bench_scale_now() - begin);
    for (int i = 0; i < n; i++)
        outcome.ns += shared.ns[i] / n;
    pthread_barrier_destroy(&shared.start);
    return outcome;
}

static void sample(int n, bool watched, double *ns, double *rate)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    struct bench_scale_watch watch;
    struct outcome outcome;

    if (watched)
        bench_scale_watch_start(&watch, "mpit_comm_send_bytes", MPI_T_PVAR_CLASS_AGGREGATE, &comm);
    outcome = threads_run(n);
    if (watched)
        bench_scale_watch_end(&watch);
    *ns = outcome.ns;
    *rate = outcome.calls_a_second / 1e6;
}

void bench_scale_threads(const struct bench_scale *scale)
{
    static const char *const columns[] = {"threads",       "unwatched ns", "watched ns", "MAD",
                                          "unwatched M/s", "watched M/s",  NULL};
    static double ns[2][MPIB_ROUNDS_MOST], rate[2][MPIB_ROUNDS_MOST];

    bench_scale_vendor_silence();
    shared.calls = scale->quick ? QUICK_CALLS : CALLS;
    bench_table_begin(
        "threads",
        "sends on one communicator, counts and bytes watched or not, the MPI library\n"
        "  silenced: processor time a call in each thread, million calls a second of "
        "all",
        columns);
    for (int n = 1; n <= MOST_THREADS; n *= 2) {
        for (int round = 0; round < scale->rounds; round++)
            for (int turn = 0; turn < 2; turn++) {
                bool watched = (round + turn) % 2;

                sample(n, watched, &ns[watched][round], &rate[watched][round]);
            }
        bench_table_row(
            (double[]){n, mpib_median(ns[0], scale->rounds), mpib_median(ns[1], scale->rounds),
                       mpib_median_deviation(ns[1], scale->rounds),
                       mpib_median(rate[0], scale->rounds), mpib_median(rate[1], scale->rounds)});
    }
    bench_table_end();
    bench_scale_vendor_restore();
}
