#include "config.h"

#include "tools/formats/otf2_content.h"

#include "tools/ground/tool.h"

#include <stdlib.h>
#include <string.h>

static int compare(int64_t one, int64_t other)
{
    return (one > other) - (one < other);
}

/* ---- threads by what messages call them */

static const struct tool_otf2_thread *all_threads; /* of those that are sorted */

static int by_number(const void *a, const void *b)
{
    const struct tool_otf2_thread *one = &all_threads[*(const int *)a],
                                  *other = &all_threads[*(const int *)b];

    if (one->rank != other->rank)
        return compare(one->rank, other->rank);
    return compare(one->its->thread, other->its->thread);
}

struct index {
    int *thread; /* [n] */
    int n;
};

static struct index index_threads(const struct tool_otf2_content *content)
{
    struct index index = {tool_allocate((size_t)content->nthread, sizeof *index.thread), 0};

    for (int i = 0; i < content->nthread; i++)
        if (content->thread[i].its)
            index.thread[index.n++] = i;
    all_threads = content->thread;
    qsort(index.thread, (size_t)index.n, sizeof *index.thread, by_number);
    return index;
}

/* -1: there is none, or several. */
static int find_thread(const struct index *index, int rank, int number)
{
    int from = 0, to = index->n;

    while (from < to) {
        const int middle = from + (to - from) / 2;
        const struct tool_otf2_thread *thread = &all_threads[index->thread[middle]];

        if (thread->rank < rank || (thread->rank == rank && thread->its->thread < number))
            from = middle + 1;
        else
            to = middle;
    }
    if (from == index->n || all_threads[index->thread[from]].rank != rank ||
        all_threads[index->thread[from]].its->thread != number)
        return -1;
    if (from + 1 < index->n && !by_number(&index->thread[from], &index->thread[from + 1]))
        return -1;
    return index->thread[from];
}

/* ---- whether one can be shown */

static const struct mpit_record_called *call_of(const struct tool_otf2_content *content, int thread,
                                                int call)
{
    return &content->thread[thread].its->called[call];
}

static const struct tool_otf2_span *span_of(const struct tool_otf2_content *content, int thread,
                                            int call)
{
    return &content->thread[thread].span[call];
}

static bool has_call(const struct tool_otf2_content *content, int thread, int call)
{
    return thread >= 0 && call >= 0 && call < content->thread[thread].its->ncalled &&
           span_of(content, thread, call)->known;
}

static const struct tool_otf2_region *region_of(const struct tool_otf2_content *content, int thread,
                                                int call)
{
    return &content->region[span_of(content, thread, call)->region];
}

/* Of calls on MPI_COMM_WORLD it is known which rank is meant. */
static bool means(const struct tool_otf2_content *content, const struct mpit_record_called *call,
                  const char *way, int rank)
{
    return !tool_otf2_is_on_world(content, call) || strcmp(call->way, way) != 0 || call->peer < 0 ||
           call->peer == rank;
}

static bool is_plausible(const struct tool_otf2_content *content,
                         const struct tool_otf2_message *message)
{
    const struct mpit_record_called *send, *receive;

    if (!has_call(content, message->from, message->send) ||
        !has_call(content, message->to, message->receive) || message->its->tag < 0 ||
        message->its->bytes < 0)
        return false;
    send = call_of(content, message->from, message->send);
    receive = call_of(content, message->to, message->receive);
    return region_of(content, message->from, message->send)->sends &&
           region_of(content, message->to, message->receive)->receives &&
           means(content, send, "to", message->its->receiver) &&
           means(content, receive, "from", message->its->sender) &&
           span_of(content, message->from, message->send)->begin <=
               span_of(content, message->to, message->receive)->end;
}

/* A call that has waited says of one of its requests alone which communicator it was on. */
static const char *comm_of(const struct tool_otf2_content *content,
                           const struct tool_otf2_message *message)
{
    const struct mpit_record_called *send = call_of(content, message->from, message->send),
                                    *receive = call_of(content, message->to, message->receive);
    const char *comm = !*send->by && *send->comm ? send->comm : *receive->by ? "" : receive->comm;

    return content->world || strcmp(comm, "MPI_COMM_WORLD") != 0 ? comm : "";
}

static void list_messages(struct tool_otf2_content *content)
{
    const struct mpit_record *record = content->record;
    struct index index = index_threads(content);

    content->message = tool_allocate((size_t)record->nmessage + 1, sizeof *content->message);
    for (int i = 0; i < record->nmessage; i++) {
        const struct mpit_record_message *its = &record->message[i];
        struct tool_otf2_message *message = &content->message[content->nmessage];

        *message = (struct tool_otf2_message){
            .its = its,
            .from = find_thread(&index, its->sender, its->sender_thread),
            .send = its->send,
            .to = find_thread(&index, its->receiver, its->receiver_thread),
            .receive = its->receive};
        if (!is_plausible(content, message))
            continue;
        message->comm = comm_of(content, message);
        content->nmessage++;
    }
    free(index.thread);
}

/* ---- in which order */

static const struct tool_otf2_content *all; /* of those that are sorted */

static int by_receive(const struct tool_otf2_message *one, const struct tool_otf2_message *other)
{
    const uint64_t at = span_of(all, one->to, one->receive)->end,
                   others = span_of(all, other->to, other->receive)->end;

    if (at != others)
        return at < others ? -1 : 1;
    if (one->to != other->to)
        return compare(one->to, other->to);
    return compare(one->receive, other->receive);
}

static int by_ends(const struct tool_otf2_message *one, const struct tool_otf2_message *other)
{
    const int64_t pairs[][2] = {{strcmp(one->comm, other->comm), 0},
                                {one->its->sender, other->its->sender},
                                {one->its->receiver, other->its->receiver},
                                {one->its->tag, other->its->tag}};

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (compare(pairs[i][0], pairs[i][1]))
            return compare(pairs[i][0], pairs[i][1]);
    return 0;
}

/* Those that a reader tells apart by their order alone stand beside each other. */
static int by_send(const void *a, const void *b)
{
    const struct tool_otf2_message *one = a, *other = b;
    const uint64_t at = span_of(all, one->from, one->send)->begin,
                   others = span_of(all, other->from, other->send)->begin;

    if (by_ends(one, other))
        return by_ends(one, other);
    if (at != others)
        return at < others ? -1 : 1;
    if (one->from != other->from)
        return compare(one->from, other->from);
    if (one->send != other->send)
        return compare(one->send, other->send);
    return by_receive(one, other);
}

/* One that was received before another that had been sent earlier is left out. */
static void leave_out_of_order(struct tool_otf2_content *content)
{
    int n = 0;

    for (int i = 0; i < content->nmessage; i++) {
        const struct tool_otf2_message *message = &content->message[i];

        if (n && !by_ends(&content->message[n - 1], message) &&
            by_receive(&content->message[n - 1], message) > 0)
            continue;
        content->message[n] = *message;
        content->message[n].order = n;
        n++;
    }
    content->nmessage = n;
}

static int by_sending_call(const void *a, const void *b)
{
    const struct tool_otf2_message *one = *(struct tool_otf2_message *const *)a,
                                   *other = *(struct tool_otf2_message *const *)b;

    if (one->from != other->from)
        return compare(one->from, other->from);
    if (one->send != other->send)
        return compare(one->send, other->send);
    return compare(one->order, other->order);
}

static int by_receiving_call(const void *a, const void *b)
{
    const struct tool_otf2_message *one = *(struct tool_otf2_message *const *)a,
                                   *other = *(struct tool_otf2_message *const *)b;

    if (one->to != other->to)
        return compare(one->to, other->to);
    if (one->receive != other->receive)
        return compare(one->receive, other->receive);
    return compare(one->order, other->order);
}

static struct tool_otf2_message **sorted(const struct tool_otf2_content *content,
                                         int (*order)(const void *, const void *))
{
    struct tool_otf2_message **list =
        tool_allocate((size_t)content->nmessage + 1, sizeof(struct tool_otf2_message *));

    for (int i = 0; i < content->nmessage; i++)
        list[i] = &content->message[i];
    qsort(list, (size_t)content->nmessage, sizeof *list, order);
    return list;
}

void tool_otf2_messages(struct tool_otf2_content *content)
{
    list_messages(content);
    all = content;
    qsort(content->message, (size_t)content->nmessage, sizeof *content->message, by_send);
    leave_out_of_order(content);
    content->sent = sorted(content, by_sending_call);
    content->received = sorted(content, by_receiving_call);
}
