/* Collecting the report: local until MPI_Finalize, then reductions and gathers of the vendor. */
#include "config.h"

#include "report/collect.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cvar/compare.h"
#include "ground/in_force.h"
#include "ground/message.h"
#include "ledger/thread.h"
#include "ledger/watch.h"
#include "mpi/agree.h"
#include "mpi/vendor.h"
#include "report/gather.h"
#include "report/job.h"
#include "report/output.h"
#include "report/region.h"
#include "report/sampler.h"
#include "report/snapshot.h"

enum {
    WATCHED = MPIT_WATCH_COUNTS | MPIT_WATCH_BYTES | MPIT_WATCH_TIME | MPIT_WATCH_COMM |
              MPIT_WATCH_PEERS | MPIT_WATCH_COMPLETE | MPIT_WATCH_CALLS
};

static _Atomic bool wanted, flushed;
static pid_t reporter; /* a child that it forks has nothing to report: it is no rank */

bool mpit__report_wanted(void)
{
    return atomic_load_explicit(&wanted, memory_order_relaxed);
}

void mpit__report_begin(void)
{
    if (!mpit__in_force.report[0])
        return;
    mpit__snapshot_begin();
    reporter = getpid();
    atomic_store(&wanted, true);
    mpit__watch_add(&mpit__watch, WATCHED);
    mpit__sampler_begin();
}

void mpit__report_hears_of_session(void)
{
    static _Atomic bool said;

    if (mpit__in_force.report[0] && !mpit__vendor_is_initialized() && !atomic_exchange(&said, true))
        mpit__message_job(MPIT_WARN,
                          "no report of what is done in sessions without MPI_Init: a report covers "
                          "MPI_Init to MPI_Finalize (MPIT_REPORT is not looked at here)");
}

static int by_time(const void *a, const void *b)
{
    const struct mpit_record_call *x = a, *y = b;

    if (x->time.total != y->time.total)
        return x->time.total < y->time.total ? 1 : -1;
    return strcmp(x->name, y->name);
}

static int by_bytes(const void *a, const void *b)
{
    const struct mpit_record_pair *x = a, *y = b;

    if (x->bytes != y->bytes)
        return x->bytes < y->bytes ? 1 : -1;
    if (x->messages != y->messages)
        return x->messages < y->messages ? 1 : -1;
    return x->sender != y->sender ? x->sender - y->sender : x->receiver - y->receiver;
}

static bool add_call(struct mpit_record *report, int call, uint64_t count, uint64_t messages,
                     uint64_t bytes, struct mpit_spread time)
{
    struct mpit_record_call *row;

    if (!report->call && !(report->call = calloc(MPIT_CALLS, sizeof *report->call)))
        return false;
    row = &report->call[report->ncall++];
    snprintf(row->name, sizeof row->name, "%s", mpit__call_names[call]);
    row->count = count;
    row->messages = messages;
    row->bytes = bytes;
    row->time = time;
    return true;
}

static void sort(struct mpit_record *report)
{
    if (report->ncall)
        qsort(report->call, (size_t)report->ncall, sizeof *report->call, by_time);
    if (report->npair)
        qsort(report->pair, (size_t)report->npair, sizeof *report->pair, by_bytes);
}

/* The pairs of one sender. */
static bool take_pairs(void *context, int sender, const void *rows, int n)
{
    struct mpit_record *report = context;
    const struct mpit_pair *list = rows;
    struct mpit_record_pair *grown =
        realloc(report->pair, sizeof *grown * ((size_t)report->npair + (size_t)n + 1));

    if (!grown)
        return false;
    report->pair = grown;
    for (int i = 0; i < n; i++)
        grown[report->npair++] =
            (struct mpit_record_pair){sender, list[i].peer, list[i].messages, list[i].bytes};
    return true;
}

/* A report of this process alone. */
static void fill_partial(struct mpit_record *report, struct mpit_snapshot *snapshot,
                         struct mpit_pairs *pairs, const char *reason)
{
    struct mpit_pair *list = mpit__pairs_list(pairs);

    mpit__snapshot_describe_job(report);
    snprintf(report->reason, sizeof report->reason, "%s", reason);
    report->rank = &snapshot->rank;
    report->nrank = 1;
    report->lost_records = snapshot->lost;
    for (int call = 0; call < MPIT_CALLS; call++) {
        struct mpit_spread time = MPIT_SPREAD_NONE;

        mpit__spread_add(&time, snapshot->seconds[call], snapshot->rank.rank);
        if (snapshot->count[call])
            add_call(report, call, snapshot->count[call], snapshot->messages[call],
                     snapshot->bytes[call], time);
    }
    if (list)
        take_pairs(report, snapshot->rank.rank, list, (int)pairs->used);
    mpit__regions_fill(report, snapshot->rank.rank);
    mpit__sampler_fill(report, snapshot->rank.rank);
    sort(report);
    free(list);
}

void mpit__report_flush(const char *reason)
{
    uintptr_t guard;
    struct mpit_snapshot snapshot;
    struct mpit_pairs pairs = {0};
    struct mpit_record report = {0};

    if (!mpit__report_wanted() || !mpit__vendor_is_up() || reporter != getpid())
        return;
    guard = mpit__thread_guard();
    mpit__snapshot_take(&snapshot, &pairs);
    fill_partial(&report, &snapshot, &pairs, reason);
    mpit__output_partial(&report);
    atomic_store(&flushed, true);
    report.rank = NULL; /* of the snapshot */
    mpit__record_free(&report);
    mpit__pairs_free(&pairs);
    mpit__thread_unguard(guard);
}

/* Reduces the calls of all ranks to rank 0. */
static bool reduce_calls(struct mpit_record *report, const struct mpit_snapshot *mine,
                         MPI_Comm comm)
{
    struct {
        double value;
        int rank;
    } at[MPIT_CALLS], least[MPIT_CALLS], most[MPIT_CALLS];
    uint64_t count[MPIT_CALLS], messages[MPIT_CALLS], bytes[MPIT_CALLS];
    double total[MPIT_CALLS];

    for (int call = 0; call < MPIT_CALLS; call++) {
        at[call].value = mine->seconds[call];
        at[call].rank = mine->rank.rank;
    }
    if (mpit__next.PMPI_Reduce(mine->count, count, MPIT_CALLS, MPI_UINT64_T, MPI_SUM, 0, comm) ||
        mpit__next.PMPI_Reduce(mine->messages, messages, MPIT_CALLS, MPI_UINT64_T, MPI_SUM, 0,
                               comm) ||
        mpit__next.PMPI_Reduce(mine->bytes, bytes, MPIT_CALLS, MPI_UINT64_T, MPI_SUM, 0, comm) ||
        mpit__next.PMPI_Reduce(mine->seconds, total, MPIT_CALLS, MPI_DOUBLE, MPI_SUM, 0, comm) ||
        mpit__next.PMPI_Reduce(at, least, MPIT_CALLS, MPI_DOUBLE_INT, MPI_MINLOC, 0, comm) ||
        mpit__next.PMPI_Reduce(at, most, MPIT_CALLS, MPI_DOUBLE_INT, MPI_MAXLOC, 0, comm) ||
        mpit__next.PMPI_Reduce(&mine->lost, &report->lost_records, 1, MPI_UINT64_T, MPI_SUM, 0,
                               comm))
        return false;
    for (int call = 0; mine->rank.rank == 0 && call < MPIT_CALLS; call++) {
        struct mpit_spread time = {total[call], least[call].value, most[call].value,
                                   least[call].rank, most[call].rank};

        if (count[call] && !add_call(report, call, count[call], messages[call], bytes[call], time))
            return false;
    }
    return true;
}

static bool gather_ranks(struct mpit_record *report, const struct mpit_snapshot *mine,
                         MPI_Comm comm)
{
    const int size = (int)sizeof mine->rank;

    if (mine->rank.rank == 0) {
        report->nrank = report->nranks;
        report->rank = calloc((size_t)report->nranks, sizeof *report->rank);
    }
    return mpit__next.PMPI_Gather(&mine->rank, size, MPI_BYTE, report->rank, size, MPI_BYTE, 0,
                                  comm) == MPI_SUCCESS;
}

static bool gather_pairs(struct mpit_record *report, const struct mpit_pairs *pairs, MPI_Comm comm)
{
    struct mpit_pair *list = mpit__pairs_list(pairs);
    bool ok = mpit__gather_rows(list, list ? (int)pairs->used : 0, sizeof *list, comm, take_pairs,
                                report);

    free(list);
    return ok;
}

/* On a duplicate of the world, so that nothing of the program's can be matched. */
static bool gather(struct mpit_record *report, const struct mpit_snapshot *mine,
                   const struct mpit_pairs *pairs)
{
    MPI_Comm comm;
    bool ok;

    if (mpit__next.PMPI_Comm_dup(MPI_COMM_WORLD, &comm) != MPI_SUCCESS)
        return false;
    mpit__next.PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    ok = reduce_calls(report, mine, comm) && gather_ranks(report, mine, comm) &&
         gather_pairs(report, pairs, comm) && mpit__regions_gather(report, comm) &&
         mpit__sampler_gather(report, comm) && mpit__job_programs(report, comm);
    mpit__next.PMPI_Comm_free(&comm);
    return ok;
}

/* So that it is safe on disk whatever becomes of the others. */
static void flush_while_waiting(void)
{
    mpit__report_flush("waiting for the other processes in MPI_Finalize");
    mpit__message_job(MPIT_INFO,
                      "MPI_Finalize waits for the processes that have not come to gather "
                      "the report");
}

static void report_alone(void)
{
    const char *to = mpit__in_force.report;

    mpit__report_flush("the other processes did not come to gather the report");
    mpit__message(MPIT_WARN,
                  "not all processes have come to gather the report within %g s "
                  "(MPIT_REPORT_PATIENCE); is MPIT_REPORT set in all? %s%s",
                  MPIT_IN_FORCE(report_patience),
                  strcmp(to, "-") == 0 ? "Name a file, then each keeps its own part"
                                       : "Each that has writes its own part beside ",
                  strcmp(to, "-") == 0 ? "" : to);
}

static void report_job(void)
{
    struct mpit_snapshot mine;
    struct mpit_pairs pairs = {0};
    struct mpit_record report = {.complete = true};
    bool ok;

    mpit__snapshot_take(&mine, &pairs);
    mpit__snapshot_describe_job(&report);
    ok = gather(&report, &mine, &pairs);
    if (!ok) {
        mpit__message(MPIT_WARN,
                      "the ranks could not be gathered for the report; each writes its own");
        mpit__record_free(&report);
        mpit__report_flush("gathering failed");
    } else if (mine.rank.rank == 0) {
        sort(&report);
        mpit__output_report(&report);
    }
    if (ok && atomic_load(&flushed))
        mpit__output_remove_partial(mine.rank.rank);
    if (ok)
        mpit__record_free(&report);
    mpit__pairs_free(&pairs);
}

void mpit__report_end(void)
{
    uintptr_t guard;

    if (!mpit__report_wanted() || !mpit__vendor_is_up())
        return;
    guard = mpit__thread_guard();
    mpit__sampler_end();
    if (mpit__agree_all_came(MPIT_IN_FORCE(report_patience), flush_while_waiting)) {
        if (!MPIT_IN_FORCE(check))
            mpit__compare_processes();
        report_job();
    } else {
        report_alone();
    }
    atomic_store(&wanted, false);
    mpit__watch_drop(&mpit__watch, WATCHED);
    mpit__thread_unguard(guard);
}

void mpit__report_hears_of_object(struct mpit_object *object, enum mpit_object_news news)
{
    if (news == MPIT_OBJECT_ENDED && object->kind == MPIT_KIND_comm && mpit__report_wanted())
        mpit__snapshot_keep_peers(object);
}
