#include "record/table_cells.h"
#include "record/waits.h"

#include <math.h>
#include <string.h>

enum { WAITS_SHOWN = 10 };

static int waits_shown(const struct mpit_renderer *renderer, const struct mpit_record *record)
{
    return mpit__shown(renderer, record->nwait, WAITS_SHOWN);
}

const char *mpit__wait_words(const char *kind)
{
    static const struct {
        const char *kind, *words;
    } all[] = {
        {"late_sender", "to send"},
        {"late_receiver", "(its messages lay here)"},
        {"blocked_send", "to receive"},
        {"late_arrival", "to come to collectives"},
        {"late_finalize", "to come to MPI_Finalize"},
    };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(kind, all[i].kind))
            return all[i].words;
    return kind;
}

/* 0: the times of its calls are no part of it. */
static double wall_of(const struct mpit_record *record, int rank)
{
    for (int i = 0; i < record->nrank; i++)
        if (record->rank[i].rank == rank && !mpit__rank_is_vague(&record->rank[i]))
            return record->rank[i].wall;
    return 0;
}

/* Of messages that lie here at once the times add up: no part of the wall time, and no wait of the
 * rank's. */
static bool is_of_messages(const struct mpit_record_wait *wait)
{
    return !strcmp(wait->kind, "late_receiver");
}

static void wait_rows(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_cells header = {
        {"rank", "waits for", "what", "times", "time", "of wall"}, {0}};

    renderer->row(renderer, &header);
    for (int i = 0; i < waits_shown(renderer, record); i++) {
        const struct mpit_record_wait *wait = &record->wait[i];
        struct mpit_cells cells = {0};

        mpit__put_rank(&cells, 0, wait->rank);
        mpit__put_rank(&cells, 1, wait->for_rank);
        mpit__put_text(&cells, 2, mpit__wait_words(wait->kind));
        mpit__put_count(&cells, 3, wait->count);
        mpit__put_seconds(&cells, 4, wait->seconds);
        cells.bar[4] = isfinite(wait->seconds) && !is_of_messages(wait) ? wait->seconds : 0;
        mpit__put_share(&cells, 5, wait->seconds,
                        is_of_messages(wait) ? 0 : wall_of(record, wait->rank));
        renderer->row(renderer, &cells);
    }
}

static void note_waits_left_out(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    struct mpit_line line = {0};
    double seconds = NAN;
    int more = record->nwait - waits_shown(renderer, record);

    if (more == 0)
        return;
    for (int i = waits_shown(renderer, record); i < record->nwait; i++)
        if (!is_of_messages(&record->wait[i]))
            seconds = mpit__sum_of_known(seconds, record->wait[i].seconds);
    mpit__append(&line, "and %d more: ", more);
    mpit__append_seconds(&line, seconds);
    renderer->note(renderer, line.text);
}

/* What was not seen is not there; what was not kept others stand for. */
static void note_share_seen(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    const bool by_some = record->waits_kept > 0 &&
                         !mpit__waits_are_nearly_all(record->waits_kept, record->waits_seen);
    struct mpit_line line = {0};

    if (!(record->waits_seen > 0) ||
        (mpit__waits_are_nearly_all(record->waits_seen, 1) && !by_some))
        return;
    mpit__append(&line, "who came last is known of ");
    mpit__append_share(&line, record->waits_seen);
    mpit__append(&line, " of the collectives");
    if (by_some) {
        mpit__append(&line, ", by ");
        mpit__append_share(&line, record->waits_kept);
        mpit__append(&line, " that were kept");
    }
    renderer->note(renderer, line.text);
}

/* What is much less than the rest makes no difference. */
static bool are_unsure(const struct mpit_record *record)
{
    const double known = mpit__waits_in_collectives(record);

    return record->waits_unsure > 0 && record->waits_unsure >= 0.05 * known;
}

static void note_unsure(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    struct mpit_line line = {0};

    if (!are_unsure(record))
        return;
    mpit__append(&line, "not told of a rank: ");
    mpit__append_seconds_inline(&line, record->waits_unsure);
    mpit__append(&line,
                 " of waits in collectives, each shorter than the clocks of the nodes agree");
    renderer->note(renderer, line.text);
}

void mpit__section_waits(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_table table = {"rrlrrr", wait_rows};

    if (record->nwait == 0 && !are_unsure(record))
        return;
    renderer->title(renderer, "who waits for whom, by rank in MPI_COMM_WORLD, most time first");
    if (record->nwait > 0)
        renderer->table(renderer, &table, record);
    note_waits_left_out(renderer, record);
    note_share_seen(renderer, record);
    note_unsure(renderer, record);
}
