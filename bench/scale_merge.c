/* Merging the report of a job: lib/report's own code at rank 0, from the reductions to the file on
 * disk.  The MPI below it is a stand-in that answers at once for ranks that there are not: each has
 * counted what rank 0 has, has sent to six others and put to three of them, and knows the same
 * regions.  What is measured is what rank 0 computes, keeps and writes; what messages take on a
 * real network is not in it. */
#include "config.h"

#include "scale.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cvar/cvar.h"
#include "ground/in_force.h"
#include "job.h"
#include "mpi/agree.h"
#include "mpi/vendor.h"
#include "record/record.h"
#include "report/collect.h"
#include "report/gather.h"
#include "report/job.h"
#include "report/meetings_gather.h"
#include "report/pairs.h"
#include "report/region.h"
#include "report/sampler.h"
#include "report/sites.h"
#include "report/snapshot.h"
#include "report/uses.h"
#include "table.h"

enum { MOST = 100000, QUICK_MOST = 1000, PAIRS = 6, REGIONS = 3, CALLS = 1000 };

/* What ranks send to rank 0, in this order; how much it is they say before. */
enum step {
    PAIRS_STEP,
    CALL_RANKS_STEP,
    USES_STEP,
    SITES_STEP,
    REGIONS_STEP,
    SPANS_STEP,
    SERIES_STEP,
    SAMPLES_STEP,
    PROGRAMS_STEP,
    STEPS
};

static struct {
    int ranks;
    int told; /* how many steps' numbers have been gathered */
    struct {
        void *rows; /* as a rank sends them */
        size_t bytes;
    } sent[STEPS];
} job;

/* ---- the MPI of a job that there is not */

static int comm_size(MPI_Comm comm, int *size)
{
    (void)comm;
    *size = job.ranks;
    return MPI_SUCCESS;
}

/* The sum over ranks that all have what rank 0 has; least and most are then its own. */
static int reduce(const void *mine, void *all, int count, MPI_Datatype type, MPI_Op op, int root,
                  MPI_Comm comm, MPI_Request *request)
{
    int size;

    (void)root;
    (void)comm;
    *request = MPI_REQUEST_NULL;
    MPI_Type_size(type, &size);
    if (op != MPI_SUM) {
        MPI_Aint lower, extent;

        MPI_Type_get_extent(type, &lower, &extent);
        memcpy(all, mine, (size_t)count * (size_t)extent);
        return MPI_SUCCESS;
    }
    for (int i = 0; i < count; i++) {
        if (type == MPI_DOUBLE)
            ((double *)all)[i] = ((const double *)mine)[i] * job.ranks;
        else
            ((uint64_t *)all)[i] = ((const uint64_t *)mine)[i] * (uint64_t)job.ranks;
    }
    return MPI_SUCCESS;
}

/* What all have alike, but for the number in the record of a rank. */
static void fill(const void *mine, size_t bytes, void *all)
{
    for (int i = 0; i < job.ranks; i++) {
        char *its = (char *)all + bytes * (size_t)i;

        memcpy(its, mine, bytes);
        if (bytes == sizeof(struct mpit_record_rank))
            ((struct mpit_record_rank *)(void *)its)->rank = i;
    }
}

/* What is of one size for all ranks comes as bytes; before what is sent, how much it is comes as a
 * number. */
static int gather(const void *mine, int count, MPI_Datatype type, void *all, int counts,
                  MPI_Datatype all_type, int root, MPI_Comm comm, MPI_Request *request)
{
    *request = MPI_REQUEST_NULL;
    (void)counts;
    (void)all_type;
    (void)root;
    (void)comm;
    if (type == MPI_BYTE) {
        fill(mine, (size_t)count, all);
        return MPI_SUCCESS;
    }
    for (int i = 0; all && i < job.ranks; i++)
        ((int *)all)[i] = job.told == PAIRS_STEP && i > 0 ? PAIRS : *(const int *)mine;
    job.told++;
    return MPI_SUCCESS;
}

/* Rank 0 is always ready. */
static int broadcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
                     MPI_Request *request)
{
    (void)count;
    (void)type;
    (void)root;
    (void)comm;
    *request = MPI_REQUEST_NULL;
    *(int *)buffer = 1;
    return MPI_SUCCESS;
}

static void pairs_fill(struct mpit_pair *pairs, int from)
{
    for (int i = 0; i < PAIRS; i++)
        pairs[i] = (struct mpit_pair){.peer = (from + 1 + i) % job.ranks,
                                      .messages = 1000 + (uint64_t)i,
                                      .bytes = UINT64_C(8000) * (uint64_t)(from % 97 + 1),
                                      .operations = i % 2 ? 0 : 10,
                                      .operation_bytes = i % 2 ? 0 : 80};
}

static int receive(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                   MPI_Request *request)
{
    int step = job.told - 1;

    (void)type;
    (void)comm;
    *request = MPI_REQUEST_NULL;
    if (tag == MPIT_MEETINGS_TAG) /* nobody has come to a collective */
        memset(buffer, 0, (size_t)count);
    else if (step == PAIRS_STEP)
        pairs_fill(buffer, from);
    else if (step < STEPS && (size_t)count == job.sent[step].bytes)
        memcpy(buffer, job.sent[step].rows, job.sent[step].bytes);
    else
        return MPI_ERR_OTHER;
    return MPI_SUCCESS;
}

/* What a rank that is not rank 0 sends. */
static int keep_sent(const void *buffer, int count, MPI_Datatype type, int to, int tag,
                     MPI_Comm comm, MPI_Request *request)
{
    int step = job.told - 1;

    (void)type;
    (void)to;
    (void)comm;
    *request = MPI_REQUEST_NULL;
    if (tag == MPIT_MEETINGS_TAG)
        return MPI_SUCCESS;
    free(job.sent[step].rows);
    job.sent[step].bytes = (size_t)count;
    job.sent[step].rows = malloc((size_t)count);
    if (!job.sent[step].rows)
        bench_job_fail("no memory for %d bytes", count);
    memcpy(job.sent[step].rows, buffer, (size_t)count);
    return MPI_SUCCESS;
}

/* ---- one report */

static void regions_enter(void)
{
    for (int i = 0; i < REGIONS; i++) {
        char label[32];

        snprintf(label, sizeof label, "region %d", i);
        mpit__region_begin(label);
        mpit__region_end();
    }
}

/* Rank 0 has the calls of any rank. */
static void calls_make(void)
{
    MPI_Request request;

    for (int i = 0; i < CALLS; i++) {
        int in, out = i;

        MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
        MPI_Send(&out, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Allreduce(&out, &in, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
    }
}

static void rows_learn(void)
{
    struct mpit_record record = {.nranks = 1};
    struct mpit_gather gather = {
        .comm = MPI_COMM_SELF, .rank = 1, .nranks = job.ranks, .until = mpit__agree_until(1)};

    static struct mpit_snapshot mine;
    struct mpit_pairs pairs = {0};

    mpit__next.PMPI_Isend = keep_sent;
    job.told = CALL_RANKS_STEP;
    mpit__snapshot_take(&mine, &pairs);
    if (!mpit__call_ranks_gather(&record, &mine, &gather) || !mpit__uses_gather(&record, &gather) ||
        !mpit__sites_gather(&record, &gather) || !mpit__regions_gather(&record, &gather) ||
        !mpit__sampler_gather(&record, &gather) || !mpit__job_programs(&record, &gather))
        bench_job_fail(
            "calls, uses, call sites, regions, time series and programs cannot be gathered");
    mpit__pairs_free(&pairs);
    job.told = PAIRS_STEP;
}

/* kB of the process at its largest since peak_forget. */
static double peak_kb(void)
{
    FILE *status = fopen("/proc/self/status", "r");
    char line[256];
    double kb = NAN;

    while (status && fgets(line, sizeof line, status))
        sscanf(line, "VmHWM: %lf", &kb);
    if (status)
        fclose(status);
    return kb;
}

static void peak_forget(void)
{
    int fd = open("/proc/self/clear_refs", O_WRONLY);

    if (fd < 0)
        return;
    if (write(fd, "5", 1) != 1)
        bench_job_fail("/proc/self/clear_refs cannot be written");
    close(fd);
}

static void row(int ranks, const char *path)
{
    const struct mpit_next real = mpit__next;
    double before, begin, seconds;
    struct stat file;

    job.ranks = ranks;
    snprintf(mpit__in_force.report, sizeof mpit__in_force.report, "%s", path);
    mpit__report_begin();
    calls_make();
    regions_enter();
    mpit__next.PMPI_Comm_size = comm_size;
    mpit__next.PMPI_Ireduce = reduce;
    mpit__next.PMPI_Igather = gather;
    mpit__next.PMPI_Ibcast = broadcast;
    mpit__next.PMPI_Irecv = receive;
    rows_learn();
    peak_forget();
    before = peak_kb();
    begin = bench_scale_now();
    mpit__report_end(false);
    seconds = bench_scale_now() - begin;
    mpit__next = real;
    mpit__in_force.report[0] = '\0';
    if (stat(path, &file) != 0)
        bench_job_fail("no report was written for %d ranks", ranks);
    unlink(path);
    bench_table_row((double[]){ranks, seconds * 1e3, seconds * 1e6 / ranks,
                               (peak_kb() - before) / 1024, (double)file.st_size / 1e6,
                               (double)file.st_size / ranks});
}

void bench_scale_merge(const struct bench_scale *scale)
{
    static const char *const columns[] = {"ranks",   "ms",         "us/rank", "MB of memory",
                                          "MB file", "bytes/rank", NULL};
    int most = scale->quick ? QUICK_MOST : MOST;
    char directory[] = "/tmp/mpit-scale-XXXXXX", path[64];

    if (!mkdtemp(directory))
        bench_job_fail("no directory can be made in /tmp");
    snprintf(path, sizeof path, "%s/report.json", directory);
    mpit__in_force.check = 1; /* settings were compared at MPI_Init */
    bench_table_begin("merge",
                      "the report of a job, each rank with 6 receivers and 3 regions: at rank 0,\n"
                      "  from the end of the ranks to the file on disk, without the network",
                      columns);
    for (int ranks = 100; ranks <= most; ranks *= 10)
        row(ranks, path);
    bench_table_end();
    rmdir(directory);
    for (int step = 0; step < STEPS; step++)
        free(job.sent[step].rows);
    memset(job.sent, 0, sizeof job.sent);
}
