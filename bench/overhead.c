/* bench/overhead: what a hooked MPI call costs over the plain vendor, in one interleaved run.
 *
 * Each round starts overhead_kernel once for every variant, in an order that is shuffled anew: what
 * the machine does meanwhile meets all variants alike. A difference between two variants is taken
 * within a round; over the rounds it is the median of these differences, with the distribution-free
 * interval of its order statistics (the sign test turned round). README has the method and the
 * meaning of --check. */
#define _GNU_SOURCE
#include <argp.h>
#include <errno.h>
#include <math.h>
#include <mpi.h> /* for OPEN_MPI alone: this program makes no MPI call */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "job.h"
#include "samples.h"

#ifndef MPIRUN
#define MPIRUN "mpirun"
#endif

enum kind { NONE, P2P, COLL, RMA, IO, KINDS };

/* Sets of kinds; all that call MPI, and what does not. */
enum {
    FOR_NONE = 1 << NONE,
    FOR_P2P = 1 << P2P,
    FOR_IO = 1 << IO,
    FOR_ALL = (1 << KINDS) - 1 - FOR_NONE
};

static const struct measured_case {
    const char *name;
    int ranks;
    enum kind kind;
    int calls;
    int irecvs;
    bool decides;
    const char *what;
} cases[] = {
#define CASE(name, ranks, kind, calls, irecvs, iterations, moves, decides, what)                   \
    {#name, ranks, kind, calls, irecvs, decides, what},
#include "overhead_cases.def"
#undef CASE
};

enum { CASES = sizeof cases / sizeof cases[0], CLOCK_READ = 0 };

enum preload { VENDOR, WRAPPER, RETURNING_WRAPPER, LIBMPIT, LIBIPM, PRELOADS };

#define P2P_COUNTS  "mpit_comm_sends,mpit_comm_send_bytes,mpit_comm_recvs,mpit_comm_recv_bytes"
#define COLL_COUNTS "mpit_comm_coll_calls,mpit_comm_coll_bytes"
#define RMA_COUNTS  "mpit_win_puts,mpit_win_bytes"
#define IO_COUNTS   "mpit_file_writes,mpit_file_write_bytes"
#define P2P_PEERS                                                                                  \
    "mpit_peer_sends,mpit_peer_send_bytes,mpit_peer_recvs,mpit_peer_recv_bytes,"                   \
    "mpit_send_sizes,mpit_recv_sizes"

enum {
    PLAIN,
    EMPTY_WRAPPER,
    RETURNING,
    UNWATCHED,
    COUNTS,
    TIME,
    PEERS,
    REPORT,
    IPM,
#ifdef OPEN_MPI
    PML_MONITORING,
#endif
};

/* One row a variant: what is preloaded, for cases of which kinds it is, what the kernel watches in
 * a case of each kind, what is set in its environment, and whether a report is asked for. The first
 * is what the others are compared with. */
static const struct variant {
    const char *name;
    enum preload preload;
    unsigned kinds;
    const char *watch[KINDS];
    const char *env[2];
    bool report;
} variants[] = {
    [PLAIN] = {.name = "plain", .preload = VENDOR, .kinds = FOR_ALL | FOR_NONE},
    [EMPTY_WRAPPER] = {.name = "wrapper", .preload = WRAPPER, .kinds = FOR_ALL},
    [RETURNING] = {.name = "returning", .preload = RETURNING_WRAPPER, .kinds = FOR_ALL},
    [UNWATCHED] = {.name = "unwatched", .preload = LIBMPIT, .kinds = FOR_ALL},
    [COUNTS] =
        {.name = "counts",
         .preload = LIBMPIT,
         .kinds = FOR_ALL,
         .watch = {[P2P] = P2P_COUNTS, [COLL] = COLL_COUNTS, [RMA] = RMA_COUNTS, [IO] = IO_COUNTS}},
    [TIME] = {.name = "time",
              .preload = LIBMPIT,
              .kinds = FOR_ALL,
              .watch = {[P2P] = P2P_COUNTS ",mpit_comm_time",
                        [COLL] = COLL_COUNTS ",mpit_comm_time",
                        [RMA] = RMA_COUNTS ",mpit_win_sync_time",
                        [IO] = IO_COUNTS ",mpit_file_time"}},
    [PEERS] = {.name = "peers",
               .preload = LIBMPIT,
               .kinds = FOR_P2P,
               .watch = {[P2P] = P2P_COUNTS ",mpit_comm_time," P2P_PEERS}},
    [REPORT] = {.name = "report", .preload = LIBMPIT, .kinds = FOR_ALL, .report = true},
    /* Of IPM what it costs a call is looked at: not what it writes in the end. */
    [IPM] = {.name = "ipm",
             .preload = LIBIPM,
             .kinds = FOR_P2P,
             .env = {"IPM_REPORT=none", "IPM_LOG=none"}},
#ifdef OPEN_MPI
    [PML_MONITORING] = {.name = "pml_monitoring",
                        .preload = VENDOR,
                        .kinds = FOR_ALL,
                        .env = {"OMPI_MCA_pml_monitoring_enable=2"}},
#endif
};

enum { VARIANTS = sizeof variants / sizeof variants[0] };

enum {
    LEAST_ROUNDS = MPIT_SAMPLES_LEAST,
    LEAST_CHECKED_ROUNDS = 15,
    MOST_ROUNDS = MPIT_SAMPLES_MOST,
    MOST_LOOKS = 4, /* --check measures as many rounds again up to so often, while one is open */
    KERNEL_SECONDS = 120, /* a kernel that is not done by then is stuck */
    INSTRUCTION_ITERATIONS = 1000,
    EXIT_MISSED = 1,
    EXIT_UNDECIDED = 2,
    EXIT_FAILED = MPIT_JOB_FAILED,
};

/* In ns a call: an interval that reaches farther over a limit does not show that it is held. */
static const double RESOLUTION = 0.5;

static struct {
    int rounds, looks;
    bool check, json, instructions, rows;
    bool selected[CASES];
    char *kernel, *preload[PRELOADS];
    char temp[64], report[96], log[96], counts[96];
} run = {.rounds = LEAST_CHECKED_ROUNDS, .looks = MOST_LOOKS};

static char vendor[256];

/* One variant of one case: a figure a round, or why there is none. */
static struct cell {
    double figure[MOST_ROUNDS];
    char missing[256];
} cells[VARIANTS][CASES];

static void temp_remove(void)
{
    if (run.temp[0]) {
        unlink(run.report);
        unlink(run.log);
        unlink(run.counts);
        rmdir(run.temp);
    }
}

static bool is_for(unsigned kinds, int c)
{
    return kinds >> cases[c].kind & 1;
}

static bool applies(const struct variant *v, int c)
{
    return is_for(v->kinds, c);
}

static bool measured(int v, int c)
{
    return run.selected[c] && applies(&variants[v], c) && !cells[v][c].missing[0];
}

/* Rows are about our hooks alone. */
static bool wanted(int v, int c)
{
    return measured(v, c) && (!run.rows || v == PLAIN || variants[v].preload == LIBMPIT);
}

/* One rank is a singleton: both vendors allow it, and no launcher shares the machine with it. */
static void launcher_words(struct mpit_job *c, int ranks)
{
    const char *launcher = getenv("MPIRUN");
    char *words, *save = NULL;

    if (ranks == 1)
        return;
    words = strdup(launcher && *launcher ? launcher : MPIRUN);
    for (char *w = strtok_r(words, " ", &save); w; w = strtok_r(NULL, " ", &save))
        mpit__job_word(c, "%s", w);
    free(words);
    mpit__job_word(c, "-n");
    mpit__job_word(c, "%d", ranks);
}

/* The environment is set behind the launcher, so that nothing but the ranks is measured or
 * preloaded. */
static void environment_words(struct mpit_job *c, const struct variant *v)
{
    mpit__job_word(c, "env");
    if (run.preload[v->preload])
        mpit__job_word(c, "LD_PRELOAD=%s", run.preload[v->preload]);
    for (int i = 0; i < 2 && v->env[i]; i++)
        mpit__job_word(c, "%s", v->env[i]);
    if (v->report)
        mpit__job_word(c, "MPIT_REPORT=%s", run.report);
}

static void case_word(struct mpit_job *command, const struct variant *v, int c)
{
    const char *watch = v->watch[cases[c].kind];

    mpit__job_word(command, "%s%s%s", cases[c].name, watch ? "=" : "", watch ? watch : "");
}

static int case_find(const char *name)
{
    for (int c = 0; c < CASES; c++) {
        if (strcmp(cases[c].name, name) == 0)
            return c;
    }
    return -1;
}

/* A preload that the loader ignored would be measured as if it were there. */
static void hook_verify(const struct variant *v, const char *object)
{
    const char *file = run.preload[v->preload];

    if (file && !mpit__job_same_file(object, file))
        mpit__job_fail("variant %s: MPI_Send is answered by %s and not by %s", v->name, object,
                       file);
}

static void result_take(int v, int c, const char *outcome, const char *value, int round)
{
    if (strcmp(outcome, "measured") == 0)
        cells[v][c].figure[round] = atof(value);
    else
        snprintf(cells[v][c].missing, sizeof cells[v][c].missing, "%s", value);
}

/* Takes the kernel's lines; other output of the variant is passed over. How many results there
 * were. */
static int results_take(int v, char *text, int round)
{
    char *save = NULL;
    int results = 0;

    for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        char name[64], outcome[32], value[128];

        if (sscanf(line, "vendor %255[^\n]", vendor) == 1)
            continue;
        if (strncmp(line, "hook ", 5) == 0) {
            hook_verify(&variants[v], line + 5);
        } else if (sscanf(line, "result %63s %31s %127s", name, outcome, value) == 3 &&
                   case_find(name) >= 0) {
            result_take(v, case_find(name), outcome, value, round);
            results++;
        }
    }
    return results;
}

/* A report that was asked for and not written was not measured either. */
static void report_verify(int v, int ranks)
{
    if (!variants[v].report || unlink(run.report) == 0)
        return;
    for (int c = 0; c < CASES; c++) {
        if (wanted(v, c) && cases[c].ranks == ranks)
            snprintf(cells[v][c].missing, sizeof cells[v][c].missing,
                     "no report written with MPIT_REPORT");
    }
}

/* One process (or job) that runs the wanted cases of this many ranks in this variant. */
static void kernel_run(int v, int ranks, int round)
{
    struct mpit_job command = {.argc = 0};
    char text[16384];
    int expected = 0;

    launcher_words(&command, ranks);
    environment_words(&command, &variants[v]);
    mpit__job_word(&command, "%s", run.kernel);
    for (int c = 0; c < CASES; c++) {
        if (wanted(v, c) && cases[c].ranks == ranks) {
            case_word(&command, &variants[v], c);
            expected++;
        }
    }
    if (expected > 0) {
        mpit__job_run_well(&command, variants[v].name, KERNEL_SECONDS, text, sizeof text);
        if (results_take(v, text, round) != expected)
            mpit__job_fail("variant %s: the kernel gave not every result", variants[v].name);
        report_verify(v, ranks);
    }
    mpit__job_free(&command);
}

static void rounds_run(int from)
{
    enum { JOBS = 2 * VARIANTS };
    int jobs[JOBS];

    for (int i = 0; i < JOBS; i++)
        jobs[i] = i;
    for (int round = from; round < run.rounds; round++) {
        mpit__job_progress("round", round + 1, run.rounds);
        mpit__samples_shuffle(jobs, JOBS);
        for (int i = 0; i < JOBS; i++)
            kernel_run(jobs[i] / 2, 1 + jobs[i] % 2, round);
    }
}

/* Takes callgrind's figures, which it has written each time that a measured function returned.  The
 * last time counts: what happens once, cold caches and lazy binding, was before. */
static void counts_take(int v)
{
    FILE *counts = fopen(run.counts, "r");
    char line[512], name[64];
    double collected;
    int c = -1;

    while (counts && fgets(line, sizeof line, counts)) {
        if (sscanf(line, "desc: Trigger: --dump-after=measured_%63s", name) == 1)
            c = case_find(name);
        else if (sscanf(line, "totals: %lf", &collected) == 1 && c >= 0) {
            cells[v][c].figure[0] = collected / INSTRUCTION_ITERATIONS;
            c = -1;
        }
    }
    if (counts)
        fclose(counts);
}

/* One process under callgrind that runs the wanted cases in this variant, each once for nothing and
 * then to be counted. */
static void instructions_count(int v)
{
    struct mpit_job command = {.argc = 0};
    char text[16384];
    int expected = 0;

    environment_words(&command, &variants[v]);
    /* It warns under valgrind, and falls back to this. */
    mpit__job_word(&command, "HWLOC_COMPONENTS=-x86");
    mpit__job_word(&command, "valgrind");
    mpit__job_word(&command, "--tool=callgrind");
    mpit__job_word(&command, "--toggle-collect=measured_*");
    mpit__job_word(&command, "--combine-dumps=yes");
    mpit__job_word(&command, "--callgrind-out-file=%s", run.counts);
    mpit__job_word(&command, "--log-file=%s", run.log);
    for (int c = 0; c < CASES; c++) {
        if (wanted(v, c))
            mpit__job_word(&command, "--dump-after=measured_%s", cases[c].name);
    }
    mpit__job_word(&command, "%s", run.kernel);
    mpit__job_word(&command, "-w1");
    mpit__job_word(&command, "-b1");
    mpit__job_word(&command, "-n%d", INSTRUCTION_ITERATIONS);
    for (int c = 0; c < CASES; c++) {
        if (wanted(v, c)) {
            case_word(&command, &variants[v], c);
            expected++;
        }
    }
    if (expected > 0) {
        unlink(run.counts);
        mpit__job_run_well(&command, variants[v].name, KERNEL_SECONDS, text, sizeof text);
        if (results_take(v, text, 0) != expected)
            mpit__job_fail("variant %s: the kernel gave not every result", variants[v].name);
    }
    mpit__job_free(&command);
}

static void instructions_run(void)
{
    for (int v = 0; v < VARIANTS; v++) {
        mpit__job_progress("variant", v + 1, VARIANTS);
        instructions_count(v);
        report_verify(v, 1);
        for (int c = 0; c < CASES; c++)
            cells[v][c].figure[0] = 0; /* the kernel's is time */
        counts_take(v);
        for (int c = 0; c < CASES; c++) {
            if (wanted(v, c) && !(cells[v][c].figure[0] > 0))
                mpit__job_fail("variant %s: valgrind gives no count for %s; is it installed?",
                               variants[v].name, cases[c].name);
        }
    }
}

/* How far variant v lies over variant base, round by round, in ns a call, less `limit` of the
 * round. */
static struct mpit_interval over(int v, int base, int c, double (*limit)(int c, int round))
{
    double difference[MOST_ROUNDS];

    for (int i = 0; i < run.rounds; i++) {
        double allowed = limit ? limit(c, i) : 0;

        difference[i] =
            (cells[v][c].figure[i] - cells[base][c].figure[i] - allowed) / cases[c].calls;
    }
    return mpit__samples_interval(difference, run.rounds);
}

static double limit_counts(int c, int round)
{
    (void)round;
    return 4.0 * (cases[c].calls - 2 * cases[c].irecvs) + 15.0 * cases[c].irecvs;
}

static double clock_reads(double reads_per_call, int c, int round)
{
    return reads_per_call * cases[c].calls * cells[PLAIN][CLOCK_READ].figure[round];
}

static double limit_clock(int c, int round)
{
    return clock_reads(2, c, round);
}

/* What IPM adds to a call does not depend on the MPI library below: it reads the clock twice, and
 * that is nearly all. IPM 2.0.6 as it is configured by default added 49.5 ns a call to self_isend,
 * on Open MPI and on MPICH, where a clock read took 22.7 ns. */
static const double IPM_CLOCK_READS = 49.5 / 22.7, OF_IPM = 1.0 / 3;

/* Where IPM is here, it is asked itself. */
static double limit_ipm(int c, int round)
{
    double ipm = measured(IPM, c) ? cells[IPM][c].figure[round] - cells[PLAIN][c].figure[round]
                                  : clock_reads(IPM_CLOCK_READS, c, round);

    return OF_IPM * ipm;
}

static const struct target {
    const char *what;
    int variant, base;
    double (*limit)(int c, int round); /* ns an iteration; NULL: nothing is allowed over the base */
    unsigned kinds;
    const char *only; /* the one case that it is about; NULL: all */
} targets[] = {
    {"unwatched: at most the empty wrapper", UNWATCHED, EMPTY_WRAPPER, NULL, FOR_ALL, NULL},
    {"counts and bytes: at most 4 ns a blocking call or send, 15 ns a nonblocking receive", COUNTS,
     PLAIN, limit_counts, FOR_ALL & ~FOR_IO, NULL},
    {"counts and bytes of file access: at most 4 ns a call over a wrapper that returns", COUNTS,
     RETURNING, limit_counts, FOR_IO, NULL},
    {"time: at most 2 clock reads a call over counts and bytes", TIME, COUNTS, limit_clock, FOR_ALL,
     NULL},
    {"report: at most a third of what IPM adds", REPORT, PLAIN, limit_ipm, FOR_P2P, "self_isend"},
};

enum { TARGETS = sizeof targets / sizeof targets[0] };
enum verdict { HELD, MISSED, UNDECIDED };

static const char *const verdict_names[] = {"held", "MISSED", "undecided"};

/* An unwatched hook may test one word more than an empty wrapper does: load, compare, branch. */
static const double WATCH_TEST_INSTRUCTIONS = 3;

struct finding {
    const char *what;
    int c;
    enum verdict verdict;
    struct mpit_interval excess; /* over what is allowed, a call */
};

static struct finding findings[TARGETS * CASES];
static int findings_made;

static enum verdict judge(struct mpit_interval excess)
{
    return excess.low > 0 ? MISSED : excess.high <= RESOLUTION ? HELD : UNDECIDED;
}

static void target_check(const struct target *t, int c)
{
    struct finding *f = &findings[findings_made++];

    f->what = t->what;
    f->c = c;
    f->verdict = UNDECIDED;
    f->excess = (struct mpit_interval){NAN, NAN, NAN};
    if (measured(t->variant, c) && measured(t->base, c)) {
        f->excess = over(t->variant, t->base, c, t->limit);
        f->verdict = judge(f->excess);
    }
}

static bool is_about(const struct target *t, int c)
{
    return is_for(t->kinds, c) && (!t->only || strcmp(t->only, cases[c].name) == 0);
}

static void targets_check(void)
{
    findings_made = 0;
    for (int t = 0; t < TARGETS; t++) {
        for (int c = 0; c < CASES; c++) {
            if (run.selected[c] && is_about(&targets[t], c))
                target_check(&targets[t], c);
        }
    }
}

static void instructions_check(void)
{
    for (int c = 0; c < CASES; c++) {
        struct finding *f;
        double excess = NAN;

        if (!run.selected[c])
            continue;
        if (measured(UNWATCHED, c))
            excess = (cells[UNWATCHED][c].figure[0] - cells[EMPTY_WRAPPER][c].figure[0]) /
                         cases[c].calls -
                     WATCH_TEST_INSTRUCTIONS;
        f = &findings[findings_made++];
        f->what = "unwatched: at most the empty wrapper and the test of one word, in instructions";
        f->c = c;
        f->verdict = isnan(excess) ? UNDECIDED : excess > 0 ? MISSED : HELD;
        f->excess = (struct mpit_interval){excess, excess, excess};
    }
}

/* Could more rounds decide what has to be decided? */
static bool findings_open(void)
{
    for (int i = 0; i < findings_made; i++) {
        const struct finding *f = &findings[i];

        if (f->verdict == UNDECIDED && cases[f->c].decides && !isnan(f->excess.middle))
            return true;
    }
    return false;
}

static void rounds_check(void)
{
    int block = run.rounds;

    targets_check();
    for (int look = 1; look < run.looks && findings_open() && run.rounds + block <= MOST_ROUNDS;
         look++) {
        run.rounds += block;
        rounds_run(run.rounds - block);
        targets_check();
    }
}

static int findings_exit(void)
{
    int code = EXIT_SUCCESS;

    for (int i = 0; i < findings_made; i++) {
        if (findings[i].verdict == MISSED)
            return EXIT_MISSED;
        if (findings[i].verdict == UNDECIDED && cases[findings[i].c].decides)
            code = EXIT_UNDECIDED;
    }
    return code;
}

static void row_print(int v, int c)
{
    const struct cell *cell = &cells[v][c];
    struct mpit_interval d = over(v, PLAIN, c, NULL);

    if (cell->missing[0]) {
        printf("  %-15s not offered: %s\n", variants[v].name, cell->missing);
        return;
    }
    printf("  %-15s %10.2f", variants[v].name, mpit__samples_median(cell->figure, run.rounds));
    if (run.instructions) {
        printf(v == PLAIN ? "\n" : " %+12.2f\n", d.middle);
        return;
    }
    printf(" %8.2f", mpit__samples_mad(cell->figure, run.rounds));
    if (v != PLAIN && d.low <= 0 && d.high >= 0)
        printf("        noise   [%+.2f, %+.2f]", d.low, d.high);
    else if (v != PLAIN)
        printf(" %+12.2f   [%+.2f, %+.2f]", d.middle, d.low, d.high);
    putchar('\n');
}

static void table_print(void)
{
    if (run.instructions)
        printf("%s, instructions by valgrind --tool=callgrind\n", vendor);
    else
        printf("%s, %d rounds, ns of thread CPU time, medians\n", vendor, run.rounds);
    for (int c = 0; c < CASES; c++) {
        if (!run.selected[c])
            continue;
        printf("\n%s: %s (%d call%s)\n", cases[c].name, cases[c].what, cases[c].calls,
               cases[c].calls == 1 ? "" : "s");
        printf("  %-15s %10s", "variant", "iteration");
        printf(run.instructions ? " %12s\n" : " %8s %12s   99 %% interval\n",
               run.instructions ? "a call more" : "MAD", "a call more");
        for (int v = 0; v < VARIANTS; v++) {
            if (applies(&variants[v], c))
                row_print(v, c);
        }
    }
}

static void findings_print(void)
{
    const char *last = "";

    for (int i = 0; i < findings_made; i++) {
        const struct finding *f = &findings[i];

        if (strcmp(f->what, last) != 0)
            printf("\n%s\n", f->what);
        last = f->what;
        printf("  %-15s %-9s", cases[f->c].name, verdict_names[f->verdict]);
        if (isnan(f->excess.middle))
            printf(" not measured\n");
        else
            printf(" %+.2f a call over the limit [%+.2f, %+.2f]\n", f->excess.middle, f->excess.low,
                   f->excess.high);
    }
}

static void json_cell(int v, int c)
{
    const struct cell *cell = &cells[v][c];
    struct mpit_interval d = over(v, PLAIN, c, NULL);

    printf("{");
    mpit__job_json_string("case", cases[c].name);
    printf(", ");
    mpit__job_json_string("variant", variants[v].name);
    printf(", \"calls\": %d, ", cases[c].calls);
    if (cell->missing[0]) {
        mpit__job_json_string("not_offered", cell->missing);
    } else {
        printf("\"median\": %.4f, \"mad\": %.4f, \"over_plain_per_call\": %.4f, "
               "\"interval\": [%.4f, %.4f], \"figures\": [",
               mpit__samples_median(cell->figure, run.rounds),
               mpit__samples_mad(cell->figure, run.rounds), d.middle, d.low, d.high);
        for (int i = 0; i < run.rounds; i++)
            printf("%s%.4f", i ? ", " : "", cell->figure[i]);
        printf("]");
    }
    printf("}");
}

static void json_finding(const struct finding *f)
{
    printf("{");
    mpit__job_json_string("target", f->what);
    printf(", ");
    mpit__job_json_string("case", cases[f->c].name);
    printf(", ");
    mpit__job_json_string("verdict", f->verdict == MISSED ? "missed" : verdict_names[f->verdict]);
    if (!isnan(f->excess.middle))
        printf(", \"over_limit_per_call\": %.4f, \"interval\": [%.4f, %.4f]", f->excess.middle,
               f->excess.low, f->excess.high);
    printf("}");
}

static void json_print(void)
{
    const char *comma = "";

    printf("{");
    mpit__job_json_string("vendor", vendor);
    printf(",\n \"unit\": \"%s\", \"rounds\": %d, \"confidence\": %g,\n \"results\": [",
           run.instructions ? "instructions" : "ns", run.rounds, MPIT_SAMPLES_CONFIDENCE);
    for (int c = 0; c < CASES; c++) {
        for (int v = 0; v < VARIANTS; v++) {
            if (!run.selected[c] || !applies(&variants[v], c))
                continue;
            printf("%s\n  ", comma);
            json_cell(v, c);
            comma = ",";
        }
    }
    printf("],\n \"checks\": [");
    for (int i = 0; i < findings_made; i++) {
        printf("%s\n  ", i ? "," : "");
        json_finding(&findings[i]);
    }
    printf("]}\n");
}

/* As bench/instructions.def has them. */
static void rows_print(void)
{
    for (int c = 0; c < CASES; c++) {
        for (int v = 0; v < VARIANTS; v++) {
            if (v != PLAIN && wanted(v, c))
                printf("INSTRUCTIONS(%s, %s, %s, %.2f)\n", VENDOR_NAME, cases[c].name,
                       variants[v].name, over(v, PLAIN, c, NULL).middle);
        }
    }
}

static void only_parse(char *list, struct argp_state *state)
{
    char *save = NULL;

    memset(run.selected, 0, sizeof run.selected);
    for (char *name = strtok_r(list, ",", &save); name; name = strtok_r(NULL, ",", &save)) {
        int c = case_find(name);

        if (c < 0)
            argp_error(state, "there is no case %s; --list names them", name);
        else
            run.selected[c] = true;
    }
}

static int number_parse(const char *option, const char *text, int least, int most,
                        struct argp_state *state)
{
    char *end;
    long number = strtol(text, &end, 10);

    if (*end || number < least || number > most)
        argp_error(state, "--%s %s: a number from %d to %d is needed", option, text, least, most);
    return (int)number;
}

static void list_print(void)
{
    for (int c = 0; c < CASES; c++)
        printf("%-15s %s\n", cases[c].name, cases[c].what);
}

enum {
    ROUNDS = 'r',
    ONLY = 'o',
    CHECK = 'c',
    JSON = 'j',
    INSTRUCTIONS = 'i',
    LIST = 'l',
    ROWS = 'w',
    LOOKS = 256,
    KERNEL_FILE,
    WRAPPER_FILE,
    LIBRARY_FILE,
    IPM_FILE
};

static const struct argp_option options[] = {
    {"rounds", ROUNDS, "N", 0, "Rounds, each with one process a variant (default 15, at least 8)",
     0},
    {"only", ONLY, "CASE,...", 0, "Measure these cases alone", 0},
    {"list", LIST, NULL, 0, "Print the cases and end", 0},
    {"instructions", INSTRUCTIONS, NULL, 0,
     "Count instructions with callgrind instead of time (cases of one rank)", 0},
    {"rows", ROWS, NULL, 0,
     "With --instructions: print what our hooks take, as rows of bench/instructions.def", 0},
    {"check", CHECK, NULL, 0,
     "Hold the targets against the figures: exit 1 if one is missed, 2 if one stays open", 0},
    {"looks", LOOKS, "N", 0,
     "--check measures the rounds up to so often, while one is open (default and most: 4)", 0},
    {"json", JSON, NULL, 0, "Print JSON", 0},
    {"kernel", KERNEL_FILE, "FILE", 0, "The measured program (default: beside this one)", 0},
    {"wrapper", WRAPPER_FILE, "FILE", 0, "The empty PMPI wrapper (default: beside this one)", 0},
    {"library", LIBRARY_FILE, "FILE", 0, "libmpit.so (default: the one of this build)", 0},
    {"ipm", IPM_FILE, "FILE", 0, "libipm.so, to be measured too (default: none)", 0},
    {0},
};

static error_t option_parse(int key, char *arg, struct argp_state *state)
{
    switch (key) {
    case ROUNDS:
        run.rounds = number_parse("rounds", arg, LEAST_ROUNDS, MOST_ROUNDS, state);
        return 0;
    case LOOKS:
        run.looks = number_parse("looks", arg, 1, MOST_LOOKS, state);
        return 0;
    case ONLY:
        only_parse(arg, state);
        return 0;
    case LIST:
        list_print();
        exit(EXIT_SUCCESS);
    case INSTRUCTIONS:
        run.instructions = true;
        return 0;
    case ROWS:
        run.rows = true;
        return 0;
    case CHECK:
        run.check = true;
        return 0;
    case JSON:
        run.json = true;
        return 0;
    case KERNEL_FILE:
        run.kernel = arg;
        return 0;
    case WRAPPER_FILE:
        run.preload[WRAPPER] = arg;
        return 0;
    case LIBRARY_FILE:
        run.preload[LIBMPIT] = arg;
        return 0;
    case IPM_FILE:
        run.preload[LIBIPM] = arg;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "%s: there are options only", arg);
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Variants whose library there is not are not measured. */
static void preload_require(enum preload preload, const char *missing)
{
    for (int v = 0; v < VARIANTS && !run.preload[preload]; v++) {
        for (int c = 0; c < CASES; c++) {
            if (variants[v].preload == preload)
                strcpy(cells[v][c].missing, missing);
        }
    }
}

static void files_find(void)
{
    char **preload = run.preload;

    run.kernel = mpit__job_file("kernel", run.kernel, "overhead_kernel", ".libs/overhead_kernel");
    preload[WRAPPER] =
        mpit__job_file("wrapper", preload[WRAPPER], ".libs/empty_wrapper.so", "empty_wrapper.so");
    preload[RETURNING_WRAPPER] =
        mpit__job_file("returning", NULL, ".libs/returning_wrapper.so", "returning_wrapper.so");
    preload[LIBMPIT] = mpit__job_file("library", preload[LIBMPIT], "../.libs/libmpit.so",
                                      "../lib/.libs/libmpit.so");
    if (preload[LIBIPM])
        preload[LIBIPM] = mpit__job_file("ipm", preload[LIBIPM], NULL, NULL);
    if (!run.kernel || !preload[WRAPPER] || !preload[RETURNING_WRAPPER])
        mpit__job_fail("overhead_kernel, empty_wrapper.so or returning_wrapper.so is not beside "
                       "this program: make it, or name the first two with --kernel, --wrapper");
    preload_require(LIBMPIT, "no libmpit.so in this build; name one with --library");
    preload_require(LIBIPM, "name IPM's library with --ipm");
}

static void temp_make(void)
{
    strcpy(run.temp, "/tmp/mpit-overhead-XXXXXX");
    if (!mkdtemp(run.temp)) {
        run.temp[0] = '\0';
        mpit__job_fail("no directory can be made in /tmp: %s", strerror(errno));
    }
    snprintf(run.report, sizeof run.report, "%s/report.json", run.temp);
    snprintf(run.log, sizeof run.log, "%s/callgrind.log", run.temp);
    snprintf(run.counts, sizeof run.counts, "%s/callgrind.out", run.temp);
    atexit(temp_remove);
}

/* What the launcher of Open MPI needs for 2 ranks on any machine; MPICH's does not look at it. What
 * the caller has set stands. */
static void launcher_defaults(void)
{
    setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 0);
    setenv("OMPI_MCA_btl", "self,vader", 0);
}

static void cases_settle(void)
{
    run.selected[CLOCK_READ] = !run.instructions;
    for (int c = 0; run.instructions && c < CASES; c++)
        run.selected[c] = run.selected[c] && cases[c].ranks == 1;
    if (run.instructions)
        run.rounds = 1;
}

int main(int argc, char **argv)
{
    static const struct argp parser = {
        options,
        option_parse,
        NULL,
        "What a hooked MPI call costs: the plain vendor, an empty PMPI wrapper, and libmpit with "
        "nothing, something and everything watched, in one interleaved run.",
        NULL,
        NULL,
        NULL};

    memset(run.selected, 1, sizeof run.selected);
    argp_parse(&parser, argc, argv, 0, NULL, NULL);
    if (run.check && run.rounds < LEAST_CHECKED_ROUNDS)
        mpit__job_fail("--check needs %d rounds or more", LEAST_CHECKED_ROUNDS);
    if (run.rows && !run.instructions)
        mpit__job_fail("--rows are of instructions: give --instructions as well");
    cases_settle();
    files_find();
    temp_make();
    launcher_defaults();
    srandom((unsigned)time(NULL));
    if (run.instructions)
        instructions_run();
    else
        rounds_run(0);
    if (run.check && run.instructions)
        instructions_check();
    else if (run.check)
        rounds_check();
    if (run.rows) {
        rows_print();
    } else if (run.json) {
        json_print();
    } else {
        table_print();
        findings_print();
    }
    return findings_exit();
}
