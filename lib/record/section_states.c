#include "record/table_cells.h"

#include <stdlib.h>
#include <string.h>

/* Ranks that share a state and a call, as ranges: "0, 2-5". */

static bool is_over(const struct mpit_record_rank *rank)
{
    return !*rank->state || mpit__rank_is(rank, MPIT_RANK_ENDED);
}

static int by_state(const void *a, const void *b)
{
    const struct mpit_record_rank *x = *(const struct mpit_record_rank *const *)a,
                                  *y = *(const struct mpit_record_rank *const *)b;
    int order = strcmp(x->state, y->state);

    if (!order)
        order = strcmp(x->in, y->in);
    return order ? order : (x->rank > y->rank) - (x->rank < y->rank);
}

/* Those that did not end, sorted; NULL without memory. */
static const struct mpit_record_rank **others(const struct mpit_record *record, int *n)
{
    const struct mpit_record_rank **rank = malloc(sizeof *rank * ((size_t)record->nrank + 1));

    *n = 0;
    for (int i = 0; rank && i < record->nrank; i++)
        if (!is_over(&record->rank[i]))
            rank[(*n)++] = &record->rank[i];
    if (rank)
        qsort(rank, (size_t)*n, sizeof *rank, by_state);
    return rank;
}

static bool same_group(const struct mpit_record_rank *a, const struct mpit_record_rank *b)
{
    return !strcmp(a->state, b->state) && !strcmp(a->in, b->in);
}

/* Adds the range that begins at the first of n ranks; how many are in it. */
static int append_range(struct mpit_line *line, const struct mpit_record_rank *const *rank, int n)
{
    int in = 1;

    while (in < n && rank[in]->rank == rank[0]->rank + in)
        in++;
    mpit__append(line, "%s%d", line->length ? ", " : "", rank[0]->rank);
    if (in > 1)
        mpit__append(line, "%s%d", in > 2 ? "-" : ", ", rank[in - 1]->rank);
    return in;
}

static void group_row(struct mpit_renderer *renderer, const struct mpit_record_rank *const *rank,
                      int n)
{
    enum { ROOM = MPIT_READABLE - 32 };
    struct mpit_cells cells = {0};
    struct mpit_line line = {0};
    int shown = 0;

    while (shown < n && line.length < ROOM)
        shown += append_range(&line, rank + shown, n - shown);
    if (shown < n)
        mpit__append(&line, ", ...");
    mpit__put_text(&cells, 0, rank[0]->state);
    mpit__put_text(&cells, 1, *rank[0]->in ? rank[0]->in : "-");
    mpit__put_count(&cells, 2, (uint64_t)n);
    mpit__put_text(&cells, 3, line.text);
    renderer->row(renderer, &cells);
}

static void state_rows(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_cells header = {{"state", "in", "ranks", "which"}, {0}};
    const struct mpit_record_rank **rank;
    int n, end;

    rank = others(record, &n);
    renderer->row(renderer, &header);
    for (int i = 0; i < n; i = end) {
        for (end = i + 1; end < n && same_group(rank[i], rank[end]);)
            end++;
        group_row(renderer, rank + i, end - i);
    }
    free(rank);
}

void mpit__section_states(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_table table = {"llrl", state_rows};
    bool all_over = true;

    for (int i = 0; i < record->nrank; i++)
        all_over = all_over && is_over(&record->rank[i]);
    if (all_over)
        return;
    renderer->title(renderer, "ranks that did not end, and the call that each was in where known");
    renderer->table(renderer, &table, record);
}
