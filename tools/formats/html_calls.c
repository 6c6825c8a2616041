/* The last calls of each thread, for the time line of a page: by columns, names by number, as many
 * of the last ones as a page has room for. */
#include "config.h"

#include "tools/formats/html_parts.h"

#include "ground/number.h"
#include "record/json_string.h"
#include "record/verdict_words.h"
#include "tools/ground/tool.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CALLS = 40000, LEAST = 4, MESSAGES = 40000 };

/* Texts that come again, each once. */
struct names {
    const char **name;
    int n;
};

static int number_of(struct names *names, const char *name)
{
    for (int i = names->n - 1; i >= 0; i--)
        if (!strcmp(names->name[i], name))
            return i;
    names->name = tool_grow(names->name, (size_t)names->n, 1, sizeof *names->name);
    names->name[names->n] = name;
    return names->n++;
}

/* A key of the colors of a page. */
static const char *kind_of(const char *call)
{
    static const char *const kinds[][2] = {
        {"MPI_Wait", "wait"}, {"MPI_Test", "wait"}, {"robe", "probe"},  {"MPI_File", "io"},
        {"MPI_Win", "rma"},   {"MPI_Put", "rma"},   {"MPI_Get", "rma"}, {"MPI_Rput", "rma"},
        {"MPI_Rget", "rma"},  {"ccumulate", "rma"}, {"ecv", "recv"},    {"end", "send"}};

    if (mpit__is_collective_call(call))
        return "collective";
    if (strstr(call, "Sendrecv") || strstr(call, "sendrecv"))
        return "send";
    for (size_t i = 0; mpit__is_message_call(call) && i < sizeof kinds / sizeof *kinds; i++)
        if (strstr(call, kinds[i][0]))
            return kinds[i][1];
    for (size_t i = 3; i < 10; i++)
        if (strstr(call, kinds[i][0]))
            return kinds[i][1];
    return "other";
}

static void write_moment(double seconds, FILE *out)
{
    char number[MPIT_NUMBER];

    if (!isfinite(seconds)) {
        fputs("null", out);
        return;
    }
    mpit__number_write(number, 'f', 9, seconds);
    fputs(number, out);
}

static int room_of(const struct mpit_record *record)
{
    const int each = CALLS / record->nrecorder;

    return each > LEAST ? each : LEAST;
}

static int first_of(const struct mpit_record *record, const struct mpit_record_recorder *thread)
{
    const int room = room_of(record);

    return thread->ncalled > room ? thread->ncalled - room : 0;
}

/* What is written of each call, as a list. */
#define WRITE_EACH(key, CALL)                                                                      \
    do {                                                                                           \
        fprintf(out, ", \"%s\": [", key);                                                          \
        for (int i = first; i < thread->ncalled; i++) {                                            \
            const struct mpit_record_called *call = &thread->called[i];                            \
                                                                                                   \
            fputs(i > first ? "," : "", out);                                                      \
            CALL;                                                                                  \
        }                                                                                          \
        putc(']', out);                                                                            \
    } while (0)

static void write_thread(const struct mpit_record *record,
                         const struct mpit_record_recorder *thread, struct names *names, FILE *out)
{
    const int first = first_of(record, thread);

    fprintf(out, "{\"rank\": %d, \"thread\": %d, \"lost\": %" PRIu64 ", \"first\": %d",
            thread->rank, thread->thread, thread->lost + (uint64_t)first, first);
    WRITE_EACH("call", fprintf(out, "%d", number_of(names, call->call)));
    WRITE_EACH("comm", fprintf(out, "%d", number_of(names, call->comm)));
    WRITE_EACH("by", fprintf(out, "%d", number_of(names, call->by)));
    WRITE_EACH("way", fprintf(out, "%d", number_of(names, call->way)));
    WRITE_EACH("peer", fprintf(out, "%" PRId64, call->peer));
    WRITE_EACH("tag", fprintf(out, "%" PRId64, call->tag));
    WRITE_EACH("bytes", fprintf(out, "%" PRId64, call->bytes));
    WRITE_EACH("error", fprintf(out, "%" PRIu64, call->error));
    WRITE_EACH("begin", write_moment(call->begin, out));
    WRITE_EACH("end", write_moment(call->end, out));
    putc('}', out);
}

static void write_names(const struct names *names, FILE *out)
{
    fputs("],\n\"names\": [", out);
    for (int i = 0; i < names->n; i++) {
        fputs(i ? ", " : "", out);
        mpit__json_write_string(names->name[i], out);
    }
    fputs("],\n\"kinds\": [", out);
    for (int i = 0; i < names->n; i++)
        fprintf(out, "%s\"%s\"", i ? ", " : "", kind_of(names->name[i]));
    fputs("]}", out);
}

static int thread_of(const struct mpit_record *record, int rank, int thread)
{
    for (int i = 0; i < record->nrecorder; i++)
        if (record->recorder[i].rank == rank && record->recorder[i].thread == thread)
            return i;
    return -1;
}

/* A call that is not in the page has no message. */
static void write_messages(const struct mpit_record *record, FILE *out)
{
    int n = 0;

    fputs(",\n\"messages\": [", out);
    for (int i = record->nmessage - 1; i >= 0 && n < MESSAGES; i--) {
        const struct mpit_record_message *message = &record->message[i];
        const int from = thread_of(record, message->sender, message->sender_thread),
                  to = thread_of(record, message->receiver, message->receiver_thread);

        if (from < 0 || to < 0 || message->send < first_of(record, &record->recorder[from]) ||
            message->receive < first_of(record, &record->recorder[to]) ||
            message->send >= record->recorder[from].ncalled ||
            message->receive >= record->recorder[to].ncalled)
            continue;
        fprintf(out, "%s[%d,%d,%d,%d,%d,%" PRId64 "]", n++ ? "," : "", from, message->send, to,
                message->receive, message->tag, message->bytes);
    }
    putc(']', out);
}

void tool_html_write_calls(const struct mpit_record *record, FILE *out)
{
    struct names names = {0};

    if (!record->nrecorder)
        return;
    write_messages(record, out);
    fputs(",\n\"called\": {\"threads\": [", out);
    for (int i = 0; i < record->nrecorder; i++) {
        fputs(i ? ",\n" : "", out);
        write_thread(record, &record->recorder[i], &names, out);
    }
    write_names(&names, out);
    free(names.name);
}
