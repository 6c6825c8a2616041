#include "config.h"

#include "tools/job/remains.h"

#include "ground/file.h"
#include "tools/formats/output_path.h"
#include "tools/formats/report_file.h"
#include "tools/ground/clock.h"
#include "tools/ground/tool.h"
#include "tools/job/reach.h"
#include "tools/live/process.h"
#include "tools/live/record.h"
#include "tools/records/join.h"
#include "tools/records/parts.h"
#include "tools/records/read.h"
#include "tools/records/site_names.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- what there is a report of */

static bool has_process(const struct mpit_record *record, const struct mpit_live_head *head)
{
    for (int i = 0; i < record->nrank; i++)
        if (record->rank[i].pid == head->pid && !strcmp(record->rank[i].host, head->host))
            return true;
    return false;
}

/* A text does not say whose it is: what has come to MPI_Finalize is taken for it. */
static bool all_finalize(const struct tool_live_world *world)
{
    for (int i = 0; i < world->n; i++)
        if (world->segment[i]->head.state != MPIT_LIVE_ENDED &&
            world->segment[i]->head.state != MPIT_LIVE_FINALIZING)
            return false;
    return true;
}

static bool is_covered(const struct tool_live_world *world, const struct tool_remains *remains)
{
    bool covered = false;

    for (int i = 0; i < remains->nreport && !covered; i++) {
        struct mpit_record record = {0};
        char reason[512];

        if (tool_output_path_ends_in(remains->report[i], ".txt"))
            covered = all_finalize(world);
        else if (tool_record_read(remains->report[i], &record, reason))
            covered = has_process(&record, &world->segment[0]->head);
        mpit__record_free(&record);
    }
    return covered;
}

/* ---- parts: what a segment has not */

/* Gives the record the time series and settings that its processes have written to parts; of these
 * only the ones that are left of other processes remain in the list. */
static void take_from_parts(struct mpit_record *record, const struct tool_parts *parts, bool *taken)
{
    for (int i = 0; i < parts->n; i++) {
        struct mpit_live_head head = {0};
        struct mpit_record part;
        char reason[512];

        taken[i] = false;
        if (!tool_record_read(parts->part[i].path, &part, reason))
            continue;
        if (part.nrank == 1) {
            head.pid = part.rank[0].pid;
            memcpy(head.host, part.rank[0].host, sizeof part.rank[0].host);
            taken[i] = has_process(record, &head);
        }
        if (taken[i])
            tool_record_take_rest(record, &part);
        mpit__record_free(&part);
    }
}

static void remove_taken(const struct tool_parts *parts, const bool *taken)
{
    for (int i = 0; i < parts->n; i++)
        if (taken[i])
            unlink(parts->part[i].path);
}

/* ---- why it is not complete */

static bool is_signal(int number)
{
    return number > 0 && number < 32;
}

/* Shells and Open MPI's launcher add 128 to the signal that a program was killed by; MPICH's passes
 * on the number itself, which may as well be a program's own exit code. */
static void give_ending(struct mpit_record *record, const struct tool_ending *ending)
{
    static const char before[] = "before all ranks had reached the end of MPI_Finalize";
    size_t room = sizeof record->reason;
    int status = ending->status, code = WIFSIGNALED(status) ? 0 : WEXITSTATUS(status);
    bool of_mpich = ending->launcher == TOOL_LAUNCHER_MPICH;

    if (record->complete || !strncmp(record->reason, "MPI_Abort", 9) || ending->is_another)
        return;
    if (ending->asked)
        snprintf(record->reason, room, "mpit run got signal %d (%s)", ending->asked,
                 strsignal(ending->asked));
    else if (WIFSIGNALED(status))
        snprintf(record->reason, room, "%.60s was killed by signal %d (%s)", ending->argv[0],
                 WTERMSIG(status), strsignal(WTERMSIG(status)));
    else if (is_signal(code - 128))
        snprintf(record->reason, room, "killed by signal %d (%s)", code - 128,
                 strsignal(code - 128));
    else if (of_mpich && is_signal(code) && code > 1)
        snprintf(record->reason, room, "exit code %d, or killed by signal %d (%s), %s", code, code,
                 strsignal(code), before);
    else
        snprintf(record->reason, room, "exit code %d %s", code, before);
}

static void give_reason(struct mpit_record *record, const char *silent,
                        const struct tool_ending *ending)
{
    size_t length;

    give_ending(record, ending);
    length = strlen(record->reason);
    if (silent && !record->complete)
        snprintf(record->reason + length, sizeof record->reason - length, "%sno answer from %s",
                 length ? "; " : "", silent);
}

/* ---- the report */

static int count(const struct mpit_record *record, const char *state)
{
    int n = 0;

    for (int i = 0; i < record->nrank; i++)
        n += mpit__rank_is(&record->rank[i], state);
    return n;
}

static void tell_missing(const struct tool_live_job *live)
{
    char *folder = live->folder ? tool_print("--live %s ", live->folder) : tool_print("%s", "");

    tool_complain("what missing ranks have left on other nodes is fetched by mpit collect %s%s "
                  ">REST.json, and mpit report FILE.json REST.json shows both",
                  folder, live->name);
    free(folder);
}

static void tell(const struct mpit_record *record, const struct tool_live_job *live,
                 const struct tool_ending *ending)
{
    int missing = count(record, MPIT_RANK_MISSING);

    if (record->complete)
        return;
    tool_complain("the report %sis not complete: %s; of %d ranks %d ended, %d dead, %d running, "
                  "%d missing",
                  ending->goes_on ? "so far " : "", record->reason, record->nranks,
                  count(record, MPIT_RANK_ENDED), count(record, MPIT_RANK_DEAD),
                  count(record, MPIT_RANK_RUNNING), missing);
    if (missing && !ending->is_another)
        tell_missing(live);
}

/* False after having said why it cannot be written. */
static bool write_record(const struct tool_remains *remains, const struct tool_live_job *live,
                         const struct mpit_record *record)
{
    const char *error = mpit__file_write_placed(
        remains->path, live->mode, tool_report_writer(remains->path), record, tool_report_place);

    if (error)
        tool_complain("%s: %s; mpit report --live %s shows the report", remains->path, error,
                      live->name);
    return !error;
}

static bool any_goes_on(const struct tool_segments *segments)
{
    for (int i = 0; i < segments->n; i++) {
        enum tool_fate fate = tool_segment_fate(&segments->segment[i]);

        if (segments->segment[i].far && fate != TOOL_FATE_GONE)
            return true;
    }
    return false;
}

/* Of all nodes; where the launcher has died they need a moment to find that out.  Those that do not
 * answer are named in `silent`. */
static struct tool_segments take_all(const struct tool_live_job *live,
                                     const struct tool_ending *ending, char **silent)
{
    const struct timespec moment = {.tv_nsec = 500000000};
    enum { TRIES = 4 };
    struct tool_segments all = {0};

    for (int i = 0; i < TRIES; i++) {
        tool_segments_free(&all);
        all = tool_live_job_segments(live, false);
        if (!tool_reach(live->folder, live->name, TOOL_ASK_ARRIVALS, i == 0, &all, silent) ||
            ending->goes_on || !any_goes_on(&all))
            break;
        nanosleep(&moment, NULL);
    }
    return all;
}

/* What the nodes have together, in place of what there is here.  False: it is not more.  `silent`
 * names those that do not answer. */
static bool fetch_missing(struct mpit_record *record, const struct tool_live_view *view,
                          const struct tool_live_job *live, const struct tool_ending *ending,
                          char **silent)
{
    struct mpit_record all;
    struct tool_segments segments;
    struct tool_live_world *world;
    bool more = false;
    int n;

    if (!count(record, MPIT_RANK_MISSING))
        return false;
    segments = take_all(live, ending, silent);
    world = tool_live_worlds(&segments, 0, segments.n, &n);
    if (n && tool_live_record(&world[0], view, &all)) {
        more = all.nranks == record->nranks &&
               all.nrank > record->nrank - count(record, MPIT_RANK_MISSING);
        if (more) {
            mpit__record_free(record);
            *record = all;
        } else {
            mpit__record_free(&all);
        }
    }
    tool_live_worlds_free(world, n);
    tool_segments_free(&segments);
    return more;
}

static bool write_whole(struct mpit_record *record, const char *silent,
                        const struct tool_live_job *live, const struct tool_ending *ending,
                        const struct tool_remains *remains, const struct tool_parts *parts,
                        bool *taken)
{
    tool_record_add_missing(record);
    tool_sites_name(record);
    give_reason(record, silent, ending);
    tool_arrivals_put(ending->arrivals, record);
    take_from_parts(record, parts, taken);
    return write_record(remains, live, record);
}

/* A record becomes the report.  alone: this is the job's only world. */
static bool finish_record(struct mpit_record *record, bool alone, const struct tool_live_view *view,
                          const struct tool_live_job *live, const struct tool_ending *ending,
                          const struct tool_remains *remains)
{
    struct tool_parts parts = tool_parts_find(remains->path, remains->started);
    bool *taken = tool_allocate((size_t)parts.n, sizeof *taken);
    bool written = write_whole(record, NULL, live, ending, remains, &parts, taken);
    bool fetched = false;
    char *silent = NULL;

    if (written && alone && !ending->is_another)
        fetched = fetch_missing(record, view, live, ending, &silent);
    if (fetched || silent) {
        char *before = tool_print("%s", tool_report_placed());

        /* In place of the one that was written first, lest nothing be there if we are killed. */
        written = write_whole(record, silent, live, ending, remains, &parts, taken);
        if (written)
            rename(tool_report_placed(), before);
        free(before);
    }
    free(silent);
    if (remains->whole && (!written || (!fetched && count(record, MPIT_RANK_MISSING))))
        *remains->whole = false;
    if (written)
        tell(record, live, ending);
    if (written && ending->is_another)
        tool_complain("report in %s", tool_report_placed());
    if (written && !ending->goes_on)
        remove_taken(&parts, taken);
    free(taken);
    tool_parts_free(&parts);
    return written;
}

static bool write_world(const struct tool_live_world *world, bool alone,
                        const struct tool_live_view *view, const struct tool_live_job *live,
                        const struct tool_ending *ending, const struct tool_remains *remains)
{
    struct mpit_record record;
    bool written = false;

    if (tool_live_record(world, view, &record)) {
        written = finish_record(&record, alone, view, live, ending, remains);
        mpit__record_free(&record);
    }
    return written;
}

/* ---- all worlds */

/* Those without a report, which may be dying still. */
static int wait_for_ranks(const struct tool_segments *segments, const struct tool_remains *remains)
{
    int n, left = 0;
    struct tool_live_world *world = tool_live_worlds(segments, 0, segments->n, &n);

    for (int i = 0; i < n; i++)
        if (!is_covered(&world[i], remains)) {
            tool_live_job_wait(world[i].segment, world[i].n);
            left++;
        }
    tool_live_worlds_free(world, n);
    return left;
}

static bool write_worlds(const struct tool_segments *segments, const struct tool_live_view *view,
                         const struct tool_live_job *live, const struct tool_ending *ending,
                         const struct tool_remains *remains)
{
    int n;
    struct tool_live_world *world = tool_live_worlds(segments, 0, segments->n, &n);
    bool good = true;

    for (int i = 0; i < n; i++)
        if (!is_covered(&world[i], remains) &&
            !write_world(&world[i], n == 1, view, live, ending, remains))
            good = false;
    tool_live_worlds_free(world, n);
    if (good && !ending->goes_on)
        tool_live_job_remove(segments);
    return good;
}

bool tool_remains_write(const struct tool_live_job *live, const struct tool_ending *ending,
                        const struct tool_remains *remains)
{
    /* When another job has died nobody knows. */
    const struct tool_live_view view = {.over = true,
                                        .until = ending->is_another ? 0 : tool_clock_now()};
    struct tool_segments segments = tool_live_job_segments(live, true);

    tool_ask_anew();
    if (!segments.n && !ending->is_another) {
        segments = take_all(live, ending, NULL);
    } else if (wait_for_ranks(&segments, remains)) {
        tool_segments_free(&segments);
        segments = tool_live_job_segments(live, false);
    }
    bool good = write_worlds(&segments, &view, live, ending, remains);
    tool_segments_free(&segments);
    return good;
}
