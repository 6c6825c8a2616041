/* Worlds: processes of a job that were started together. */
#include "config.h"

#include "tools/live/worlds.h"

#include "tools/ground/tool.h"

#include <stdlib.h>
#include <string.h>

static int by_size_rank_and_start(const void *a, const void *b)
{
    const struct mpit_live_head *x = &(*(const struct tool_segment *const *)a)->head,
                                *y = &(*(const struct tool_segment *const *)b)->head;
    int order = strcmp(x->world, y->world);

    if (!order)
        order = (x->size > y->size) - (x->size < y->size);
    if (!order)
        order = (x->rank > y->rank) - (x->rank < y->rank);
    if (!order)
        order = (x->utc > y->utc) - (x->utc < y->utc);
    return order ? order : (x->ns > y->ns) - (x->ns < y->ns);
}

static bool same_size(const struct tool_segment *a, const struct tool_segment *b)
{
    return a->head.size == b->head.size && !strcmp(a->head.world, b->head.world);
}

/* Deals out sorted segments of one world's name and size: the first of each rank, the second … */
static int deal(const struct tool_segment **segment, int n, struct tool_live_world *world)
{
    int worlds = 0, turn = 0;

    for (int i = 0; i < n; i++) {
        struct tool_live_world *its;

        turn = i > 0 && segment[i]->head.rank == segment[i - 1]->head.rank ? turn + 1 : 0;
        its = &world[turn];
        if (turn == worlds)
            *its = (struct tool_live_world){tool_allocate((size_t)n, sizeof *its->segment), 0};
        worlds += turn == worlds;
        its->segment[its->n++] = segment[i];
    }
    return worlds;
}

static int by_start(const void *a, const void *b)
{
    const struct mpit_live_head *x = &((const struct tool_live_world *)a)->segment[0]->head,
                                *y = &((const struct tool_live_world *)b)->segment[0]->head;
    int order = strcmp(x->world, y->world);

    if (!order)
        order = (x->utc > y->utc) - (x->utc < y->utc);
    return order ? order : (x->ns > y->ns) - (x->ns < y->ns);
}

struct tool_live_world *tool_live_worlds(const struct tool_segments *segments, int from, int to,
                                         int *n)
{
    int count = to - from;
    const struct tool_segment **sorted = tool_allocate((size_t)count, sizeof *sorted);
    struct tool_live_world *world = tool_allocate((size_t)count, sizeof *world);

    for (int i = 0; i < count; i++)
        sorted[i] = &segments->segment[from + i];
    if (count)
        qsort(sorted, (size_t)count, sizeof *sorted, by_size_rank_and_start);
    *n = 0;
    for (int i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && same_size(sorted[i], sorted[end]);)
            end++;
        *n += deal(sorted + i, end - i, world + *n);
    }
    free(sorted);
    if (*n)
        qsort(world, (size_t)*n, sizeof *world, by_start);
    return world;
}

void tool_live_worlds_free(struct tool_live_world *world, int n)
{
    for (int i = 0; i < n; i++)
        free(world[i].segment);
    free(world);
}
