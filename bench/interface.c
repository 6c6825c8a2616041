/* bench/interface: what the functions of MPI_T cost, ours against the vendor's own, in one
 * interleaved run; and how the cost grows with the number of handles and of variables.
 *
 * Each round starts interface_kernel once for every variant, in an order that is shuffled anew.
 * Differences are taken within a round.  README has the method and the meaning of --check. */
#include "config.h"

#include <math.h>
#include <mpi.h> /* for OPEN_MPI alone: this program makes no MPI call */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../mpib/median.h"
#include "../tools/ground/tool.h"
#include "job.h"
#include "options.h"
#include "verdict.h"

enum checked { NONE, OWN, BOTH };

static const struct measured_case {
    const char *name;
    int calls;
    enum checked checked;
    double limit; /* ns on our variables, and 1 ns more for each member of a list; 0: none */
    const char *what;
} cases[] = {
#define CASE(name, calls, iterations, checked, limit, what) {#name, calls, checked, limit, what},
#include "interface_cases.def"
#undef CASE
};

/* The first is what the others are compared with. */
static const struct variant {
    const char *name;
    bool preloaded;
    const char *subject;
    const char *what;
} variants[] = {
    {"vendor", false, "vendor", "the MPI library alone, on its variables"},
    {"through", true, "vendor", "libmpit, on the MPI library's variables"},
    {"own", true, "own", "libmpit, on its own variables"},
};

enum { VENDOR, THROUGH, OURS };
enum {
    CASES = sizeof cases / sizeof cases[0],
    VARIANTS = sizeof variants / sizeof variants[0],
    KERNEL_SECONDS = 120, /* a kernel that is not done by then is stuck */
    USUAL_ROUNDS = 15,
    GROWTH_ROUNDS = 3,
};

/* An interval that reaches farther over a limit does not show that it is held: in ns, or as a
 * fraction of the limit where that is more. */
static const double RESOLUTION = 0.5, FRACTION = 0.1;
/* What is O(1) costs at most this many times as much with the most as with the fewest. */
static const double MOST_GROWTH = 3;

static struct bench_options run = {.rounds = USUAL_ROUNDS};
static int quick; /* an option that was given */
static char *many_variables, *yardstick_kernel;

static char vendor[256];

/* One variant of one case: a figure a round, or why there is none. */
static struct cell {
    double figure[MPIB_ROUNDS_MOST];
    char missing[128];
    int members; /* of the list that it returns */
} cells[VARIANTS][CASES];

/* ---- starting kernels */

static void environment_words(struct bench_job *job, bool preloaded, bool many)
{
    bench_job_word(job, "env");
    /* Without it Open MPI has no performance variable that can be started. */
    bench_job_word(job, "OMPI_MCA_pml_monitoring_enable=2");
    /* Of handles, a million; the default is for what a job may want of them. */
    bench_job_word(job, "MPIT_MEMORY_LIMIT=4000000000");
    if (many)
        bench_job_word(job, "LD_PRELOAD=%s:%s", run.library, many_variables);
    else if (preloaded)
        bench_job_word(job, "LD_PRELOAD=%s", run.library);
    bench_job_word(job, "%s", run.kernel);
}

static int case_find(const char *name)
{
    for (int c = 0; c < CASES; c++)
        if (strcmp(cases[c].name, name) == 0)
            return c;
    bench_job_fail("the kernel measured %s, which is no case", name);
}

/* A preload that the loader ignored would be measured as if it were there. */
static void hook_verify(bool preloaded, const char *object)
{
    if (bench_job_same_file(object, run.library) != preloaded)
        bench_job_fail("MPI_T_init_thread is answered by %s, with libmpit %spreloaded", object,
                       preloaded ? "" : "not ");
}

/* Takes a line that every kernel writes; false if it is another one. */
static bool common_take(const char *line, bool preloaded)
{
    if (sscanf(line, "vendor %255[^\n]", vendor) == 1)
        return true;
    if (strncmp(line, "hook ", 5) != 0)
        return false;
    hook_verify(preloaded, line + 5);
    return true;
}

/* ---- the yardstick of bench/overhead */

static double yardstick[MPIB_ROUNDS_MOST];

/* By itself: with Open MPI's own monitoring, which all others run with, a message takes longer. */
static void yardstick_measure(int round)
{
    static const char result[] = "result yardstick measured ";
    struct bench_job job = {.argc = 0};
    char text[1024];
    const char *line;

    bench_job_word(&job, "%s", yardstick_kernel);
    if (quick)
        bench_job_word(&job, "-b5");
    bench_job_word(&job, "yardstick");
    bench_job_run_well(&job, "yardstick", KERNEL_SECONDS, text, sizeof text);
    line = strstr(text, result);
    if (!line)
        bench_job_fail("the kernel has measured no yardstick");
    yardstick[round] = atof(line + strlen(result));
    bench_job_free(&job);
}

/* ---- functions */

static void result_take(int v, const char *line, int round)
{
    char name[64], why[128];
    double ns;
    int members;

    if (sscanf(line, "members %63s %d", name, &members) == 2)
        cells[v][case_find(name)].members = members;
    else if (sscanf(line, "result %63s measured %lf", name, &ns) == 2)
        cells[v][case_find(name)].figure[round] = ns;
    else if (sscanf(line, "result %63s not-offered %127[^\n]", name, why) == 2)
        strcpy(cells[v][case_find(name)].missing, why);
}

static void functions_measure(int v, int round)
{
    struct bench_job job = {.argc = 0};
    char text[16384], *save = NULL;

    environment_words(&job, variants[v].preloaded, false);
    if (quick)
        bench_job_word(&job, "-b5");
    bench_job_word(&job, "functions");
    bench_job_word(&job, "%s", variants[v].subject);
    bench_job_run_well(&job, variants[v].name, KERNEL_SECONDS, text, sizeof text);
    for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
        if (!common_take(line, variants[v].preloaded))
            result_take(v, line, round);
    bench_job_free(&job);
}

static void rounds_run(void)
{
    int order[VARIANTS];

    for (int v = 0; v < VARIANTS; v++)
        order[v] = v;
    for (int round = 0; round < run.rounds; round++) {
        bench_job_progress("round", round + 1, run.rounds);
        yardstick_measure(round);
        bench_job_shuffle(order, VARIANTS);
        for (int i = 0; i < VARIANTS; i++)
            functions_measure(order[i], round);
    }
}

static bool measured(int v, int c)
{
    return !cells[v][c].missing[0];
}

/* ---- growth */

enum { MOST_STEPS = 5, MOST_QUANTITIES = 5 };

/* A curve: a kernel for each number of things, and a figure for each quantity. */
static struct curve {
    const char *title, *what, *subject; /* of the kernel */
    bool preloaded, many;
    const char *quantities[MOST_QUANTITIES];
    const char *flat; /* those that are O(1), in one word each */
    int from, steps;  /* from, 10 from, 100 from … */
    double ns[MOST_STEPS][MOST_QUANTITIES];
    char missing[MOST_STEPS][64];
} curves[] = {
    {.title = "handles of ours",
     .what = "handles",
     .subject = "own",
     .preloaded = true,
     .quantities = {"alloc", "read", "free+alloc", "free"},
     .flat = "alloc read free+alloc free",
     .from = 100,
     .steps = 5},
#ifdef OPEN_MPI
    {.title = "handles of the MPI library's own",
     .what = "handles",
     .subject = "vendor",
     .quantities = {"alloc", "read", "free+alloc", "free"},
     .flat = "",
     .from = 100,
     .steps = 5},
#endif
    {.title = "control variables",
     .what = "variables",
     .preloaded = true,
     .many = true,
     .quantities = {"list", "get_info-all", "get_index-all", "get_info", "get_index"},
     .flat = "list get_info-all get_index-all get_info get_index",
     .from = 100,
     .steps = 4},
};

enum { CURVES = sizeof curves / sizeof curves[0] };

static int count_at(const struct curve *curve, int step)
{
    int n = curve->from;

    while (step-- > 0)
        n *= 10;
    return n;
}

static int growth_rounds(void)
{
    return quick ? 1 : GROWTH_ROUNDS;
}

static int steps_of(const struct curve *curve)
{
    return quick ? 2 : curve->steps;
}

/* Keeps the least of the rounds. */
static void growth_take(struct curve *curve, int step, const char *line)
{
    char quantity[32];
    double ns;

    if (sscanf(line, "growth %31s %lf", quantity, &ns) != 2)
        return;
    for (int q = 0; q < MOST_QUANTITIES && curve->quantities[q]; q++) {
        double *least = &curve->ns[step][q];

        if (strcmp(curve->quantities[q], quantity) == 0 && (*least == 0 || ns < *least))
            *least = ns;
    }
}

static void step_measure(struct curve *curve, int step)
{
    struct bench_job job = {.argc = 0};
    char text[16384], *save = NULL;
    int n = count_at(curve, step), status;

    environment_words(&job, curve->preloaded, curve->many);
    bench_job_word(&job, "%s", curve->what);
    if (curve->subject)
        bench_job_word(&job, "%s", curve->subject);
    bench_job_word(&job, "%d", n);
    status = bench_job_run(&job, KERNEL_SECONDS, text, sizeof text);
    bench_job_free(&job);
    if (status != 0 && !curve->preloaded) {
        snprintf(curve->missing[step], sizeof curve->missing[step], "%s",
                 status == -1 ? "not done in time" : "it fails");
        return;
    }
    if (status != 0)
        bench_job_fail("%s, %d: the kernel failed; what it said is above", curve->title, n);
    for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
        if (!common_take(line, curve->preloaded))
            growth_take(curve, step, line);
}

static void curves_measure(void)
{
    int all = 0, done = 0;

    for (int i = 0; i < CURVES; i++)
        all += steps_of(&curves[i]) * growth_rounds();
    for (int round = 0; round < growth_rounds(); round++)
        for (int i = 0; i < CURVES; i++)
            for (int step = 0; step < steps_of(&curves[i]); step++) {
                bench_job_progress("growth", ++done, all);
                step_measure(&curves[i], step);
            }
}

/* ---- targets */

static struct finding {
    char what[128];
    enum bench_verdict verdict;
    struct mpib_interval excess; /* ns an iteration over the limit; of curves a ratio */
} findings[3 * CASES + CURVES * MOST_QUANTITIES];
static int findings_made;

static struct finding *finding_add(const char *what, const char *of)
{
    struct finding *finding = &findings[findings_made++];

    snprintf(finding->what, sizeof finding->what, "%s%s", what, of);
    return finding;
}

static void judge(struct finding *finding, const double *excess, double limit)
{
    finding->excess = mpib_median_interval(excess, run.rounds);
    finding->verdict = bench_verdict(finding->excess, fmax(RESOLUTION, FRACTION * limit));
}

static void case_check(int v, int c, const char *what)
{
    double excess[MPIB_ROUNDS_MOST];

    if (!measured(v, c) || !measured(VENDOR, c))
        return;
    for (int i = 0; i < run.rounds; i++)
        excess[i] = cells[v][c].figure[i] - cells[VENDOR][c].figure[i];
    judge(finding_add(what, cases[c].name), excess,
          mpib_median(cells[VENDOR][c].figure, run.rounds));
}

static void limit_check(int c)
{
    const double limit = cases[c].limit + cells[OURS][c].members;
    double excess[MPIB_ROUNDS_MOST];
    char what[64];

    if (cases[c].limit == 0 || !measured(OURS, c))
        return;
    for (int i = 0; i < run.rounds; i++)
        excess[i] = cells[OURS][c].figure[i] - limit * bench_slower(vendor, yardstick[i]);
    snprintf(what, sizeof what, "own at most %g ns: ", limit);
    judge(finding_add(what, cases[c].name), excess, limit);
}

static void functions_check(void)
{
    for (int c = 0; c < CASES; c++) {
        limit_check(c);
        if (cases[c].checked == NONE)
            continue;
        case_check(OURS, c, "own at most vendor: ");
        if (cases[c].checked == BOTH)
            case_check(THROUGH, c, "through at most vendor: ");
    }
}

static void curve_check(const struct curve *curve)
{
    char what[96];
    int last = steps_of(curve) - 1;

    for (int q = 0; q < MOST_QUANTITIES && curve->quantities[q]; q++) {
        struct finding *finding;
        double ratio = curve->ns[last][q] / curve->ns[0][q];

        if (!strstr(curve->flat, curve->quantities[q]))
            continue;
        snprintf(what, sizeof what, "flat up to %d %s: ", count_at(curve, last), curve->title);
        finding = finding_add(what, curve->quantities[q]);
        finding->excess = (struct mpib_interval){ratio, ratio, ratio};
        finding->verdict = ratio <= MOST_GROWTH ? BENCH_HELD : BENCH_MISSED;
    }
}

static void targets_check(void)
{
    functions_check();
    for (int i = 0; i < CURVES; i++)
        curve_check(&curves[i]);
}

static int findings_exit(void)
{
    int code = BENCH_HELD;

    for (int i = 0; i < findings_made; i++) {
        if (findings[i].verdict == BENCH_MISSED)
            return BENCH_MISSED;
        if (findings[i].verdict == BENCH_UNDECIDED)
            code = BENCH_UNDECIDED;
    }
    return code;
}

/* ---- what is printed */

static void figure_print(int v, int c)
{
    const struct cell *cell = &cells[v][c];

    if (!measured(v, c))
        printf(" %17s", "-");
    else
        printf(" %9.1f +-%5.1f", mpib_median(cell->figure, run.rounds),
               mpib_median_deviation(cell->figure, run.rounds));
}

/* What the name of a case does not say by itself. */
static void calls_print(void)
{
    static const char prefix[] = "MPI_T_";

    printf("\nWhat is called, where it is not MPI_T_ and the name\n");
    for (int c = 0; c < CASES; c++)
        if (strncmp(cases[c].what, prefix, sizeof prefix - 1) != 0 ||
            strcmp(cases[c].what + sizeof prefix - 1, cases[c].name) != 0)
            printf("  %-18s %s\n", cases[c].name, cases[c].what);
}

static void functions_print(void)
{
    printf("%s, %d rounds, ns of thread CPU time an iteration, median +- MAD\n", vendor,
           run.rounds);
    for (int v = 0; v < VARIANTS; v++)
        printf("  %-8s %s\n", variants[v].name, variants[v].what);
    printf("\n%-24s", "");
    for (int v = 0; v < VARIANTS; v++)
        printf(" %17s", variants[v].name);
    putchar('\n');
    for (int c = 0; c < CASES; c++) {
        printf("%-24s", cases[c].name);
        for (int v = 0; v < VARIANTS; v++)
            figure_print(v, c);
        putchar('\n');
    }
    calls_print();
    printf("\nNot offered (-)\n");
    for (int c = 0; c < CASES; c++)
        for (int v = 0; v < VARIANTS; v++)
            if (!measured(v, c))
                printf("  %s, %s: %s\n", cases[c].name, variants[v].name, cells[v][c].missing);
}

static void curve_print(const struct curve *curve)
{
    printf("\n%s: ns each\n%12s", curve->title, curve->what);
    for (int q = 0; q < MOST_QUANTITIES && curve->quantities[q]; q++)
        printf(" %13s", curve->quantities[q]);
    putchar('\n');
    for (int step = 0; step < steps_of(curve); step++) {
        printf("%12d", count_at(curve, step));
        if (curve->missing[step][0])
            printf(" %s", curve->missing[step]);
        for (int q = 0; !curve->missing[step][0] && q < MOST_QUANTITIES && curve->quantities[q];
             q++)
            printf(" %13.1f", curve->ns[step][q]);
        putchar('\n');
    }
}

static void findings_print(void)
{
    if (findings_made) {
        bench_slower_print(vendor, mpib_median(yardstick, run.rounds));
        printf("\nTargets: ns over the limit [99 %% interval]; of curves, last over first, at most "
               "%g\n",
               MOST_GROWTH);
    }
    for (int i = 0; i < findings_made; i++)
        printf("  %-9s %-56s %+.2f [%+.2f, %+.2f]\n", bench_verdict_text(findings[i].verdict),
               findings[i].what, findings[i].excess.middle, findings[i].excess.low,
               findings[i].excess.high);
}

static void text_print(void)
{
    functions_print();
    for (int i = 0; i < CURVES; i++)
        curve_print(&curves[i]);
    findings_print();
}

static void json_cells(void)
{
    const char *comma = "";

    for (int c = 0; c < CASES; c++)
        for (int v = 0; v < VARIANTS; v++) {
            printf("%s\n  {\"case\": \"%s\", \"variant\": \"%s\", \"calls\": %d, ", comma,
                   cases[c].name, variants[v].name, cases[c].calls);
            comma = ",";
            if (!measured(v, c))
                bench_job_json_string("not_offered", cells[v][c].missing);
            else
                printf("\"median\": %.4f, \"mad\": %.4f",
                       mpib_median(cells[v][c].figure, run.rounds),
                       mpib_median_deviation(cells[v][c].figure, run.rounds));
            putchar('}');
        }
}

static void json_curves(void)
{
    const char *comma = "";

    for (int i = 0; i < CURVES; i++)
        for (int step = 0; step < steps_of(&curves[i]); step++) {
            printf("%s\n  {\"of\": \"%s\", \"number\": %d", comma, curves[i].title,
                   count_at(&curves[i], step));
            for (int q = 0; q < MOST_QUANTITIES && curves[i].quantities[q]; q++)
                if (!curves[i].missing[step][0])
                    printf(", \"%s\": %.4f", curves[i].quantities[q], curves[i].ns[step][q]);
            putchar('}');
            comma = ",";
        }
}

static void json_print(void)
{
    printf("{");
    bench_job_json_string("vendor", vendor);
    printf(", \"unit\": \"ns\", \"rounds\": %d,\n \"results\": [", run.rounds);
    json_cells();
    printf("],\n \"growth\": [");
    json_curves();
    printf("],\n \"checks\": [");
    for (int i = 0; i < findings_made; i++) {
        printf("%s\n  {", i ? "," : "");
        bench_job_json_string("target", findings[i].what);
        printf(", \"verdict\": \"%s\", \"over\": [%.4f, %.4f, %.4f]}",
               bench_verdict_json(findings[i].verdict), findings[i].excess.low,
               findings[i].excess.middle, findings[i].excess.high);
    }
    printf("]}\n");
}

/* ---- the command line */

static void options_read(int argc, char **argv)
{
    const struct poptOption table[] = {
        {"quick", 'q', POPT_ARG_NONE, &quick, 0,
         "see that it works: 2 short rounds, small numbers, no --check", NULL},
        BENCH_OPTIONS(&run),
        TOOL_OPTION_HELP,
        POPT_TABLEEND,
    };

    bench_options_read(
        argc, argv, table,
        "What the functions of MPI_T cost: the MPI library's own, the same through "
        "libmpit, and libmpit's\nown variables, in one interleaved run; and how that "
        "grows with the number of handles and of\nvariables.");
    bench_options_must(
        tool_options_range("--rounds", run.rounds, MPIB_ROUNDS_LEAST, MPIB_ROUNDS_MOST));
    if (run.check && quick) {
        tool_complain("--quick says too little for --check");
        bench_options_must(TOOL_USAGE);
    }
    if (quick)
        run.rounds = 2;
}

static void files_find(void)
{
    run.kernel = bench_job_file("kernel", run.kernel, "interface_kernel", ".libs/interface_kernel");
    run.library =
        bench_job_file("library", run.library, "../lib/.libs/libmpit.so", "../.libs/libmpit.so");
    many_variables = bench_job_file("many", NULL, ".libs/many_variables.so", "many_variables.so");
    yardstick_kernel =
        bench_job_file("yardstick", NULL, "overhead_kernel", ".libs/overhead_kernel");
    if (!run.kernel || !run.library || !many_variables || !yardstick_kernel)
        bench_job_fail("interface_kernel, overhead_kernel, many_variables.so or libmpit.so is not "
                       "where the build puts it: make it, or name the kernel with --kernel, "
                       "libmpit with --library");
}

int main(int argc, char **argv)
{
    options_read(argc, argv);
    files_find();
    srandom((unsigned)time(NULL));
    rounds_run();
    curves_measure();
    if (run.check)
        targets_check();
    if (run.json)
        json_print();
    else
        text_print();
    return findings_exit();
}
