/* The cases and variants of bench/overhead, and their figures. */
#include "overhead.h"

#include <string.h>

const struct bench_overhead_case bench_overhead_cases[CASES] = {
#define CASE(name, ranks, kind, calls, irecvs, iterations, moves, decides, what)                   \
    {#name, ranks, kind, calls, irecvs, decides, what},
#include "overhead_cases.def"
#undef CASE
};

#define P2P_COUNTS  "mpit_comm_sends,mpit_comm_send_bytes,mpit_comm_recvs,mpit_comm_recv_bytes"
#define COLL_COUNTS "mpit_comm_coll_calls,mpit_comm_coll_bytes"
#define RMA_COUNTS  "mpit_win_puts,mpit_win_bytes"
#define IO_COUNTS   "mpit_file_writes,mpit_file_write_bytes"
#define P2P_PEERS                                                                                  \
    "mpit_peer_sends,mpit_peer_send_bytes,mpit_peer_recvs,mpit_peer_recv_bytes,"                   \
    "mpit_send_sizes,mpit_recv_sizes"

#define TIMES                                                                                      \
    {                                                                                              \
        [P2P] = P2P_COUNTS ",mpit_comm_time", [COLL] = COLL_COUNTS ",mpit_comm_time",              \
        [RMA] = RMA_COUNTS ",mpit_win_sync_time", [IO] = IO_COUNTS ",mpit_file_time"               \
    }

const struct bench_overhead_variant bench_overhead_variants[VARIANTS] = {
    [PLAIN] = {.name = "plain", .kinds = FOR_ALL | FOR_NONE},
    [WRAPPER] = {.name = "wrapper", .preload = LIBWRAPPER, .kinds = FOR_ALL},
    [RETURNING] = {.name = "returning", .preload = LIBRETURNING, .kinds = FOR_ALL},
    [UNWATCHED] = {.name = "unwatched", .preload = LIBMPIT, .kinds = FOR_ALL},
    [COUNTS] =
        {.name = "counts",
         .preload = LIBMPIT,
         .kinds = FOR_ALL,
         .watch = {[P2P] = P2P_COUNTS, [COLL] = COLL_COUNTS, [RMA] = RMA_COUNTS, [IO] = IO_COUNTS}},
    [TIME] = {.name = "time", .preload = LIBMPIT, .kinds = FOR_ALL, .watch = TIMES},
    [PEERS] = {.name = "peers",
               .preload = LIBMPIT,
               .kinds = FOR_P2P,
               .watch = {[P2P] = P2P_COUNTS ",mpit_comm_time," P2P_PEERS}},
    [REPORT] = {.name = "report", .preload = LIBMPIT, .kinds = FOR_ALL, .report = true},
    [LIVE] =
        {.name = "live", .preload = LIBMPIT, .kinds = FOR_ALL, .report = true, .live = "counts"},
    [WHERE] =
        {.name = "where", .preload = LIBMPIT, .kinds = FOR_ALL, .report = true, .live = "where"},
    [RECORDER] = {.name = "recorder",
                  .preload = LIBMPIT,
                  .kinds = FOR_ALL,
                  .env = {"MPIT_RECORDER=4096"},
                  .report = true,
                  .live = "where"},
    [WAITS] = {.name = "waits",
               .preload = LIBMPIT,
               .kinds = FOR_ALL,
               .env = {"MPIT_WATCH=waits"},
               .watch = TIMES,
               .by_time = true},
    [SITES] = {.name = "sites",
               .preload = LIBMPIT,
               .kinds = FOR_ALL,
               .env = {"MPIT_WATCH=sites"},
               .report = true},
    /* Of IPM what it costs a call is looked at: not what it writes in the end. */
    [IPM] = {.name = "ipm",
             .preload = LIBIPM,
             .kinds = FOR_P2P,
             .env = {"IPM_REPORT=none", "IPM_LOG=none"}},
#ifdef OPEN_MPI
    [PML_MONITORING] = {.name = "pml_monitoring",
                        .kinds = FOR_ALL,
                        .env = {"OMPI_MCA_pml_monitoring_enable=2"}},
#endif
};

int bench_overhead_case_find(const char *name)
{
    for (int c = 0; c < CASES; c++) {
        if (strcmp(bench_overhead_cases[c].name, name) == 0)
            return c;
    }
    return -1;
}

bool bench_overhead_is_for(unsigned kinds, int c)
{
    return kinds >> bench_overhead_cases[c].kind & 1;
}

bool bench_overhead_applies(int v, int c)
{
    return bench_overhead_is_for(bench_overhead_variants[v].kinds, c);
}

bool bench_overhead_measured(const struct bench_overhead *run, int v, int c)
{
    return run->selected[c] && bench_overhead_applies(v, c) && !run->cells[v][c].missing[0];
}

/* Rows are about our hooks alone. */
bool bench_overhead_wanted(const struct bench_overhead *run, int v, int c)
{
    return run->open[c] && bench_overhead_measured(run, v, c) &&
           (!run->rows || v == PLAIN || bench_overhead_variants[v].preload == LIBMPIT);
}

struct mpib_interval bench_overhead_over(const struct bench_overhead *run, int v, int base, int c,
                                         bench_overhead_limit *limit)
{
    const double *figure = run->cells[v][c].figure, *less = run->cells[base][c].figure;
    double difference[MPIB_ROUNDS_MOST];

    for (int i = 0; i < run->measured[c]; i++) {
        double allowed = limit ? limit(run, c, i) : 0;

        difference[i] = (figure[i] - less[i] - allowed) / bench_overhead_cases[c].calls;
    }
    return mpib_median_interval(difference, run->measured[c]);
}
