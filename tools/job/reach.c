#include "config.h"

#include "tools/job/reach.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/ground/tool.h"
#include "tools/job/front.h"
#include "tools/live/far.h"
#include "tools/live/process.h"

static void complain(const struct tool_ask *ask, bool known)
{
    if (ask->silent.n) {
        char *names = tool_ask_silent(ask);
        bool one = ask->silent.n == 1;

        tool_complain("%s: %zu of its nodes %s not answer: %s (%s); what %s of it is unknown",
                      ask->job, ask->silent.n, one ? "does" : "do", names, ask->reason,
                      one ? "it has" : "they have");
        free(names);
    } else if (ask->said) {
        tool_complain("%s", ask->said);
    } else if (!known) {
        tool_complain("%s: its other nodes are not known here; ask where its launcher runs",
                      ask->job);
    }
}

/* Of each world as many as it has. */
bool tool_reach_is_whole(const struct tool_segments *segments)
{
    for (int i = 0, next; i < segments->n; i = next) {
        int size = 1, seen = 0;

        next = tool_segments_job_end(segments, i);
        for (int k = i; k < next; k++) {
            if (segments->segment[k].head.size > size)
                size = segments->segment[k].head.size;
            seen += tool_segment_fate(&segments->segment[k]) != TOOL_FATE_UNKNOWN;
        }
        if (seen < size)
            return false;
    }
    return segments->n > 0;
}

bool tool_reach(const char *folder, const char *job, enum tool_ask_for what, bool loud,
                struct tool_segments *here, char **silent)
{
    struct tool_front front;
    struct tool_nodes nodes;
    struct tool_ask ask = {
        .front = &front, .nodes = &nodes, .folder = folder, .job = job, .what = what};
    char *elsewhere = NULL;
    bool known, good;
    int seen = here->n; /* else there may be no such job */

    if (what != TOOL_ASK_REMOVE && tool_reach_is_whole(here))
        return true;
    tool_front_find(folder, job, here, &front);
    tool_nodes_of(&front, &nodes);
    if (!nodes.names.n && (elsewhere = tool_front_elsewhere(job)))
        tool_words_add(&nodes.names, elsewhere);
    known = nodes.names.n > 0;
    ask.for_all = elsewhere != NULL;
    tool_ask_all(&ask);
    tool_far_merge(here, &ask.segments);
    if (loud && (ask.silent.n || (what != TOOL_ASK_REMOVE && !tool_reach_is_whole(here))))
        complain(&ask, known || !seen);
    good = !ask.silent.n && !ask.said;
    if (silent && ask.silent.n)
        *silent = tool_ask_silent(&ask);
    tool_ask_free(&ask);
    tool_nodes_free(&nodes);
    tool_front_free(&front);
    free(elsewhere);
    return good;
}

void tool_reach_for_another(const char *folder, const char *job, enum tool_ask_for what,
                            const struct tool_nodes *nodes, struct tool_segments *here)
{
    struct tool_front front = {.launcher = TOOL_LAUNCHER_NONE};
    struct tool_ask ask = {
        .front = &front, .nodes = nodes, .folder = folder, .job = job, .what = what};

    for (char **variable = environ; *variable; variable++)
        tool_words_add(&front.environment, *variable);
    tool_ask_say_here();
    tool_ask_all(&ask);
    tool_ask_say_silent(&ask);
    tool_far_merge(here, &ask.segments);
    tool_ask_free(&ask);
    tool_front_free(&front);
}

/* As tool_live_job_remove has it. */
static bool stays(const struct tool_segment *segment)
{
    enum tool_fate fate = tool_segment_fate(segment);

    return segment->head.state != MPIT_LIVE_ENDED &&
           (fate == TOOL_FATE_ALIVE || fate == TOOL_FATE_STOPPED);
}

bool tool_reach_remove(const char *folder, const char *job, bool loud,
                       struct tool_segments *removed)
{
    bool good = tool_reach(folder, job, TOOL_ASK_REMOVE, loud, removed, NULL);

    for (int i = 0; i < removed->n; i++)
        good = good && !stays(&removed->segment[i]);
    return good;
}

bool tool_reach_is_possible(const char *folder, const char *job)
{
    const struct tool_segments none = {0};
    struct tool_front front;
    struct tool_nodes nodes;
    bool possible = false;

    tool_front_find(folder, job, &none, &front);
    tool_nodes_of(&front, &nodes);
    for (size_t i = 0; i < nodes.names.n; i++)
        possible = possible || !tool_nodes_is_here(nodes.names.word[i]);
    tool_nodes_free(&nodes);
    tool_front_free(&front);
    return possible;
}

/* ---- of all */

/* Jobs of which something runs: of what else was left nobody asks who does not name it. */
static void add_running(const struct tool_segments *segments, struct tool_words *jobs)
{
    for (int i = 0; i < segments->n; i++) {
        enum tool_fate fate = tool_segment_fate(&segments->segment[i]);

        if ((fate == TOOL_FATE_ALIVE || fate == TOOL_FATE_STOPPED) &&
            !tool_words_has(jobs, segments->segment[i].head.job))
            tool_words_add(jobs, segments->segment[i].head.job);
    }
}

/* Takes those of one job out, and puts them back with its others. */
static void reach_one(const char *folder, const char *job, enum tool_ask_for what, bool loud,
                      struct tool_segments *all)
{
    struct tool_segments its = {0}, rest = {0};

    for (int i = 0; i < all->n; i++) {
        struct tool_segments *to = strcmp(all->segment[i].head.job, job) ? &rest : &its;

        *tool_segments_room(to) = all->segment[i];
        to->n++;
    }
    tool_reach(folder, job, what, loud, &its, NULL);
    free(all->segment);
    *all = rest;
    tool_far_merge(all, &its);
}

struct tool_segments tool_reach_take(const char *folder, const char *job, enum tool_ask_for what,
                                     bool loud)
{
    struct tool_segments all =
        job ? tool_segments_take_job(folder, job, false) : tool_segments_take(folder, false);
    struct tool_words jobs = {0};

    if (job) {
        tool_reach(folder, job, what, loud, &all, NULL);
        return all;
    }
    jobs = tool_front_jobs(folder);
    add_running(&all, &jobs);
    for (size_t i = 0; i < jobs.n; i++)
        reach_one(folder, jobs.word[i], what, loud, &all);
    tool_words_free(&jobs);
    return all;
}
