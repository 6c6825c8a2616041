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

void mpit__times(const struct mpit_record *record, struct mpit_times *times)
{
    *times = (struct mpit_times){MPIT_SPREAD_NONE, MPIT_SPREAD_NONE, MPIT_SPREAD_NONE, 0};
    for (int i = 0; i < record->nrank; i++) {
        const struct mpit_record_rank *rank = &record->rank[i];

        mpit__spread_add(&times->wall, rank->wall, rank->rank);
        mpit__spread_add(&times->mpi, rank->mpi, rank->rank);
        if (mpit__has_ratio(rank->mpi, rank->wall)) {
            mpit__spread_add(&times->share, rank->mpi / rank->wall, rank->rank);
            times->nshare++;
        }
    }
}

void mpit__record_free(struct mpit_record *record)
{
    free(record->rank);
    free(record->call);
    free(record->pair);
    free(record->region);
    for (int i = 0; i < record->nseries; i++)
        free(record->series[i].sample);
    free(record->series);
    *record = (struct mpit_record){0};
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
