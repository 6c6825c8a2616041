/* What another `mpit where --json` has written. */
#include "config.h"

#include "tools/where/json.h"

#include "tools/ground/tool.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
        if (!strcmp(text_of(from, "state"), where_state_names[i]))
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
