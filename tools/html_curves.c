/* Curves: of the time series, and of the ranks where they are too many for rows. */
#include "config.h"

#include "html_parts.h"

#include "record/slices.h"
#include "tool.h"

#include <math.h>
#include <stdlib.h>

enum { SLICES = 100 }; /* points of a curve of time */

/* Values that are not finite have no point. */
static void write_points(const double *y, int n, double most, FILE *out)
{
    for (int i = 0; i < n; i++) {
        if (!isfinite(y[i]))
            continue;
        tool_html_number(" ", 100 * (i + 0.5) / n, out);
        tool_html_number(",", 95 - (most > 0 ? 90 * y[i] / most : 0), out);
    }
}

/* From 0 at the bottom to `most` near the top; `x` says what goes from left to right. */
static void write_curve(const char *what, const char *most_text, const char *x, const double *y,
                        int n, double most, FILE *out)
{
    fputs("<figure><svg viewBox=\"0 0 100 100\" preserveAspectRatio=\"none\">"
          "<polyline points=\"",
          out);
    write_points(y, n, most, out);
    fputs("\"/></svg><figcaption>", out);
    tool_html_escaped(what, out);
    tool_html_element(", at most ", most_text, "; ", out);
    tool_html_element("", x, "</figcaption></figure>\n", out);
}

static double most_of(const double *y, int n)
{
    double most = NAN;

    for (int i = 0; i < n; i++)
        most = fmax(most, y[i]); /* of a number and none: the number */
    return most;
}

void tool_html_write_rank_curve(const struct mpit_record *record, FILE *out)
{
    double *share = tool_allocate((size_t)record->nrank, sizeof *share);
    char most[MPIT_READABLE], x[MPIT_READABLE];

    for (int i = 0; i < record->nrank; i++) {
        const struct mpit_record_rank *rank = &record->rank[i];
        share[i] = mpit__has_ratio(rank->mpi, rank->wall) ? rank->mpi / rank->wall : NAN;
    }
    mpit__readable_share(most, most_of(share, record->nrank), 1);
    snprintf(x, sizeof x, "from rank %d to %d", record->rank[0].rank,
             record->rank[record->nrank - 1].rank);
    write_curve("in MPI", most, x, share, record->nrank, 1, out);
    free(share);
}

/* The slices of the job that all its curves are about. */
struct curves {
    struct mpit_slice slice[SLICES];
    char x[MPIT_READABLE]; /* caption of the time */
    FILE *out;
};

static double length_of(const struct mpit_slice *slice)
{
    return slice->to > slice->from ? slice->to - slice->from : NAN;
}

static void write_share_curve(const struct curves *curves)
{
    double share[SLICES];
    char most[MPIT_READABLE];

    for (int i = 0; i < SLICES; i++) {
        const struct mpit_slice *slice = &curves->slice[i];
        share[i] = slice->nrank ? slice->share.total / slice->nrank : NAN;
    }
    mpit__readable_share(most, most_of(share, SLICES), 1);
    write_curve("in MPI, mean of the ranks", most, curves->x, share, SLICES, 1, curves->out);
}

enum rate { COUNT_RATE, BYTES_RATE };

static void write_rate_curve(const struct curves *curves, const char *title, int amount,
                             enum rate kind)
{
    double rate[SLICES], most;
    char what[MPIT_READABLE], most_text[MPIT_READABLE];

    for (int i = 0; i < SLICES; i++) {
        const struct mpit_record_amount *happened = &curves->slice[i].amount[amount];
        uint64_t number = kind == BYTES_RATE ? happened->bytes : happened->count;

        rate[i] = (double)number / length_of(&curves->slice[i]);
    }
    most = most_of(rate, SLICES);
    if (!(most > 0))
        return;
    snprintf(what, sizeof what, kind == BYTES_RATE ? "%s, bytes a second" : "%s a second", title);
    if (kind == BYTES_RATE)
        mpit__readable_volume(most_text, most < 1e18 ? (uint64_t)most : UINT64_MAX);
    else
        snprintf(most_text, sizeof most_text, "%.0f", most);
    write_curve(what, most_text, curves->x, rate, SLICES, most, curves->out);
}

static void write_level_curve(const struct curves *curves, const char *title, int level)
{
    double value[SLICES], most;
    char what[MPIT_READABLE], most_text[MPIT_READABLE];

    for (int i = 0; i < SLICES; i++)
        value[i] = curves->slice[i].most[level] < 0 ? NAN : (double)curves->slice[i].most[level];
    most = most_of(value, SLICES);
    if (!isfinite(most))
        return; /* nobody watched */
    snprintf(what, sizeof what, "%s, most on a rank", title);
    snprintf(most_text, sizeof most_text, "%.0f", most);
    write_curve(what, most_text, curves->x, value, SLICES, most, curves->out);
}

void tool_html_write_series_curves(const struct mpit_record *record, FILE *out)
{
    struct curves curves = {.out = out};
    char end[MPIT_READABLE];

    mpit__slices(record, SLICES, curves.slice);
    mpit__readable_seconds(end, curves.slice[SLICES - 1].to);
    snprintf(curves.x, sizeof curves.x, "from 0 to %.64s", end);
    fputs("<div class=\"curves\">\n", out);
    write_share_curve(&curves);
#define AMOUNT(name, title)                                                                        \
    write_rate_curve(&curves, title, MPIT_AMOUNT_##name, COUNT_RATE);                              \
    write_rate_curve(&curves, title, MPIT_AMOUNT_##name, BYTES_RATE);
    MPIT_RECORD_AMOUNTS(AMOUNT)
#undef AMOUNT
#define LEVEL(name, title) write_level_curve(&curves, title, MPIT_RECORD_LEVEL_##name);
    MPIT_RECORD_LEVELS(LEVEL)
#undef LEVEL
    fputs("</div>\n", out);
}
