#include "record/table_cells.h"

static void region_rows(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_cells header = {{"region", "entered", "time", "MPI time", "of it",
                                              "sends", "volume", "collectives", "volume",
                                              "max time", "at rank"},
                                             {0}};

    renderer->row(renderer, &header);
    for (int i = 0; i < record->nregion; i++) {
        const struct mpit_record_region *region = &record->region[i];
        struct mpit_cells cells = {0};

        mpit__put_text(&cells, 0, region->label);
        mpit__put_count(&cells, 1, region->entries);
        mpit__put_seconds(&cells, 2, region->wall.total);
        cells.bar[2] = region->wall.total;
        mpit__put_seconds(&cells, 3, region->mpi.total);
        cells.bar[3] = region->mpi.total;
        mpit__put_share(&cells, 4, region->mpi.total, region->wall.total);
        mpit__put_count(&cells, 5, region->amount[MPIT_AMOUNT_sends].count);
        mpit__put_volume(&cells, 6, region->amount[MPIT_AMOUNT_sends].bytes);
        mpit__put_count(&cells, 7, region->amount[MPIT_AMOUNT_collectives].count);
        mpit__put_volume(&cells, 8, region->amount[MPIT_AMOUNT_collectives].bytes);
        mpit__put_seconds(&cells, 9, region->wall.max);
        mpit__put_rank(&cells, 10, region->wall.max_rank);
        renderer->row(renderer, &cells);
    }
}

static bool has_efficiency(const struct mpit_record_region *region)
{
    return region->efficiency.parallel > 0;
}

static void efficiency_rows(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_cells header = {
        {"region", "parallel", "load balance", "communication", "most outside of MPI", "at rank"},
        {0}};

    renderer->row(renderer, &header);
    for (int i = 0; i < record->nregion; i++) {
        const struct mpit_record_region *region = &record->region[i];
        struct mpit_cells cells = {0};

        if (!has_efficiency(region))
            continue;
        mpit__put_text(&cells, 0, region->label);
        mpit__put_share(&cells, 1, region->efficiency.parallel, 1);
        mpit__put_share(&cells, 2, region->efficiency.load_balance, 1);
        mpit__put_share(&cells, 3, region->efficiency.communication, 1);
        mpit__put_seconds(&cells, 4, region->outside.max);
        mpit__put_rank(&cells, 5, region->outside.max_rank);
        renderer->row(renderer, &cells);
    }
}

/* Records that are older do not know it. */
static void show_efficiencies(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_table table = {"lrrrrR", efficiency_rows};

    for (int i = 0; i < record->nregion; i++)
        if (has_efficiency(&record->region[i])) {
            renderer->title(renderer, "efficiencies of regions: parallel = load balance x "
                                      "communication");
            renderer->table(renderer, &table, record);
            return;
        }
}

static void note_open_region(struct mpit_renderer *renderer,
                             const struct mpit_record_region *region)
{
    struct mpit_line line = {0};

    mpit__append(&line, "region ");
    mpit__append_visible(&line, region->label);
    mpit__append(&line, ": %" PRIu64 " of its entries had no end: it counts up to that of the job",
                 region->open);
    renderer->note(renderer, line.text);
}

void mpit__section_regions(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_table table = {"lrrrRrRrRrR", region_rows};

    if (record->nregion) {
        renderer->title(renderer,
                        "regions of MPI_Pcontrol, with what is inside of them; over all ranks");
        renderer->table(renderer, &table, record);
    }
    for (int i = 0; i < record->nregion; i++)
        if (record->region[i].open)
            note_open_region(renderer, &record->region[i]);
    show_efficiencies(renderer, record);
    if (record->stray_ends) {
        struct mpit_line line = {0};

        mpit__append(&line, "MPI_Pcontrol(4) outside of any region, ignored: %" PRIu64,
                     record->stray_ends);
        renderer->note(renderer, line.text);
    }
}
