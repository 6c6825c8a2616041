/* The last calls of each thread as slices of a track of its own, and messages as flows, from the
 * call that has sent one to the call that has received it. */
#include "config.h"

#include "tools/formats/trace.h"

#include "record/json_string.h"

#include <inttypes.h>
#include <math.h>

/* Behind those of the series and of the regions: see tool_trace_number. */
static int track_of(const struct tool_trace *trace, int rank, int thread)
{
    return (2 + thread) * trace->record->nranks + tool_trace_number(rank);
}

/* What had not returned is shown up to the last moment that is known. */
static double last_moment(const struct mpit_record *record)
{
    double last = 0;

    for (int i = 0; i < record->nrecorder; i++)
        for (int k = 0; k < record->recorder[i].ncalled; k++) {
            last = fmax(last, record->recorder[i].called[k].begin);
            last = fmax(last, record->recorder[i].called[k].end);
        }
    return last;
}

/* ---- calls */

static void write_text(struct tool_trace *trace, const char *key, const char *text)
{
    if (!*text)
        return;
    fprintf(trace->out, ", \"%s\": ", key);
    mpit__json_write_string(text, trace->out);
}

static void write_number(struct tool_trace *trace, const char *key, int64_t number)
{
    if (number >= 0)
        fprintf(trace->out, ", \"%s\": %" PRId64, key, number);
}

static void write_call(struct tool_trace *trace, const struct mpit_record_recorder *thread,
                       const struct mpit_record_called *call, double last)
{
    const double end = isfinite(call->end) ? call->end : last;

    if (!isfinite(call->begin))
        return;
    tool_trace_event(trace, "X", call->call, thread->rank,
                     track_of(trace, thread->rank, thread->thread));
    fprintf(trace->out,
            ", \"cat\": \"call\", \"ts\": %.3f, \"dur\": %.3f, \"args\": {\"returned\": %s",
            call->begin * 1e6, fmax(0, end - call->begin) * 1e6,
            isfinite(call->end) ? "true" : "false");
    write_text(trace, "comm", call->comm);
    write_number(trace, *call->way ? call->way : "peer", call->peer);
    write_number(trace, "tag", call->tag);
    write_number(trace, "bytes", call->bytes);
    write_text(trace, "request of", call->by);
    if (call->more)
        fprintf(trace->out, ", \"requests besides\": %" PRIu64, call->more);
    if (call->error)
        fprintf(trace->out, ", \"error class\": %" PRIu64, call->error);
    if (call->polled)
        fputs(", \"polled\": true", trace->out);
    fputs("}}", trace->out);
}

static void write_thread(struct tool_trace *trace, const struct mpit_record_recorder *thread,
                         double last)
{
    char name[64];

    snprintf(name, sizeof name, "calls of thread %d", thread->thread);
    tool_trace_event(trace, "M", "thread_name", thread->rank,
                     track_of(trace, thread->rank, thread->thread));
    fprintf(trace->out, ", \"args\": {\"name\": \"%s\"}}", name);
    for (int i = 0; i < thread->ncalled; i++)
        write_call(trace, thread, &thread->called[i], last);
}

/* ---- messages */

static const struct mpit_record_called *find_call(const struct mpit_record *record, int rank,
                                                  int thread, int call)
{
    for (int i = 0; i < record->nrecorder; i++) {
        const struct mpit_record_recorder *its = &record->recorder[i];

        if (its->rank == rank && its->thread == thread)
            return call >= 0 && call < its->ncalled ? &its->called[call] : NULL;
    }
    return NULL;
}

/* A flow begins and ends inside of the slices that it binds. */
static void write_message(struct tool_trace *trace, int number, double last)
{
    const struct mpit_record_message *message = &trace->record->message[number];
    const struct mpit_record_called *send =
        find_call(trace->record, message->sender, message->sender_thread, message->send);
    const struct mpit_record_called *receive =
        find_call(trace->record, message->receiver, message->receiver_thread, message->receive);
    double end;

    if (!send || !receive || !isfinite(send->begin) || !isfinite(receive->begin))
        return;
    end = isfinite(receive->end) ? receive->end : last;
    if (end < send->begin)
        return;
    tool_trace_event(trace, "s", "message", message->sender,
                     track_of(trace, message->sender, message->sender_thread));
    fprintf(trace->out, ", \"cat\": \"message\", \"id\": %d, \"ts\": %.3f}", number + 1,
            send->begin * 1e6);
    tool_trace_event(trace, "f", "message", message->receiver,
                     track_of(trace, message->receiver, message->receiver_thread));
    fprintf(trace->out,
            ", \"cat\": \"message\", \"id\": %d, \"bp\": \"e\", \"ts\": %.3f, \"args\": {\"tag\": "
            "%d",
            number + 1, end * 1e6, message->tag);
    write_number(trace, "bytes", message->bytes);
    fputs("}}", trace->out);
}

void tool_trace_write_calls(struct tool_trace *trace)
{
    const struct mpit_record *record = trace->record;
    const double last = last_moment(record);

    for (int i = 0; i < record->nrecorder; i++)
        write_thread(trace, &record->recorder[i], last);
    for (int i = 0; i < record->nmessage; i++)
        write_message(trace, i, last);
}
