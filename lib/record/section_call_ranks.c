#include "record/table_cells.h"

#include <string.h>

/* The calls of most time, of each rank a row: where ranks differ in a call, which ones do. */

enum { RANKS_SHOWN = 16, CALLS_SHOWN = MPIT_COLUMNS - 1 };

/* Calls whose ranks are known, most time first; returns how many. */
static int shown_calls(const struct mpit_record *record, const struct mpit_record_call *call[])
{
    int n = 0;

    for (int i = 0; i < record->ncall && n < CALLS_SHOWN; i++)
        if (record->call[i].nrank && record->call[i].time.total > 0)
            call[n++] = &record->call[i];
    return n;
}

static const struct mpit_record_call_rank *find(const struct mpit_record_call *call, int rank)
{
    for (int i = 0; i < call->nrank; i++)
        if (call->rank[i].rank == rank)
            return &call->rank[i];
    return NULL;
}

static void put_rank(struct mpit_cells *cells, int rank,
                     const struct mpit_record_call *const call[], int n)
{
    mpit__put_rank(cells, 0, rank);
    for (int i = 0; i < n; i++) {
        const struct mpit_record_call_rank *its = find(call[i], rank);

        if (its)
            mpit__put_seconds(cells, 1 + i, its->seconds);
        else
            mpit__put_text(cells, 1 + i, "-");
        cells->bar[1 + i] = its ? its->seconds : 0;
    }
}

static void rows(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    const struct mpit_record_call *call[CALLS_SHOWN];
    struct mpit_cells header = {{"rank"}, {0}};
    int n = shown_calls(record, call);

    for (int i = 0; i < n; i++)
        mpit__put_text(&header, 1 + i, call[i]->name + strlen("MPI_"));
    renderer->row(renderer, &header);
    for (int i = 0; i < record->nrank; i++) {
        struct mpit_cells cells = {0};

        put_rank(&cells, record->rank[i].rank, call, n);
        renderer->row(renderer, &cells);
    }
}

void mpit__section_call_ranks(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    char align[MPIT_COLUMNS + 1] = "r";
    const struct mpit_table table = {align, rows};
    const struct mpit_record_call *call[CALLS_SHOWN];
    int n = shown_calls(record, call);

    if (n == 0 || record->nrank > mpit__shown(renderer, record->nrank, RANKS_SHOWN))
        return;
    memset(align + 1, 'r', (size_t)n);
    renderer->title(renderer, "time of each rank in the calls of most time");
    renderer->table(renderer, &table, record);
}
