/* The time series as equal slices, each with a few measures between 0 and 1; the slices are parted
 * so that the measures are as constant as can be within each part, and each part costs something
 * (optimal partitioning; Jackson et al., 2005). */
#include "record/phases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SLICES = 64, LEAST_SLICES = 8, SHORTEST = 2, MEASURES = 6 };

struct measures {
    int n; /* slices */
    int count;
    double value[MEASURES][SLICES];
    double sum[MEASURES][SLICES + 1], squares[MEASURES][SLICES + 1]; /* of those before */
    double noise[MEASURES];                                          /* variance */
};

/* ---- what is measured of a slice */

static double *next_measure(struct measures *measures)
{
    return measures->value[measures->count++];
}

static void measure_shares(struct measures *measures, const struct mpit_slice slice[])
{
    double *in_mpi = next_measure(measures), *longest = next_measure(measures);

    for (int i = 0; i < measures->n; i++) {
        in_mpi[i] = slice[i].nrank ? slice[i].share.total / slice[i].nrank : 0;
        longest[i] = slice[i].nrank ? 1 - slice[i].share.min : 0;
    }
}

static double amount_of(const struct mpit_slice *slice, const enum mpit_record_amounts *amount)
{
    return (double)(slice->amount[amount[0]].count + slice->amount[amount[1]].count);
}

/* By the most that there is in a slice. */
static void measure_amounts(struct measures *measures, const struct mpit_slice slice[],
                            const enum mpit_record_amounts amount[2])
{
    double *value = next_measure(measures), most = 0;

    for (int i = 0; i < measures->n; i++)
        most = fmax(most, value[i] = amount_of(&slice[i], amount));
    if (most == 0)
        measures->count--; /* there are none */
    for (int i = 0; i < measures->n && most > 0; i++)
        value[i] /= most;
}

static void measure_all(struct measures *measures, const struct mpit_slice slice[], bool have_share)
{
    static const enum mpit_record_amounts amounts[][2] = {
        {MPIT_AMOUNT_sends, MPIT_AMOUNT_recvs},
        {MPIT_AMOUNT_collectives, MPIT_AMOUNT_collectives},
        {MPIT_AMOUNT_rma, MPIT_AMOUNT_rma},
        {MPIT_AMOUNT_reads, MPIT_AMOUNT_writes}};

    if (have_share)
        measure_shares(measures, slice);
    for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++)
        measure_amounts(measures, slice, amounts[i]);
}

/* ---- how much a part of the slices differs within itself */

static int compare_numbers(const void *a, const void *b)
{
    const double *left = a, *right = b;

    return (*left > *right) - (*left < *right);
}

/* From one slice to the next, which a change now and then does not make more; a difference of a
 * tenth is none in any case. */
static double noise_of(const double value[], int n)
{
    static const double NONE = 0.1, DEVIATION = 1.4826 / M_SQRT2; /* of the normal distribution */
    double step[SLICES];

    for (int i = 0; i + 1 < n; i++)
        step[i] = fabs(value[i + 1] - value[i]);
    qsort(step, (size_t)n - 1, sizeof *step, compare_numbers);
    double deviation = fmax(NONE, DEVIATION * step[(n - 1) / 2]);
    return deviation * deviation;
}

static void add_up(struct measures *measures)
{
    for (int k = 0; k < measures->count; k++) {
        const double *value = measures->value[k];

        for (int i = 0; i < measures->n; i++) {
            measures->sum[k][i + 1] = measures->sum[k][i] + value[i];
            measures->squares[k][i + 1] = measures->squares[k][i] + value[i] * value[i];
        }
        measures->noise[k] = noise_of(value, measures->n);
    }
}

static double cost_of(const struct measures *measures, int from, int to)
{
    double cost = 0;

    for (int k = 0; k < measures->count; k++) {
        double sum = measures->sum[k][to] - measures->sum[k][from],
               squares = measures->squares[k][to] - measures->squares[k][from];

        cost += (squares - sum * sum / (to - from)) / measures->noise[k];
    }
    return cost;
}

/* ---- where one part ends and the next begins */

/* Fills begin[] with the first slice of the part that ends before each: the best parts of all
 * slices up to there. */
static void part(const struct measures *measures, int begin[SLICES + 1])
{
    const double price = 2 * measures->count * log(measures->n);
    double best[SLICES + 1] = {0};

    for (int to = 1; to <= measures->n; to++) {
        best[to] = INFINITY;
        begin[to] = 0; /* of a damaged record, whose measures are no numbers */
        for (int from = 0; from <= to - SHORTEST; from++) {
            double cost = best[from] + cost_of(measures, from, to) + price;

            if (cost < best[to]) {
                best[to] = cost;
                begin[to] = from;
            }
        }
    }
}

/* The ends of the parts, the last first; how many, at most one more than there may be. */
static int ends_of(const int begin[SLICES + 1], int n, int end[MPIT_PHASES_MOST + 1])
{
    int found = 0;

    for (int at = n; at > 0 && found <= MPIT_PHASES_MOST; at = begin[at])
        end[found++] = at;
    return found;
}

/* ---- */

enum mpit_phases_known mpit__phases(const struct mpit_record *record,
                                    struct mpit_slice phase[MPIT_PHASES_MOST], int *n)
{
    struct measures measures = {.n = mpit__slices_fit(record, SLICES)};
    struct mpit_slice slice[SLICES];
    int begin[SLICES + 1], end[MPIT_PHASES_MOST + 1];

    *n = 0;
    if (record->nseries == 0 || measures.n < LEAST_SLICES)
        return MPIT_PHASES_TOO_FEW;
    mpit__slices(record, measures.n, slice);
    measure_all(&measures, slice, mpit__slices_have_share(record));
    add_up(&measures);
    part(&measures, begin);
    int found = ends_of(begin, measures.n, end);
    if (found > MPIT_PHASES_MOST)
        return MPIT_PHASES_TOO_MANY;
    for (*n = 0; *n < found; (*n)++) {
        int last = end[found - 1 - *n];

        mpit__slice_between(record, slice[begin[last]].from, slice[last - 1].to, &phase[*n]);
    }
    return MPIT_PHASES_FOUND;
}
