#include "record/table_cells.h"

#include <math.h>

/* What each rank did last, before it died or where it hangs: of a thread some calls, the last one
 * last. */

enum { ROWS_SHOWN = 48, CALLS_SHOWN = 3 };

static void put_number(struct mpit_cells *cells, int column, int64_t number)
{
    if (number >= 0)
        mpit__put_count(cells, column, (uint64_t)number);
}

/* "to 3", "from 1 of MPI_Irecv" */
static void put_with(struct mpit_cells *cells, int column, const struct mpit_record_called *call)
{
    struct mpit_line line = {0};

    if (*call->way && call->peer >= 0)
        mpit__append(&line, "%s %" PRId64, call->way, call->peer);
    if (*call->by)
        mpit__append(&line, "%sof %s", line.length ? " " : "", call->by);
    if (call->error)
        mpit__append(&line, "%serror class %" PRIu64, line.length ? ", " : "", call->error);
    mpit__put_text(cells, column, line.text);
}

static void call_row(struct mpit_renderer *renderer, const struct mpit_record_recorder *thread,
                     const struct mpit_record_called *call)
{
    struct mpit_cells cells = {0};

    mpit__put_rank(&cells, 0, thread->rank);
    mpit__put_text(&cells, 1, call->call);
    mpit__put_seconds(&cells, 2, call->begin);
    if (isfinite(call->end))
        mpit__put_seconds(&cells, 3, call->end - call->begin);
    else
        mpit__put_text(&cells, 3, "not back");
    put_with(&cells, 4, call);
    put_number(&cells, 5, call->tag);
    put_number(&cells, 6, call->bytes);
    mpit__put_text(&cells, 7, call->comm);
    renderer->row(renderer, &cells);
}

static int threads_shown(const struct mpit_renderer *renderer, const struct mpit_record *record)
{
    return mpit__shown(renderer, CALLS_SHOWN * record->nrecorder, ROWS_SHOWN) / CALLS_SHOWN;
}

static void rows(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_cells header = {
        {"rank", "call", "at", "took", "with", "tag", "bytes", "on"}, {0}};

    renderer->row(renderer, &header);
    for (int i = 0; i < threads_shown(renderer, record); i++) {
        const struct mpit_record_recorder *thread = &record->recorder[i];
        const int n = thread->ncalled;

        for (int k = n > CALLS_SHOWN ? n - CALLS_SHOWN : 0; k < n; k++)
            call_row(renderer, thread, &thread->called[k]);
    }
}

void mpit__section_last(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_table table = {"rlrrlrrl", rows};

    if (!record->nrecorder)
        return;
    renderer->title(renderer, "last calls, by when they began since the first rank came out of "
                              "MPI_Init");
    renderer->table(renderer, &table, record);
}
