/* What ranks are in, in words. */
#include "config.h"

#include "tools/where/words.h"

#include "tools/ground/tool.h"
#include "tools/ground/words.h"
#include "tools/where/comms.h"
#include "tools/where/wait_collectives.h"
#include "tools/where/wait_graph.h"
#include "tools/where/wait_windows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- small words */

static char *say_seconds(double seconds)
{
    if (seconds < 9.95)
        return tool_print("%.1f s", seconds);
    if (seconds < 600)
        return tool_print("%.0f s", seconds);
    return seconds < 36000 ? tool_print("%.0f min", seconds / 60)
                           : tool_print("%.0f h", seconds / 3600);
}

/* ---- a call */

static char *name_comm(const struct where_rank *rank, int comm);

/* "window 2 of MPI_COMM_WORLD", "file out.dat". */
static char *name_meeting(const struct where_rank *rank, const struct where_comm *its)
{
    const struct where_comm *on = where_comm_made_on(rank, its);
    char *comm = on ? name_comm(rank, (int)(on - rank->comm)) : tool_print("a communicator");
    char *name =
        its->meets == WHERE_FILE && its->name[0]
            ? tool_print("file %s", its->name)
            : tool_print("%s %" PRIu64 " of %s", its->meets == WHERE_FILE ? "file" : "window",
                         (uint64_t)its->nth + 1, comm);

    free(comm);
    return name;
}

static char *name_comm(const struct where_rank *rank, int comm)
{
    const struct where_comm *its = where_comm_at(rank, comm);

    if (!its)
        return tool_print("a communicator");
    if (its->meets != WHERE_COMM)
        return name_meeting(rank, its);
    if (its->name[0])
        return tool_print("%s", its->name);
    if (its->inter)
        return tool_print("an intercommunicator");
    return its->number ? tool_print("communicator %u of %d ranks", its->number + 1, its->size)
                       : tool_print("a communicator of %d ranks", its->size);
}

static void append_rank(char **text, const struct where_job *job, const struct where_rank *rank,
                        const char *before, int comm, int peer)
{
    int world = peer >= 0 ? where_peer(job, rank, comm, peer) : -1;

    if (peer == WHERE_ANY)
        tool_append(text, "%s any rank", before);
    else if (world >= 0)
        tool_append(text, "%s %d", before, world);
    else if (peer >= 0)
        tool_append(text, "%s %d of that communicator", before, peer);
    else if (peer == WHERE_NOBODY)
        tool_append(text, "%s nobody", before);
}

static void append_tag(char **text, int tag)
{
    if (tag >= 0)
        tool_append(text, ", tag %d", tag);
    else if (tag == WHERE_ANY)
        tool_append(text, ", any tag");
}

static bool is_world(const struct where_rank *rank, int comm)
{
    const struct where_comm *its = where_comm_at(rank, comm);

    return its && !strcmp(its->name, "MPI_COMM_WORLD");
}

static void append_name(char **text, const struct where_rank *rank, int comm)
{
    char *name = name_comm(rank, comm);

    tool_append(text, "%s", name);
    free(name);
}

static void append_comm(char **text, const struct where_rank *rank, int comm)
{
    if (comm < 0 || is_world(rank, comm))
        return;
    tool_append(text, ", on ");
    append_name(text, rank, comm);
}

static void append_awaited(char **text, const struct where_job *job, const struct where_rank *rank)
{
    enum { SHOWN = 3 };

    for (int i = 0; i < rank->nawait && i < SHOWN; i++) {
        const struct where_awaited *one = &rank->await[i];

        if (i || strcmp(one->call, rank->now.name) != 0)
            tool_append(text, "%s %s", i ? "," : " for", one->call);
        if (one->kind == MPIT_LIVE_AWAITS_SEND || one->kind == MPIT_LIVE_AWAITS_RECV) {
            append_rank(text, job, rank, one->kind == MPIT_LIVE_AWAITS_SEND ? " to" : " from",
                        one->comm, one->peer);
            append_tag(text, one->tag);
        }
        append_comm(text, rank, one->comm);
    }
    if (rank->awaiting > SHOWN)
        tool_append(text, " and %d more", rank->awaiting - SHOWN);
}

/* For whom it waits at a window: ", held by rank 2", ", until ranks 0, 1 post". */
static void append_need(char **text, const struct where_job *job, const struct where_rank *rank)
{
    const enum where_need need = where_need_of(rank);
    struct where_edges edges = need ? where_edges_of(job, rank->rank) : (struct where_edges){0};
    int n = need == WHERE_LOCK ? edges.holders : edges.n;
    char *ranks = n && !edges.unknown ? tool_words_ranks(edges.to, n) : NULL;

    if (ranks && need == WHERE_LOCK)
        tool_append(text, ", held by %s", ranks);
    else if (ranks && (edges.n == 1 || !edges.any))
        tool_append(text, ", until %s %s%s", ranks, need == WHERE_POSTS ? "post" : "complete",
                    edges.n == 1 ? "s" : "");
    free(ranks);
    where_edges_free(&edges);
}

static void append_call(char **text, const struct where_job *job, const struct where_rank *rank)
{
    const struct where_call *call = &rank->now;

    tool_append(text, "%s%s", rank->polls ? "a loop of " : "", call->name);
    if (call->completes) {
        append_awaited(text, job, rank);
        append_need(text, job, rank);
        return;
    }
    if (call->dest != WHERE_UNKNOWN)
        append_rank(text, job, rank, call->on_window ? " at" : " to", call->comm, call->dest);
    if (call->dest != WHERE_UNKNOWN && call->source != WHERE_UNKNOWN)
        append_tag(text, call->tag);
    if (call->source != WHERE_UNKNOWN)
        append_rank(text, job, rank, call->dest == WHERE_UNKNOWN ? " from" : ", from", call->comm,
                    call->source);
    append_tag(text, call->recv_tag != WHERE_UNKNOWN ? call->recv_tag : call->tag);
    if (!call->counted) {
        append_comm(text, rank, call->comm);
        append_need(text, job, rank);
        return;
    }
    tool_append(text, ", the %" PRIu64 "%s on ", call->number, tool_words_ordinal(call->number));
    append_name(text, rank, call->comm);
    if (call->root >= 0)
        append_rank(text, job, rank, ", root", call->comm, call->root);
    if (call->op[0])
        tool_append(text, ", %s", call->op);
}

char *where_words(const struct where_job *job, int which, bool with_time)
{
    const struct where_rank *rank = &job->rank[which];
    char *text = tool_print("%s", ""), *seconds = say_seconds(rank->seconds);

    switch (rank->state) {
    case WHERE_MISSING:
        tool_append(&text, where_are_to_come(job) ? "not in MPI yet" : "not seen");
        break;
    case WHERE_OUTSIDE:
        tool_append(&text, "outside MPI, %s", rank->asleep ? "asleep" : "computing");
        break;
    case WHERE_ENDED:
        tool_append(&text, "past MPI_Finalize");
        break;
    case WHERE_UNTOLD:
        tool_append(&text, "unknown");
        break;
    case WHERE_DEAD:
    case WHERE_STOPPED:
        tool_append(&text, "%s%s", rank->state == WHERE_DEAD ? "dead" : "stopped",
                    rank->now.name[0] ? ", in "
                    : rank->tells     ? ", outside MPI"
                                      : "");
        if (rank->now.name[0])
            append_call(&text, job, rank);
        break;
    default:
        tool_append(&text, "in ");
        append_call(&text, job, rank);
    }
    if (with_time && rank->state != WHERE_MISSING && rank->state != WHERE_ENDED &&
        (rank->tells || rank->now.name[0]))
        tool_append(&text, ", for %s", seconds);
    free(seconds);
    return text;
}

/* ---- several ranks */

char *where_words_each(const struct where_job *job, const struct where_ranks *ranks)
{
    enum { SHOWN = 3 };
    char *text = tool_print("%s", "");

    for (int i = 0; i < ranks->n && i < SHOWN; i++) {
        char *words = where_words(job, ranks->rank[i], true);

        tool_append(&text, "%srank %d is %s", i ? "; " : "", ranks->rank[i], words);
        free(words);
    }
    if (ranks->n > SHOWN)
        tool_append(&text, "; and %d more", ranks->n - SHOWN);
    return text;
}

char *where_words_differ(const struct where_job *job, const struct where_ranks *those, int of,
                         const struct where_ranks *differ)
{
    char *words = where_words(job, those->rank[0], false);
    char *each = where_words_each(job, differ);
    const struct where_call *instead =
        differ->n ? where_call_instead(job, differ->rank[0], those->rank[0]) : NULL;
    char *text =
        tool_print("%d of %d ranks %s %s; %s%s%s", those->n, of, where_words_be(those->n), words,
                   each, instead ? ", and has called instead " : "", instead ? instead->name : "");

    free(words);
    free(each);
    return text;
}
