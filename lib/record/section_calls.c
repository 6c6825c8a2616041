#include "record/table_cells.h"

#include <string.h>

/* The wall time is that between them. */
static bool is_in_wall_time(const char *name)
{
    return strncmp(name, "MPI_Init", strlen("MPI_Init")) != 0 && strcmp(name, "MPI_Finalize") != 0;
}

static void call_rows(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_cells header = {{"call", "count", "bytes", "volume", "time", "of wall",
                                              "mean", "min", "at rank", "max", "at rank"},
                                             {0}};
    struct mpit_times times;
    int known = mpit__record_known(record);

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
        if (is_in_wall_time(call->name))
            mpit__put_share(&cells, 5, call->time.total, mpit__times_whole(&times));
        else
            mpit__put_text(&cells, 5, "-");
        mpit__put_spread(&cells, 6, &call->time, known);
        renderer->row(renderer, &cells);
    }
}

void mpit__section_calls(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_table table = {"lrrRrRrrRrR", call_rows};

    if (record->ncall == 0) {
        renderer->title(renderer, "no calls recorded");
        return;
    }
    renderer->title(renderer, "calls, most time first; times over all ranks");
    renderer->table(renderer, &table, record);
}

/* An older record does not know them. */
static uint64_t messages_of(const struct mpit_record_call *call)
{
    return call->messages ? call->messages : call->count;
}

static void size_rows(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_cells header = {{"call", "messages", "bytes", "bytes a message"}, {0}};

    renderer->row(renderer, &header);
    for (int i = 0; i < record->ncall; i++) {
        const struct mpit_record_call *call = &record->call[i];
        uint64_t messages = messages_of(call);
        struct mpit_cells cells = {0};

        if (!call->bytes || !messages)
            continue;
        mpit__put_text(&cells, 0, call->name);
        mpit__put_count(&cells, 1, messages);
        mpit__put_count(&cells, 2, call->bytes);
        mpit__put_mean_volume(&cells, 3, call->bytes, messages);
        cells.bar[3] = (double)call->bytes / (double)messages;
        renderer->row(renderer, &cells);
    }
}

void mpit__section_sizes(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_table table = {"lrrr", size_rows};
    bool any = false;

    for (int i = 0; i < record->ncall; i++)
        any = any || (record->call[i].bytes && messages_of(&record->call[i]));
    if (!any)
        return;
    renderer->title(renderer,
                    "mean sizes: of a message, or of what a process hands to a collective");
    renderer->table(renderer, &table, record);
}
