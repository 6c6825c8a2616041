#include "record/sites.h"
#include "record/table_cells.h"

#include <string.h>

enum { SITES_SHOWN = 20 };

static int sites_shown(const struct mpit_renderer *renderer, const struct mpit_record *record)
{
    return mpit__shown(renderer, record->nsite, SITES_SHOWN);
}

static void site_rows(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_cells header = {
        {"call", "from", "at", "count", "volume", "time", "of wall", "waited for messages"}, {0}};
    struct mpit_times times;

    mpit__times(record, &times);
    renderer->row(renderer, &header);
    for (int i = 0; i < sites_shown(renderer, record); i++) {
        const struct mpit_record_site *site = &record->site[i];
        struct mpit_cells cells = {0};
        char place[sizeof site->module + 32], function[MPIT_READABLE];

        mpit__site_function(site, function, sizeof function);
        mpit__site_print(site, place, sizeof place);
        if (!strcmp(site->call, MPIT_SITES_OTHER))
            mpit__put_text(&cells, 0, "(all other sites)");
        else
            mpit__put_text(&cells, 0, site->call);
        mpit__put_text(&cells, 1, function);
        mpit__put_text(&cells, 2, place);
        mpit__put_count(&cells, 3, site->count);
        mpit__put_volume(&cells, 4, site->bytes);
        mpit__put_seconds(&cells, 5, site->seconds);
        cells.bar[5] = site->seconds;
        mpit__put_share(&cells, 6, site->seconds, mpit__times_whole(&times));
        mpit__put_seconds(&cells, 7, site->waited);
        renderer->row(renderer, &cells);
    }
}

static void note_sites_left_out(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    struct mpit_line line = {0};
    double seconds = 0;
    int more = record->nsite - sites_shown(renderer, record);

    if (more == 0)
        return;
    for (int i = sites_shown(renderer, record); i < record->nsite; i++)
        seconds += record->site[i].seconds;
    mpit__append(&line, "and %d more: ", more);
    mpit__append_seconds(&line, seconds);
    renderer->note(renderer, line.text);
}

void mpit__section_sites(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_table table = {"lllrrrrr", site_rows};

    if (record->nsite == 0)
        return;
    renderer->title(renderer, "call sites, most time first; times over all ranks");
    renderer->table(renderer, &table, record);
    note_sites_left_out(renderer, record);
}
