/* What `mpit last --json` writes. */
#include "config.h"

#include "tools/last/job.h"

#include "tools/ground/json_write.h"

#include <math.h>
#include <stdio.h>

static json_t *number_or_null(int32_t number)
{
    return number == MPIT_LIVE_NO_NUMBER ? json_null() : json_integer(number);
}

static json_t *pack_call(const struct last_job *job, const struct last_thread *thread,
                         const struct tool_recorded *call)
{
    char comm[64];
    json_t *packed;

    last_comm_name(thread, call->comm, comm);
    packed = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "call", tool_json_text(call->call), "comm",
        tool_json_text(comm), call->peer_is == TOOL_PEER_ROOT ? "root" : "peer",
        number_or_null(call->peer), "tag", number_or_null(call->tag), "bytes",
        tool_json_number(call->bytes), "begin", json_real((double)(call->begin - job->now) * 1e-9),
        "end", call->open ? json_null() : json_real((double)(call->end - job->now) * 1e-9));
    if (*call->by)
        json_object_set_new(packed, "by", tool_json_text(call->by));
    if (call->more)
        json_object_set_new(packed, "more", json_integer(call->more));
    if (call->error)
        json_object_set_new(packed, "error", json_integer(call->error));
    if (call->in_vain)
        json_object_set_new(packed, "in_vain", json_true());
    return packed;
}

static json_t *pack_thread(const struct last_job *job, const struct last_thread *thread,
                           const struct last_part *part)
{
    const struct tool_recording *its = &thread->its;
    const int first = last_first(job, thread, part);
    json_t *calls = json_array();

    for (int i = first; i < its->n; i++)
        json_array_append_new(calls, pack_call(job, thread, &its->call[i]));
    return json_pack("{s:i, s:i, s:I, s:o}", "rank", its->rank, "thread", (int)its->thread, "lost",
                     (json_int_t)its->lost + first, "calls", calls);
}

static json_t *pack_difference(const struct last_difference *differs)
{
    json_t *ranks;

    if (!differs->n)
        return json_null();
    ranks = json_array();
    for (int i = 0; i < differs->n; i++)
        json_array_append_new(ranks, json_integer(differs->rank[i]));
    return json_pack("{s:o, s:o}", "ranks", ranks, "text", tool_json_text(differs->text));
}

void last_write_json(const struct last_job *job, int n, const struct last_part *part)
{
    fputs("{\"format\": 1, \"jobs\": [", stdout);
    for (int i = 0; i < n; i++) {
        json_t *threads = json_array(), *packed;

        for (int k = 0; k < job[i].n; k++)
            if (part->rank < 0 || job[i].thread[k].its.rank == part->rank)
                json_array_append_new(threads, pack_thread(&job[i], &job[i].thread[k], part));
        packed = json_pack("{s:o, s:i, s:o, s:o}", "job", tool_json_text(job[i].name), "ranks",
                           job[i].size, "differs", pack_difference(&job[i].differs), "recorder",
                           threads);
        fputs(i ? ",\n" : "\n", stdout);
        tool_json_write_line(packed, stdout);
        json_decref(packed);
    }
    puts("]}");
}
