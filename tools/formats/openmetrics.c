/* OpenMetrics: all series of a family stand together, under one TYPE, UNIT and HELP.  So fields,
 * which are families, are walked outside, and the things that have them (calls, ranks, …) inside.
 *
 * Only gauges, even for what is info or a count: what a job has left behind does not grow.  And
 * the older format of Prometheus, which the textfile collector of node_exporter reads, has no
 * other type whose families are called the same: a counter has _total in its TYPE and HELP there,
 * and here it has not. */
#include "config.h"

#include "tools/formats/formats.h"
#include "tools/formats/openmetrics.h"

#include "ground/number.h"
#include "record/utf8.h"
#include "tools/ground/tool.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The labels of a thing, as they are written but for the brace that ends them. */
struct labels {
    char *text;   /* empty: there are none */
    size_t first; /* up to the quote behind the value of the first one */
    int number;   /* stands there; 0: none */
};

/* All the things of one kind. */
struct things {
    const struct mpit_group *group;
    const char *first;
    int n;
    struct labels *labels; /* [n] */
};

static const char *member_of(const struct mpit_field *field, const struct things *things, int i)
{
    return things->first + (size_t)i * things->group->size + field->offset;
}

/* Labels. */

/* Of escapes there are three, and another one makes the whole text none.  What is hidden elsewhere
 * is written as it is shown there, and that is text; so is a tab, which nobody would see. */
static void write_escaped(const char *text, FILE *out)
{
    for (; *text; text++) {
        int hidden = *text == '\n' ? 0 : mpit__utf8_hidden(text), written;

        for (int i = 0; i < hidden; i++)
            fprintf(out, "\\\\x%02x", (unsigned char)text[i]);
        written = hidden ? hidden : mpit__utf8_write(text, out);
        if (written)
            text += written - 1;
        else if (*text == '\n')
            fputs("\\n", out);
        else if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else
            putc(*text, out);
    }
}

static void write_label(const struct mpit_field *field, const char *member, FILE *out)
{
    if (field->type == MPIT_FIELD_TEXT)
        write_escaped(member, out);
    else if (field->type == MPIT_FIELD_COUNT)
        fprintf(out, "%" PRIu64, *(const uint64_t *)member);
    else
        fprintf(out, "%d", *(const int *)member);
}

/* Returns where the value of the first one ends. */
static size_t write_labels(const struct things *things, int i, FILE *out)
{
    off_t begin = ftello(out), first = begin;

    for (size_t j = 0; j < things->group->n; j++) {
        const struct mpit_field *field = &things->group->field[j];

        if (!field->metric.label || mpit__field_is_absent(field, member_of(field, things, i)))
            continue;
        fprintf(out, "%s%s=\"", first == begin ? "{" : ",", field->metric.label);
        write_label(field, member_of(field, things, i), out);
        if (first == begin)
            first = ftello(out);
        putc('"', out);
    }
    return (size_t)(first - begin);
}

/* All in one text, which the first one begins. */
static void make_labels(struct things *things)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    things->labels = tool_allocate((size_t)things->n, sizeof *things->labels);
    for (int i = 0; out && i < things->n; i++) {
        things->labels[i].first = write_labels(things, i, out);
        putc('\0', out);
    }
    if (!out || mpit__stream_finish(out) != 0 || fclose(out) != 0) {
        tool_complain("no memory");
        exit(TOOL_FAILED);
    }
    for (int i = 0; i < things->n; i++) {
        things->labels[i].text = text;
        text += strlen(text) + 1;
    }
}

static int by_text(const void *a, const void *b)
{
    const struct labels *x = *(struct labels *const *)a, *y = *(struct labels *const *)b;
    int order = strcmp(x->text, y->text);

    return order ? order : (x > y) - (x < y);
}

static int has_text(const void *text, const void *labels)
{
    return strcmp(text, (*(struct labels *const *)labels)->text);
}

/* The next number that makes them labels that nothing has by itself. */
static int next_number(const struct labels *labels, int number, struct labels *const *sorted, int n)
{
    bool taken = true;

    while (taken) {
        char *text = tool_print("%.*s (%d)%s", (int)labels->first, labels->text, ++number,
                                labels->text + labels->first);

        taken = bsearch(text, sorted, (size_t)n, sizeof *sorted, has_text) != NULL;
        free(text);
    }
    return number;
}

/* A series stands once, and names that were another's may be one where they are cut, or as they are
 * written: the second thing of the same labels gets a number, as do those behind it. */
static void number_the_same(struct things *things)
{
    struct labels **sorted = tool_allocate((size_t)things->n, sizeof(struct labels *));

    for (int i = 0; i < things->n; i++)
        sorted[i] = &things->labels[i];
    qsort(sorted, (size_t)things->n, sizeof *sorted, by_text);
    for (int i = 1, number = 1; i < things->n; i++) {
        bool same = strcmp(sorted[i]->text, sorted[i - 1]->text) == 0;

        number = same ? next_number(sorted[i], number, sorted, things->n) : 1;
        sorted[i]->number = same ? number : 0;
    }
    free(sorted);
}

static void print_labels(const struct labels *labels, FILE *out)
{
    if (!*labels->text)
        return;
    fprintf(out, "%.*s", (int)labels->first, labels->text);
    if (labels->number)
        fprintf(out, " (%d)", labels->number);
    fprintf(out, "%s}", labels->text + labels->first);
}

/* Values. */

/* Of a quantity over the ranks the total.  False for the unknown, which has no series, and for
 * seconds below 0, which a damaged record can have. */
static bool print_value(char text[MPIT_NUMBER], const struct mpit_field *field, const void *member)
{
    static const struct mpit_field total = {MPIT_FIELD("total", struct mpit_spread, total)};

    if (field->type == MPIT_FIELD_SPREAD) {
        field = &total;
        member = &((const struct mpit_spread *)member)->total;
    }
    return mpit__field_number(text, field, member) && *text != '-';
}

/* Families. */

static void write_head(const struct mpit_field *field, FILE *out)
{
    fprintf(out, "# TYPE %s gauge\n", field->metric.name);
    if (field->unit)
        fprintf(out, "# UNIT %s %s\n", field->metric.name, field->unit);
    fprintf(out, "# HELP %s %s\n", field->metric.name, field->what);
}

static void write_family(const struct mpit_field *field, const struct things *things, FILE *out)
{
    char number[MPIT_NUMBER];

    write_head(field, out);
    for (int i = 0; i < things->n; i++) {
        if (!print_value(number, field, member_of(field, things, i)) ||
            (field->metric.rare && !strcmp(number, "0")))
            continue;
        fputs(field->metric.name, out);
        print_labels(&things->labels[i], out);
        fprintf(out, " %s\n", number);
    }
}

void tool_openmetrics_write_families(const struct mpit_group *group, const void *first, int n,
                                     FILE *out)
{
    struct things things = {group, first, n, NULL};
    bool more = true;

    if (n == 0)
        return;
    make_labels(&things);
    number_the_same(&things);
    for (int turn = 0; more; turn++) {
        more = false;
        for (size_t i = 0; i < group->n; i++) {
            const struct mpit_field *field = &group->field[i];

            if (field->metric.turn > turn)
                more = true;
            if (field->metric.name && field->metric.turn == turn)
                write_family(field, &things, out);
        }
    }
    free(things.labels->text);
    free(things.labels);
}

/* What follows from a record without standing in it: groups of our own. */

/* The job. */

struct info {
    uint64_t one;
    char command[sizeof((struct mpit_record *)NULL)->command];
    char vendor[sizeof((struct mpit_record *)NULL)->vendor];
    char mpit[sizeof((struct mpit_record *)NULL)->mpit];
    struct mpit_batch batch;
};

static const struct mpit_field info_fields[] = {
    {MPIT_FIELD(NULL, struct info, one), FAMILY("mpit_job_info"), .what = "What ran; always 1."},
    LABEL(struct info, command),
    LABEL(struct info, vendor),
    LABEL(struct info, mpit),
    LABEL_IF_KNOWN("user", struct info, batch.user),
    LABEL_IF_KNOWN("batch_job", struct info, batch.job),
    LABEL_IF_KNOWN("account", struct info, batch.account),
    LABEL_IF_KNOWN("folder", struct info, batch.folder),
};
static const struct mpit_group info_group = MPIT_GROUP("info", struct info, info_fields);

struct job {
    uint64_t complete, ranks, recorded;
    double start, wall, mpi;
};

static const struct mpit_field job_fields[] = {
    {MPIT_FIELD(NULL, struct job, complete), FAMILY("mpit_job_complete"),
     .what = "1: the record of a whole job; 0: of one rank that did not get to the end."},
    {MPIT_FIELD(NULL, struct job, ranks), FAMILY("mpit_job_ranks"),
     .what = "Size of MPI_COMM_WORLD."},
    {MPIT_FIELD(NULL, struct job, recorded), FAMILY("mpit_job_ranks_recorded"),
     .what = "Ranks that the record is about."},
    {MPIT_FIELD(NULL, struct job, start), FAMILY("mpit_job_start_timestamp_seconds"),
     .unit = "seconds", .what = "When rank 0 started, since 1970 in UTC."},
    {MPIT_FIELD(NULL, struct job, wall), FAMILY("mpit_job_wall_seconds"), .unit = "seconds",
     .what = "From the end of MPI_Init to MPI_Finalize, on the rank where it was longest."},
    {MPIT_FIELD(NULL, struct job, mpi), FAMILY("mpit_job_mpi_seconds"), .unit = "seconds",
     .what = "In MPI calls, over all ranks."},
};
static const struct mpit_group job_group = MPIT_GROUP("job", struct job, job_fields);

/* Seconds since 1970; NAN for what is no time. */
static double parse_start(const char *start)
{
    struct tm time = {0};
    const char *end = strptime(start, "%Y-%m-%dT%H:%M:%SZ", &time);

    return end && !*end ? (double)timegm(&time) : NAN;
}

static void write_job(const struct mpit_record *record, FILE *out)
{
    struct info info = {.one = 1};
    struct mpit_times times;

    mpit__times(record, &times);
    struct job job = {
        .complete = record->complete,
        .ranks = (uint64_t)record->nranks,
        .recorded = (uint64_t)mpit__record_known(record),
        .start = parse_start(record->start),
        .wall = times.wall.max,
        .mpi = times.mpi.total,
    };
    memcpy(info.command, record->command, sizeof info.command);
    memcpy(info.vendor, record->vendor, sizeof info.vendor);
    memcpy(info.mpit, record->mpit, sizeof info.mpit);
    info.batch = record->batch;
    tool_openmetrics_write_families(&info_group, &info, 1, out);
    tool_openmetrics_write_families(&job_group, &job, 1, out);
}

/* What has become of the ranks. */

struct state {
    int rank;
    char host[sizeof((struct mpit_record_rank *)NULL)->host];
    char state[sizeof((struct mpit_record_rank *)NULL)->state];
    char in[sizeof((struct mpit_record_rank *)NULL)->in];
    uint64_t one;
};

static const struct mpit_field state_fields[] = {
    LABEL(struct state, rank),
    LABEL(struct state, host),
    LABEL(struct state, state),
    LABEL(struct state, in),
    {MPIT_FIELD(NULL, struct state, one), FAMILY("mpit_rank_state"),
     .what =
         "What has become of the rank, and the call that it was in when it was lost; always 1."},
};
static const struct mpit_group state_group = MPIT_GROUP("state", struct state, state_fields);

/* Records that are older do not know it. */
static void write_states(const struct mpit_record *record, FILE *out)
{
    struct state *state = tool_allocate((size_t)record->nrank, sizeof *state);
    int n = 0;

    for (int i = 0; i < record->nrank; i++) {
        const struct mpit_record_rank *rank = &record->rank[i];

        if (!*rank->state)
            continue;
        state[n] = (struct state){.rank = rank->rank, .one = 1};
        memcpy(state[n].host, rank->host, sizeof state[n].host);
        memcpy(state[n].state, rank->state, sizeof state[n].state);
        memcpy(state[n++].in, rank->in, sizeof rank->in);
    }
    tool_openmetrics_write_families(&state_group, state, n, out);
    free(state);
}

/* Time series: what was the most, and how often each state was seen. */

struct peak {
    int rank;
    int64_t most[MPIT_RECORD_LEVELS_N];
};

/* clang-format off */
static const struct mpit_field peak_fields[] = {
    LABEL(struct peak, rank),
#define LEVEL(level, title)                                                                        \
    {MPIT_FIELD(NULL, struct peak, most[MPIT_RECORD_LEVEL_##level]), FAMILY("mpit_most_" #level),  \
     .what = "Most that a look at the rank has seen: " title "."},
    MPIT_RECORD_LEVELS(LEVEL)
#undef LEVEL
};
/* clang-format on */
static const struct mpit_group peak_group = MPIT_GROUP("peak", struct peak, peak_fields);

static struct peak find_peak(const struct mpit_record_series *series)
{
    struct peak peak = {.rank = series->rank};

    for (int level = 0; level < MPIT_RECORD_LEVELS_N; level++) {
        peak.most[level] = -1;
        for (int i = 0; i < series->nsample; i++)
            if (series->sample[i].most[level] > peak.most[level])
                peak.most[level] = series->sample[i].most[level];
    }
    return peak;
}

static void write_peaks(const struct mpit_record *record, FILE *out)
{
    struct peak *peak = tool_allocate((size_t)record->nseries, sizeof *peak);

    for (int i = 0; i < record->nseries; i++)
        peak[i] = find_peak(&record->series[i]);
    tool_openmetrics_write_families(&peak_group, peak, record->nseries, out);
    free(peak);
}

struct seen {
    int rank;
    char state[16];
    uint64_t times;
};

static const struct mpit_field seen_fields[] = {
    LABEL(struct seen, rank),
    LABEL(struct seen, state),
    {MPIT_FIELD(NULL, struct seen, times), FAMILY("mpit_seen"),
     .what = "Looks at the rank that found it in this state."},
};
static const struct mpit_group seen_group = MPIT_GROUP("seen", struct seen, seen_fields);

/* The last sample has counted from the beginning. */
static void write_seen(const struct mpit_record *record, FILE *out)
{
    static const char states[MPIT_STATES][sizeof((struct seen *)NULL)->state] = {
#define STATE(name) #name,
        MPIT_STATES_EACH(STATE)
#undef STATE
    };
    struct seen *seen = tool_allocate((size_t)record->nseries * MPIT_STATES, sizeof *seen);
    int n = 0;

    for (int i = 0; i < record->nseries; i++) {
        const struct mpit_record_series *series = &record->series[i];

        for (int state = 0; series->nsample && state < MPIT_STATES; state++) {
            seen[n] = (struct seen){.rank = series->rank,
                                    .times = series->sample[series->nsample - 1].seen[state]};
            memcpy(seen[n++].state, states[state], sizeof states[state]);
        }
    }
    tool_openmetrics_write_families(&seen_group, seen, n, out);
    free(seen);
}

int tool_openmetrics_write_record(const struct mpit_record *record, FILE *out)
{
    const struct mpit_group *group = &mpit__record_group;

    errno = 0;
    write_job(record, out);
    tool_openmetrics_write_families(group, record, 1, out);
    for (size_t i = 0; i < group->n; i++) {
        int n;

        if (group->field[i].type != MPIT_FIELD_LIST)
            continue;
        const void *first = mpit__field_elements(&group->field[i], record, &n);
        tool_openmetrics_write_families(group->field[i].group, first, n, out);
    }
    write_states(record, out);
    write_peaks(record, out);
    write_seen(record, out);
    fputs("# EOF\n", out);
    return mpit__stream_finish(out);
}
