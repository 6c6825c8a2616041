#include "config.h"

#include "report/sampler.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "ground/clock.h"
#include "ground/in_force.h"
#include "ground/lock.h"
#include "ground/memory.h"
#include "ground/message.h"
#include "profile/object.h"
#include "profile/thread.h"
#include "profile/watch.h"
#include "queue/queue.h"
#include "report/helper.h"
#include "report/resources.h"
#include "report/series.h"
#include "report/snapshot.h"

enum { LOOKS = 8, PRECISION = 128 };

/* Of these the levels and states of a sample are made. */
enum { WATCHED = MPIT_WATCH_STATE | MPIT_WATCH_REQUESTS };

/* A thread of the program that is in an MPI call, as the looks at it find it. */
struct call {
    bool open;
    uint64_t ticks; /* of its shard: they change when the call is over */
    uint64_t since; /* ns: when the call was first seen */
};

/* All under MPIT_LOCK_SAMPLES but what begin sets before there is a thread. */
static struct mpit_series *series;
static struct call calls[MPIT_SHARDS];
static uint64_t seen[MPIT_STATES];
static double mpi_before;        /* seconds, at the look before */
static double waited;            /* seconds of these that no call has booked */
static uint64_t began, interval; /* ns */
static bool running, stop;
static pthread_t thread;
static pthread_cond_t wake;
static pid_t sampled; /* the process that has the thread; 0: none */

/* The time of a call is booked when it is over.  One whose thread has booked nothing since the look
 * before, and is in a call at both, has been going on in between. */
static uint64_t ns_of_open_call(struct call *call, unsigned shard, uint64_t ticks, uint64_t now)
{
    bool goes_on = call->open && call->ticks == ticks;

    call->open = atomic_load_explicit(&mpit__thread_states[shard], memory_order_acquire) !=
                 MPIT_STATE_compute;
    call->ticks = ticks;
    if (!call->open)
        return 0;
    if (!goes_on)
        call->since = now;
    return now - call->since;
}

static double seconds_in_mpi(uint64_t now)
{
    uint32_t shards = atomic_load(&mpit__thread_shards);
    uint64_t ticks = 0, open = 0;
    double sum;

    for (uint32_t shard = 0; shard < shards; shard++) {
        uint64_t booked = mpit__snapshot_shard_total(shard, MPIT_P_TICKS, MPIT_FAMILIES);

        ticks += booked;
        open += ns_of_open_call(&calls[shard], shard, booked, now);
    }
    /* A call that ends while we look may be missed for once. */
    sum = mpit__clock_seconds(ticks) + (double)open * 1e-9 + waited;
    if (sum > mpi_before)
        mpi_before = sum;
    return mpi_before;
}

static int64_t level_of(enum mpit_level_slot slot, bool is_followed)
{
    return is_followed ? (int64_t)atomic_load(&mpit__process.level[slot]) : -1;
}

/* at: OUT, the time that it belongs to: where we were interrupted meanwhile it is asked for anew,
 * or a call that has ended since would have taken longer than the time that there was. */
static double seconds_in_mpi_at(uint64_t *at)
{
    const uint64_t most = interval / PRECISION;
    double seconds = 0;

    for (int looked = 0; looked < LOOKS; looked++) {
        *at = mpit__clock_system();
        seconds = seconds_in_mpi(*at);
        if (mpit__clock_system() - *at <= most)
            break;
    }
    return seconds;
}

static void look(bool last)
{
    bool requests = mpit__watch_wants(&mpit__watch, MPIT_BIT_REQUESTS) != 0;
    uint64_t now;
    double seconds = seconds_in_mpi_at(&now);
    struct mpit_record_sample sample = {
        .at = (double)(now - began) * 1e-9,
        .mpi = seconds,
        .most =
            {
                [MPIT_RECORD_LEVEL_requests] = level_of(MPIT_LEVEL_LIVE_REQUESTS, requests),
                [MPIT_RECORD_LEVEL_posted] = level_of(MPIT_LEVEL_PRQ, requests),
                [MPIT_RECORD_LEVEL_unexpected] =
                    level_of(MPIT_LEVEL_UMQ, mpit__queue_is_followed()),
            },
        .had = mpit__resources_had_at_once(),
    };

    if (!last) /* in MPI_Finalize */
        seen[mpit__thread_state()]++;
    memcpy(sample.seen, seen, sizeof sample.seen);
    mpit__snapshot_amounts(sample.amount);
    mpit__series_add(series, &sample, last);
}

/* A look at each multiple of the interval; those that we come too late for are left out. */
static void *run(void *unused)
{
    uint64_t next = began + interval * (1 + (mpit__clock_system() - began) / interval);

    (void)unused;
    mpit__resources_leave_out();
    mpit__lock(MPIT_LOCK_SAMPLES);
    while (!stop) {
        uint64_t now = mpit__clock_system();

        if (now < next) {
            struct timespec until = {(time_t)(next / 1000000000u), (long)(next % 1000000000u)};

            mpit__lock_wait(MPIT_LOCK_SAMPLES, &wake, &until);
            continue;
        }
        look(false);
        next += interval * (1 + (now - next) / interval);
    }
    mpit__unlock(MPIT_LOCK_SAMPLES);
    return NULL;
}

/* A forked process has inherited all but the thread. */
static bool is_sampled(void)
{
    return series && sampled == getpid();
}

static bool make_series(void)
{
    double seconds = MPIT_IN_FORCE(sample_interval);

    if (seconds <= 0 || !(series = mpit__memory_take(sizeof *series)))
        return false;
    interval = (uint64_t)(seconds * 1e9 + 0.5);
    began = mpit__clock_system();
    return true;
}

/* One of which there are samples already stays as far as it has come. */
static void go_without(int error)
{
    if (!is_sampled()) {
        mpit__memory_give(series, sizeof *series);
        series = NULL;
    }
    mpit__message_node(MPIT_WARN, NULL,
                       "no thread for the time series (%s): the report has none of this process; "
                       "MPIT_SAMPLE_INTERVAL=0 asks for none",
                       strerror(error));
}

void mpit__sampler_begin(void)
{
    int error;

    if (running || (!is_sampled() && !make_series()))
        return;
    stop = false;
    mpit__watch_add(&mpit__watch, WATCHED);
    error = mpit__helper_start(&thread, &wake, "mpit-sampler", run);
    if (error) {
        mpit__watch_drop(&mpit__watch, WATCHED);
        go_without(error);
        return;
    }
    sampled = getpid();
    running = true;
}

void mpit__sampler_end(void)
{
    if (!running || !is_sampled())
        return;
    mpit__helper_end(thread, &wake, MPIT_LOCK_SAMPLES, &stop);
    running = false;
    mpit__lock(MPIT_LOCK_SAMPLES);
    look(true);
    mpit__unlock(MPIT_LOCK_SAMPLES);
    mpit__watch_drop(&mpit__watch, WATCHED);
}

/* Of less than an interval no sample would tell. */
void mpit__sampler_waited(double seconds)
{
    struct mpit_record_sample sample;

    if (!is_sampled() || series->n == 0 || seconds * 1e9 < (double)interval)
        return;
    mpit__lock(MPIT_LOCK_SAMPLES);
    waited += seconds;
    sample = series->sample[series->n - 1];
    sample.at += seconds;
    sample.mpi += seconds;
    mpit__series_add(series, &sample, true);
    mpit__unlock(MPIT_LOCK_SAMPLES);
}

/* What there is to say of the series, but for the samples themselves. */
static struct mpit_record_series describe(int rank)
{
    unsigned long every = series && series->every ? series->every : 1;
    double asked = (double)interval * 1e-9;

    return (struct mpit_record_series){
        .rank = rank,
        .asked = asked,
        .interval = asked * (double)every,
        .nsample = series ? series->n : 0,
    };
}

/* Puts the series of a rank into the report, its samples still to come; nothing where it has
 * none. */
static void take_series(void *context, int rank, const void *row, int n)
{
    struct mpit_record *report = context;
    const struct mpit_record_series *of_rank = row;
    struct mpit_record_series *grown;

    (void)rank;
    if (n == 0 || of_rank->nsample == 0)
        return;
    grown = realloc(report->series, sizeof *grown * ((size_t)report->nseries + 1));
    if (!grown) {
        mpit__memory_miss(1);
        return;
    }
    report->series = grown;
    grown[report->nseries] = *of_rank;
    grown[report->nseries++].nsample = 0;
}

static void take_samples(void *context, int rank, const void *samples, int n)
{
    struct mpit_record *report = context;
    size_t bytes = sizeof(struct mpit_record_sample) * (size_t)n;

    for (int i = 0; n > 0 && i < report->nseries; i++) {
        struct mpit_record_series *one = &report->series[i];

        if (one->rank != rank)
            continue;
        one->sample = malloc(bytes);
        if (!one->sample) {
            mpit__memory_miss((uint64_t)n);
            return;
        }
        memcpy(one->sample, samples, bytes);
        one->nsample = n;
    }
}

void mpit__sampler_fill(struct mpit_record *report, int rank)
{
    struct mpit_record_series mine;

    if (!is_sampled())
        return;
    mpit__lock(MPIT_LOCK_SAMPLES);
    mine = describe(rank);
    take_series(report, rank, &mine, 1);
    take_samples(report, rank, series->sample, series->n);
    mpit__unlock(MPIT_LOCK_SAMPLES);
}

bool mpit__sampler_gather(struct mpit_record *report, struct mpit_gather *gather)
{
    static struct mpit_record_series mine;

    mine = describe(gather->rank);
    return mpit__gather_rows(gather, &mine, 1, sizeof mine, take_series, report) &&
           mpit__gather_rows(gather, series ? series->sample : NULL, mine.nsample,
                             sizeof(struct mpit_record_sample), take_samples, report);
}
