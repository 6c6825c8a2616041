#include "record/cells.h"

static void call_rows(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_cells header = {{"call", "count", "bytes", "volume", "time", "of wall",
                                              "mean", "min", "at rank", "max", "at rank"},
                                             {0}};
    struct mpit_times times;

    mpit__times(record, &times);
    renderer->row(renderer, &header);
    for (int i = 0; i < record->ncall; i++) {
        const struct mpit_record_call *call = &record->call[i];
        struct mpit_cells cells = {0};

        mpit__put_text(&cells, 0, call->name);
        mpit__put_count(&cells, 1, call->count);
        mpit__put_count(&cells, 2, call->bytes);
        mpit__put_volume(&cells, 3, call->bytes);
        mpit__put_seconds(&cells, 4, call->time.total);
        cells.bar[4] = call->time.total;
        mpit__put_share(&cells, 5, call->time.total, times.wall.total);
        mpit__put_spread(&cells, 6, &call->time, record->nrank);
        renderer->row(renderer, &cells);
    }
}

void mpit__section_calls(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_table table = {"lrrrrrrrrrr", call_rows};

    if (record->ncall == 0) {
        renderer->title(renderer, "no calls recorded");
        return;
    }
    renderer->title(renderer, "calls, most time first; times over all ranks");
    renderer->table(renderer, &table, record);
}

static void size_rows(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_cells header = {{"call", "count", "bytes", "bytes a call"}, {0}};

    renderer->row(renderer, &header);
    for (int i = 0; i < record->ncall; i++) {
        const struct mpit_record_call *call = &record->call[i];
        struct mpit_cells cells = {0};

        if (!call->bytes || !call->count)
            continue;
        mpit__put_text(&cells, 0, call->name);
        mpit__put_count(&cells, 1, call->count);
        mpit__put_count(&cells, 2, call->bytes);
        mpit__put_mean_volume(&cells, 3, call->bytes, call->count);
        cells.bar[3] = (double)call->bytes / (double)call->count;
        renderer->row(renderer, &cells);
    }
}

void mpit__section_sizes(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_table table = {"lrrr", size_rows};
    bool any = false;

    for (int i = 0; i < record->ncall; i++)
        any = any || (record->call[i].bytes && record->call[i].count);
    if (!any)
        return;
    renderer->title(renderer, "message sizes, mean of all calls that had any");
    renderer->table(renderer, &table, record);
}
