/* What bench/overhead prints: tables, JSON, rows of instructions.def. */
#include "overhead.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- tables */

static void row_print(const struct bench_overhead *run, int v, int c)
{
    const struct bench_overhead_cell *cell = &run->cells[v][c];
    const char *name = bench_overhead_variants[v].name;
    struct mpib_interval d = bench_overhead_over(run, v, PLAIN, c, NULL);

    if (cell->missing[0]) {
        printf("  %-15s not offered: %s\n", name, cell->missing);
        return;
    }
    printf("  %-15s %10.2f", name, mpib_median(cell->figure, run->measured[c]));
    if (run->instructions) {
        printf(v == PLAIN ? "\n" : " %+12.2f\n", d.middle);
        return;
    }
    printf(" %8.2f", mpib_median_deviation(cell->figure, run->measured[c]));
    if (v != PLAIN && d.low <= 0 && d.high >= 0)
        printf("        noise   [%+.2f, %+.2f]", d.low, d.high);
    else if (v != PLAIN)
        printf(" %+12.2f   [%+.2f, %+.2f]", d.middle, d.low, d.high);
    putchar('\n');
}

static void case_print(const struct bench_overhead *run, int c)
{
    const struct bench_overhead_case *of = &bench_overhead_cases[c];

    printf("\n%s: %s (%d call%s)\n", of->name, of->what, of->calls, of->calls == 1 ? "" : "s");
    printf("  %-15s %10s", "variant", "iteration");
    if (run->instructions)
        printf(" %12s\n", "a call more");
    else
        printf(" %8s %12s   99 %% interval\n", "MAD", "a call more");
    for (int v = 0; v < VARIANTS; v++) {
        if (bench_overhead_applies(v, c))
            row_print(run, v, c);
    }
}

static void findings_print(const struct bench_overhead *run)
{
    const char *last = "";

    if (run->findings_made && !run->instructions)
        bench_slower_print(run->vendor, mpib_median(run->cells[PLAIN][CASE_yardstick].figure,
                                                    run->measured[CASE_yardstick]));
    for (int i = 0; i < run->findings_made; i++) {
        const struct bench_overhead_finding *f = &run->findings[i];

        if (strcmp(f->what, last) != 0)
            printf("\n%s\n", f->what);
        last = f->what;
        printf("  %-15s %-9s", bench_overhead_cases[f->c].name, bench_verdict_text(f->verdict));
        if (isnan(f->excess.middle))
            printf(" not measured\n");
        else
            printf(" %+.2f a call over the limit [%+.2f, %+.2f]\n", f->excess.middle, f->excess.low,
                   f->excess.high);
    }
}

/* Some cases have more rounds than others. */
static int fewest_rounds(const struct bench_overhead *run)
{
    int fewest = run->rounds;

    for (int c = 0; c < CASES; c++)
        if (run->selected[c] && run->measured[c] < fewest)
            fewest = run->measured[c];
    return fewest;
}

static void head_print(const struct bench_overhead *run)
{
    const int fewest = fewest_rounds(run);

    if (run->instructions)
        printf("%s, instructions by valgrind --tool=callgrind\n", run->vendor);
    else if (fewest == run->rounds)
        printf("%s, %d rounds, ns of thread CPU time, medians\n", run->vendor, run->rounds);
    else
        printf("%s, %d to %d rounds, ns of thread CPU time, medians\n", run->vendor, fewest,
               run->rounds);
}

void bench_overhead_table_print(const struct bench_overhead *run)
{
    head_print(run);
    for (int c = 0; c < CASES; c++) {
        if (run->selected[c])
            case_print(run, c);
    }
    findings_print(run);
}

/* ---- JSON */

static void json_cell(const struct bench_overhead *run, int v, int c)
{
    const struct bench_overhead_cell *cell = &run->cells[v][c];
    struct mpib_interval d = bench_overhead_over(run, v, PLAIN, c, NULL);

    printf("{");
    bench_job_json_string("case", bench_overhead_cases[c].name);
    printf(", ");
    bench_job_json_string("variant", bench_overhead_variants[v].name);
    printf(", \"calls\": %d, ", bench_overhead_cases[c].calls);
    if (cell->missing[0]) {
        bench_job_json_string("not_offered", cell->missing);
    } else {
        printf("\"median\": %.4f, \"mad\": %.4f, \"over_plain_per_call\": %.4f, "
               "\"interval\": [%.4f, %.4f], \"figures\": [",
               mpib_median(cell->figure, run->measured[c]),
               mpib_median_deviation(cell->figure, run->measured[c]), d.middle, d.low, d.high);
        for (int i = 0; i < run->measured[c]; i++)
            printf("%s%.4f", i ? ", " : "", cell->figure[i]);
        printf("]");
    }
    printf("}");
}

static void json_finding(const struct bench_overhead_finding *f)
{
    printf("{");
    bench_job_json_string("target", f->what);
    printf(", ");
    bench_job_json_string("case", bench_overhead_cases[f->c].name);
    printf(", ");
    bench_job_json_string("verdict", bench_verdict_json(f->verdict));
    if (!isnan(f->excess.middle))
        printf(", \"over_limit_per_call\": %.4f, \"interval\": [%.4f, %.4f]", f->excess.middle,
               f->excess.low, f->excess.high);
    printf("}");
}

void bench_overhead_json_print(const struct bench_overhead *run)
{
    const char *comma = "";

    printf("{");
    bench_job_json_string("vendor", run->vendor);
    printf(",\n \"unit\": \"%s\", \"rounds\": %d, \"confidence\": %g,\n \"results\": [",
           run->instructions ? "instructions" : "ns", run->rounds, MPIB_MEDIAN_CONFIDENCE);
    for (int c = 0; c < CASES; c++) {
        for (int v = 0; v < VARIANTS; v++) {
            if (!run->selected[c] || !bench_overhead_applies(v, c))
                continue;
            printf("%s\n  ", comma);
            json_cell(run, v, c);
            comma = ",";
        }
    }
    printf("],\n \"checks\": [");
    for (int i = 0; i < run->findings_made; i++) {
        printf("%s\n  ", i ? "," : "");
        json_finding(&run->findings[i]);
    }
    printf("]}\n");
}

/* ---- rows */

void bench_overhead_rows_print(const struct bench_overhead *run)
{
    for (int c = 0; c < CASES; c++) {
        for (int v = 0; v < VARIANTS; v++) {
            if (v != PLAIN && bench_overhead_wanted(run, v, c))
                printf("INSTRUCTIONS(%s, %s, %s, %.2f)\n", VENDOR_NAME,
                       bench_overhead_cases[c].name, bench_overhead_variants[v].name,
                       bench_overhead_over(run, v, PLAIN, c, NULL).middle);
        }
    }
}
