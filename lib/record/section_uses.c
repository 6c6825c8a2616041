#include "record/table_cells.h"
#include "record/waits.h"

#include <math.h>
#include <string.h>

/* What communicators, collectives and files were used for. */

enum { ROWS_SHOWN = 20 };

static int shown(const struct mpit_renderer *renderer, int n)
{
    return mpit__shown(renderer, n, ROWS_SHOWN);
}

static void note_left_out(struct mpit_renderer *renderer, int more, double seconds)
{
    struct mpit_line line = {0};

    if (more == 0)
        return;
    mpit__append(&line, "and %d more: ", more);
    mpit__append_seconds(&line, seconds);
    renderer->note(renderer, line.text);
}

static double seconds_left_out(const struct mpit_record_use *use, int from, int n)
{
    double seconds = 0;

    for (int i = from; i < n; i++)
        seconds += use[i].seconds;
    return seconds;
}

/* Into two columns. */
static void put_amount(struct mpit_cells *cells, int column,
                       const struct mpit_record_amount *amount)
{
    mpit__put_count(cells, column, amount->count);
    mpit__put_volume(cells, column + 1, amount->bytes);
}

/* Into two columns. */
static void put_time(struct mpit_cells *cells, int column, double seconds, double wall)
{
    mpit__put_seconds(cells, column, seconds);
    cells->bar[column] = seconds;
    mpit__put_share(cells, column + 1, seconds, wall);
}

static double wall_of(const struct mpit_record *record)
{
    struct mpit_times times;

    mpit__times(record, &times);
    return mpit__times_whole(&times);
}

/* ---- communicators */

static void put_size(struct mpit_cells *cells, int column, int size)
{
    if (size > 0)
        mpit__put_count(cells, column, (uint64_t)size);
    else
        mpit__put_text(cells, column, "-");
}

/* Of how many collectives it is known who came last. */
static void put_joined(struct mpit_cells *cells, int column, const struct mpit_record_use *use)
{
    mpit__put_share(cells, column,
                    use->collectives_joined < 0 ? NAN : (double)use->collectives_joined,
                    (double)use->amount[MPIT_AMOUNT_collectives].count);
}

/* Whether that differs: where all are known, or none is asked for, there is nothing to say. */
static bool has_joined(const struct mpit_record *record)
{
    bool is_known = false;

    for (int i = 0; i < record->ncommunicator; i++)
        is_known = is_known || record->communicator[i].collectives_joined >= 0;
    return is_known && isfinite(record->waits_seen) &&
           !mpit__waits_are_nearly_all(record->waits_seen, 1);
}

static void communicator_rows(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_cells header = {{"communicator", "size", "ranks", "of each", "sends",
                                              "volume", "receives", "volume", "collectives",
                                              "volume", "time", "of wall", "last known"},
                                             {0}};
    const bool joined = has_joined(record);
    double wall = wall_of(record);

    renderer->row(renderer, &header);
    for (int i = 0; i < shown(renderer, record->ncommunicator); i++) {
        const struct mpit_record_use *use = &record->communicator[i];
        struct mpit_cells cells = {0};

        mpit__put_text(&cells, 0, *use->name ? use->name : "(without a name)");
        put_size(&cells, 1, use->size);
        mpit__put_count(&cells, 2, (uint64_t)use->nrank);
        mpit__put_mean(&cells, 3, (double)use->made, use->nrank);
        put_amount(&cells, 4, &use->amount[MPIT_AMOUNT_sends]);
        put_amount(&cells, 6, &use->amount[MPIT_AMOUNT_recvs]);
        put_amount(&cells, 8, &use->amount[MPIT_AMOUNT_collectives]);
        put_time(&cells, 10, use->seconds, wall);
        if (joined)
            put_joined(&cells, 12, use);
        renderer->row(renderer, &cells);
    }
}

void mpit__section_communicators(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_table table = {"lrrrrRrRrRrR", communicator_rows},
                                   with_joined = {"lrrrrRrRrRrRr", communicator_rows};
    int n = shown(renderer, record->ncommunicator);

    if (n == 0)
        return;
    renderer->title(renderer, "communicators by name and size, most time first: ranks that used "
                              "them, how many each of these did; sums over all ranks");
    renderer->table(renderer, has_joined(record) ? &with_joined : &table, record);
    note_left_out(renderer, record->ncommunicator - n,
                  seconds_left_out(record->communicator, n, record->ncommunicator));
    if (has_joined(record))
        renderer->note(renderer, "last known: the share of the collectives of which it is known "
                                 "who came last");
}

/* ---- collectives */

static void collective_rows(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_cells header = {
        {"collective", "bytes handed in", "count", "volume", "time", "of wall", "mean"}, {0}};
    double wall = wall_of(record);

    renderer->row(renderer, &header);
    for (int i = 0; i < shown(renderer, record->ncollective); i++) {
        const struct mpit_record_collective *its = &record->collective[i];
        struct mpit_cells cells = {0};

        mpit__put_text(&cells, 0, its->operation);
        mpit__put_range(&cells, 1, its->least, its->most);
        mpit__put_count(&cells, 2, its->count);
        mpit__put_volume(&cells, 3, its->bytes);
        put_time(&cells, 4, its->seconds, wall);
        mpit__put_seconds(&cells, 6, its->count ? its->seconds / (double)its->count : 0);
        renderer->row(renderer, &cells);
    }
}

void mpit__section_collectives(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_table table = {"lrrrrRr", collective_rows};
    int n = shown(renderer, record->ncollective);
    double seconds = 0;

    if (n == 0)
        return;
    for (int i = n; i < record->ncollective; i++)
        seconds += record->collective[i].seconds;
    renderer->title(renderer,
                    "collectives by what a process hands in, most time first; a process "
                    "that only receives, as from the root of MPI_Bcast, hands in nothing");
    renderer->table(renderer, &table, record);
    note_left_out(renderer, record->ncollective - n, seconds);
}

/* ---- files */

static void file_rows(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_cells header = {
        {"file", "ranks", "opens", "reads", "volume", "writes", "volume", "time", "of wall"}, {0}};
    double wall = wall_of(record);

    renderer->row(renderer, &header);
    for (int i = 0; i < shown(renderer, record->nfile); i++) {
        const struct mpit_record_use *use = &record->file[i];
        struct mpit_cells cells = {0};

        mpit__put_text(&cells, 0, *use->name ? use->name : "(all others)");
        mpit__put_count(&cells, 1, (uint64_t)use->nrank);
        mpit__put_count(&cells, 2, use->made);
        put_amount(&cells, 3, &use->amount[MPIT_AMOUNT_reads]);
        put_amount(&cells, 5, &use->amount[MPIT_AMOUNT_writes]);
        put_time(&cells, 7, use->seconds, wall);
        renderer->row(renderer, &cells);
    }
}

void mpit__section_files(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_table table = {"lrrrRrRrR", file_rows};
    int n = shown(renderer, record->nfile);

    if (n == 0)
        return;
    renderer->title(renderer, "files, most time first; sums over all ranks");
    renderer->table(renderer, &table, record);
    note_left_out(renderer, record->nfile - n, seconds_left_out(record->file, n, record->nfile));
}
