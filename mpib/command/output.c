/* Columns, comma-separated values or JSON; progress. */
#include "config.h"

#include "output.h"

#include "../../tools/ground/tool.h"
#include "plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char vendor[] = MPIT_VENDOR_NAME " " MPIT_VENDOR_VERSION;

/* What is measured, for people. */
static char *subject(const struct command_output *o)
{
    const struct command_settings *s = o->settings;

    if (s->operation == COMMAND_P2P)
        return tool_print("p2p, rank %d to rank %d, half of a round trip", s->root, s->peer);
    if (s->ncompare) {
        char *names = command_compared_names(s);
        char *text = tool_print("%s, ranks %d, root %d,\n# methods %s and %s, %d rounds by turns",
                                command_operation_name(s), o->ranks, s->root,
                                command_method_name(s), names, s->rounds);

        free(names);
        return text;
    }
    return tool_print("%s, ranks %d, root %d, method %s", command_operation_name(s), o->ranks,
                      s->root, command_method_name(s));
}

static bool has_stop_rule(const struct command_settings *s)
{
    return s->operation == COMMAND_P2P || s->method != COMMAND_METHOD_bcast;
}

/* Whether it says how many repetitions were dropped. */
static bool drops(const struct command_settings *s)
{
    return s->operation != COMMAND_P2P && s->method == COMMAND_METHOD_deadline && !s->ncompare;
}

/* Whether it says how many of them were. */
static bool has_outliers(const struct command_settings *s)
{
    return s->outliers != MPIB_OUTLIERS_KEEP && !s->ncompare;
}

static void write_comparison_heading(const struct command_output *o)
{
    printf("# sizes in bytes, medians of the rounds in seconds; ci: half of their %g interval;\n"
           "# low, high: that of the difference; empty: an empty message; %d repetitions a round\n"
           "# agree: yes, within the intervals; skew, within these and an empty message; NO;\n"
           "# unknown, where one could not be measured\n",
           MPIB_MEDIAN_CONFIDENCE, o->settings->precision.max_reps);
    printf("#%9s %9s %9s %10s %9s %10s %10s %10s %9s agree with\n", "size",
           command_method_name(o->settings), "ci", "other", "ci", "difference", "low", "high",
           "empty");
}

static void write_heading(const struct command_output *o)
{
    const MPIB_precision *p = &o->settings->precision;
    char *what = subject(o);

    printf("# mpit-bench %s on %s: %s\n", PACKAGE_VERSION, vendor, what);
    if (o->settings->ncompare) {
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

void command_output_begin(struct command_output *o)
{
    o->started = MPI_Wtime();
    if (o->wishes->format == COMMAND_TEXT)
        write_heading(o);
    else if (o->wishes->format == COMMAND_CSV)
        puts(o->settings->ncompare
                 ? "size,time,ci,compared,compared_ci,difference,low,high,empty,agree,with"
                 : "size,time,wtick,reps,ci");
}

/* On a terminal the line is written over; in a file or a pipe there is one a second. */
void command_output_progress(struct command_output *o, int size)
{
    double now = MPI_Wtime();
    bool terminal = isatty(STDERR_FILENO);

    if (o->wishes->quiet || (o->told > 0 && now - o->told < (terminal ? 0.1 : 1)))
        return;
    o->told = now;
    fprintf(stderr, "%smpit-bench: %s: measuring %d bytes of up to %d; %d sizes done, %.0f s%s",
            terminal ? "\r" : "", command_operation_name(o->settings), size,
            o->settings->sizes.max_size, o->n, now - o->started, terminal ? "\033[K" : "\n");
}

static void erase_progress(const struct command_output *o)
{
    if (o->told > 0 && isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}

static void keep(struct command_output *o, const MPIB_result *result)
{
    if (o->n == o->room) {
        o->room = o->room ? 2 * o->room : 64;
        MPIB_result *larger = tool_allocate((size_t)o->room, sizeof *larger);
        for (int i = 0; i < o->n; i++)
            larger[i] = o->results[i];
        free(o->results);
        o->results = larger;
    }
    o->results[o->n++] = *result;
}

void command_output_add(struct command_output *o, const MPIB_result *r)
{
    static const char *const lines[] = {
        [COMMAND_TEXT] = "%10d %13.6e %10.1e %6d %13.6e\n",
        [COMMAND_CSV] = "%d,%.9g,%.9g,%d,%.9g\n",
    };

    keep(o, r);
    o->missed += drops(o->settings) ? MPIB_deadline_missed() : 0;
    o->outliers += MPIB_outliers_dropped();
    if (o->wishes->format == COMMAND_JSON)
        return;
    erase_progress(o);
    printf(lines[o->wishes->format], r->M, r->T, r->wtick, r->reps, r->ci);
    fflush(stdout);
}

const char *command_agreement_name(enum command_agreement agreement)
{
    static const char *const names[] = {[COMMAND_AGREE] = "yes",
                                        [COMMAND_AGREE_WITH_SKEW] = "skew",
                                        [COMMAND_DISAGREE] = "NO",
                                        [COMMAND_UNKNOWN] = "unknown"};

    return names[agreement];
}

void command_output_compared(struct command_output *o, const struct command_comparison *c)
{
    static const char *const lines[] = {
        [COMMAND_TEXT] = "%10d %9.3e %9.3e %10.3e %9.3e %+10.3e %+10.3e %+10.3e %9.3e %-5s %s\n",
        [COMMAND_CSV] = "%d,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%s,%s\n",
    };
    struct command_comparison *larger = tool_allocate((size_t)o->n + 1, sizeof *larger);

    for (int i = 0; i < o->n; i++)
        larger[i] = o->comparisons[i];
    larger[o->n++] = *c;
    free(o->comparisons);
    o->comparisons = larger;
    o->disagree = o->disagree || c->agreement == COMMAND_DISAGREE;
    if (o->wishes->format == COMMAND_JSON)
        return;
    erase_progress(o);
    printf(lines[o->wishes->format], c->M, c->time[0].middle, command_half_width(&c->time[0]),
           c->time[1].middle, command_half_width(&c->time[1]), c->difference.middle,
           c->difference.low, c->difference.high, c->skew, command_agreement_name(c->agreement),
           c->with);
    fflush(stdout);
}

json_t *command_output_seconds(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *comparisons_as_json(const struct command_output *o)
{
    json_t *list = json_array();

    for (int i = 0; i < o->n; i++) {
        const struct command_comparison *c = &o->comparisons[i];

        json_array_append_new(
            list, json_pack("{s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:s, s:s}", "size", c->M,
                            "time", command_output_seconds(c->time[0].middle), "ci",
                            command_output_seconds(command_half_width(&c->time[0])), "compared",
                            command_output_seconds(c->time[1].middle), "compared_ci",
                            command_output_seconds(command_half_width(&c->time[1])), "difference",
                            command_output_seconds(c->difference.middle), "low",
                            command_output_seconds(c->difference.low), "high",
                            command_output_seconds(c->difference.high), "empty",
                            command_output_seconds(c->skew), "agree",
                            command_agreement_name(c->agreement), "with", c->with));
    }
    return list;
}

static json_t *results_as_json(const struct command_output *o)
{
    json_t *list = json_array();

    for (int i = 0; i < o->n; i++) {
        const MPIB_result *r = &o->results[i];
        json_array_append_new(list, json_pack("{s:i, s:o, s:f, s:i, s:f}", "size", r->M, "time",
                                              command_output_seconds(r->T), "wtick", r->wtick,
                                              "reps", r->reps, "ci", r->ci));
    }
    return list;
}

static void write_json(const struct command_output *o)
{
    const struct command_settings *s = o->settings;
    const MPIB_precision *p = &s->precision;
    json_t *record =
        json_pack("{s:s, s:s, s:s, s:s, s:i, s:i, s:f, s:f, s:i, s:i, s:o}", "version",
                  PACKAGE_VERSION, "mpi", vendor, "operation", command_operation_name(s), "method",
                  command_method_name(s), "ranks", o->ranks, "root", s->root, "confidence", p->cl,
                  "error", p->eps, "min_reps", p->min_reps, "max_reps", p->max_reps, "results",
                  o->comparisons ? comparisons_as_json(o) : results_as_json(o));

    if (o->comparisons) {
        char *names = command_compared_names(s);

        json_object_set_new(record, "compared", json_string(names));
        free(names);
        json_object_set_new(record, "rounds", json_integer(s->rounds));
    }

    if (s->operation == COMMAND_P2P)
        json_object_set_new(record, "peer", json_integer(s->peer));
    if (drops(s))
        json_object_set_new(record, "missed", json_integer(o->missed));
    json_object_set_new(record, "outliers", json_string(command_outliers_name(s)));
    if (has_outliers(s))
        json_object_set_new(record, "dropped", json_integer(o->outliers));
    json_dumpf(record, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
    putchar('\n');
    json_decref(record);
}

static int draw(const struct command_output *o)
{
    char *title = subject(o);
    int code = command_plot_draw(o->wishes->plot, title, o->results, o->n);

    free(title);
    return code;
}

int command_output_end(struct command_output *o)
{
    erase_progress(o);
    if (o->wishes->format == COMMAND_JSON)
        write_json(o);
    else if (o->wishes->format == COMMAND_TEXT && drops(o->settings))
        printf("# %d repetitions dropped: some rank had missed their start\n", o->missed);
    if (o->wishes->format == COMMAND_TEXT && has_outliers(o->settings))
        printf("# %d repetitions dropped: they lay beyond Tukey's fences\n", o->outliers);
    int code = tool_output_finish();
    if (code == TOOL_OK && o->wishes->plot)
        code = draw(o);
    free(o->results);
    free(o->comparisons);
    return code == TOOL_OK && o->disagree && !o->wishes->is_one_of_several ? TOOL_FAILED : code;
}
