/* The JSON of `mpit where`, and what is read of it again: `places` has all that was seen. */
#include "config.h"

#include "tools/where/where.h"

#include "record/json_string.h"
#include "tools/ground/json_write.h"
#include "tools/ground/tool.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* ---- written */

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

static const char *const state_names[WHERE_STATES] = {
    [WHERE_MISSING] = "missing", [WHERE_INIT] = "init",         [WHERE_OUTSIDE] = "outside",
    [WHERE_INSIDE] = "inside",   [WHERE_FINALIZE] = "finalize", [WHERE_ENDED] = "ended",
    [WHERE_DEAD] = "dead",       [WHERE_STOPPED] = "stopped",   [WHERE_UNTOLD] = "unknown",
};

static void write_group(const struct where_group *group)
{
    const struct where_rank *rank = group->first;

    putchar('{');
    write_ranks(group->rank, group->n);
    write_text(", ", "state", state_names[rank->state]);
    write_text(", ", "call", rank->now.name);
    write_text(", ", "comm", comm_name(rank, &rank->now));
    printf(", \"number\": %llu", rank->now.counted ? (unsigned long long)rank->now.number : 0);
    write_seconds(rank->seconds);
    putchar('}');
}

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
                     "rank", rank->rank, "state", state_names[rank->state], "host",
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

/* ---- read */

static const char *text_of(const json_t *of, const char *key)
{
    const char *text = json_string_value(json_object_get(of, key));

    return text ? text : "";
}

static int int_of(const json_t *of, const char *key)
{
    return (int)json_integer_value(json_object_get(of, key));
}

static uint64_t number_of(const json_t *of, const char *key)
{
    return strtoull(text_of(of, key), NULL, 16);
}

static bool bool_of(const json_t *of, const char *key)
{
    return json_is_true(json_object_get(of, key));
}

static struct where_call read_call(const json_t *from, int ncomm)
{
    struct where_call call = {
        .comm = int_of(from, "comm"),
        .number = number_of(from, "number"),
        .completes = bool_of(from, "completes"),
        .on_window = bool_of(from, "window"),
        .on_file = bool_of(from, "file"),
        .dest = int_of(from, "dest"),
        .source = int_of(from, "source"),
        .tag = int_of(from, "tag"),
        .recv_tag = int_of(from, "recv_tag"),
        .root = int_of(from, "root"),
        .bytes = json_integer_value(json_object_get(from, "bytes")),
        .received = json_integer_value(json_object_get(from, "received")),
    };

    if (call.comm < 0 || call.comm >= ncomm)
        call.comm = -1;
    call.counted = call.comm >= 0 && bool_of(from, "counted");
    snprintf(call.name, sizeof call.name, "%s", text_of(from, "call"));
    snprintf(call.op, sizeof call.op, "%s", text_of(from, "op"));
    return call;
}

static struct where_window *read_window(const json_t *from)
{
    const json_t *locks = json_object_get(from, "locks");
    const json_t *partners = json_object_get(from, "partners");
    struct where_window *window = tool_allocate(1, sizeof *window);

    window->more_locks = bool_of(from, "more_locks");
    window->more_partners = bool_of(from, "more_partners");
    for (size_t i = 0; i < json_array_size(locks) && i < MPIT_LIVE_LOCKS; i++) {
        const json_t *one = json_array_get(locks, i);

        window->lock[window->nlock++] = (struct where_lock){
            int_of(one, "target"), bool_of(one, "exclusive"), bool_of(one, "wanted")};
    }
    for (size_t i = 0; i < json_array_size(partners) && i < MPIT_LIVE_PARTNERS; i++) {
        const json_t *one = json_array_get(partners, i);

        window->partner[window->npartner++] =
            (struct where_partner){.rank = int_of(one, "rank"),
                                   .starts = (uint32_t)int_of(one, "starts"),
                                   .completes = (uint32_t)int_of(one, "completes"),
                                   .posts = (uint32_t)int_of(one, "posts"),
                                   .waits = (uint32_t)int_of(one, "waits")};
    }
    return window;
}

static void read_meeting(const json_t *from, struct where_comm *comm)
{
    const json_t *window = json_object_get(from, "window");
    int meets = int_of(from, "meets");

    comm->meets = meets > 0 && meets < WHERE_MEETINGS ? (enum where_meeting)meets : WHERE_COMM;
    comm->nth = (uint32_t)int_of(from, "nth");
    comm->made[WHERE_WINDOW] = (uint32_t)int_of(from, "windows");
    comm->made[WHERE_FILE] = (uint32_t)int_of(from, "files");
    comm->unsure = bool_of(from, "unsure");
    if (comm->meets == WHERE_WINDOW && window)
        comm->window = read_window(window);
}

static void read_comms(const json_t *from, struct where_rank *rank)
{
    size_t n = json_array_size(from);

    rank->comm = tool_allocate(n, sizeof *rank->comm);
    for (size_t i = 0; i < n; i++) {
        const json_t *one = json_array_get(from, i);
        struct where_comm *comm = &rank->comm[rank->ncomm++];

        *comm = (struct where_comm){.id = i + 1,
                                    .hash = number_of(one, "hash"),
                                    .side = number_of(one, "side"),
                                    .number = (uint32_t)int_of(one, "number"),
                                    .size = int_of(one, "size"),
                                    .rank = int_of(one, "rank"),
                                    .inter = bool_of(one, "inter"),
                                    .calls = number_of(one, "calls")};
        read_meeting(one, comm);
        snprintf(comm->name, sizeof comm->name, "%s", text_of(one, "name"));
    }
}

static void read_awaited(const json_t *from, struct where_rank *rank)
{
    for (size_t i = 0; i < json_array_size(from) && i < MPIT_LIVE_AWAITS; i++) {
        const json_t *one = json_array_get(from, i);
        struct where_awaited *awaited = &rank->await[rank->nawait++];

        awaited->kind = (uint32_t)int_of(one, "kind");
        awaited->comm = int_of(one, "comm") < rank->ncomm ? int_of(one, "comm") : -1;
        awaited->peer = int_of(one, "peer");
        awaited->tag = int_of(one, "tag");
        snprintf(awaited->call, sizeof awaited->call, "%s", text_of(one, "call"));
    }
}

static void read_place(const json_t *from, struct where_job *job)
{
    int number = int_of(from, "rank");
    const json_t *before = json_object_get(from, "before");
    struct where_rank *rank;

    if (number < 0 || number >= job->size || job->rank[number].state != WHERE_MISSING)
        return;
    rank = &job->rank[number];
    for (int i = 0; i < WHERE_STATES; i++)
        if (!strcmp(text_of(from, "state"), state_names[i]))
            rank->state = (enum where_state)i;
    snprintf(rank->host, sizeof rank->host, "%s", text_of(from, "host"));
    rank->here = true;
    rank->pid = json_integer_value(json_object_get(from, "pid"));
    rank->moved = bool_of(from, "moved");
    rank->asleep = bool_of(from, "asleep");
    rank->in_files = bool_of(from, "files");
    rank->tells = bool_of(from, "tells");
    rank->polls = bool_of(from, "polls");
    rank->seconds = json_number_value(json_object_get(from, "seconds"));
    rank->awaiting = int_of(from, "awaiting");
    read_comms(json_object_get(from, "comms"), rank);
    rank->now = read_call(json_object_get(from, "in"), rank->ncomm);
    read_awaited(json_object_get(from, "awaited"), rank);
    for (size_t i = 0; i < json_array_size(before) && rank->nbefore < MPIT_LIVE_CALLS_MADE - 1; i++)
        rank->before[rank->nbefore++] = read_call(json_array_get(before, i), rank->ncomm);
}

/* What each node has of a job is put together by the job's name. */
static bool read_job(const json_t *from, struct where_jobs *jobs)
{
    const json_t *places = json_object_get(from, "places");
    const char *name = text_of(from, "job");
    struct where_job *job = NULL;
    int size = int_of(from, "ranks"), here = int_of(from, "here");

    if (!json_is_array(places) || !*name || size < 0 || size > WHERE_LARGEST)
        return false;
    for (int i = 0; i < jobs->n; i++)
        if (!strcmp(jobs->job[i].name, name))
            job = &jobs->job[i];
    if (!job) {
        job = where_job_add(jobs, name);
        job->has_places = true;
        job->expected_here = 0;
    }
    if (size > job->size)
        where_job_size(job, size);
    job->expected_here = here < 0 || job->expected_here < 0 ? -1 : job->expected_here + here;
    job->has_places = job->has_places && bool_of(from, "where");
    for (size_t i = 0; i < json_array_size(places); i++)
        read_place(json_array_get(places, i), job);
    return true;
}

bool where_read_json(const char *path, struct where_jobs *jobs)
{
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error);
    const json_t *all = json_object_get(root, "jobs");
    bool good = int_of(root, "format") == 1 && json_is_array(all);

    for (size_t i = 0; good && i < json_array_size(all); i++)
        good = read_job(json_array_get(all, i), jobs);
    if (!root)
        tool_complain("%s: %s", path, error.text);
    else if (!good)
        tool_complain("%s: not what mpit where --json writes, or of another version", path);
    json_decref(root);
    return good;
}
