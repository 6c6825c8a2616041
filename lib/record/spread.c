/* What all users of a record share: taking a quantity over the ranks, numbers
 * that read the same in every locale, the end of a write, and letting a record go. */
#include "record/record.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void mpit__spread_add(struct mpit_spread *spread, double value, int rank)
{
    spread->total += value;
    if (spread->min_rank < 0 || value < spread->min) {
        spread->min = value;
        spread->min_rank = rank;
    }
    if (spread->max_rank < 0 || value > spread->max) {
        spread->max = value;
        spread->max_rank = rank;
    }
}

bool mpit__has_ratio(double part, double whole)
{
    return whole > 0 && isfinite(part / whole);
}

void mpit__times(const struct mpit_report *report, struct mpit_times *times)
{
    *times = (struct mpit_times){MPIT_SPREAD_NONE, MPIT_SPREAD_NONE, MPIT_SPREAD_NONE, 0};
    for (int i = 0; i < report->nrank; i++) {
        const struct mpit_report_rank *rank = &report->rank[i];

        mpit__spread_add(&times->wall, rank->wall, rank->rank);
        mpit__spread_add(&times->mpi, rank->mpi, rank->rank);
        if (mpit__has_ratio(rank->mpi, rank->wall)) {
            mpit__spread_add(&times->share, rank->mpi / rank->wall, rank->rank);
            times->nshare++;
        }
    }
}

void mpit__report_free(struct mpit_report *report)
{
    free(report->rank);
    free(report->call);
    free(report->pair);
    free(report->region);
    for (int i = 0; i < report->nseries; i++)
        free(report->series[i].sample);
    free(report->series);
    *report = (struct mpit_report){0};
}

void mpit__number_use_point(char *number)
{
    size_t sign = *number == '-';
    char *point = number + sign + strspn(number + sign, "0123456789");
    size_t length = strcspn(point, "0123456789"); /* a locale's point may be several bytes */

    if (length == 0)
        return;
    *point = '.';
    memmove(point + 1, point + length, strlen(point + length) + 1);
}

int mpit__stream_finish(FILE *out)
{
    if (fflush(out) == 0 && !ferror(out))
        return 0;
    return errno ? errno : EIO;
}
