#include "record/cells.h"

enum { PAIRS_SHOWN = 10 };

static int pairs_shown(const struct mpit_renderer *renderer, const struct mpit_record *record)
{
    return mpit__shown(renderer, record->npair, PAIRS_SHOWN);
}

static void pair_rows(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_cells header = {
        {"sender", "->", "receiver", "messages", "bytes", "volume", "a message"}, {0}};

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
        renderer->row(renderer, &cells);
    }
}

static void note_pairs_left_out(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    struct mpit_line line = {0};
    uint64_t messages = 0, bytes = 0;
    int more = record->npair - pairs_shown(renderer, record);

    if (more == 0)
        return;
    for (int i = pairs_shown(renderer, record); i < record->npair; i++) {
        messages += record->pair[i].messages;
        bytes += record->pair[i].bytes;
    }
    mpit__append(&line, "and %d more pair%s: %" PRIu64 " messages, %" PRIu64 " bytes", more,
                 more == 1 ? "" : "s", messages, bytes);
    renderer->note(renderer, line.text);
}

void mpit__section_pairs(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_table table = {"rLRrrRr", pair_rows};

    if (record->npair == 0) {
        renderer->title(renderer, "no point-to-point messages sent");
        return;
    }
    renderer->title(
        renderer,
        "busiest pairs by rank in MPI_COMM_WORLD, most bytes first; point-to-point alone");
    renderer->table(renderer, &table, record);
    note_pairs_left_out(renderer, record);
}
