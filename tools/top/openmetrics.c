/* `mpit top --once --openmetrics`: families of their own, beside those of records. */
#include "config.h"

#include "tools/top/top.h"

#include "record/readable.h"
#include "tools/formats/openmetrics.h"
#include "tools/ground/tool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct job_row {
    char job[1024], command[2048], vendor[512], mpit[128];
    uint64_t one, ranks, living;
    double wall;
};

static const struct mpit_field info_fields[] = {
    LABEL(struct job_row, job),
    LABEL(struct job_row, command),
    LABEL(struct job_row, vendor),
    LABEL(struct job_row, mpit),
    {MPIT_FIELD(NULL, struct job_row, one), FAMILY("mpit_live_job_info"),
     .what = "A job that has segments here; always 1."},
};
static const struct mpit_group info_group = MPIT_GROUP("info", struct job_row, info_fields);

static const struct mpit_field job_fields[] = {
    LABEL(struct job_row, job),
    {MPIT_FIELD(NULL, struct job_row, ranks), FAMILY("mpit_live_job_ranks"),
     .what = "Its processes that have segments here."},
    {MPIT_FIELD(NULL, struct job_row, living), FAMILY("mpit_live_job_ranks_running"),
     .what = "Those of them that are between MPI_Init and MPI_Finalize, or in these."},
    {MPIT_FIELD(NULL, struct job_row, wall), FAMILY("mpit_live_job_wall_seconds"),
     .unit = "seconds",
     .what = "From the end of MPI_Init to now or MPI_Finalize, on the rank where it is longest."},
};
static const struct mpit_group job_group = MPIT_GROUP("job", struct job_row, job_fields);

/* The rank is the first label: texts of the first label are made unlike each other. */
struct rank_row {
    int rank;
    char job[1024], host[256];
    int pid;
    uint64_t running, sends, send_bytes, recvs, recv_bytes, collectives;
    double mpi;
    int64_t unexpected;
};

static const struct mpit_field rank_fields[] = {
    LABEL(struct rank_row, rank),
    LABEL(struct rank_row, job),
    LABEL(struct rank_row, host),
    LABEL(struct rank_row, pid),
    {MPIT_FIELD(NULL, struct rank_row, running), FAMILY("mpit_live_running"),
     .what = "1: the process is between MPI_Init and MPI_Finalize, or in these; 0: not any more."},
    {MPIT_FIELD(NULL, struct rank_row, sends), FAMILY("mpit_live_sends"),
     .what = "Messages sent from point to point."},
    {MPIT_FIELD(NULL, struct rank_row, send_bytes), FAMILY("mpit_live_send_bytes"), .unit = "bytes",
     .what = "In messages sent from point to point."},
    {MPIT_FIELD(NULL, struct rank_row, recvs), FAMILY("mpit_live_recvs"),
     .what = "Messages received from point to point."},
    {MPIT_FIELD(NULL, struct rank_row, recv_bytes), FAMILY("mpit_live_recv_bytes"), .unit = "bytes",
     .what = "In messages received from point to point."},
    {MPIT_FIELD(NULL, struct rank_row, collectives), FAMILY("mpit_live_collectives"),
     .what = "Calls of collective operations."},
    {MPIT_FIELD(NULL, struct rank_row, mpi), FAMILY("mpit_live_mpi_seconds"), .unit = "seconds",
     .what = "In MPI calls."},
    {MPIT_FIELD(NULL, struct rank_row, unexpected), FAMILY("mpit_live_unexpected"),
     .what = "Messages in the unexpected queues, where these are followed."},
};
static const struct mpit_group rank_group = MPIT_GROUP("rank", struct rank_row, rank_fields);

static struct job_row row_of_job(const struct tool_top_job *job)
{
    struct job_row row = {
        .one = 1,
        .ranks = (uint64_t)job->n,
        .living = (uint64_t)job->living,
        .wall = job->seconds,
    };

    mpit__visible(row.job, sizeof row.job, job->name);
    mpit__visible(row.command, sizeof row.command, job->command);
    mpit__visible(row.vendor, sizeof row.vendor, job->vendor);
    mpit__visible(row.mpit, sizeof row.mpit, job->mpit);
    return row;
}

static struct rank_row row_of_rank(const struct tool_top_rank *rank, const char *job)
{
    struct rank_row row = {
        .rank = rank->rank,
        .pid = (int)rank->pid,
        .running = tool_top_lives(rank->state),
        .sends = rank->total.sends,
        .send_bytes = rank->total.send_bytes,
        .recvs = rank->total.recvs,
        .recv_bytes = rank->total.recv_bytes,
        .collectives = rank->total.collectives,
        .mpi = rank->total.mpi,
        .unexpected = rank->unexpected,
    };

    memcpy(row.job, job, sizeof row.job);
    mpit__visible(row.host, sizeof row.host, rank->host);
    return row;
}

void tool_top_write_openmetrics(const struct tool_top_look *look, FILE *out)
{
    struct job_row *job = tool_allocate((size_t)look->n, sizeof *job);
    struct rank_row *rank;
    int n = 0, ranks = 0;

    for (int i = 0; i < look->n; i++) {
        job[i] = row_of_job(&look->job[i]);
        ranks += look->job[i].n;
    }
    rank = tool_allocate((size_t)ranks, sizeof *rank);
    for (int i = 0; i < look->n; i++)
        for (int k = 0; k < look->job[i].n; k++)
            rank[n++] = row_of_rank(&look->job[i].rank[k], job[i].job);
    tool_openmetrics_write_families(&info_group, job, look->n, out);
    tool_openmetrics_write_families(&job_group, job, look->n, out);
    tool_openmetrics_write_families(&rank_group, rank, n, out);
    fputs("# EOF\n", out);
    free(job);
    free(rank);
}
