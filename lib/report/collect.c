/* Collecting the report: local until MPI_Finalize, then reductions and gathers of the vendor. */
#include "config.h"

#include "report/collect.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cvar/compare.h"
#include "ground/in_force.h"
#include "ground/launcher.h"
#include "ground/memory.h"
#include "ground/message.h"
#include "ground/node_ranks.h"
#include "ground/number.h"
#include "ground/stack.h"
#include "live/process.h"
#include "live/segment.h"
#include "mpi/agree.h"
#include "mpi/session.h"
#include "mpi/vendor.h"
#include "profile/thread.h"
#include "profile/uses.h"
#include "profile/watch.h"
#include "report/gather.h"
#include "report/job.h"
#include "report/meetings_gather.h"
#include "report/output.h"
#include "report/region.h"
#include "report/sampler.h"
#include "report/sites.h"
#include "report/snapshot.h"
#include "report/uses.h"

enum {
    WATCHED = MPIT_WATCH_COUNTS | MPIT_WATCH_BYTES | MPIT_WATCH_TIME | MPIT_WATCH_COMM |
              MPIT_WATCH_PEERS | MPIT_WATCH_COMPLETE | MPIT_WATCH_CALLS
};

static _Atomic bool records, wanted, flushed, aborted;
static pid_t reporter; /* a child that it forks has nothing to report: it is no rank */

bool mpit__report_records(void)
{
    return atomic_load_explicit(&records, memory_order_relaxed);
}

static bool is_wanted(void)
{
    return atomic_load_explicit(&wanted, memory_order_relaxed);
}

void mpit__report_begin(void)
{
    if (!mpit__in_force.report[0] && !mpit__live_head)
        return;
    if (!mpit__report_records()) {
        mpit__stack_reserve();
        mpit__snapshot_begin();
        reporter = getpid();
        atomic_store(&records, true);
        mpit__uses_keep(true);
        mpit__watch_add(&mpit__watch, WATCHED);
    }
    if (!mpit__in_force.report[0])
        return;
    if (!is_wanted())
        mpit__output_begin();
    mpit__node_ranks_mark(MPIT_MARK_REPORT);
    atomic_store(&wanted, true);
    mpit__sampler_begin();
}

/* Room for the calls, which at rank 0 is there before anything is gathered. */
static bool need_calls(struct mpit_record *report)
{
    if (!report->call)
        report->call = calloc(MPIT_CALLS, sizeof *report->call);
    return report->call != NULL;
}

static void add_call(struct mpit_record *report, int call, uint64_t count, uint64_t messages,
                     uint64_t bytes, struct mpit_spread time)
{
    struct mpit_record_call *row = &report->call[report->ncall++];

    snprintf(row->name, sizeof row->name, "%s", mpit__call_names[call]);
    row->count = count;
    row->messages = messages;
    row->bytes = bytes;
    row->time = time;
}

static bool grow(void **list, int n, int more, size_t size)
{
    void *grown = realloc(*list, size * ((size_t)n + (size_t)more));

    if (!grown)
        mpit__memory_miss((uint64_t)more);
    else
        *list = grown;
    return grown != NULL;
}

static void add_wait(struct mpit_record *report, const struct mpit_record_wait *wait)
{
    if (!wait->count || !grow((void **)&report->wait, report->nwait, 1, sizeof *wait))
        return;
    report->wait[report->nwait] = *wait;
    mpit__wait_settle(&report->wait[report->nwait++]);
}

static void add_waits(struct mpit_record *report, int rank, const struct mpit_pair *pair)
{
#define WAIT(name)                                                                                 \
    add_wait(report,                                                                               \
             &(struct mpit_record_wait){                                                           \
                 rank, pair->peer, #name,                                                          \
                 pair->waited[MPIT_OF_WAIT(MPIT_WAIT_##name, MPIT_WAITED_COUNT)],                  \
                 1e-9 * (double)pair->waited[MPIT_OF_WAIT(MPIT_WAIT_##name, MPIT_WAITED_TICKS)]});
    MPIT_WAITS_EACH(WAIT)
#undef WAIT
}

/* The pairs of one sender. */
static void take_pairs(void *context, int sender, const void *rows, int n)
{
    struct mpit_record *report = context;
    const struct mpit_pair *list = rows;

    if (n == 0 || !grow((void **)&report->pair, report->npair, n, sizeof *report->pair))
        return;
    for (int i = 0; i < n; i++) {
        if (list[i].messages || list[i].operations)
            report->pair[report->npair++] = (struct mpit_record_pair){
                sender,        list[i].peer,       list[i].messages,
                list[i].bytes, list[i].operations, list[i].operation_bytes};
        add_waits(report, sender, &list[i]);
    }
}

static void fill_calls(struct mpit_record *report, const struct mpit_snapshot *snapshot)
{
    bool room = need_calls(report);

    for (int call = 0; call < MPIT_CALLS; call++) {
        struct mpit_spread time = MPIT_SPREAD_NONE;

        if (!snapshot->count[call])
            continue;
        mpit__spread_add(&time, snapshot->seconds[call], snapshot->rank.rank);
        if (room)
            add_call(report, call, snapshot->count[call], snapshot->messages[call],
                     snapshot->bytes[call], time);
        else
            mpit__memory_miss(1);
    }
}

static void fill_sizes(struct mpit_record *report, const uint64_t sends[], const uint64_t recvs[])
{
    if (!mpit__record_add_sizes(report, sends, recvs))
        mpit__memory_miss(1);
}

/* A report of this process alone; NULL for a reason: nothing is to follow. */
static void fill_partial(struct mpit_record *report, struct mpit_snapshot *snapshot,
                         struct mpit_pairs *pairs, const char *reason)
{
    int n;
    struct mpit_pair *list = mpit__pairs_list(pairs, &n);

    mpit__snapshot_describe_job(report);
    if (reason)
        snprintf(report->reason, sizeof report->reason, "%s", reason);
    if (reason)
        snapshot->rank.state[0] = '\0'; /* what becomes of it nobody knows yet */
    report->rank = &snapshot->rank;
    report->nrank = 1;
    fill_calls(report, snapshot);
    fill_sizes(report, snapshot->sends, snapshot->recvs);
    take_pairs(report, snapshot->rank.rank, list, n);
    mpit__call_ranks_fill(report, snapshot);
    mpit__collectives_fill(report);
    mpit__uses_fill(report);
    mpit__sites_fill(report);
    mpit__regions_fill(report, snapshot->rank.rank);
    mpit__sampler_fill(report, snapshot->rank.rank);
    mpit__snapshot_seen(snapshot->joined, report);
    report->lost_records = mpit__memory_lost();
    report->complete = !reason;
    mpit__record_finish(report);
    free(list);
}

static void write_partial(const char *reason)
{
    uintptr_t guard;
    struct mpit_snapshot snapshot;
    struct mpit_pairs pairs = {0};
    struct mpit_record report = {0};

    if (!is_wanted() || !mpit__vendor_has_objects() || reporter != getpid())
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

void mpit__report_flush(const char *reason)
{
    write_partial(reason);
}

/* It may return (MPICH 4.2.1's does), and the process go on to its end until it is killed: that it
 * has come there makes nothing complete. */
void mpit__report_abort(void)
{
    write_partial("MPI_Abort");
    atomic_store(&aborted, true);
}

void mpit__report_leave(void)
{
    const char *to = mpit__in_force.report;
    bool is_file = strcmp(to, "-") != 0;

    if (!is_wanted() || reporter != getpid() || atomic_load(&aborted))
        return;
    /* First, as a launcher that sees one end kills the others.  `mpit run` says it itself. */
    if (!mpit__in_force.live_job[0])
        mpit__message_node(MPIT_WARN, NULL,
                           "this process ends without MPI_Finalize: no report is gathered. %s%s",
                           is_file ? "Each that ends so writes its own part beside "
                                   : "Name a file (MPIT_REPORT), then each keeps its own part",
                           is_file ? to : "");
    write_partial("the process ended without MPI_Finalize");
}

void mpit__report_part(void)
{
    static _Atomic bool said;

    mpit__sampler_end();
    if (atomic_load(&aborted))
        return;
    write_partial(NULL);
    if (is_wanted() && strcmp(mpit__in_force.report, "-") == 0 && !atomic_exchange(&said, true))
        mpit__message_job(MPIT_WARN,
                          "no report on standard output of what is done in sessions without "
                          "MPI_Init: start the job by `mpit run`, or name a file (MPIT_REPORT)");
}

/* Reduces the calls of all ranks to rank 0. */
static bool gather_calls(struct mpit_record *report, const struct mpit_snapshot *mine,
                         struct mpit_gather *gather)
{
    static struct mpit_extremes least, most;
    static uint64_t count[MPIT_CALLS], messages[MPIT_CALLS], bytes[MPIT_CALLS];
    static double total[MPIT_CALLS];

    if (!mpit__gather_reduce(gather, mine->count, count, MPIT_CALLS, MPI_UINT64_T, MPI_SUM) ||
        !mpit__gather_reduce(gather, mine->messages, messages, MPIT_CALLS, MPI_UINT64_T, MPI_SUM) ||
        !mpit__gather_reduce(gather, mine->bytes, bytes, MPIT_CALLS, MPI_UINT64_T, MPI_SUM) ||
        !mpit__gather_reduce(gather, mine->seconds, total, MPIT_CALLS, MPI_DOUBLE, MPI_SUM) ||
        !mpit__gather_extremes(gather, mine->seconds, &least, MPI_MIN) ||
        !mpit__gather_extremes(gather, mine->seconds, &most, MPI_MAX))
        return false;
    for (int call = 0; gather->rank == 0 && call < MPIT_CALLS; call++) {
        struct mpit_spread time = {total[call], least.value[call], most.value[call],
                                   least.at_rank[call], most.at_rank[call]};

        if (count[call])
            add_call(report, call, count[call], messages[call], bytes[call], time);
    }
    return true;
}

static bool gather_sizes(struct mpit_record *report, const struct mpit_snapshot *mine,
                         struct mpit_gather *gather)
{
    static uint64_t sends[MPIT_RECORD_SIZES], recvs[MPIT_RECORD_SIZES];

    if (!mpit__gather_reduce(gather, mine->sends, sends, MPIT_RECORD_SIZES, MPI_UINT64_T,
                             MPI_SUM) ||
        !mpit__gather_reduce(gather, mine->recvs, recvs, MPIT_RECORD_SIZES, MPI_UINT64_T, MPI_SUM))
        return false;
    if (gather->rank == 0)
        fill_sizes(report, sends, recvs);
    return true;
}

static bool gather_pairs(struct mpit_record *report, const struct mpit_pairs *pairs,
                         struct mpit_gather *gather)
{
    int n;
    struct mpit_pair *list = mpit__pairs_list(pairs, &n);
    bool ok = mpit__gather_rows(gather, list, n, sizeof *list, take_pairs, report);

    if (ok)
        free(list);
    return ok;
}

static bool gather_joined(struct mpit_record *report, const struct mpit_snapshot *mine,
                          struct mpit_gather *gather)
{
    static uint64_t all[MPIT_JOINED];
    bool ok = mpit__gather_reduce(gather, mine->joined, all, MPIT_JOINED, MPI_UINT64_T, MPI_SUM);

    mpit__snapshot_seen(all, report);
    return ok;
}

/* Last, as what there was no memory for in the steps before is among it. */
static bool gather_lost(struct mpit_record *report, struct mpit_gather *gather)
{
    static uint64_t mine;

    mine = mpit__memory_lost();
    return mpit__gather_reduce(gather, &mine, &report->lost_records, 1, MPI_UINT64_T, MPI_SUM);
}

/* When ranks came to MPI_Finalize; at rank 0, [nranks]. */
static double *came;

/* At rank 0, what the report cannot be without. */
static bool make_room(struct mpit_record *report)
{
    report->rank = calloc((size_t)report->nranks, sizeof *report->rank);
    report->nrank = report->rank ? report->nranks : 0;
    came = calloc((size_t)report->nranks, sizeof *came);
    return report->rank && came && need_calls(report);
}

static bool gather_came(struct mpit_gather *gather)
{
    static double mine;

    mine = mpit__snapshot_came();
    return mpit__gather_bytes(gather, &mine, (int)sizeof mine, came);
}

static bool gather(struct mpit_record *report, struct mpit_snapshot *mine, struct mpit_pairs *pairs,
                   double until)
{
    static struct mpit_gather job;
    bool ok = mpit__gather_begin(&job, until, mine->rank.rank != 0 || make_room(report)) &&
              gather_calls(report, mine, &job) &&
              mpit__gather_bytes(&job, &mine->rank, (int)sizeof mine->rank, report->rank) &&
              gather_came(&job) && gather_sizes(report, mine, &job) &&
              (mpit__process_has_company(report->nranks) ||
               mpit__meetings_gather(&job, pairs, mine->joined)) &&
              gather_pairs(report, pairs, &job) && gather_joined(report, mine, &job) &&
              mpit__collectives_gather(report, &job) &&
              mpit__call_ranks_gather(report, mine, &job) && mpit__uses_gather(report, &job) &&
              mpit__sites_gather(report, &job) && mpit__regions_gather(report, &job) &&
              mpit__sampler_gather(report, &job) && mpit__job_programs(report, &job) &&
              gather_lost(report, &job);

    return mpit__gather_end(&job, ok);
}

static void say_who_does_not_come(const char *who)
{
    mpit__message(MPIT_WARN,
                  "%s cannot come to gather the report: MPI_Finalize waits %d s, then each "
                  "process that has come writes its own part",
                  who, MPIT_HERE_PATIENCE);
}

/* Whether all that have been started are on this node, where it is seen who cannot come. */
static bool are_all_here(void)
{
    int here = mpit__launcher_here();

    return here >= 0 && here >= mpit__launcher_size();
}

/* So that it is safe on disk whatever becomes of the others. */
static void flush_while_waiting(void)
{
    char patience[MPIT_NUMBER];

    mpit__number_write(patience, 'g', 6, MPIT_IN_FORCE(report_patience));
    mpit__report_flush("waiting for the other processes in MPI_Finalize");
    mpit__message_job(are_all_here() ? MPIT_INFO : MPIT_WARN,
                      "MPI_Finalize waits up to %s s (MPIT_REPORT_PATIENCE) for the processes that "
                      "have not come to gather the report",
                      patience);
}

static bool others_may_come(double waited)
{
    enum { LATE = 10 };
    static bool said;

    if (!mpit__node_ranks_goes_on(MPIT_MARK_REPORT, waited, say_who_does_not_come))
        return false;
    if (!said && waited >= LATE) {
        said = true;
        flush_while_waiting();
    }
    return true;
}

/* Who has looked for those that are missing says it for this node. */
static void say_alone(const char *how)
{
    const char *to = mpit__in_force.report, *who = mpit__node_ranks_who(MPIT_MARK_REPORT);
    char patience[MPIT_NUMBER];

    mpit__number_write(patience, 'g', 6, MPIT_IN_FORCE(report_patience));
    if (who)
        mpit__message(MPIT_WARN,
                      "not all processes have come to gather the report within %d s: without %s. "
                      "%s%s",
                      MPIT_HERE_PATIENCE, who, how, strcmp(to, "-") == 0 ? "" : to);
    else if (!mpit__node_ranks_is_missed(MPIT_MARK_REPORT))
        mpit__message_node(MPIT_WARN, NULL,
                           "not all processes have come to gather the report within %s s "
                           "(MPIT_REPORT_PATIENCE); is MPIT_REPORT set in all? %s%s",
                           patience, how, strcmp(to, "-") == 0 ? "" : to);
}

static void report_alone(void)
{
    mpit__report_flush("the other processes did not come to gather the report");
    say_alone(strcmp(mpit__in_force.report, "-") == 0
                  ? "Name a file, then each keeps its own part"
                  : "Each that has writes its own part beside ");
}

static void report_other_builds(void)
{
    mpit__report_flush("other processes have another build of libmpit");
    mpit__message_job(MPIT_WARN, "the processes have different builds of libmpit, whose reports do "
                                 "not fit together: each process writes its own part");
}

static void settle_end(struct mpit_record *report)
{
    mpit__record_settle_end(report, came);
    if (mpit__watch_wants(&mpit__watch, MPIT_BIT_WAITS) && !mpit__record_add_end_waits(report))
        mpit__memory_miss(1);
}

static void report_job(double until)
{
    /* Where gathering fails, what is under way may still read and write them. */
    static struct mpit_snapshot mine;
    static struct mpit_record report;
    struct mpit_pairs pairs = {0};

    report.complete = true;
    mpit__snapshot_take(&mine, &pairs);
    mpit__snapshot_describe_job(&report);
    mpit__next.PMPI_Comm_size(MPI_COMM_WORLD, &report.nranks); /* as the gathering has it */
    if (!gather(&report, &mine, &pairs, until)) {
        mpit__message_job(MPIT_WARN,
                          "the ranks could not be gathered for the report; each writes its own");
        mpit__report_flush("gathering failed");
        return;
    }
    if (mine.rank.rank == 0) {
        settle_end(&report);
        mpit__record_finish(&report);
        mpit__output_report(&report);
    }
    if (atomic_load(&flushed))
        mpit__output_remove_partial(mine.rank.rank);
    mpit__record_free(&report);
    mpit__pairs_free(&pairs);
    free(came);
    came = NULL;
}

/* Whether sessions of any process stay open: then all write their parts, too, as what comes in
 * these belongs to what has been.  Collective. */
static bool any_goes_on(bool go_on, double until)
{
    return MPIT_SESSIONS && (mpit__agree_number(go_on, until, NULL) == MPIT_DIFFERENT || go_on);
}

/* go_on: of this process; whether it is so of any. */
static bool report_together(bool go_on)
{
    double until = mpit__agree_until(MPIT_IN_FORCE(report_patience));
    enum mpit_agreement agreement =
        mpit__agree_all_came(mpit__snapshot_word(), until, others_may_come);

    if (agreement != MPIT_NOT_ALL)
        mpit__sampler_waited(mpit__snapshot_all_came());
    switch (agreement) {
    case MPIT_NOT_ALL:
        report_alone();
        break;
    case MPIT_DIFFERENT:
        report_other_builds();
        break;
    case MPIT_COMMON:
        if (!MPIT_IN_FORCE(check))
            mpit__compare_processes(until, NULL, 0);
        go_on = any_goes_on(go_on, until);
        report_job(until);
    }
    return go_on;
}

static void report_all(bool go_on)
{
    bool any;

    mpit__snapshot_comes_to_end();
    mpit__sampler_end();
    if (atomic_load(&aborted))
        return;
    any = report_together(go_on);
    if (any && !go_on)
        write_partial(NULL);
    if (!go_on)
        return;
    mpit__snapshot_goes_on();
    mpit__sampler_begin();
}

void mpit__report_end(bool go_on)
{
    uintptr_t guard;

    if (!mpit__report_records() || !mpit__vendor_is_up())
        return;
    guard = mpit__thread_guard();
    if (is_wanted())
        report_all(go_on);
    if (!go_on) {
        atomic_store(&wanted, false);
        atomic_store(&records, false);
        mpit__uses_keep(false);
        mpit__watch_drop(&mpit__watch, WATCHED);
    }
    mpit__thread_unguard(guard);
}

void mpit__report_hears_of_object(struct mpit_object *object, enum mpit_object_news news)
{
    if (news != MPIT_OBJECT_COUNTED || !mpit__report_records())
        return;
    mpit__snapshot_keep_peers(object);
    if (object->kind == MPIT_KIND_comm)
        mpit__uses_keep_comm(object);
}
