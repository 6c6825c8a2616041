#include "config.h"

#include "launches.h"

#include "../../tools/ground/tool.h"
#include "../sample.h"
#include "job.h"
#include "output.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char option[] = "--launches";

/* What the words say; what they have besides is for the jobs. */
struct plan {
    int launches;
    enum command_format format;
    bool quiet;
    char **command; /* of a job, up to NULL; the words are argv's */
};

/* Of a size, and of the method that it is compared with. */
struct row {
    json_int_t size;
    const char *with; /* empty: with none */
    struct mpib_sample time, compared, difference, empty;
    double least, most; /* of times */
    json_t *times;
};

struct launches {
    const struct plan *plan;
    json_t **record; /* [n]: what each has said */
    int n;
    double confidence;
    bool compares, disagree;
    struct row *row;
    size_t nrow;
};

/* ---- words */

/* The value of --launches=N or --launches N; NULL: the word is another one. */
static const char *value_of(char **argv, int argc, int *i)
{
    const size_t length = sizeof option - 1;

    if (strncmp(argv[*i], option, length) != 0)
        return NULL;
    if (argv[*i][length] == '=')
        return argv[*i] + length + 1;
    if (argv[*i][length])
        return NULL;
    if (*i + 1 < argc)
        (*i)++;
    return argv[*i];
}

bool command_launches_asked(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (value_of(argv, argc, &i))
            return true;
    return false;
}

/* As written; the other words are kept for the jobs. */
struct words {
    const char *launches;
    bool csv, json, quiet, plot;
    char **kept;
    int nkept;
    char **launcher; /* up to NULL; none: NULL at once */
};

static void read_words(int argc, char **argv, struct words *words)
{
    const char *value;
    int i = 1;

    for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if ((value = value_of(argv, argc, &i)))
            words->launches = value;
        else if (!strcmp(argv[i], "--csv"))
            words->csv = true;
        else if (!strcmp(argv[i], "--json"))
            words->json = true;
        else if (!strcmp(argv[i], "--quiet") || !strcmp(argv[i], "-q"))
            words->quiet = true;
        else
            words->kept[words->nkept++] = argv[i];
        words->plot = words->plot || !strncmp(argv[i], "--plot", 6);
    }
    words->launcher = &argv[i < argc ? i + 1 : argc];
}

/* 0: it is none. */
static int number_of(const char *text)
{
    char *end;
    const long number = strtol(text, &end, 10);

    return end != text && !*end && number >= 0 && number <= MPIB_ROUNDS_MOST ? (int)number : 0;
}

static int check_words(const struct words *words)
{
    const int n = number_of(words->launches);

    if (words->json && words->csv)
        tool_complain("--json and --csv exclude each other; give one");
    else if (words->plot)
        tool_complain("--plot draws one job: leave it or %s out", option);
    else if (n < 2)
        tool_complain("%s %s: expected 2 to %d", option, words->launches, MPIB_ROUNDS_MOST);
    else if (!*words->launcher)
        tool_complain("%s: no -- and launcher at the end: mpit-bench bcast %s %d -- mpirun -n 4",
                      option, option, n);
    else if (!command_job_is_inside())
        return TOOL_GO_ON;
    else if (command_job_is_first())
        tool_complain("%s stands before the launcher: mpit-bench bcast %s %d -- mpirun -n 4",
                      option, option, n);
    return TOOL_USAGE;
}

/* The launcher, this program, its words. */
static char **command_of(const struct words *words)
{
    static char one_of_several[] = "--one-of-several";
    char **command;
    int n = 0;

    while (words->launcher[n])
        n++;
    command = tool_allocate((size_t)(n + words->nkept) + 3, sizeof *command);
    memcpy(command, words->launcher, (size_t)n * sizeof *command);
    command[n++] = command_job_program();
    memcpy(command + n, words->kept, (size_t)words->nkept * sizeof *command);
    command[n + words->nkept] = one_of_several;
    return command;
}

static int make_plan(int argc, char **argv, struct plan *plan)
{
    struct words words = {.kept = tool_allocate((size_t)argc, sizeof *words.kept)};
    int code;

    read_words(argc, argv, &words);
    code = check_words(&words);
    if (code == TOOL_GO_ON)
        *plan = (struct plan){
            .launches = number_of(words.launches),
            .format = words.json  ? COMMAND_JSON
                      : words.csv ? COMMAND_CSV
                                  : COMMAND_TEXT,
            .quiet = words.quiet,
            .command = command_of(&words),
        };
    free(words.kept);
    return code;
}

/* ---- what they have found */

static double number(const json_t *row, const char *name)
{
    const json_t *value = json_object_get(row, name);

    return json_is_number(value) ? json_number_value(value) : NAN;
}

static struct row *row_for(struct launches *l, const json_t *found)
{
    const json_int_t size = json_integer_value(json_object_get(found, "size"));
    const char *said = json_string_value(json_object_get(found, "with")), *with = said ? said : "";

    for (size_t i = 0; i < l->nrow; i++)
        if (l->row[i].size == size && !strcmp(with, l->row[i].with))
            return &l->row[i];
    l->row = tool_grow(l->row, l->nrow, 1, sizeof *l->row);
    l->row[l->nrow] = (struct row){.size = size, .with = with, .least = NAN, .most = NAN};
    l->row[l->nrow].times = json_array();
    return &l->row[l->nrow++];
}

static void add_row(struct launches *l, const json_t *found)
{
    struct row *row = row_for(l, found);
    const double time = number(found, "time");

    mpib_sample_add(&row->time, time);
    row->least = fmin(row->least, time);
    row->most = fmax(row->most, time);
    json_array_append_new(row->times, command_output_seconds(time));
    if (!*row->with)
        return;
    mpib_sample_add(&row->compared, number(found, "compared"));
    mpib_sample_add(&row->difference, number(found, "difference"));
    mpib_sample_add(&row->empty, number(found, "empty"));
}

static void add_record(struct launches *l, json_t *record)
{
    size_t i;
    const json_t *found;

    l->record[l->n++] = record;
    l->confidence = number(record, "confidence");
    l->compares = json_object_get(record, "compared") != NULL;
    json_array_foreach(json_object_get(record, "results"), i, found) add_row(l, found);
}

static double ci_of(const struct launches *l, const struct mpib_sample *sample)
{
    return mpib_sample_ci(sample, l->confidence);
}

static enum command_agreement agreement_of(const struct launches *l, const struct row *row)
{
    const double mean = row->difference.mean, ci = ci_of(l, &row->difference);
    const struct mpib_interval difference = {mean - ci, mean, mean + ci};

    return command_judge(ci_of(l, &row->time) + ci_of(l, &row->compared), &difference,
                         row->empty.mean);
}

/* ---- output */

static const char *said(const struct launches *l, const char *name)
{
    const char *text = json_string_value(json_object_get(l->record[0], name));

    return text ? text : "";
}

static json_int_t said_number(const struct launches *l, const char *name)
{
    return json_integer_value(json_object_get(l->record[0], name));
}

static void write_heading(const struct launches *l)
{
    printf("# mpit-bench %s on %s: %s, ranks %d, root %d, method %s", said(l, "version"),
           said(l, "mpi"), said(l, "operation"), (int)said_number(l, "ranks"),
           (int)said_number(l, "root"), said(l, "method"));
    if (l->compares)
        printf(" and %s", said(l, "compared"));
    printf(", %d launches\n", l->plan->launches);
    printf(
        "# sizes in bytes, times in seconds: the mean of the launches' figures; ci: half of its\n"
        "# two-sided %g interval over launches, by Student's t\n",
        l->confidence);
    if (l->compares)
        printf("#%9s %9s %9s %10s %9s %10s %9s %9s agree with\n", "size", "time", "ci", "other",
               "ci", "difference", "ci", "empty");
    else
        printf("#%9s %13s %13s %8s %13s %13s\n", "size", "time", "ci", "launches", "least", "most");
}

static void write_row(const struct launches *l, const struct row *row)
{
    static const char *const plain[] = {
        [COMMAND_TEXT] = "%10lld %13.6e %13.6e %8d %13.6e %13.6e\n",
        [COMMAND_CSV] = "%lld,%.9g,%.9g,%d,%.9g,%.9g\n",
    };
    static const char *const compared[] = {
        [COMMAND_TEXT] = "%10lld %9.3e %9.3e %10.3e %9.3e %+10.3e %9.3e %9.3e %-5s %s\n",
        [COMMAND_CSV] = "%lld,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%s,%s\n",
    };
    const enum command_format format = l->plan->format;

    if (!*row->with)
        printf(plain[format], (long long)row->size, row->time.mean, ci_of(l, &row->time),
               row->time.n, row->least, row->most);
    else
        printf(compared[format], (long long)row->size, row->time.mean, ci_of(l, &row->time),
               row->compared.mean, ci_of(l, &row->compared), row->difference.mean,
               ci_of(l, &row->difference), row->empty.mean,
               command_agreement_name(agreement_of(l, row)), row->with);
}

static json_t *row_as_json(const struct launches *l, const struct row *row)
{
    json_t *its = json_pack("{s:I, s:o, s:o, s:i, s:o, s:o, s:O}", "size", row->size, "time",
                            command_output_seconds(row->time.mean), "ci",
                            command_output_seconds(ci_of(l, &row->time)), "launches", row->time.n,
                            "least", command_output_seconds(row->least), "most",
                            command_output_seconds(row->most), "times", row->times);

    if (!*row->with)
        return its;
    json_object_set_new(its, "compared", command_output_seconds(row->compared.mean));
    json_object_set_new(its, "compared_ci", command_output_seconds(ci_of(l, &row->compared)));
    json_object_set_new(its, "difference", command_output_seconds(row->difference.mean));
    json_object_set_new(its, "difference_ci", command_output_seconds(ci_of(l, &row->difference)));
    json_object_set_new(its, "empty", command_output_seconds(row->empty.mean));
    json_object_set_new(its, "agree", json_string(command_agreement_name(agreement_of(l, row))));
    json_object_set_new(its, "with", json_string(row->with));
    return its;
}

/* What the first has said of what was asked for is true of all. */
static void write_json(const struct launches *l)
{
    json_t *record = json_deep_copy(l->record[0]), *rows = json_array();

    for (size_t i = 0; i < l->nrow; i++)
        json_array_append_new(rows, row_as_json(l, &l->row[i]));
    json_object_set_new(record, "launches", json_integer(l->plan->launches));
    json_object_set_new(record, "results", rows);
    json_object_del(record, "missed");
    json_object_del(record, "dropped");
    json_dumpf(record, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
    putchar('\n');
    json_decref(record);
}

static int write_all(struct launches *l)
{
    if (l->plan->format == COMMAND_TEXT)
        write_heading(l);
    else if (l->plan->format == COMMAND_CSV)
        puts(l->compares ? "size,time,ci,compared,compared_ci,difference,difference_ci,empty,agree,"
                           "with"
                         : "size,time,ci,launches,least,most");
    for (size_t i = 0; i < l->nrow; i++) {
        if (l->plan->format != COMMAND_JSON)
            write_row(l, &l->row[i]);
        if (*l->row[i].with && agreement_of(l, &l->row[i]) == COMMAND_DISAGREE)
            l->disagree = true;
    }
    if (l->plan->format == COMMAND_JSON)
        write_json(l);
    const int code = tool_output_finish();
    return code == TOOL_OK && l->disagree ? TOOL_FAILED : code;
}

/* ---- all of it */

static int launch_all(struct launches *l)
{
    for (int i = 0; i < l->plan->launches; i++) {
        json_t *record;
        int code;

        if (!l->plan->quiet)
            fprintf(stderr, "mpit-bench: launch %d of %d\n", i + 1, l->plan->launches);
        code = command_job_run(l->plan->command, &record);
        if (!record)
            return code;
        add_record(l, record);
    }
    return TOOL_GO_ON;
}

static void free_all(struct launches *l)
{
    for (size_t i = 0; i < l->nrow; i++)
        json_decref(l->row[i].times);
    for (int i = 0; i < l->n; i++)
        json_decref(l->record[i]);
    free(l->row);
    free(l->record);
}

int command_launches(int argc, char **argv)
{
    struct plan plan = {0};
    int code = make_plan(argc, argv, &plan);

    if (code == TOOL_GO_ON) {
        struct launches l = {.plan = &plan};

        l.record = tool_allocate((size_t)plan.launches, sizeof(json_t *));
        code = launch_all(&l);
        if (code == TOOL_GO_ON)
            code = write_all(&l);
        free_all(&l);
    }
    free(plan.command);
    return code;
}
