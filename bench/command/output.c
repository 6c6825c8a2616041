/* Columns, comma-separated values or JSON; progress. */
#include "config.h"

#include "output.h"

#include "../../tools/tool.h"
#include "plot.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char vendor[] = MPIT_VENDOR_NAME " " MPIT_VENDOR_VERSION;

/* What is measured, for people. */
static char *subject(const struct bench_output *o)
{
    const struct bench_settings *s = o->settings;

    if (s->operation == BENCH_P2P)
        return mpit__print("p2p, rank %d to rank %d, half of a round trip", s->root, s->peer);
    if (s->compare != BENCH_NO_METHOD)
        return mpit__print("%s, ranks %d, root %d, methods %s and %s, %d rounds by turns",
                           mpit__bench_operation_name(s), o->ranks, s->root,
                           mpit__bench_method_name(s), mpit__bench_compare_name(s), s->rounds);
    return mpit__print("%s, ranks %d, root %d, method %s", mpit__bench_operation_name(s), o->ranks,
                       s->root, mpit__bench_method_name(s));
}

static bool has_stop_rule(const struct bench_settings *s)
{
    return s->operation == BENCH_P2P || s->method != BENCH_METHOD_bcast;
}

static void write_comparison_heading(const struct bench_output *o)
{
    printf("# sizes in bytes, medians of the rounds in seconds; ci: half of their %g interval;\n"
           "# low, high: that of the difference; empty: an empty message; %d repetitions a round\n"
           "# agree: yes, within the intervals; skew, within these and an empty message; NO\n",
           MPIT_SAMPLES_CONFIDENCE, o->settings->precision.max_reps);
    printf("#%9s %11s %11s %11s %11s %11s %11s %11s %11s  agree\n", "size",
           mpit__bench_method_name(o->settings), "ci", mpit__bench_compare_name(o->settings), "ci",
           "difference", "low", "high", "empty");
}

static void write_heading(const struct bench_output *o)
{
    const MPIB_precision *p = &o->settings->precision;
    char *what = subject(o);

    printf("# mpit-bench %s on %s: %s\n", PACKAGE_VERSION, vendor, what);
    if (o->settings->compare != BENCH_NO_METHOD) {
        write_comparison_heading(o);
        free(what);
        return;
    }
    printf("# sizes in bytes, times in seconds; ");
    if (has_stop_rule(o->settings))
        printf("ci: half of the two-sided %g interval; %d to %d repetitions, until ci < %g of"
               " time\n",
               p->cl, p->min_reps, p->max_reps, p->eps);
    else
        printf("ci: not estimated; %d repetitions for each receiver\n", p->max_reps);
    printf("#%9s %13s %10s %6s %13s\n", "size", "time", "wtick", "reps", "ci");
    free(what);
}

void mpit__bench_output_begin(struct bench_output *o)
{
    o->started = MPI_Wtime();
    if (o->wishes->format == BENCH_TEXT)
        write_heading(o);
    else if (o->wishes->format == BENCH_CSV)
        puts(o->settings->compare == BENCH_NO_METHOD
                 ? "size,time,wtick,reps,ci"
                 : "size,time,ci,compared,compared_ci,difference,low,high,empty,agree");
}

/* On a terminal the line is written over; in a file or a pipe there is one a second. */
void mpit__bench_output_progress(struct bench_output *o, int size)
{
    double now = MPI_Wtime();
    bool terminal = isatty(STDERR_FILENO);

    if (o->wishes->quiet || (o->told > 0 && now - o->told < (terminal ? 0.1 : 1)))
        return;
    o->told = now;
    fprintf(stderr, "%smpit-bench: %s: measuring %d bytes of up to %d; %d sizes done, %.0f s%s",
            terminal ? "\r" : "", mpit__bench_operation_name(o->settings), size,
            o->settings->sizes.max_size, o->n, now - o->started, terminal ? "\033[K" : "\n");
}

static void erase_progress(const struct bench_output *o)
{
    if (o->told > 0 && isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}

static void keep(struct bench_output *o, const MPIB_result *result)
{
    if (o->n == o->room) {
        o->room = o->room ? 2 * o->room : 64;
        MPIB_result *larger = mpit__allocate((size_t)o->room, sizeof *larger);
        for (int i = 0; i < o->n; i++)
            larger[i] = o->results[i];
        free(o->results);
        o->results = larger;
    }
    o->results[o->n++] = *result;
}

void mpit__bench_output_add(struct bench_output *o, const MPIB_result *r)
{
    static const char *const lines[] = {
        [BENCH_TEXT] = "%10d %13.6e %10.1e %6d %13.6e\n",
        [BENCH_CSV] = "%d,%.9g,%.9g,%d,%.9g\n",
    };

    keep(o, r);
    if (o->wishes->format == BENCH_JSON)
        return;
    erase_progress(o);
    printf(lines[o->wishes->format], r->M, r->T, r->wtick, r->reps, r->ci);
    fflush(stdout);
}

static const char *const agreement_names[] = {
    [BENCH_AGREE] = "yes", [BENCH_AGREE_WITH_SKEW] = "skew", [BENCH_DISAGREE] = "NO"};

void mpit__bench_output_compared(struct bench_output *o, const struct bench_comparison *c)
{
    static const char *const lines[] = {
        [BENCH_TEXT] = "%10d %11.4e %11.4e %11.4e %11.4e %+11.3e %+11.3e %+11.3e %11.4e  %s\n",
        [BENCH_CSV] = "%d,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%s\n",
    };
    struct bench_comparison *larger = mpit__allocate((size_t)o->n + 1, sizeof *larger);

    for (int i = 0; i < o->n; i++)
        larger[i] = o->comparisons[i];
    larger[o->n++] = *c;
    free(o->comparisons);
    o->comparisons = larger;
    o->disagree = o->disagree || c->agreement == BENCH_DISAGREE;
    if (o->wishes->format == BENCH_JSON)
        return;
    erase_progress(o);
    printf(lines[o->wishes->format], c->M, c->time[0].middle, mpit__bench_half_width(&c->time[0]),
           c->time[1].middle, mpit__bench_half_width(&c->time[1]), c->difference.middle,
           c->difference.low, c->difference.high, c->skew, agreement_names[c->agreement]);
    fflush(stdout);
}

static json_t *comparisons_as_json(const struct bench_output *o)
{
    json_t *list = json_array();

    for (int i = 0; i < o->n; i++) {
        const struct bench_comparison *c = &o->comparisons[i];

        json_array_append_new(
            list, json_pack("{s:i, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:s}", "size", c->M, "time",
                            c->time[0].middle, "ci", mpit__bench_half_width(&c->time[0]),
                            "compared", c->time[1].middle, "compared_ci",
                            mpit__bench_half_width(&c->time[1]), "difference", c->difference.middle,
                            "low", c->difference.low, "high", c->difference.high, "empty", c->skew,
                            "agree", agreement_names[c->agreement]));
    }
    return list;
}

static json_t *results_as_json(const struct bench_output *o)
{
    json_t *list = json_array();

    for (int i = 0; i < o->n; i++) {
        const MPIB_result *r = &o->results[i];
        json_array_append_new(list,
                              json_pack("{s:i, s:f, s:f, s:i, s:f}", "size", r->M, "time", r->T,
                                        "wtick", r->wtick, "reps", r->reps, "ci", r->ci));
    }
    return list;
}

static void write_json(const struct bench_output *o)
{
    const struct bench_settings *s = o->settings;
    const MPIB_precision *p = &s->precision;
    json_t *record =
        json_pack("{s:s, s:s, s:s, s:s, s:i, s:i, s:f, s:f, s:i, s:i, s:o}", "version",
                  PACKAGE_VERSION, "mpi", vendor, "operation", mpit__bench_operation_name(s),
                  "method", mpit__bench_method_name(s), "ranks", o->ranks, "root", s->root,
                  "confidence", p->cl, "error", p->eps, "min_reps", p->min_reps, "max_reps",
                  p->max_reps, "results",
                  o->comparisons ? comparisons_as_json(o) : results_as_json(o));

    if (o->comparisons) {
        json_object_set_new(record, "compared", json_string(mpit__bench_compare_name(s)));
        json_object_set_new(record, "rounds", json_integer(s->rounds));
    }

    if (s->operation == BENCH_P2P)
        json_object_set_new(record, "peer", json_integer(s->peer));
    json_dumpf(record, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
    putchar('\n');
    json_decref(record);
}

static int draw(const struct bench_output *o)
{
    char *title = subject(o);
    int code = mpit__plot_draw(o->wishes->plot, title, o->results, o->n);

    free(title);
    return code;
}

int mpit__bench_output_end(struct bench_output *o)
{
    erase_progress(o);
    if (o->wishes->format == BENCH_JSON)
        write_json(o);
    int code = mpit__output_finish();
    if (code == TOOL_OK && o->wishes->plot)
        code = draw(o);
    free(o->results);
    free(o->comparisons);
    return code == TOOL_OK && o->disagree ? TOOL_FAILED : code;
}
