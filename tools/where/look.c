/* What the ranks of a job are in, by their segments. */
#include "config.h"

#include "tools/where/look.h"

#include "tools/job/word_list.h"
#include "tools/live/process.h"
#include "tools/where/look_parts.h"

#include <stdio.h>

/* The call with which MPI begins or ends that it is in. */
static const struct mpit_live_life *find_life(const struct mpit_live_head *head)
{
    for (int i = 0; i < MPIT_LIVE_LIVES; i++)
        if (head->life[i].since)
            return &head->life[i];
    return NULL;
}

static void take_life(const struct tool_segment *segment, const struct mpit_live_life *life,
                      struct where_rank *rank)
{
    if (life)
        rank->seconds = where_look_seconds_since(segment, (int64_t)life->since);
    if (rank->state == WHERE_INIT || rank->state == WHERE_FINALIZE)
        snprintf(rank->now.name, sizeof rank->now.name, "%s",
                 life                        ? life->call
                 : rank->state == WHERE_INIT ? "MPI_Init"
                                             : "MPI_Finalize");
}

/* What is known of its calls does not change what the process says of itself. */
static void take_calls(const struct tool_segment *segment, struct where_rank *rank)
{
    const struct where_rank is = *rank;
    bool has_calls = where_look_thread(segment, rank);

    if (is.state == WHERE_OUTSIDE) {
        if (!has_calls && segment->head.began)
            rank->seconds =
                where_look_seconds_since(segment, tool_segment_ns(segment, segment->head.began));
        return;
    }
    rank->state = is.state;
    if (is.state == WHERE_FINALIZE) {
        rank->seconds = is.seconds;
        rank->now = is.now;
    }
}

static void take_rank(const struct tool_segment *segment, struct where_rank *rank)
{
    const struct mpit_live_head *head = &segment->head;
    const struct mpit_live_life *life = find_life(head);

    rank->state = where_look_state(segment);
    rank->tells = head->where;
    if (rank->state == WHERE_OUTSIDE && !rank->tells)
        rank->state = WHERE_UNTOLD;
    rank->here = tool_segment_fate(segment) != TOOL_FATE_UNKNOWN;
    rank->pid = head->pid;
    where_look_process(segment, rank);
    snprintf(rank->host, sizeof rank->host, "%s", head->host);
    rank->mark = where_look_mix(head->state, life ? life->since : 0);
    where_look_comms(segment, rank);
    take_life(segment, life, rank);
    take_calls(segment, rank);
}

static int size_of(const struct tool_segment *segment, int n)
{
    int size = 0;

    for (int i = 0; i < n; i++) {
        if (segment[i].head.size > size)
            size = segment[i].head.size;
        if (segment[i].head.rank >= size)
            size = segment[i].head.rank + 1;
    }
    return size <= WHERE_LARGEST ? size : 0;
}

/* A job may have the name of one before it, which has left its segments: those who live count, and
 * of the others the newest. */
static bool is_outdone(const struct tool_segment *segment, int n, int i)
{
    for (int k = 0; k < n; k++) {
        const struct tool_segment *mine = &segment[i], *other = &segment[k];

        if (k == i || other->head.rank != mine->head.rank)
            continue;
        bool lives = tool_segment_fate(mine) != TOOL_FATE_GONE;
        bool other_lives = tool_segment_fate(other) != TOOL_FATE_GONE;
        if (lives != other_lives
                ? other_lives
                : other->head.utc > mine->head.utc || (other->head.utc == mine->head.utc && k < i))
            return true;
    }
    return false;
}

/* What the launcher has started on each node of which anything is seen. */
static void expect(struct tool_words *hosts, const struct mpit_live_head *head,
                   struct where_job *job)
{
    if (tool_words_has(hosts, head->host))
        return;
    if (!hosts->n)
        job->expected_here = 0;
    tool_words_add(hosts, head->host);
    job->expected_here =
        job->expected_here < 0 || head->here < 0 ? -1 : job->expected_here + head->here;
}

void where_look(const struct tool_segment *segment, int n, struct where_job *job)
{
    struct tool_words hosts = {0};

    where_job_size(job, size_of(segment, n));
    job->has_places = true;
    job->expected_here = -1;
    for (int i = 0; i < n; i++) {
        const struct mpit_live_head *head = &segment[i].head;

        if (head->rank < 0 || head->rank >= job->size || is_outdone(segment, n, i) ||
            !tool_segment_can_be_seen(&segment[i]))
            continue;
        if (!head->where)
            job->has_places = false;
        take_rank(&segment[i], &job->rank[head->rank]);
        if (job->rank[head->rank].here)
            expect(&hosts, head, job);
    }
    tool_words_free(&hosts);
}

void where_look_again(const struct tool_segment *segment, int n, struct where_job *job)
{
    struct where_job again = {0};

    where_look(segment, n, &again);
    for (int i = 0; i < job->size && i < again.size; i++) {
        struct where_rank *old = &job->rank[i], *new = &again.rank[i];

        new->moved =
            old->state != WHERE_MISSING && (old->mark != new->mark || old->pid != new->pid);
        new->asleep = old->cpu == new->cpu;
        new->in_files = new->asleep || old->on_disk || new->on_disk || old->io != new->io ||
                        new->io == UINT64_MAX;
        *old = *new;
    }
    for (int i = job->size; i < again.size; i++)
        job->cannot_be_told = true; /* it has only begun */
    job->has_places = again.has_places;
}
