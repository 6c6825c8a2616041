#include "config.h"

#include "tools/live/recorded.h"

#include "tools/ground/tool.h"
#include "tools/live/messages.h"
#include "tools/live/part.h"
#include "tools/live/process.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Calls that are kept of a job where nobody has asked for more, and of a thread at least. */
enum { ROOM = 16384, LEAST = 8 };

/* A communicator by its number, and what it is called. */
struct called_comm {
    uint32_t number;
    char name[64];
};

struct recorded {
    struct tool_recorded_thread *thread;
    int n;
    int64_t zero; /* ns of CLOCK_MONOTONIC when the first rank came out of MPI_Init */
    struct called_comm *comm;
    int ncomm;
    int most; /* calls of a thread */
};

/* ---- what there is */

static void take_threads(const struct tool_live_world *world, struct recorded *recorded)
{
    for (int i = 0; i < world->n; i++) {
        struct tool_recording *list;
        const int n = tool_recordings(world->segment[i], &list);

        recorded->thread = tool_grow(recorded->thread, (size_t)recorded->n, (size_t)n + 1,
                                     sizeof *recorded->thread);
        for (int k = 0; k < n; k++)
            recorded->thread[recorded->n++] =
                (struct tool_recorded_thread){world->segment[i], list[k]};
        free(list);
    }
}

static bool is_over(const struct tool_segment *segment)
{
    const uint32_t state = segment->head.state;

    return state == MPIT_LIVE_FINALIZING || state == MPIT_LIVE_ENDED ||
           tool_segment_fate(segment) == TOOL_FATE_GONE;
}

/* All of them are in calls from which they have not come back for a second. */
static bool hangs(const struct recorded *recorded)
{
    for (int i = 0; i < recorded->n; i++) {
        const struct tool_recorded_thread *thread = &recorded->thread[i];

        if (!is_over(thread->segment) &&
            !tool_recording_is_stuck(&thread->its, tool_recorded_now(thread->segment)))
            return false;
    }
    return recorded->n > 0;
}

/* ---- when, and on what */

static double seconds(const struct recorded *recorded, int64_t ns)
{
    return (double)(ns - recorded->zero) * 1e-9;
}

static void find_zero(struct recorded *recorded)
{
    for (int i = 0; i < recorded->n; i++) {
        const int64_t ready = tool_recorded_ready(recorded->thread[i].segment);

        if (ready && (!recorded->zero || ready < recorded->zero))
            recorded->zero = ready;
    }
}

static const char *name_of(struct recorded *recorded, const struct tool_segment *segment,
                           uint32_t number)
{
    struct called_comm *comm;

    if (!number)
        return "";
    for (int i = 0; i < recorded->ncomm; i++)
        if (recorded->comm[i].number == number)
            return recorded->comm[i].name;
    recorded->comm = tool_grow(recorded->comm, (size_t)recorded->ncomm, 1, sizeof *recorded->comm);
    comm = &recorded->comm[recorded->ncomm++];
    comm->number = number;
    tool_recorded_comm(segment, number, comm->name);
    for (int i = 0; i < recorded->ncomm - 1; i++)
        if (!strcmp(recorded->comm[i].name, comm->name))
            comm->name[0] = '\0';
    if (!*comm->name)
        snprintf(comm->name, sizeof comm->name, "comm %08x", number);
    return comm->name;
}

/* ---- what the record has of it */

static int64_t count_or_none(double value)
{
    return value >= 0 && value < 9e18 ? (int64_t)value : -1;
}

static void put_text(char *to, size_t size, const char *text)
{
    const size_t length = strnlen(text, size - 1);

    memcpy(to, text, length); /* behind it stand zeros */
}

static struct mpit_record_called called_of(struct recorded *recorded,
                                           const struct tool_segment *segment,
                                           const struct tool_recorded *call)
{
    static const char *const ways[] = {[TOOL_PEER_NONE] = "",
                                       [TOOL_PEER_SOURCE] = "from",
                                       [TOOL_PEER_DEST] = "to",
                                       [TOOL_PEER_ROOT] = "root"};
    struct mpit_record_called called = {
        .peer = call->peer_is == TOOL_PEER_NONE ? -1 : call->peer,
        .tag = call->tag == MPIT_LIVE_NO_NUMBER ? -1 : call->tag,
        .bytes = count_or_none(call->bytes),
        .more = call->more,
        .error = (uint64_t)call->error,
        .polled = call->in_vain,
        .begin = seconds(recorded, call->begin),
        .end = call->open ? NAN : seconds(recorded, call->end),
    };

    put_text(called.call, sizeof called.call, call->call);
    put_text(called.by, sizeof called.by, call->by);
    put_text(called.way, sizeof called.way, ways[call->peer_is]);
    put_text(called.comm, sizeof called.comm, name_of(recorded, segment, call->comm));
    return called;
}

static int first_of(const struct recorded *recorded, int thread)
{
    const int n = recorded->thread[thread].its.n;

    return n > recorded->most ? n - recorded->most : 0;
}

/* A whole run has many of them: each stands here or there. */
static void forget_calls(struct tool_recording *its)
{
    free(its->call);
    its->call = NULL;
}

static void put_threads(struct recorded *recorded, struct mpit_record *record)
{
    record->recorder = tool_allocate((size_t)recorded->n + 1, sizeof *record->recorder);
    for (int i = 0; i < recorded->n; i++) {
        struct tool_recorded_thread *thread = &recorded->thread[i];
        const int first = first_of(recorded, i);
        struct mpit_record_recorder *its = &record->recorder[record->nrecorder++];

        *its = (struct mpit_record_recorder){
            .rank = tool_live_rank_of(&thread->segment->head),
            .thread = (int)thread->its.thread,
            .lost = thread->its.lost + (uint64_t)first,
            .ready = seconds(recorded, tool_recorded_ready(thread->segment)),
            .called = tool_allocate((size_t)thread->its.n + 1, sizeof *its->called)};
        for (int k = first; k < thread->its.n; k++)
            its->called[its->ncalled++] =
                called_of(recorded, thread->segment, &thread->its.call[k]);
        forget_calls(&thread->its);
    }
}

static void put_messages(const struct recorded *recorded, const struct tool_recorded_pair *pair,
                         int n, struct mpit_record *record)
{
    record->message = tool_allocate((size_t)n + 1, sizeof *record->message);
    for (int i = 0; i < n; i++) {
        const struct mpit_record_recorder *from = &record->recorder[pair[i].sender],
                                          *to = &record->recorder[pair[i].receiver];
        const int send = pair[i].send - first_of(recorded, pair[i].sender),
                  receive = pair[i].receive - first_of(recorded, pair[i].receiver);

        if (send >= 0 && receive >= 0)
            record->message[record->nmessage++] =
                (struct mpit_record_message){.sender = from->rank,
                                             .sender_thread = from->thread,
                                             .send = send,
                                             .receiver = to->rank,
                                             .receiver_thread = to->thread,
                                             .receive = receive,
                                             .tag = pair[i].tag,
                                             .bytes = count_or_none(pair[i].bytes)};
    }
}

static void put(struct recorded *recorded, struct mpit_record *record)
{
    int n;
    struct tool_recorded_pair *pair = tool_recorded_pairs(recorded->thread, recorded->n, &n);

    find_zero(recorded);
    put_threads(recorded, record);
    put_messages(recorded, pair, n, record);
    free(pair);
}

void tool_recorded_put(const struct tool_live_world *world, bool all, bool died,
                       struct mpit_record *record)
{
    struct recorded recorded = {.most = INT_MAX};

    take_threads(world, &recorded);
    if (recorded.n && (all || died || hangs(&recorded))) {
        if (!all)
            recorded.most = ROOM / recorded.n > LEAST ? ROOM / recorded.n : LEAST;
        put(&recorded, record);
    }
    for (int i = 0; i < recorded.n; i++)
        tool_recording_free(&recorded.thread[i].its);
    free(recorded.thread);
    free(recorded.comm);
}
