#include "record/table_cells.h"

/* Message queues: how long they became, on which rank and when.
 *
 * The longest unexpected queue of a rank is known of each that has looked; when that was, and how
 * long others were, only of a time series, as far as a look of it has found them. */

static const char *const titles[MPIT_RECORD_LEVELS_N] = {
#define LEVEL(name, title) [MPIT_RECORD_LEVEL_##name] = title,
    MPIT_RECORD_LEVELS(LEVEL)
#undef LEVEL
};

struct peak {
    int64_t most; /* on a rank; -1: nobody has looked */
    int rank;
    double at;    /* seconds since the end of MPI_Init; negative: not known */
    double total; /* of the peaks of all ranks that have looked … */
    int nrank;    /* … which are so many */
};

static void add_rank(struct peak *peak, int rank, int64_t most, double at)
{
    if (most < 0)
        return;
    peak->total += (double)most;
    peak->nrank++;
    if (most > peak->most) {
        peak->most = most;
        peak->rank = rank;
        peak->at = at;
    }
}

/* The first look that has found the most. */
static const struct mpit_record_sample *longest(const struct mpit_record_series *series, int level)
{
    const struct mpit_record_sample *most = NULL;

    for (int i = 0; i < series->nsample; i++)
        if (series->sample[i].most[level] > (most ? most->most[level] : -1))
            most = &series->sample[i];
    return most;
}

static struct peak peak_of_series(const struct mpit_record *record, int level)
{
    struct peak peak = {-1, -1, -1, 0, 0};

    for (int i = 0; i < record->nseries; i++) {
        const struct mpit_record_sample *most = longest(&record->series[i], level);

        if (most)
            add_rank(&peak, record->series[i].rank, most->most[level], most->at);
    }
    return peak;
}

static struct peak peak_of_ranks(const struct mpit_record *record)
{
    struct peak peak = {-1, -1, -1, 0, 0};

    for (int i = 0; i < record->nrank; i++)
        add_rank(&peak, record->rank[i].rank, record->rank[i].unexpected_peak, -1);
    return peak;
}

/* What each rank has noted is what there was; a series may not have come by then. */
static struct peak peak_of(const struct mpit_record *record, int level)
{
    struct peak seen = peak_of_series(record, level), noted;

    if (level != MPIT_RECORD_LEVEL_unexpected)
        return seen;
    noted = peak_of_ranks(record);
    if (noted.nrank == 0)
        return seen;
    if (noted.most == seen.most) {
        noted.rank = seen.rank;
        noted.at = seen.at;
    }
    return noted;
}

/* The rank whose unexpected messages are told, where it is known who has sent them; else NULL. */
static const struct mpit_record_rank *whose(const struct mpit_record *record)
{
    struct peak peak = peak_of(record, MPIT_RECORD_LEVEL_unexpected);

    for (int i = 0; i < record->nrank && peak.most > 0; i++)
        if (record->rank[i].rank == peak.rank && record->rank[i].unexpected_most > 0)
            return &record->rank[i];
    return NULL;
}

/* Into two columns. */
static void put_senders(struct mpit_cells *cells, int column, const struct mpit_record_rank *rank)
{
    struct mpit_line line = {0};

    mpit__append(&line, "%" PRId64 " from ", rank->unexpected_most);
    if (rank->unexpected_source >= 0)
        mpit__append(&line, "rank %" PRId64, rank->unexpected_source);
    else
        mpit__append(&line, "outside");
    mpit__put_text(cells, column, line.text);
    if (rank->unexpected_tag >= 0)
        mpit__put_count(cells, column + 1, (uint64_t)rank->unexpected_tag);
    else
        mpit__put_text(cells, column + 1, "-");
}

static void queue_rows(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_cells header = {
        {"queue", "most", "at rank", "at", "mean of ranks", "of these", "with tag"}, {0}};
    const struct mpit_record_rank *rank = whose(record);

    renderer->row(renderer, &header);
    for (int level = 0; level < MPIT_RECORD_LEVELS_N; level++) {
        struct peak peak = peak_of(record, level);
        struct mpit_cells cells = {0};

        if (peak.most <= 0)
            continue;
        mpit__put_text(&cells, 0, titles[level]);
        mpit__put_count(&cells, 1, (uint64_t)peak.most);
        mpit__put_rank(&cells, 2, peak.rank);
        if (peak.at < 0)
            mpit__put_text(&cells, 3, "-");
        else
            mpit__put_seconds(&cells, 3, peak.at);
        mpit__put_mean(&cells, 4, peak.total, peak.nrank);
        mpit__put_text(&cells, 5, "-");
        mpit__put_text(&cells, 6, "-");
        if (rank && level == MPIT_RECORD_LEVEL_unexpected)
            put_senders(&cells, 5, rank);
        renderer->row(renderer, &cells);
    }
}

static void note_more(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    struct mpit_line line = {0};
    int n = 0, first = -1;

    for (int i = 0; i < record->nrank; i++)
        if (record->rank[i].unexpected_more && n++ == 0)
            first = record->rank[i].rank;
    if (n == 0)
        return;
    mpit__append(&line, "unexpected: at least so many at rank %d", first);
    if (n > 1)
        mpit__append(&line, " and %d more", n - 1);
    mpit__append(&line, "; beyond mpit_umq_drain_bytes they stay with the MPI library");
    renderer->note(renderer, line.text);
}

void mpit__section_queues(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    const struct mpit_table table = {whose(record) ? "lrRrrlR" : "lrRrr", queue_rows};
    bool any = false;

    for (int level = 0; level < MPIT_RECORD_LEVELS_N; level++)
        any = any || peak_of(record, level).most > 0;
    if (!any)
        return;
    renderer->title(renderer, "queues: most that a rank had at once, and since the end of MPI_Init "
                              "when that was seen");
    renderer->table(renderer, &table, record);
    note_more(renderer, record);
}
