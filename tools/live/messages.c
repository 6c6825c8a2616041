#include "config.h"

#include "tools/live/messages.h"

#include "tools/ground/tool.h"

#include <math.h>
#include <stdlib.h>

/* ---- whose ranks are meant */

/* A process of a communicator: its rank there, and the first of its threads. */
struct member {
    uint32_t comm;
    int rank, thread;
};

static int by_comm(const void *a, const void *b)
{
    const struct member *one = a, *other = b;

    if (one->comm != other->comm)
        return one->comm < other->comm ? -1 : 1;
    return (one->rank > other->rank) - (one->rank < other->rank);
}

static bool is_listed(const struct member *member, int n, uint32_t comm)
{
    for (int i = 0; i < n; i++)
        if (member[i].comm == comm)
            return true;
    return false;
}

/* Of a thread, each communicator on which it has a message. */
static int add_members(const struct tool_recorded_thread *thread, int which, struct member *member)
{
    uint32_t before = 0;
    int n = 0;

    for (int i = 0; i < thread->its.nmessage; i++) {
        const uint32_t comm = thread->its.message[i].comm;
        const bool is_new = comm != before && comm && !is_listed(member, n, comm);
        const int rank = is_new ? tool_recorded_rank(thread->segment, comm) : -1;

        before = comm;
        if (rank >= 0)
            member[n++] = (struct member){comm, rank, which};
    }
    return n;
}

static struct member *list_members(const struct tool_recorded_thread *thread, int n, int *nmember)
{
    struct member *member = NULL;

    *nmember = 0;
    for (int i = 0; i < n; i++) {
        member =
            tool_grow(member, (size_t)*nmember, (size_t)thread[i].its.nmessage + 1, sizeof *member);
        *nmember += add_members(&thread[i], i, member + *nmember);
    }
    if (*nmember)
        qsort(member, (size_t)*nmember, sizeof *member, by_comm);
    return member;
}

/* The thread that has the messages of a rank; -1: several may, as on an intercommunicator. */
static int find_member(const struct member *member, int n, uint32_t comm, int rank)
{
    const struct member key = {.comm = comm, .rank = rank};
    const struct member *found =
        n ? bsearch(&key, member, (size_t)n, sizeof *member, by_comm) : NULL;

    if (!found || (found > member && !by_comm(found - 1, found)) ||
        (found + 1 < member + n && !by_comm(found + 1, found)))
        return -1;
    return found->thread;
}

/* ---- ends of messages */

struct end {
    uint32_t comm;
    int sender, receiver, order;
    bool sent;
    const struct tool_recorded_message *message;
};

static int compare(int64_t one, int64_t other)
{
    return (one > other) - (one < other);
}

/* Of two processes on a communicator what was sent, then what was received; each by tag and then in
 * its order. */
static int by_processes(const void *a, const void *b)
{
    const struct end *one = a, *other = b;
    const int64_t pairs[][2] = {{one->comm, other->comm},
                                {one->sender, other->sender},
                                {one->receiver, other->receiver},
                                {other->sent, one->sent},
                                {one->message->tag, other->message->tag},
                                {one->order, other->order}};

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (compare(pairs[i][0], pairs[i][1]))
            return compare(pairs[i][0], pairs[i][1]);
    return 0;
}

static struct end *list_ends(const struct tool_recorded_thread *thread, int n, int *nend)
{
    int nmember;
    struct member *member = list_members(thread, n, &nmember);
    struct end *end = NULL;

    *nend = 0;
    for (int i = 0; i < n; i++) {
        const struct tool_recording *its = &thread[i].its;

        end = tool_grow(end, (size_t)*nend, (size_t)its->nmessage + 1, sizeof *end);
        for (int k = 0; k < its->nmessage; k++) {
            const struct tool_recorded_message *message = &its->message[k];
            const int peer = find_member(member, nmember, message->comm, message->peer);

            if (peer >= 0)
                end[(*nend)++] = (struct end){.comm = message->comm,
                                              .sender = message->sent ? i : peer,
                                              .receiver = message->sent ? peer : i,
                                              .order = k,
                                              .sent = message->sent,
                                              .message = message};
        }
    }
    free(member);
    if (*nend)
        qsort(end, (size_t)*nend, sizeof *end, by_processes);
    return end;
}

/* ---- those of two processes */

struct between {
    const struct tool_recorded_thread *from, *to;
    const struct end *send, *receive;
    int nsend, nreceive;
    uint64_t sent, received; /* ever */
};

static bool have_one_tag(const struct between *between)
{
    return between->send[0].message->tag == between->send[between->nsend - 1].message->tag &&
           between->receive[0].message->tag ==
               between->receive[between->nreceive - 1].message->tag &&
           between->send[0].message->tag == between->receive[0].message->tag;
}

/* ns by which the clocks of two processes may differ at a moment of one of them: those of a node
 * were read at their beginning, those of two nodes were brought together, and each process has
 * measured by itself how long a tick is. */
static int64_t clocks_differ_by(const struct between *between, int64_t at)
{
    enum { NEAR = 1000, FAR = 1000000, TICKS = 50000 };
    const struct tool_segment *from = between->from->segment, *to = between->to->segment;
    const int64_t since = at - (int64_t)to->head.ns;

    return (from->far || to->far ? FAR : NEAR) + (since > 0 ? since / TICKS : 0);
}

/* It was not received before it was sent, and is as long. */
static bool is_plausible(const struct between *between, const struct end *send,
                         const struct end *receive)
{
    const struct tool_recorded *from = &between->from->its.call[send->message->call],
                               *to = &between->to->its.call[receive->message->call];

    if (!to->open && to->end + clocks_differ_by(between, to->end) < from->begin)
        return false;
    return isnan(send->message->bytes) || send->message->bytes == receive->message->bytes;
}

static bool add(const struct between *between, const struct end *send, const struct end *receive,
                struct tool_recorded_pair *pair, int *n)
{
    if (!is_plausible(between, send, receive))
        return false;
    pair[(*n)++] = (struct tool_recorded_pair){.sender = send->sender,
                                               .receiver = receive->receiver,
                                               .send = send->message->call,
                                               .receive = receive->message->call,
                                               .tag = receive->message->tag,
                                               .bytes = receive->message->bytes};
    return true;
}

static int of_tag(const struct end *end, int from, int n)
{
    int to = from;

    while (to < n && end[to].message->tag == end[from].message->tag)
        to++;
    return to - from;
}

/* The first of one side is the first of the other, or the last is the last, of each tag. */
static bool match_tags(const struct between *between, bool from_end,
                       struct tool_recorded_pair *pair, int *n)
{
    int i = 0, k = 0;

    while (i < between->nsend && k < between->nreceive) {
        const struct end *send = &between->send[i], *receive = &between->receive[k];
        const int nsend = of_tag(between->send, i, between->nsend),
                  nreceive = of_tag(between->receive, k, between->nreceive),
                  both = nsend < nreceive ? nsend : nreceive;
        const int order = compare(send->message->tag, receive->message->tag);

        for (int m = 0; !order && m < both; m++)
            if (!add(between, from_end ? send + nsend - both + m : send + m,
                     from_end ? receive + nreceive - both + m : receive + m, pair, n))
                return false;
        i += order <= 0 ? nsend : 0;
        k += order >= 0 ? nreceive : 0;
    }
    return true;
}

/* The how-manyth of all each is. */
static bool match_numbers(const struct between *between, struct tool_recorded_pair *pair, int *n)
{
    const uint64_t send = between->sent - (uint64_t)between->nsend,
                   receive = between->received - (uint64_t)between->nreceive;

    for (int i = 0; i < between->nsend; i++) {
        const uint64_t number = send + (uint64_t)i;

        if (number >= receive && number - receive < (uint64_t)between->nreceive &&
            !add(between, &between->send[i], &between->receive[number - receive], pair, n))
            return false;
    }
    return true;
}

/* All calls from the first on.  How many messages there were ever is not known while such calls go
 * on, nor of a communicator that has ended. */
static bool match_of_files(const struct between *between, struct tool_recorded_pair *pair, int *n)
{
    const bool is_counted = between->sent && between->received && !between->from->its.ends_early &&
                            !between->to->its.ends_early;

    if (is_counted && (between->sent != (uint64_t)between->nsend ||
                       between->received != (uint64_t)between->nreceive))
        return true;
    return match_tags(between, false, pair, n);
}

static bool match(const struct between *between, struct tool_recorded_pair *pair, int *n)
{
    const uint64_t nsend = (uint64_t)between->nsend, nreceive = (uint64_t)between->nreceive;

    if (between->from->its.is_of_file && between->to->its.is_of_file)
        return match_of_files(between, pair, n);
    if (!nsend || !nreceive || between->sent < nsend || between->received < nreceive)
        return true;
    if (!between->from->its.is_cut && !between->to->its.is_cut)
        return between->sent != nsend || between->received != nreceive ||
               match_tags(between, false, pair, n);
    if (have_one_tag(between))
        return match_numbers(between, pair, n);
    return between->sent != between->received || match_tags(between, true, pair, n);
}

/* ---- all of them */

static int same_processes(const struct end *end, int from, int n)
{
    int to = from;

    while (to < n && end[to].comm == end[from].comm && end[to].sender == end[from].sender &&
           end[to].receiver == end[from].receiver)
        to++;
    return to;
}

static void match_between(const struct tool_recorded_thread *thread, const struct end *end, int n,
                          struct tool_recorded_pair *pair, int *npair)
{
    const int before = *npair;
    const struct tool_segment *from = thread[end->sender].segment,
                              *to = thread[end->receiver].segment;
    struct between between = {
        .from = &thread[end->sender],
        .to = &thread[end->receiver],
        .send = end,
        .sent = tool_recorded_messages(from, end->comm, tool_recorded_rank(to, end->comm), false),
        .received =
            tool_recorded_messages(to, end->comm, tool_recorded_rank(from, end->comm), true)};

    while (between.nsend < n && end[between.nsend].sent)
        between.nsend++;
    between.receive = end + between.nsend;
    between.nreceive = n - between.nsend;
    if (!match(&between, pair, npair))
        *npair = before;
}

static int by_receiver(const void *a, const void *b)
{
    const struct tool_recorded_pair *one = a, *other = b;

    if (one->receiver != other->receiver)
        return compare(one->receiver, other->receiver);
    return compare(one->receive, other->receive);
}

struct tool_recorded_pair *tool_recorded_pairs(const struct tool_recorded_thread *thread, int n,
                                               int *npair)
{
    int nend;
    struct end *end = list_ends(thread, n, &nend);
    struct tool_recorded_pair *pair = tool_allocate((size_t)nend + 1, sizeof *pair);

    *npair = 0;
    for (int from = 0, to; from < nend; from = to) {
        to = same_processes(end, from, nend);
        match_between(thread, end + from, to - from, pair, npair);
    }
    free(end);
    if (*npair)
        qsort(pair, (size_t)*npair, sizeof *pair, by_receiver);
    return pair;
}
