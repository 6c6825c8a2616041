/* `mpit top`: what stands in the segments now. */
#include "config.h"

#include "tools/top/top.h"

#include "tools/ground/clock.h"
#include "tools/ground/tool.h"
#include "tools/job/front.h"
#include "tools/job/reach.h"
#include "tools/live/folder.h"
#include "tools/live/place.h"
#include "tools/live/process.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char *tool_top_state_name(enum tool_top_state state)
{
    static const char *const names[] = {
        [TOOL_TOP_STARTING] = "starting",     [TOOL_TOP_RUNNING] = "running",
        [TOOL_TOP_FINALIZING] = "finalizing", [TOOL_TOP_STOPPED] = "stopped",
        [TOOL_TOP_UNKNOWN] = "unknown",       [TOOL_TOP_ENDED] = "ended",
        [TOOL_TOP_ABORTED] = "aborted",       [TOOL_TOP_DEAD] = "dead",
    };

    return names[state];
}

/* ---- a rank */

static enum tool_top_state state_of(const struct tool_segment *segment, enum tool_fate fate)
{
    static const enum tool_top_state of[] = {
        [MPIT_LIVE_STARTING] = TOOL_TOP_STARTING,     [MPIT_LIVE_RUNNING] = TOOL_TOP_RUNNING,
        [MPIT_LIVE_FINALIZING] = TOOL_TOP_FINALIZING, [MPIT_LIVE_ENDED] = TOOL_TOP_ENDED,
        [MPIT_LIVE_ABORTED] = TOOL_TOP_ABORTED,
    };
    enum tool_top_state state = of[segment->head.state];

    if (state == TOOL_TOP_ENDED || state == TOOL_TOP_ABORTED || fate == TOOL_FATE_ALIVE)
        return state;
    if (fate == TOOL_FATE_STOPPED)
        return TOOL_TOP_STOPPED;
    return fate == TOOL_FATE_GONE ? TOOL_TOP_DEAD : TOOL_TOP_UNKNOWN;
}

/* The clock of another node is another one: there the time of day has to do. */
static double age(const struct tool_segment *segment, enum tool_top_state state)
{
    if (state == TOOL_TOP_UNKNOWN)
        return difftime(time(NULL), (time_t)segment->head.utc);
    return (double)(tool_segment_now(segment) - (int64_t)segment->head.ns) * 1e-9;
}

static double seconds_of(const struct tool_segment *segment, enum tool_top_state state)
{
    const struct mpit_live_head *head = &segment->head;
    double seconds;

    if (!head->began)
        return 0;
    if (head->ended >= head->began)
        return tool_segment_seconds(segment, head->ended - head->began);
    if (state == TOOL_TOP_DEAD || state == TOOL_TOP_ABORTED)
        return NAN;
    seconds = age(segment, state) -
              (double)(tool_segment_ns(segment, head->began) - (int64_t)head->ns) * 1e-9;
    return seconds > 0 ? seconds : 0;
}

static uint64_t amount(const struct tool_segment *segment, const char *name,
                       enum mpit_live_unit unit)
{
    const struct mpit_live_name *row = tool_segment_find(segment, MPIT_LIVE_AMOUNT, name);

    return row ? tool_segment_total(segment, row->slot[unit]) : 0;
}

static void take_amounts(const struct tool_segment *segment, struct tool_top_amounts *total)
{
    total->sends = amount(segment, "sends", MPIT_LIVE_COUNT);
    total->send_bytes = amount(segment, "sends", MPIT_LIVE_BYTES);
    total->recvs = amount(segment, "recvs", MPIT_LIVE_COUNT);
    total->recv_bytes = amount(segment, "recvs", MPIT_LIVE_BYTES);
    total->collectives = tool_segment_class(segment, MPIT_LIVE_COLLECTIVE, MPIT_LIVE_COUNT);
    total->mpi = tool_segment_seconds(
        segment, tool_segment_class(segment, MPIT_LIVE_FAMILY, MPIT_LIVE_TICKS));
}

static void add_call(struct tool_top_rank *rank, const char *name, double seconds)
{
    for (int i = 0; i < rank->ncall; i++)
        if (!strcmp(rank->call[i].name, name)) {
            rank->call[i].seconds += seconds;
            return;
        }
    snprintf(rank->call[rank->ncall].name, sizeof rank->call->name, "%s", name);
    rank->call[rank->ncall++].seconds = seconds;
}

/* There is room for those that the rank is in, too: they are among the names. */
static void take_calls(const struct tool_segment *segment, struct tool_top_rank *rank)
{
    rank->call = tool_allocate(segment->nname, sizeof *rank->call);
    rank->recent_call = tool_allocate(segment->nname, sizeof *rank->recent_call);
    for (uint32_t i = 0; i < segment->nname; i++) {
        const struct mpit_live_name *row = &segment->name[i];
        uint64_t ticks = row->class == MPIT_LIVE_CALL
                             ? tool_segment_total(segment, row->slot[MPIT_LIVE_TICKS])
                             : 0;
        char name[48];

        if (ticks)
            add_call(rank, tool_segment_name(row, name), tool_segment_seconds(segment, ticks));
    }
}

/* ---- where it is */

/* What it is in has not been booked yet.  The thread that is in it for longest gives the name. */
static void take_places(const struct tool_segment *segment, struct tool_top_rank *rank)
{
    const int64_t now = tool_segment_now(segment);
    double longest = -1;

    for (int i = 0; i < segment->npiece; i++) {
        char name[48];
        uint64_t since;
        double seconds;

        if (!tool_segment_inside(segment, &segment->piece[i], name, &since))
            continue;
        seconds = (double)(now - tool_segment_ns(segment, since)) * 1e-9;
        if (seconds < 0 || rank->state == TOOL_TOP_DEAD || rank->state == TOOL_TOP_UNKNOWN)
            seconds = 0;
        rank->total.mpi += seconds;
        add_call(rank, name, seconds);
        if (seconds > longest)
            memcpy(rank->in, name, sizeof rank->in);
        longest = seconds > longest ? seconds : longest;
    }
}

static void take_life(const struct tool_segment *segment, struct tool_top_rank *rank)
{
    for (int i = 0; i < MPIT_LIVE_LIVES && !rank->in[0]; i++)
        if (segment->head.life[i].since)
            snprintf(rank->in, sizeof rank->in, "%s", segment->head.life[i].call);
}

static void take_rank(const struct tool_segment *segment, struct tool_top_rank *rank)
{
    const struct mpit_live_head *head = &segment->head;

    rank->rank = head->rank >= 0 ? head->rank : -1;
    memcpy(rank->host, head->host, sizeof rank->host);
    rank->pid = head->pid;
    rank->pid_start = head->pid_start;
    rank->state = state_of(segment, tool_segment_fate(segment));
    rank->seconds = seconds_of(segment, rank->state);
    rank->unexpected =
        head->queued && head->unexpected <= INT64_MAX ? (int64_t)head->unexpected : -1;
    rank->more = rank->unexpected >= 0 && head->queued > 1;
    take_amounts(segment, &rank->total);
    take_calls(segment, rank);
    if (rank->state == TOOL_TOP_ENDED)
        return;
    take_places(segment, rank);
    take_life(segment, rank);
}

/* ---- a job */

/* The running one where there are several; else the worst that has become of one. */
static enum tool_top_state state_of_all(const struct tool_top_job *job)
{
    enum tool_top_state lives = TOOL_TOP_STATES, worst = TOOL_TOP_UNKNOWN;
    bool runs = false;

    for (int i = 0; i < job->n; i++) {
        enum tool_top_state state = job->rank[i].state;

        runs = runs || state == TOOL_TOP_RUNNING;
        if (tool_top_lives(state))
            lives = lives == TOOL_TOP_STATES || state < lives ? state : lives;
        worst = state > worst ? state : worst;
    }
    if (runs)
        return TOOL_TOP_RUNNING;
    return lives != TOOL_TOP_STATES ? lives : worst;
}

/* The same process twice: a copy of its file, or what one with its number has left. */
static bool is_there(const struct tool_top_job *job, const struct tool_top_rank *rank)
{
    for (int i = 0; i < job->n; i++)
        if (job->rank[i].rank == rank->rank && job->rank[i].pid == rank->pid &&
            !strcmp(job->rank[i].host, rank->host))
            return true;
    return false;
}

static void free_rank(struct tool_top_rank *rank)
{
    free(rank->call);
    free(rank->recent_call);
}

static void take_job(const struct tool_segments *segments, int from, int end,
                     struct tool_top_job *job)
{
    const struct mpit_live_head *first = &segments->segment[from].head;

    snprintf(job->name, sizeof job->name, "%s%s%s", first->job, first->world[0] ? "/" : "",
             first->world);
    memcpy(job->command, first->command, sizeof job->command);
    memcpy(job->vendor, first->vendor, sizeof job->vendor);
    memcpy(job->mpit, first->mpit, sizeof job->mpit);
    job->rank = tool_allocate((size_t)(end - from), sizeof *job->rank);
    for (int i = from; i < end; i++) {
        struct tool_top_rank *rank = &job->rank[job->n];

        take_rank(&segments->segment[i], rank);
        if (segments->segment[i].head.size > job->size)
            job->size = segments->segment[i].head.size;
        if (is_there(job, rank)) {
            free_rank(rank);
            memset(rank, 0, sizeof *rank);
        } else
            job->n++;
    }
    if (job->n > job->size)
        job->size = job->n;
    job->state = state_of_all(job);
}

static void free_job(struct tool_top_job *job)
{
    for (int i = 0; i < job->n; i++)
        free_rank(&job->rank[i]);
    free(job->rank);
}

/* ---- those that are wanted */

static bool has_pid(const struct tool_segments *segments, int from, int end, int64_t pid)
{
    for (int i = from; i < end; i++)
        if (segments->segment[i].head.pid == pid && !segments->segment[i].far &&
            tool_segment_fate(&segments->segment[i]) != TOOL_FATE_UNKNOWN)
            return true;
    return false;
}

static bool is_wanted(const struct tool_segments *segments, int from, int end, const char *wanted)
{
    const struct mpit_live_head *head = &segments->segment[from].head;
    size_t n = strlen(head->job);
    char *number_end;
    long pid;

    if (!wanted || !strcmp(wanted, head->job))
        return true;
    if (!strncmp(wanted, head->job, n) && wanted[n] == '/' && !strcmp(wanted + n + 1, head->world))
        return true;
    errno = 0;
    pid = strtol(wanted, &number_end, 10);
    return !errno && number_end != wanted && !*number_end && has_pid(segments, from, end, pid);
}

/* ---- all */

/* Running ones first; else as they stand, which is by name. */
static int by_state(const void *left, const void *right)
{
    const struct tool_top_job *a = left, *b = right;
    int order = tool_top_lives(b->state) - tool_top_lives(a->state);

    return order ? order : strcmp(a->name, b->name);
}

struct tool_top_look tool_top_look(const char *folder, const char *wanted)
{
    const char *job = wanted && tool_front_is_known(folder, wanted) ? wanted : NULL;
    struct tool_segments segments = tool_reach_take(folder, job, TOOL_ASK_SEGMENTS, false);
    struct tool_top_look look = {.at = tool_clock_now(), .is_first = true};

    look.job = tool_allocate((size_t)segments.n, sizeof *look.job);
    for (int from = 0, end; from < segments.n; from = end) {
        end = tool_segments_job_end(&segments, from);
        if (is_wanted(&segments, from, end, wanted))
            take_job(&segments, from, end, &look.job[look.n++]);
    }
    tool_segments_free(&segments);
    qsort(look.job, (size_t)look.n, sizeof *look.job, by_state);
    return look;
}

void tool_top_free(struct tool_top_look *look)
{
    for (int i = 0; i < look->n; i++)
        free_job(&look->job[i]);
    free(look->job);
    *look = (struct tool_top_look){0};
}

struct tool_top_job *tool_top_find(const struct tool_top_look *look, const char *name)
{
    for (int i = 0; i < look->n; i++)
        if (!strcmp(look->job[i].name, name))
            return &look->job[i];
    return NULL;
}
