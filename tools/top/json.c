/* `mpit top --once --json`: what scripts may rely on. */
#include "config.h"

#include "tools/top/top.h"

#include "ground/number.h"
#include "record/json_string.h"

#include <inttypes.h>
#include <math.h>

static void write_text(const char *key, const char *text, FILE *out)
{
    fprintf(out, "\"%s\": ", key);
    mpit__json_write_string(text, out);
}

static void write_seconds(const char *key, double seconds, FILE *out)
{
    char number[MPIT_NUMBER];

    if (!isfinite(seconds)) {
        fprintf(out, "\"%s\": null", key);
        return;
    }
    mpit__number_write(number, 'f', 9, seconds);
    fprintf(out, "\"%s\": %s", key, number);
}

static void write_rank(const struct tool_top_rank *rank, FILE *out)
{
    fprintf(out, "      {\"rank\": %d, ", rank->rank);
    write_text("host", rank->host, out);
    fprintf(out, ", \"pid\": %" PRId64 ", ", rank->pid);
    write_text("state", tool_top_state_name(rank->state), out);
    fprintf(out,
            ", \"sends\": %" PRIu64 ", \"send_bytes\": %" PRIu64 ", \"recvs\": %" PRIu64
            ", \"collectives\": %" PRIu64 ", ",
            rank->total.sends, rank->total.send_bytes, rank->total.recvs, rank->total.collectives);
    write_seconds("mpi_seconds", rank->total.mpi, out);
    if (rank->unexpected < 0)
        fputs(", \"unexpected\": null, ", out);
    else
        fprintf(out, ", \"unexpected\": %" PRId64 ", ", rank->unexpected);
    write_text("in", rank->in, out);
    putc('}', out);
}

static void write_job(const struct tool_top_job *job, FILE *out)
{
    fputs("    {", out);
    write_text("job", job->name, out);
    fputs(", ", out);
    write_seconds("seconds", job->seconds, out);
    fputs(", \"ranks\": [", out);
    for (int i = 0; i < job->n; i++) {
        fputs(i ? ",\n" : "\n", out);
        write_rank(&job->rank[i], out);
    }
    fputs("\n    ]}", out);
}

void tool_top_write_json(const struct tool_top_look *look, FILE *out)
{
    fputs("{\"format\": 1, \"jobs\": [", out);
    for (int i = 0; i < look->n; i++) {
        fputs(i ? ",\n" : "\n", out);
        write_job(&look->job[i], out);
    }
    fputs(look->n ? "\n  ]}\n" : "]}\n", out);
}
