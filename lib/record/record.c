/* What all users of a record share: taking a quantity over the ranks, the end of a write, letting
 * it go. */
#include "record/record.h"

#include "record/fields.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is not known is the least and the most only where nothing is. */
static bool takes_place(double value, double of, int rank)
{
    return rank < 0 || (isnan(of) && !isnan(value));
}

void mpit__spread_add(struct mpit_spread *spread, double value, int rank)
{
    spread->total += value;
    if (takes_place(value, spread->min, spread->min_rank) || value < spread->min) {
        spread->min = value;
        spread->min_rank = rank;
    }
    if (takes_place(value, spread->max, spread->max_rank) || value > spread->max) {
        spread->max = value;
        spread->max_rank = rank;
    }
}

void mpit__wait_settle(struct mpit_record_wait *wait)
{
    if (wait->seconds == 0 && !strcmp(wait->kind, "late_receiver"))
        wait->seconds = NAN;
}

double mpit__sum_of_known(double a, double b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) ? b : a;
    return a + b;
}

bool mpit__rank_is(const struct mpit_record_rank *rank, const char *state)
{
    return strcmp(rank->state, state) == 0;
}

int mpit__record_known(const struct mpit_record *record)
{
    int n = 0;

    for (int i = 0; i < record->nrank; i++)
        n += !mpit__rank_is(&record->rank[i], MPIT_RANK_MISSING);
    return n;
}

bool mpit__has_ratio(double part, double whole)
{
    return whole > 0 && isfinite(part / whole);
}

enum mpit_part mpit__part_of_state(enum mpit_state state)
{
    static const enum mpit_part parts[MPIT_STATES] = {
        [MPIT_STATE_compute] = MPIT_PART_other,
        [MPIT_STATE_send] = MPIT_PART_point_to_point,
        [MPIT_STATE_recv] = MPIT_PART_point_to_point,
        [MPIT_STATE_wait] = MPIT_PART_completion,
        [MPIT_STATE_probe] = MPIT_PART_point_to_point,
        [MPIT_STATE_collective] = MPIT_PART_collective,
        [MPIT_STATE_rma] = MPIT_PART_one_sided,
        [MPIT_STATE_io] = MPIT_PART_files,
    };

    return parts[state];
}

bool mpit__rank_is_vague(const struct mpit_record_rank *rank)
{
    return rank->threads > 1 || rank->mpi_open;
}

/* Older records do not know that anything was not. */
double mpit__rank_recorded(const struct mpit_record_rank *rank)
{
    return isfinite(rank->paused) ? rank->wall - rank->paused : rank->wall;
}

double mpit__rank_outside(const struct mpit_record_rank *rank)
{
    return mpit__rank_is_vague(rank) ? NAN : mpit__rank_recorded(rank) - rank->mpi;
}

static void add_rank(struct mpit_times *times, const struct mpit_record_rank *rank)
{
    double recorded = mpit__rank_recorded(rank);

    mpit__spread_add(&times->wall, rank->wall, rank->rank);
    mpit__spread_add(&times->mpi, rank->mpi, rank->rank);
    mpit__spread_add(&times->paused, rank->paused, rank->rank);
    mpit__spread_add(&times->recorded, recorded, rank->rank);
    mpit__spread_add(&times->outside, mpit__rank_outside(rank), rank->rank);
    for (int part = 0; part < MPIT_PARTS; part++)
        mpit__spread_add(&times->part[part], rank->part[part], rank->rank);
    if (mpit__has_ratio(rank->mpi, recorded)) {
        mpit__spread_add(&times->share, rank->mpi / recorded, rank->rank);
        times->nshare++;
    }
    times->vague = times->vague || mpit__rank_is_vague(rank);
}

void mpit__times(const struct mpit_record *record, struct mpit_times *times)
{
    static const struct mpit_spread unknown = {NAN, NAN, NAN, -1, -1};

    *times = (struct mpit_times){.wall = MPIT_SPREAD_NONE,
                                 .mpi = MPIT_SPREAD_NONE,
                                 .paused = MPIT_SPREAD_NONE,
                                 .recorded = MPIT_SPREAD_NONE,
                                 .share = MPIT_SPREAD_NONE,
                                 .outside = MPIT_SPREAD_NONE};
    for (int part = 0; part < MPIT_PARTS; part++)
        times->part[part] = MPIT_SPREAD_NONE;
    for (int i = 0; i < record->nrank; i++)
        if (!mpit__rank_is(&record->rank[i], MPIT_RANK_MISSING))
            add_rank(times, &record->rank[i]);
    if (!times->vague)
        return;
    times->outside = times->share = unknown;
    times->nshare = 0;
}

double mpit__times_whole(const struct mpit_times *times)
{
    return times->vague ? NAN : times->wall.total;
}

static void free_lists(const struct mpit_group *group, void *thing)
{
    for (size_t i = 0; i < group->n; i++) {
        const struct mpit_field *field = &group->field[i];
        int n;
        char *elements;

        if (field->type != MPIT_FIELD_LIST && field->type != MPIT_FIELD_COLUMNS &&
            field->type != MPIT_FIELD_INTS)
            continue;
        elements = (char *)mpit__field_elements(field, thing, &n);
        for (int j = 0; field->group && j < n; j++)
            free_lists(field->group, elements + (size_t)j * field->group->size);
        free(elements);
    }
}

void mpit__record_free(struct mpit_record *record)
{
    free_lists(&mpit__record_group, record);
    *record = (struct mpit_record){0};
}

int mpit__stream_finish(FILE *out)
{
    if (fflush(out) == 0 && !ferror(out))
        return 0;
    return errno ? errno : EIO;
}
