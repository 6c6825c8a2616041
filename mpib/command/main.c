/* `mpit-bench`: how long an MPI operation takes, by message size.  An MPI program:
 *
 *   mpirun -n 4 mpit-bench bcast --root 2 --max 64K */
#include "config.h"

#include "job.h"
#include "launches.h"
#include "output.h"

#include "../../tools/ground/tool.h"

#include <stdlib.h>

struct bench {
    const struct command_settings *settings;
    MPIB_coll_container *container; /* NULL for p2p */
    struct command_output *output;  /* NULL but on rank 0 */
};

/* MPIB_measure_bcast measures MPI_Bcast itself, and has no container. */
static const MPIB_measure_coll methods[COMMAND_METHODS] = {
    [COMMAND_METHOD_max] = MPIB_measure_max,
    [COMMAND_METHOD_root] = MPIB_measure_root,
    [COMMAND_METHOD_global] = MPIB_measure_global,
    [COMMAND_METHOD_deadline] = MPIB_measure_deadline,
};

static MPIB_result measure_p2p(const struct command_settings *s, int M)
{
    MPIB_result result;

    MPIB_measure_p2p(MPI_COMM_WORLD, s->root, s->peer, M, s->precision, &result);
    result.T /= 2;
    result.ci /= 2;
    return result;
}

static MPIB_result measure_collective(const struct command_settings *s,
                                      MPIB_coll_container *container, int method, int M)
{
    MPIB_result result;

    if (method == COMMAND_METHOD_bcast)
        MPIB_measure_bcast(MPI_Bcast, MPI_COMM_WORLD, s->root, M, s->precision.max_reps, &result);
    else
        methods[method](container, MPI_COMM_WORLD, s->root, M, s->precision, &result);
    return result;
}

/* What the set of sizes asks for is the time by the method that is compared with the other. */
static MPIB_result compare(const struct bench *bench, int M)
{
    struct command_comparison comparison[COMMAND_METHODS];
    const int n =
        command_compare(bench->settings, bench->container, M, measure_collective, comparison);

    for (int i = 0; bench->output && i < n; i++)
        command_output_compared(bench->output, &comparison[i]);
    return (MPIB_result){.M = M, .T = comparison[0].time[0].middle};
}

static MPIB_result measure(int M, void *context)
{
    const struct bench *bench = context;

    if (bench->output)
        command_output_progress(bench->output, M);
    if (!bench->container)
        return measure_p2p(bench->settings, M);
    if (bench->settings->ncompare)
        return compare(bench, M);
    return measure_collective(bench->settings, bench->container, bench->settings->method, M);
}

static void done(const MPIB_result *result, void *context)
{
    const struct bench *bench = context;

    if (bench->output && !bench->settings->ncompare)
        command_output_add(bench->output, result);
}

static void measure_all(const struct command_settings *settings, struct command_output *output)
{
    struct bench bench = {.settings = settings, .output = output};

    MPIB_outliers(settings->outliers);
    if (settings->operation != COMMAND_P2P)
        bench.container = MPIB_coll_container_alloc(settings->operation);
    MPIB_measure_msgset(&settings->sizes, measure, done, &bench);
    MPIB_coll_container_free(bench.container);
    MPIB_bcast_timer_init(MPI_COMM_NULL, 0, (MPIB_precision){0});
}

static int run_rank_0(const struct command_settings *settings, const struct command_wishes *wishes,
                      int ranks)
{
    struct command_output output = {.settings = settings, .wishes = wishes, .ranks = ranks};

    command_output_begin(&output);
    measure_all(settings, &output);
    return command_output_end(&output);
}

static int run(int argc, const char **argv, int rank, int ranks)
{
    struct command_settings settings = {.exit_code = TOOL_GO_ON};
    struct command_wishes wishes = {.plot = NULL};

    if (rank == 0)
        command_settings_read(argc, argv, ranks, &settings, &wishes);
    MPI_Bcast(&settings, sizeof settings, MPI_BYTE, 0, MPI_COMM_WORLD);
    int code = settings.exit_code;
    if (code == TOOL_GO_ON && rank == 0)
        code = run_rank_0(&settings, &wishes, ranks);
    else if (code == TOOL_GO_ON)
        measure_all(&settings, NULL);
    free(wishes.plot);
    return code == TOOL_GO_ON ? TOOL_OK : code;
}

int main(int argc, char **argv)
{
    int rank, ranks;

    tool_complain_as("mpit-bench");
    if (command_launches_asked(argc, argv))
        return command_launches(argc, argv);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const bool alone = command_job_is_another_mpi(ranks);
    if (alone && command_job_is_first())
        tool_complain("each process is alone: this is mpit-bench of %s, and the launcher is not",
                      MPIT_VENDOR_NAME);
    int code = alone ? TOOL_USAGE : run(argc, (const char **)argv, rank, ranks);
    MPI_Finalize();
    return code;
}
