#include "record/table_cells.h"

enum { PAIRS_SHOWN = 10 };

static int pairs_shown(const struct mpit_renderer *renderer, const struct mpit_record *record)
{
    return mpit__shown(renderer, record->npair, PAIRS_SHOWN);
}

static bool has_one_sided(const struct mpit_record *record)
{
    for (int i = 0; i < record->npair; i++)
        if (record->pair[i].one_sided)
            return true;
    return false;
}

static void put_one_sided(struct mpit_cells *cells, const struct mpit_record_pair *pair)
{
    mpit__put_count(cells, 7, pair->one_sided);
    mpit__put_count(cells, 8, pair->one_sided_bytes);
    cells->bar[8] = (double)pair->one_sided_bytes;
    mpit__put_volume(cells, 9, pair->one_sided_bytes);
}

/* The table has no more columns than its `align` says. */
static void pair_rows(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_cells header = {{"sender", "->", "receiver", "messages", "bytes",
                                              "volume", "a message", "operations", "their bytes",
                                              "their volume"},
                                             {0}};

    renderer->row(renderer, &header);
    for (int i = 0; i < pairs_shown(renderer, record); i++) {
        const struct mpit_record_pair *pair = &record->pair[i];
        struct mpit_cells cells = {0};

        mpit__put_rank(&cells, 0, pair->sender);
        mpit__put_text(&cells, 1, "->");
        mpit__put_rank(&cells, 2, pair->receiver);
        mpit__put_count(&cells, 3, pair->messages);
        mpit__put_count(&cells, 4, pair->bytes);
        cells.bar[4] = (double)pair->bytes;
        mpit__put_volume(&cells, 5, pair->bytes);
        mpit__put_mean_volume(&cells, 6, pair->bytes, pair->messages);
        put_one_sided(&cells, pair);
        renderer->row(renderer, &cells);
    }
}

static void note_pairs_left_out(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    struct mpit_line line = {0};
    uint64_t messages = 0, bytes = 0, one_sided = 0, one_sided_bytes = 0;
    int more = record->npair - pairs_shown(renderer, record);

    if (more == 0)
        return;
    for (int i = pairs_shown(renderer, record); i < record->npair; i++) {
        messages += record->pair[i].messages;
        bytes += record->pair[i].bytes;
        one_sided += record->pair[i].one_sided;
        one_sided_bytes += record->pair[i].one_sided_bytes;
    }
    mpit__append(&line, "and %d more pair%s: %" PRIu64 " messages, %" PRIu64 " bytes", more,
                 more == 1 ? "" : "s", messages, bytes);
    if (one_sided)
        mpit__append(&line, ", %" PRIu64 " one-sided operations, %" PRIu64 " bytes", one_sided,
                     one_sided_bytes);
    renderer->note(renderer, line.text);
}

void mpit__section_pairs(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_table messages = {"rLRrrRr", pair_rows},
                                   both = {"rLRrrRrrrR", pair_rows};
    bool one_sided = has_one_sided(record);

    if (record->npair == 0) {
        renderer->title(renderer, "no point-to-point messages sent");
        return;
    }
    renderer->title(
        renderer,
        one_sided
            ? "busiest pairs by rank in MPI_COMM_WORLD, most bytes first; point-to-point and "
              "one-sided"
            : "busiest pairs by rank in MPI_COMM_WORLD, most bytes first; point-to-point alone");
    renderer->table(renderer, one_sided ? &both : &messages, record);
    note_pairs_left_out(renderer, record);
}
