/* Rows of all records are put into one array, sorted, and what is of the same name compared. */
#include "config.h"

#include "tools/diff/diff.h"

#include "mpib/student.h"
#include "tools/ground/tool.h"
#include "tools/records/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A number of one record. */
struct value {
    char *kind, *name;
    enum tool_measure measure;
    int run; /* those of `before` first */
    double value;
};

struct values {
    struct value *value;
    size_t n, room;
    int run;     /* whose rows come */
    bool scales; /* rows of single ranks are of no other's */
};

static void add(struct values *values, const char *kind, char *name, enum tool_measure measure,
                double value)
{
    if (values->n == values->room) {
        size_t room = values->room ? 2 * values->room : 256;
        struct value *more = tool_allocate(room, sizeof *more);

        if (values->n)
            memcpy(more, values->value, values->n * sizeof *more);
        free(values->value);
        values->value = more;
        values->room = room;
    }
    values->value[values->n++] =
        (struct value){tool_print("%s", kind), name, measure, values->run, value};
}

static void values_free(struct values *values)
{
    for (size_t i = 0; i < values->n; i++) {
        free(values->value[i].kind);
        free(values->value[i].name);
    }
    free(values->value);
}

/* ---- what a row is about */

/* A site that has no name is told by its place in the file, which the next build moves. */
static char *name_of_site(const struct tool_row *row, const char *call)
{
    const char *function = tool_row_text(row, MPIT_CSV_FUNCTION);
    const char *file = tool_row_text(row, MPIT_CSV_FILE);
    const char *module = tool_row_text(row, MPIT_CSV_MODULE), *slash = strrchr(module, '/');

    if (*function || *file)
        return tool_print("%s in %s, %s:%.0f", call, function, file,
                          tool_row_number(row, MPIT_CSV_LINE));
    return tool_print("%s at %s+0x%llx", call, slash ? slash + 1 : module,
                      (unsigned long long)tool_row_number(row, MPIT_CSV_OFFSET));
}

/* A collective has the least and the most bytes, a communicator its size. */
static char *name_by_size(const struct tool_row *row, const char *name)
{
    if (row->cell[MPIT_CSV_MIN].field)
        return tool_print("%s from %.0f bytes on", name, tool_row_number(row, MPIT_CSV_MIN));
    return tool_print("%s of %.0f processes", *name ? name : "without a name",
                      tool_row_number(row, MPIT_CSV_MAX));
}

static char *name_of(const struct tool_row *row)
{
    const char *name = tool_row_text(row, MPIT_CSV_NAME);
    double rank = tool_row_number(row, MPIT_CSV_RANK);
    double least = tool_row_number(row, MPIT_CSV_NAME); /* of messages by size */

    if (isfinite(least))
        return tool_print("from %.0f bytes on", least);
    if (row->cell[MPIT_CSV_OFFSET].field)
        return name_of_site(row, name);
    if (row->cell[MPIT_CSV_MAX].field && !row->cell[MPIT_CSV_MAX_RANK].field)
        return name_by_size(row, name);
    if (row->cell[MPIT_CSV_SENDER].field)
        return tool_print("%.0f -> %.0f%s%s", tool_row_number(row, MPIT_CSV_SENDER),
                          tool_row_number(row, MPIT_CSV_RECEIVER), *name ? ", " : "", name);
    if (isfinite(rank) && row->cell[MPIT_CSV_MAX_RANK].field && !row->cell[MPIT_CSV_MAX].field)
        return tool_print("%.0f for %.0f, %s", rank, tool_row_number(row, MPIT_CSV_MAX_RANK),
                          name); /* a wait */
    if (isfinite(rank) && *name)
        return tool_print("%.0f, %s", rank, name);
    if (isfinite(rank))
        return tool_print("%.0f", rank);
    return tool_print("%s", name);
}

/* Of one of them, or of two. */
static bool is_of_ranks(const char *kind)
{
    static const char *const kinds[] = {"rank", "call_rank", "pair", "wait"};

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strncmp(kind, kinds[i], strlen(kinds[i])))
            return true;
    return false;
}

static void take_row(void *with, const char *kind, const struct tool_row *row)
{
    struct values *with_values = with;
    static const enum mpit_csv_column column[] = {[TOOL_MEASURE_SECONDS] = MPIT_CSV_TOTAL,
                                                  [TOOL_MEASURE_BYTES] = MPIT_CSV_BYTES,
                                                  [TOOL_MEASURE_COUNT] = MPIT_CSV_COUNT};

    if (row->is_sample || (with_values->scales && is_of_ranks(kind)))
        return;
    for (int i = 0; i <= TOOL_MEASURE_COUNT; i++) {
        double value = tool_row_number(row, column[i]);

        if (isfinite(value))
            add(with_values, kind, name_of(row), (enum tool_measure)i, value);
    }
}

/* The job as a whole, which has no row of its own. */
#define LONGEST "wall time of the longest rank"

static void take_job(struct values *values, const struct mpit_record *record)
{
    struct mpit_times times;

    mpit__times(record, &times);
    add(values, "job", tool_print(LONGEST), TOOL_MEASURE_SECONDS, times.wall.max);
    add(values, "job", tool_print("in MPI, all ranks"), TOOL_MEASURE_SECONDS, times.mpi.total);
}

static void take_runs(struct values *values, const struct tool_runs *runs)
{
    for (int i = 0; i < runs->n; i++, values->run++) {
        take_job(values, &runs->record[i]);
        tool_rows_each(&runs->record[i], take_row, values);
    }
}

/* ---- the comparison */

static int compare_names(const struct value *a, const struct value *b)
{
    int order = (int)a->measure - (int)b->measure;

    if (!order)
        order = strcmp(a->kind, b->kind);
    return order ? order : strcmp(a->name, b->name);
}

static int compare_values(const void *a, const void *b)
{
    const struct value *left = a, *right = b;
    int order = compare_names(left, right);

    return order ? order : (left->run > right->run) - (left->run < right->run);
}

struct moments {
    double mean, variance; /* of the mean */
    int n;
};

static struct moments moments_of(const double *value, int n)
{
    struct moments moments = {.n = n};

    for (int i = 0; i < n; i++)
        moments.mean += value[i] / n;
    for (int i = 0; i < n && n > 1; i++)
        moments.variance += (value[i] - moments.mean) * (value[i] - moments.mean) / (n - 1) / n;
    return moments;
}

/* By Welch: the two sides may vary differently. */
static double margin_of(const struct moments *a, const struct moments *b)
{
    double sum = a->variance + b->variance;

    if (a->n < 2 || b->n < 2)
        return NAN;
    if (sum <= 0)
        return 0;
    double freedom =
        sum * sum /
        (a->variance * a->variance / (a->n - 1) + b->variance * b->variance / (b->n - 1));
    return mpib_student_quantile(0.025, freedom) * sqrt(sum);
}

/* The time that a job takes: of the longest rank, and of all. */
struct job_time {
    double rank, all;
};

static struct job_time time_of(const struct tool_runs *runs)
{
    struct job_time time = {0, 0};

    for (int i = 0; i < runs->n; i++) {
        struct mpit_times times;

        mpit__times(&runs->record[i], &times);
        time.rank += times.wall.max / runs->n;
        time.all += times.wall.total / runs->n;
    }
    return time;
}

/* What is of a rank is compared with the time of one. */
static bool is_of_rank(const struct tool_change *change)
{
    return !strncmp(change->kind, "rank", 4) || !strcmp(change->name, LONGEST);
}

static double effect_of(double difference, double whole)
{
    if (difference == 0)
        return 0;
    return whole > 0 ? fabs(difference) / whole : INFINITY;
}

/* How often ranks wait, how long queues get, how many threads call at a time and what was had of
 * the machine differs from run to run though the program does the same. */
static bool is_exact(const struct tool_change *change)
{
    return change->measure != TOOL_MEASURE_SECONDS && strcmp(change->kind, "wait") != 0 &&
           strcmp(change->kind, "rank_unexpected_peak,messages") != 0 &&
           strcmp(change->kind, "rank_threads,threads") != 0 && !strstr(change->kind, "_resource");
}

/* Of one run alone, numbers are exact, and times as far from those of another as the threshold
 * says. */
static bool has_changed(const struct tool_diff *diff, const struct tool_change *change)
{
    double difference = fabs(change->after - change->before);
    bool is_time = change->measure == TOOL_MEASURE_SECONDS;

    if (difference == 0 || (is_time && change->effect < diff->threshold))
        return false;
    return isnan(change->margin) ? is_time || is_exact(change) : difference > change->margin;
}

static void judge(const struct tool_diff *diff, const struct job_time *time,
                  struct tool_change *change)
{
    double difference = change->after - change->before;
    double whole = is_of_rank(change) ? time->rank : time->all;

    change->effect =
        effect_of(difference, change->measure == TOOL_MEASURE_SECONDS ? whole : change->before);
    change->changed = has_changed(diff, change);
}

/* The values of one name.  A run has one, or none; of sites several, where places share a line. */
static struct tool_change change_of(const struct tool_diff *diff, const struct job_time *time,
                                    struct value *value, size_t n)
{
    int nbefore = diff->before->n, nafter = diff->after->n;
    double *run = tool_allocate((size_t)(nbefore + nafter), sizeof *run);
    struct tool_change change = {value->kind, value->name, .measure = value->measure};

    for (size_t i = 0; i < n; i++)
        run[value[i].run] += value[i].value;
    struct moments before = moments_of(run, nbefore), after = moments_of(run + nbefore, nafter);
    free(run);
    value->kind = value->name = NULL; /* the change has them */
    change.before = before.mean;
    change.after = after.mean;
    change.margin = margin_of(&before, &after);
    judge(diff, time, &change);
    return change;
}

static int compare_changes(const void *a, const void *b)
{
    const struct tool_change *left = a, *right = b;
    bool times[] = {left->measure == TOOL_MEASURE_SECONDS, right->measure == TOOL_MEASURE_SECONDS};
    int order = times[1] - times[0];

    if (!order)
        order = (right->effect > left->effect) - (right->effect < left->effect);
    if (!order && !times[0]) /* of what is new or gone the most first */
        order = (right->before + right->after > left->before + left->after) -
                (right->before + right->after < left->before + left->after);
    if (!order)
        order = strcmp(left->kind, right->kind);
    return order ? order : strcmp(left->name, right->name);
}

static size_t same_names(const struct values *values, size_t first)
{
    size_t n = 1;

    while (first + n < values->n &&
           compare_names(&values->value[first], &values->value[first + n]) == 0)
        n++;
    return n;
}

static void take_scaling(struct tool_diff *diff)
{
    for (int i = 0; i < diff->before->n; i++)
        tool_scaling_add(&diff->scaling, "before", &diff->before->record[i]);
    for (int i = 0; i < diff->after->n; i++)
        tool_scaling_add(&diff->scaling, "after", &diff->after->record[i]);
    tool_scaling_make(&diff->scaling);
}

bool tool_diff_scales(const struct tool_diff *diff)
{
    return diff->before->record[0].nranks != diff->after->record[0].nranks;
}

void tool_diff_make(struct tool_diff *diff)
{
    const struct job_time time = time_of(diff->before);
    struct values values = {.scales = tool_diff_scales(diff)};

    take_scaling(diff);
    take_runs(&values, diff->before);
    take_runs(&values, diff->after);
    qsort(values.value, values.n, sizeof *values.value, compare_values);
    diff->change = tool_allocate(values.n, sizeof *diff->change);
    for (size_t i = 0, n; i < values.n; i += n) {
        n = same_names(&values, i);
        diff->change[diff->n] = change_of(diff, &time, &values.value[i], n);
        diff->nchanged += diff->change[diff->n++].changed;
    }
    qsort(diff->change, (size_t)diff->n, sizeof *diff->change, compare_changes);
    values_free(&values);
}

bool tool_diff_is_worse(const struct tool_diff *diff)
{
    for (int i = 0; i < diff->n; i++)
        if (!strcmp(diff->change[i].name, LONGEST))
            return diff->change[i].changed && diff->change[i].after > diff->change[i].before;
    return false;
}

void tool_diff_free(struct tool_diff *diff)
{
    for (int i = 0; i < diff->n; i++) {
        free(diff->change[i].kind);
        free(diff->change[i].name);
    }
    free(diff->change);
    free(diff->scaling.scale);
}

bool tool_diff_has_margins(const struct tool_diff *diff)
{
    return diff->before->n > 1 && diff->after->n > 1;
}

const char *tool_measure_name(enum tool_measure measure)
{
    static const char *const name[] = {"seconds", "bytes", "count"};

    return name[measure];
}
