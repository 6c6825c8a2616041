/* The JSON of `mpit where`. */
#include "config.h"

#include "tools/where/json.h"

#include "record/json_string.h"
#include "tools/ground/json_write.h"
#include "tools/where/verdicts.h"

#include <jansson.h>
#include <stdio.h>

const char *const where_state_names[WHERE_STATES] = {
    [WHERE_MISSING] = "missing", [WHERE_INIT] = "init",         [WHERE_OUTSIDE] = "outside",
    [WHERE_INSIDE] = "inside",   [WHERE_FINALIZE] = "finalize", [WHERE_ENDED] = "ended",
    [WHERE_DEAD] = "dead",       [WHERE_STOPPED] = "stopped",   [WHERE_UNTOLD] = "unknown",
};

/* ---- what is said */

static void write_text(const char *before, const char *key, const char *text)
{
    printf("%s\"%s\": ", before, key);
    mpit__json_write_string(text, stdout);
}

static void write_ranks(const int *rank, int n)
{
    fputs("\"ranks\": [", stdout);
    for (int i = 0; i < n; i++)
        printf("%s%d", i ? ", " : "", rank[i]);
    putchar(']');
}

static void write_seconds(double seconds)
{
    long tenths = (long)(seconds * 10 + 0.5);

    printf(", \"seconds\": %ld.%ld", tenths / 10, tenths % 10);
}

/* null: it may, or it is not known. */
static const char *hangs_word(enum where_certainty certainty)
{
    return certainty == WHERE_HANGS ? "true" : certainty == WHERE_WAITS ? "false" : "null";
}

static void write_verdict(const struct where_verdict *verdict)
{
    write_text("{", "kind", verdict->kind);
    fputs(", ", stdout);
    write_ranks(verdict->rank, verdict->n);
    write_text(", ", "text", verdict->text);
    printf(", \"hangs\": %s", hangs_word(verdict->certainty));
    putchar('}');
}

static const char *comm_name(const struct where_rank *rank, const struct where_call *call)
{
    return call->comm >= 0 ? rank->comm[call->comm].name : "";
}

static void write_group(const struct where_group *group)
{
    const struct where_rank *rank = group->first;

    putchar('{');
    write_ranks(group->rank, group->n);
    write_text(", ", "state", where_state_names[rank->state]);
    write_text(", ", "call", rank->now.name);
    write_text(", ", "comm", comm_name(rank, &rank->now));
    printf(", \"number\": %llu", rank->now.counted ? (unsigned long long)rank->now.number : 0);
    write_seconds(rank->seconds);
    putchar('}');
}

/* ---- what was seen */

/* As numbers of 64 bits need not survive in other readers they are text. */
static json_t *pack_number(uint64_t number)
{
    char text[32];

    snprintf(text, sizeof text, "%llx", (unsigned long long)number);
    return json_string(text);
}

static json_t *pack_call(const struct where_call *call)
{
    return json_pack("{s:o, s:i, s:o, s:b, s:b, s:b, s:b, s:i, s:i, s:i, s:i, s:i, s:I, s:I, s:o}",
                     "call", tool_json_text(call->name), "comm", call->comm, "number",
                     pack_number(call->number), "completes", call->completes, "window",
                     call->on_window, "file", call->on_file, "counted", call->counted, "dest",
                     call->dest, "source", call->source, "tag", call->tag, "recv_tag",
                     call->recv_tag, "root", call->root, "bytes", (json_int_t)call->bytes,
                     "received", (json_int_t)call->received, "op", tool_json_text(call->op));
}

static json_t *pack_window(const struct where_window *window)
{
    json_t *locks = json_array(), *partners = json_array();

    for (int i = 0; i < window->nlock; i++)
        json_array_append_new(locks, json_pack("{s:i, s:b, s:b}", "target", window->lock[i].target,
                                               "exclusive", window->lock[i].exclusive, "wanted",
                                               window->lock[i].wanted));
    for (int i = 0; i < window->npartner; i++) {
        const struct where_partner *one = &window->partner[i];

        json_array_append_new(
            partners, json_pack("{s:i, s:I, s:I, s:I, s:I}", "rank", one->rank, "starts",
                                (json_int_t)one->starts, "completes", (json_int_t)one->completes,
                                "posts", (json_int_t)one->posts, "waits", (json_int_t)one->waits));
    }
    return json_pack("{s:b, s:b, s:o, s:o}", "more_locks", window->more_locks, "more_partners",
                     window->more_partners, "locks", locks, "partners", partners);
}

/* What a communicator on which nothing was made has not. */
static void pack_meeting(json_t *packed, const struct where_comm *comm)
{
    if (comm->meets == WHERE_COMM && !comm->made[WHERE_WINDOW] && !comm->made[WHERE_FILE])
        return;
    json_object_set_new(packed, "meets", json_integer((json_int_t)comm->meets));
    json_object_set_new(packed, "nth", json_integer((json_int_t)comm->nth));
    json_object_set_new(packed, "windows", json_integer((json_int_t)comm->made[WHERE_WINDOW]));
    json_object_set_new(packed, "files", json_integer((json_int_t)comm->made[WHERE_FILE]));
    json_object_set_new(packed, "unsure", json_boolean(comm->unsure));
    if (comm->window)
        json_object_set_new(packed, "window", pack_window(comm->window));
}

static json_t *pack_place(const struct where_rank *rank)
{
    json_t *before = json_array(), *comms = json_array(), *await = json_array();

    for (int i = 0; i < rank->nbefore; i++)
        json_array_append_new(before, pack_call(&rank->before[i]));
    for (int i = 0; i < rank->ncomm; i++) {
        const struct where_comm *comm = &rank->comm[i];

        json_t *packed =
            json_pack("{s:o, s:o, s:o, s:i, s:i, s:i, s:b, s:o}", "name",
                      tool_json_text(comm->name), "hash", pack_number(comm->hash), "side",
                      pack_number(comm->side), "number", (int)comm->number, "size", comm->size,
                      "rank", comm->rank, "inter", comm->inter, "calls", pack_number(comm->calls));

        pack_meeting(packed, comm);
        json_array_append_new(comms, packed);
    }
    for (int i = 0; i < rank->nawait; i++) {
        const struct where_awaited *one = &rank->await[i];

        json_array_append_new(await, json_pack("{s:i, s:o, s:i, s:i, s:i}", "kind", (int)one->kind,
                                               "call", tool_json_text(one->call), "comm", one->comm,
                                               "peer", one->peer, "tag", one->tag));
    }
    return json_pack("{s:i, s:s, s:o, s:I, s:b, s:b, s:b, s:b, s:b, s:f, s:o, s:o, s:o, s:i, s:o}",
                     "rank", rank->rank, "state", where_state_names[rank->state], "host",
                     tool_json_text(rank->host), "pid", (json_int_t)rank->pid, "moved", rank->moved,
                     "tells", rank->tells, "polls", rank->polls, "asleep", rank->asleep, "files",
                     rank->in_files, "seconds", rank->seconds, "in", pack_call(&rank->now),
                     "before", before, "comms", comms, "awaiting", rank->awaiting, "awaited",
                     await);
}

static void write_places(const struct where_job *job)
{
    const char *separator = "\n";

    printf(",\n   \"places\": [");
    for (int i = 0; i < job->size; i++) {
        json_t *place = job->rank[i].state == WHERE_MISSING ? NULL : pack_place(&job->rank[i]);

        if (!place)
            continue;
        printf("%s    ", separator);
        tool_json_write_line(place, stdout);
        json_decref(place);
        separator = ",\n";
    }
    putchar(']');
}

/* ---- jobs */

static void write_job(const struct where_job *job)
{
    write_text("  {", "job", job->name);
    printf(", \"ranks\": %d, \"hangs\": %s,\n   \"verdicts\": [", job->size,
           hangs_word(where_certainty_of(job)));
    for (int i = 0; i < job->nverdict; i++) {
        fputs(i ? ",\n    " : "", stdout);
        write_verdict(&job->verdict[i]);
    }
    fputs("],\n   \"groups\": [", stdout);
    for (int i = 0; i < job->ngroup; i++) {
        fputs(i ? ",\n    " : "", stdout);
        write_group(&job->group[i]);
    }
    putchar(']');
    printf(",\n   \"here\": %d, \"where\": %s", job->expected_here,
           job->has_places ? "true" : "false");
    write_places(job);
    putchar('}');
}

void where_write_json(const struct where_jobs *jobs)
{
    fputs("{\"format\": 1, \"jobs\": [", stdout);
    for (int i = 0; i < jobs->n; i++) {
        fputs(i ? ",\n" : "\n", stdout);
        write_job(&jobs->job[i]);
    }
    puts("]}");
}
