#include "record/table_cells.h"

#include <math.h>
#include <string.h>

/* Time. */

static void time_row(struct mpit_renderer *renderer, const char *name,
                     const struct mpit_spread *spread, int nrank)
{
    struct mpit_cells cells = {0};

    mpit__put_text(&cells, 0, name);
    mpit__put_seconds(&cells, 1, spread->total);
    mpit__put_spread(&cells, 2, spread, nrank);
    renderer->row(renderer, &cells);
}

static void share_row(struct mpit_renderer *renderer, const struct mpit_times *times)
{
    struct mpit_cells cells = {0};

    mpit__put_text(&cells, 0,
                   times->paused.total > 0 ? "MPI share of recorded" : "MPI share of wall");
    mpit__put_share(&cells, 1, times->mpi.total, times->vague ? NAN : times->recorded.total);
    mpit__put_share(&cells, 2, times->share.total, times->nshare);
    mpit__put_extreme_shares(&cells, 3, &times->share);
    renderer->row(renderer, &cells);
}

static const char *const part_titles[MPIT_PARTS] = {
#define PART(name, title, what) [MPIT_PART_##name] = title,
    MPIT_RECORD_PARTS(PART)
#undef PART
};

/* Those from one to another, as far as there is anything; what a record does not know is no
 * number. */
static void part_rows(struct mpit_renderer *renderer, const struct mpit_times *times,
                      enum mpit_part first, enum mpit_part last, int nrank)
{
    for (int part = (int)first; part <= (int)last; part++)
        if (times->part[part].total > 0)
            time_row(renderer, part_titles[part], &times->part[part], nrank);
}

static void time_rows(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_cells header = {
        {"", "sum of ranks", "mean", "min", "at rank", "max", "at rank"}, {0}};
    struct mpit_times times;
    int known = mpit__record_known(record);

    mpit__times(record, &times);
    renderer->row(renderer, &header);
    time_row(renderer, "wall time", &times.wall, known);
    time_row(renderer, "outside of MPI", &times.outside, known);
    if (times.paused.total > 0)
        time_row(renderer, "not recorded (MPI_Pcontrol 0)", &times.paused, known);
    time_row(renderer, "MPI time", &times.mpi, known);
    part_rows(renderer, &times, MPIT_PART_point_to_point, MPIT_PART_finalize_wait, known);
    share_row(renderer, &times);
    part_rows(renderer, &times, MPIT_PART_init, MPIT_PART_finalize, known);
}

/* Why what was outside of MPI is not known. */
static void note_threads(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    struct mpit_line line = {0};
    const struct mpit_record_rank *most = NULL;
    int n = 0;

    for (int i = 0; i < record->nrank; i++) {
        const struct mpit_record_rank *rank = &record->rank[i];

        n += rank->threads > 1;
        if (rank->threads > 1 && (!most || rank->threads > most->threads))
            most = rank;
    }
    if (!most)
        return;
    mpit__append(&line, "what is outside of MPI is not known: times of MPI are sums over the ");
    mpit__append(&line, "%" PRId64 " threads of rank %d that called it", most->threads, most->rank);
    if (n > 1)
        mpit__append(&line, ", and over those of %d rank%s more", n - 1, n == 2 ? "" : "s");
    renderer->note(renderer, line.text);
}

static void note_open_calls(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    struct mpit_line line = {0};
    int n = 0;

    for (int i = 0; i < record->nrank; i++)
        n += record->rank[i].mpi_open;
    if (n == 0)
        return;
    mpit__append(&line,
                 "what is outside of MPI is not known: %d rank%s may have been in a call that had "
                 "not ended, whose time counts when it has, or with MPIT_LIVE=where",
                 n, n == 1 ? "" : "s");
    renderer->note(renderer, line.text);
}

void mpit__section_times(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_table table = {"lrrrRrR", time_rows};

    renderer->table(renderer, &table, record);
    note_threads(renderer, record);
    note_open_calls(renderer, record);
}

/* Ranks. */

/* Whether any rank has spent time in it. */
static bool has_part(const struct mpit_record *record, int part)
{
    for (int i = 0; i < record->nrank; i++)
        if (record->rank[i].part[part] > 0)
            return true;
    return false;
}

/* Those that there are, behind the other columns; how many columns that makes. */
static int part_columns(const struct mpit_record *record, int part[MPIT_PARTS])
{
    int n = 0;

    for (int i = 0; i < MPIT_PARTS; i++)
        if (has_part(record, i))
            part[n++] = i;
    return n;
}

enum { RANK_COLUMNS = 5, RANKS_SHOWN = 16 };
_Static_assert(RANK_COLUMNS + (int)MPIT_PARTS <= MPIT_COLUMNS, "a column for each part");

static void rank_row(struct mpit_renderer *renderer, const struct mpit_record_rank *rank,
                     const int part[], int nparts)
{
    struct mpit_cells cells = {0};

    mpit__put_rank(&cells, 0, rank->rank);
    mpit__put_text(&cells, 1, rank->host);
    mpit__put_seconds(&cells, 2, rank->wall);
    cells.bar[2] = rank->wall;
    mpit__put_seconds(&cells, 3, rank->mpi);
    cells.bar[3] = rank->mpi;
    mpit__put_share(&cells, 4, rank->mpi, mpit__rank_is_vague(rank) ? NAN : rank->wall);
    for (int i = 0; i < nparts; i++) {
        mpit__put_seconds(&cells, RANK_COLUMNS + i, rank->part[part[i]]);
        cells.bar[RANK_COLUMNS + i] = rank->part[part[i]];
    }
    renderer->row(renderer, &cells);
}

static void rank_rows(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    struct mpit_cells header = {{"rank", "host", "wall time", "MPI time", "of wall"}, {0}};
    int part[MPIT_PARTS], nparts = part_columns(record, part);

    for (int i = 0; i < nparts; i++) {
        const char *title = part_titles[part[i]];

        mpit__put_text(&header, RANK_COLUMNS + i, title + strspn(title, "- "));
    }
    renderer->row(renderer, &header);
    for (int i = 0; i < record->nrank; i++)
        rank_row(renderer, &record->rank[i], part, nparts);
}

void mpit__section_ranks(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    char align[MPIT_COLUMNS + 1] = "rlrrr";
    const struct mpit_table table = {align, rank_rows};
    int part[MPIT_PARTS], nparts = part_columns(record, part);

    if (record->nrank == 0 || record->nrank > mpit__shown(renderer, record->nrank, RANKS_SHOWN))
        return;
    memset(align + RANK_COLUMNS, 'r', (size_t)nparts);
    renderer->title(renderer, "ranks");
    renderer->table(renderer, &table, record);
}
