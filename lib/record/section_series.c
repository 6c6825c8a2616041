#include "record/slices.h"
#include "record/table_cells.h"

#include <math.h>

enum { SLICES = 10 };

static void put_level(struct mpit_cells *cells, int column, int64_t level)
{
    if (level < 0)
        mpit__put_text(cells, column, "-");
    else
        mpit__put_count(cells, column, (uint64_t)level);
}

static void slice_row(struct mpit_renderer *renderer, const struct mpit_slice *slice)
{
    struct mpit_cells cells = {0};

    mpit__put_seconds(&cells, 0, slice->from);
    mpit__put_seconds(&cells, 1, slice->to);
    mpit__put_share(&cells, 2, slice->share.total, slice->nrank);
    mpit__put_extreme_shares(&cells, 3, &slice->share);
    /* The mean of what is outside of MPI, of the most. */
    mpit__put_share(&cells, 7, slice->nrank - slice->share.total,
                    slice->nrank * (1 - slice->share.min));
    mpit__put_count(&cells, 8, slice->amount[MPIT_AMOUNT_sends].count);
    mpit__put_volume(&cells, 9, slice->amount[MPIT_AMOUNT_sends].bytes);
    mpit__put_count(&cells, 10, slice->amount[MPIT_AMOUNT_collectives].count);
    put_level(&cells, 11, slice->most[MPIT_RECORD_LEVEL_posted]);
    put_level(&cells, 12, slice->most[MPIT_RECORD_LEVEL_unexpected]);
    mpit__put_share(&cells, 13, slice->processors, 1);
    renderer->row(renderer, &cells);
}

static void slice_rows(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_cells header = {
        {"from", "to", "in MPI", "min", "at rank", "max", "at rank", "balance", "sends", "volume",
         "collectives", "posted", "unexpected", "had processor"},
        {0}};
    struct mpit_slice slices[SLICES];
    int n = mpit__slices_fit(record, SLICES);

    renderer->row(renderer, &header);
    mpit__slices(record, n, slices);
    for (int i = 0; i < n; i++)
        slice_row(renderer, &slices[i]);
}

static void title_series(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    char text[MPIT_READABLE];
    struct mpit_line line = {0};
    double asked = 0, interval = 0;

    for (int i = 0; i < record->nseries; i++) {
        asked = fmax(asked, record->series[i].asked);
        interval = fmax(interval, record->series[i].interval);
    }
    mpit__readable_seconds(text, interval);
    mpit__append(&line, "time series of %d rank%s, a sample each %s", record->nseries,
                 record->nseries == 1 ? "" : "s", text);
    if (interval > asked) {
        mpit__readable_seconds(text, asked);
        mpit__append(&line, " (from a look each %s)", text);
    }
    mpit__append(&line, "; posted receives and unexpected messages: most on a rank");
    renderer->title(renderer, line.text);
}

/* An older record does not know what its samples had of processors: the last column. */
static bool know_processors(const struct mpit_record *record)
{
    struct mpit_slice slices[SLICES];
    int n = mpit__slices_fit(record, SLICES);

    mpit__slices(record, n, slices);
    for (int i = 0; i < n; i++)
        if (isfinite(slices[i].processors))
            return true;
    return false;
}

void mpit__section_series(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_table table = {"rRrrRrRrrRrrrr", slice_rows},
                                   without = {"rRrrRrRrrRrrr", slice_rows};

    if (record->nseries == 0)
        return;
    title_series(renderer, record);
    renderer->table(renderer, know_processors(record) ? &table : &without, record);
}
