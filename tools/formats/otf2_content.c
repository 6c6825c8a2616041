#include "config.h"

#include "tools/formats/otf2_content.h"

#include "tools/ground/tool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Seconds that a record is not longer than, either way: 30 years, so that ns are numbers. */
static const double LONGEST = 1e9;

/* Each has files of its own.  (A group of these also fits into a chunk of definitions, by 10 bytes
 * a process.) */
enum { RANKS = 1 << 18 };

/* ---- threads */

static int shown_threads(const struct mpit_record *record)
{
    int n = 0;

    for (int i = 0; i < record->nrecorder; i++)
        n += record->recorder[i].rank >= 0 && record->recorder[i].rank < record->nranks;
    return n;
}

/* The first one of each rank stands for its process, whether it has calls or not. */
static void list_threads(struct tool_otf2_content *content)
{
    const struct mpit_record *record = content->record;
    const size_t most = (size_t)record->nranks + (size_t)shown_threads(record);

    content->thread = tool_allocate(most, sizeof *content->thread);
    content->nthread = record->nranks;
    for (int i = 0; i < record->nranks; i++)
        content->thread[i] = (struct tool_otf2_thread){.rank = i};
    for (int i = 0; i < record->nrecorder; i++) {
        const struct mpit_record_recorder *its = &record->recorder[i];

        if (its->rank < 0 || its->rank >= record->nranks)
            continue;
        struct tool_otf2_thread *first = &content->thread[its->rank];
        struct tool_otf2_thread *thread = first->its ? &content->thread[content->nthread++] : first;
        *thread = (struct tool_otf2_thread){
            .rank = its->rank,
            .its = its,
            .span = tool_allocate((size_t)its->ncalled + 1, sizeof *thread->span)};
    }
}

/* ---- moments */

static bool is_moment(double seconds)
{
    return isfinite(seconds) && fabs(seconds) <= LONGEST;
}

static int64_t nanoseconds(double seconds)
{
    return llround(seconds * 1e9);
}

/* What had not returned is shown up to the last moment that is known. */
static bool find_ends(const struct tool_otf2_content *content, int64_t *first, int64_t *last)
{
    bool any = false;

    for (int i = 0; i < content->nthread; i++) {
        const struct mpit_record_recorder *its = content->thread[i].its;

        for (int k = 0; its && k < its->ncalled; k++) {
            const double begin = its->called[k].begin, end = its->called[k].end;

            if (!is_moment(begin))
                continue;
            if (!any || nanoseconds(begin) < *first)
                *first = nanoseconds(begin);
            if (!any || nanoseconds(begin) > *last)
                *last = nanoseconds(begin);
            if (is_moment(end) && nanoseconds(end) > *last)
                *last = nanoseconds(end);
            any = true;
        }
    }
    return any;
}

/* Calls follow each other, and moments must not go backwards.  When one began is known to a tick;
 * how long it took is kept with 24 bits, so that it can seem to end when the next one has begun. */
static void place_calls(const struct tool_otf2_content *content, struct tool_otf2_thread *thread)
{
    const struct mpit_record_recorder *its = thread->its;
    uint64_t least = 0, next = content->length;

    for (int i = 0; its && i < its->ncalled; i++) {
        struct tool_otf2_span *span = &thread->span[i];

        span->known = is_moment(its->called[i].begin);
        span->returned = is_moment(its->called[i].end);
        if (!span->known)
            continue;
        span->begin = (uint64_t)(nanoseconds(its->called[i].begin) + content->zero);
        least = span->begin = span->begin > least ? span->begin : least;
    }
    for (int i = its ? its->ncalled - 1 : -1; i >= 0; i--) {
        struct tool_otf2_span *span = &thread->span[i];
        int64_t end;

        if (!span->known)
            continue;
        end = span->returned ? nanoseconds(its->called[i].end) + content->zero : INT64_MAX;
        span->end = end > (int64_t)span->begin ? (uint64_t)end : span->begin;
        span->end = span->end < next ? span->end : next;
        next = span->begin;
    }
}

/* Times are those of the record where none of them is negative. */
static bool place_all(struct tool_otf2_content *content)
{
    int64_t first = 0, last = 0;

    if (!find_ends(content, &first, &last))
        return false;
    content->zero = first < 0 ? -first : 0;
    content->length = (uint64_t)(last + content->zero);
    for (int i = 0; i < content->nthread; i++)
        place_calls(content, &content->thread[i]);
    return true;
}

/* ---- functions */

static void name_regions(struct tool_otf2_content *content)
{
    for (int i = 0; i < content->nthread; i++) {
        const struct tool_otf2_thread *thread = &content->thread[i];

        for (int k = 0; thread->its && k < thread->its->ncalled; k++)
            thread->span[k].region = tool_otf2_name(&content->call, thread->its->called[k].call);
    }
    content->region = tool_allocate(content->call.n, sizeof *content->region);
    for (uint32_t i = 0; i < content->call.n; i++)
        content->region[i] = tool_otf2_region(content->call.name[i]);
}

/* ---- MPI_COMM_WORLD */

/* A program can give another communicator this name. */
static bool knows_world(const struct mpit_record *record)
{
    for (int i = 0; i < record->ncommunicator; i++) {
        const struct mpit_record_use *use = &record->communicator[i];

        if (!strcmp(use->name, "MPI_COMM_WORLD") &&
            (use->size != record->nranks || use->made > (uint64_t)use->nrank))
            return false;
    }
    return true;
}

bool tool_otf2_is_on_world(const struct tool_otf2_content *content,
                           const struct mpit_record_called *call)
{
    return content->world && !*call->by && !strcmp(call->comm, "MPI_COMM_WORLD");
}

/* ---- */

bool tool_otf2_content(const struct mpit_record *record, struct tool_otf2_content *content)
{
    *content = (struct tool_otf2_content){.record = record, .world = knows_world(record)};
    if (record->nranks > RANKS) {
        tool_complain("OTF2 has room for %d ranks, and this job has %d", RANKS, record->nranks);
        return false;
    }
    list_threads(content);
    if (!place_all(content)) {
        tool_complain("there is nothing to make a trace of: no calls were kept, which are in the "
                      "record of a job that has died or hangs (mpit_recorder)");
        return false;
    }
    name_regions(content);
    tool_otf2_messages(content);
    tool_otf2_collectives(content);
    return true;
}

void tool_otf2_content_free(struct tool_otf2_content *content)
{
    for (int i = 0; i < content->nthread; i++)
        free(content->thread[i].span);
    free(content->thread);
    tool_otf2_names_free(&content->call);
    free(content->region);
    free(content->message);
    free(content->sent);
    free(content->received);
    free(content->collective);
}
