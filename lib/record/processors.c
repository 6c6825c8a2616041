/* The processors of nodes: what lists of them say, and how many ranks a node has for how many. */
#include "record/processors.h"

#include "record/table_cells.h"
#include "record/unite.h"

#include <stdlib.h>
#include <string.h>

/* More than any node has. */
enum { MOST = 1 << 13 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Sets those of a list in a map of MOST bytes, one each; false where it is no such list. */
static bool take(const char *list, char *map)
{
    char *end;

    while (is_digit(*list)) {
        long first = strtol(list, &end, 10), last = first;

        if (*end == '-' && is_digit(end[1]))
            last = strtol(end + 1, &end, 10);
        if (last < first || last >= MOST)
            return false;
        memset(map + first, 1, (size_t)(last - first) + 1);
        if (!*end)
            return true;
        list = *end == ',' ? end + 1 : "";
    }
    return false;
}

static int count(const char *map)
{
    int n = 0;

    for (int i = 0; i < MOST; i++)
        n += map[i];
    return n;
}

int mpit__processors(const char *list)
{
    char map[MOST] = {0};

    return take(list, map) ? count(map) : 0;
}

/* Nodes with so many ranks and processors that these may run on; 0: not known. */
struct nodes {
    int ranks, processors, n;
};

static int most_nodes_first(const void *a, const void *b)
{
    const struct nodes *x = a, *y = b;

    return x->n != y->n           ? y->n - x->n
           : x->ranks != y->ranks ? y->ranks - x->ranks
                                  : y->processors - x->processors;
}

static int by_numbers(const void *a, const void *b)
{
    const struct nodes *x = a, *y = b;

    return x->ranks != y->ranks ? y->ranks - x->ranks : y->processors - x->processors;
}

static void add(void *row, const void *more)
{
    ((struct nodes *)row)->n += ((const struct nodes *)more)->n;
}

static int by_host(const void *a, const void *b)
{
    const struct mpit_record_rank *x = *(const struct mpit_record_rank *const *)a,
                                  *y = *(const struct mpit_record_rank *const *)b;

    return strcmp(x->host, y->host);
}

/* Of n ranks of one host. */
static struct nodes node_of(const struct mpit_record_rank *const *rank, int n)
{
    char map[MOST] = {0};
    bool known = true;

    for (int i = 0; i < n && known; i++)
        known = (i > 0 && !strcmp(rank[i]->processors, rank[i - 1]->processors)) ||
                take(rank[i]->processors, map);
    return (struct nodes){n, known ? count(map) : 0, 1};
}

/* Into nodes[], with room for all ranks; returns how many different kinds there are. */
static int kinds_of(const struct mpit_record *record, struct nodes *nodes)
{
    static const struct mpit_united how = {sizeof(struct nodes), by_numbers, add};
    const struct mpit_record_rank **rank = malloc(sizeof *rank * ((size_t)record->nrank + 1));
    int known = 0, n = 0;

    for (int i = 0; rank && i < record->nrank; i++)
        if (!mpit__rank_is(&record->rank[i], MPIT_RANK_MISSING))
            rank[known++] = &record->rank[i];
    if (known)
        qsort(rank, (size_t)known, sizeof *rank, by_host);
    for (int i = 0, end; i < known; i = end) {
        for (end = i + 1; end < known && !strcmp(rank[i]->host, rank[end]->host);)
            end++;
        nodes[n++] = node_of(rank + i, end - i);
    }
    free(rank);
    n = mpit__unite(nodes, n, &how);
    if (n)
        qsort(nodes, (size_t)n, sizeof *nodes, most_nodes_first);
    return n;
}

static void show(struct mpit_renderer *renderer, const struct nodes *nodes, int n)
{
    enum { SHOWN = 4 };
    struct mpit_line line = {0};

    for (int i = 0; i < n && i < SHOWN; i++)
        mpit__append(&line, "%s%d with %d rank%s on %d processor%s", i ? ", " : "", nodes[i].n,
                     nodes[i].ranks, nodes[i].ranks == 1 ? "" : "s", nodes[i].processors,
                     nodes[i].processors == 1 ? "" : "s");
    if (n > SHOWN)
        mpit__append(&line, " and %d more kinds", n - SHOWN);
    renderer->line(renderer, "nodes", line.text);
}

void mpit__section_nodes(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    struct nodes *nodes = malloc(sizeof *nodes * ((size_t)record->nrank + 1));
    int n = nodes ? kinds_of(record, nodes) : 0;
    bool known = n > 0;

    for (int i = 0; i < n; i++)
        known = known && nodes[i].processors > 0;
    if (known)
        show(renderer, nodes, n);
    free(nodes);
}
