/* What ranks had of processors and memory: a row each where there is room, else a row for each
 * quantity over all of them. */
#include "record/table_cells.h"

#include <math.h>

enum { RANKS_SHOWN = 16 };

static void put_number(struct mpit_cells *cells, int column, double value)
{
    if (value >= 0)
        mpit__put_count(cells, column, (uint64_t)(value + 0.5));
    else
        mpit__put_text(cells, column, "-");
}

static void put_bytes(struct mpit_cells *cells, int column, double value)
{
    if (value >= 0)
        mpit__put_volume(cells, column, (uint64_t)(value + 0.5));
    else
        mpit__put_text(cells, column, "-");
}

static const struct quantity {
    const char *title;
    void (*put)(struct mpit_cells *cells, int column, double value);
    bool has_sum;
} quantities[] = {
#define PUT_SECONDS                       mpit__put_seconds
#define PUT_NUMBER                        put_number
#define PUT_BYTES                         put_bytes
#define HAS_ADD                           true
#define HAS_MOST                          false
#define ROW(name, kind, sum, title, what) {title, PUT_##kind, HAS_##sum},
    MPIT_RECORD_RESOURCES(ROW)
#undef ROW
};
enum { QUANTITIES = sizeof quantities / sizeof *quantities, OF_THREADS = QUANTITIES - 2 };

#define KNOWN_SECONDS(value) (value)
#define KNOWN_NUMBER(value)  ((value) >= 0 ? (double)(value) : NAN)
#define KNOWN_BYTES(value)   KNOWN_NUMBER(value)

/* As they stand in the rows; what is not known is no number. */
static void take(const struct mpit_record_resources *had, double value[QUANTITIES])
{
#define ROW(name, kind, ...) *value++ = KNOWN_##kind(had->name);
    MPIT_RECORD_RESOURCES(ROW)
#undef ROW
}

static void put_share(struct mpit_cells *cells, int column, const struct mpit_record_resources *had)
{
    const double ran = had->user_time + had->system_time;

    mpit__put_share(cells, column, ran, ran + had->processor_wait);
}

/* ---- a row a rank */

enum { SHARE = 1, BUSY, FIRST };
_Static_assert(FIRST + (int)QUANTITIES <= MPIT_COLUMNS, "a column for each quantity");

static void rank_rows(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    struct mpit_cells header = {{"rank", "had when wanted", "busy threads"}, {0}};

    for (int i = 0; i < QUANTITIES; i++)
        mpit__put_text(&header, FIRST + i, quantities[i].title);
    renderer->row(renderer, &header);
    for (int i = 0; i < record->nrank; i++) {
        const struct mpit_record_rank *rank = &record->rank[i];
        struct mpit_cells cells = {0};
        double value[QUANTITIES];

        take(&rank->had, value);
        mpit__put_rank(&cells, 0, rank->rank);
        put_share(&cells, SHARE, &rank->had);
        put_number(&cells, BUSY, (double)rank->busy_threads);
        for (int k = 0; k < QUANTITIES; k++) {
            quantities[k].put(&cells, FIRST + k, value[k]);
            cells.bar[FIRST + k] = value[k] > 0 ? value[k] : 0;
        }
        renderer->row(renderer, &cells);
    }
}

/* ---- a row a quantity */

/* Over the ranks of which it is known; returns how many. */
static int spread_of(const struct mpit_record *record, int quantity, struct mpit_spread *spread)
{
    int n = 0;

    *spread = MPIT_SPREAD_NONE;
    for (int i = 0; i < record->nrank; i++) {
        double value[QUANTITIES];

        take(&record->rank[i].had, value);
        if (isnan(value[quantity]))
            continue;
        mpit__spread_add(spread, value[quantity], record->rank[i].rank);
        n++;
    }
    return n;
}

static void quantity_rows(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_cells header = {
        {"", "sum of ranks", "mean", "min", "at rank", "max", "at rank"}, {0}};

    renderer->row(renderer, &header);
    for (int i = 0; i < QUANTITIES; i++) {
        const struct quantity *its = &quantities[i];
        struct mpit_cells cells = {0};
        struct mpit_spread spread;
        int n = spread_of(record, i, &spread);

        if (n == 0)
            continue;
        mpit__put_text(&cells, 0, its->title);
        its->put(&cells, 1, its->has_sum ? spread.total : NAN);
        its->put(&cells, 2, spread.total / n);
        its->put(&cells, 3, spread.min);
        mpit__put_rank(&cells, 4, spread.min_rank);
        its->put(&cells, 5, spread.max);
        mpit__put_rank(&cells, 6, spread.max_rank);
        renderer->row(renderer, &cells);
    }
}

static bool is_known(const struct mpit_record_resources *had)
{
    return isfinite(had->user_time);
}

void mpit__section_processors(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_table ranks = {"rrrrrrrrrrr", rank_rows},
                                   quantity = {"lrrrRrR", quantity_rows};
    bool any = false;

    for (int i = 0; i < record->nrank; i++)
        any = any || is_known(&record->rank[i].had);
    if (!any)
        return;
    renderer->title(renderer, "processors and memory, up to MPI_Finalize");
    if (record->nrank > mpit__shown(renderer, record->nrank, RANKS_SHOWN))
        renderer->table(renderer, &quantity, record);
    else
        renderer->table(renderer, &ranks, record);
}

/* ---- a row a region */

static void region_rows(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    struct mpit_cells header = {{"region"}, {0}};

    for (int i = 0; i < OF_THREADS; i++)
        mpit__put_text(&header, 1 + i, quantities[i].title);
    renderer->row(renderer, &header);
    for (int i = 0; i < record->nregion; i++) {
        const struct mpit_record_region *region = &record->region[i];
        struct mpit_cells cells = {0};
        double value[QUANTITIES];

        take(&region->had, value);
        mpit__put_text(&cells, 0, region->label);
        for (int k = 0; k < OF_THREADS; k++)
            quantities[k].put(&cells, 1 + k, value[k]);
        renderer->row(renderer, &cells);
    }
}

void mpit__section_region_processors(struct mpit_renderer *renderer,
                                     const struct mpit_record *record)
{
    static const struct mpit_table table = {"lrrrrrr", region_rows};
    bool any = false;

    for (int i = 0; i < record->nregion; i++)
        any = any || is_known(&record->region[i].had);
    if (!any)
        return;
    renderer->title(renderer, "processors and memory in regions, over all ranks");
    renderer->table(renderer, &table, record);
}
