#include "config.h"

#include "tools/formats/html_fold.h"

#include "record/unite.h"
#include "tools/ground/tool.h"

#include <stdlib.h>
#include <string.h>

/* A fold has at most so many blocks a side, so that all their pairs are no more than
 * TOOL_HTML_PAIRS; each is some nodes, or a part of one. */
enum { BLOCKS = 256 };

/* The most that have one node and stand beside each other. */
static int ranks_of_a_node(const struct mpit_record *record)
{
    int begin = 0, most = 1;

    for (int i = 1; i < record->nrank; i++)
        if (strcmp(record->rank[i].host, record->rank[i - 1].host) != 0) {
            most = i - begin > most ? i - begin : most;
            begin = i;
        }
    return most;
}

static int block_of(const struct mpit_record *record, int rows)
{
    const int node = ranks_of_a_node(record);
    int block = (record->nranks - 1) / BLOCKS + 1;

    if (rows <= TOOL_HTML_PAIRS)
        return 1;
    while (block % node != 0 && node % block != 0)
        block++;
    return block;
}

static bool in_world(const struct mpit_record *record, int a, int b)
{
    return a >= 0 && a < record->nranks && b >= 0 && b < record->nranks;
}

static int by_ranks(int a_from, int b_from, int a_to, int b_to)
{
    int order = (a_from > b_from) - (a_from < b_from);

    return order ? order : (a_to > b_to) - (a_to < b_to);
}

static int compare_pairs(const void *left, const void *right)
{
    const struct mpit_record_pair *a = left, *b = right;

    return by_ranks(a->sender, b->sender, a->receiver, b->receiver);
}

static int compare_waits(const void *left, const void *right)
{
    const struct mpit_record_wait *a = left, *b = right;
    int order = by_ranks(a->rank, b->rank, a->for_rank, b->for_rank);

    return order ? order : strcmp(a->kind, b->kind);
}

static void add_pair(void *row, const void *other)
{
    struct mpit_record_pair *pair = row;
    const struct mpit_record_pair *more = other;

    pair->messages += more->messages;
    pair->bytes += more->bytes;
    pair->one_sided += more->one_sided;
    pair->one_sided_bytes += more->one_sided_bytes;
}

static void add_wait(void *row, const void *other)
{
    struct mpit_record_wait *wait = row;
    const struct mpit_record_wait *more = other;

    wait->count += more->count;
    wait->seconds = mpit__sum_of_known(wait->seconds, more->seconds);
}

static const struct mpit_united pairs = {sizeof(struct mpit_record_pair), compare_pairs, add_pair};
static const struct mpit_united waits = {sizeof(struct mpit_record_wait), compare_waits, add_wait};

static int first_of(int rank, int block)
{
    return rank - rank % block;
}

void tool_fold(const struct mpit_record *record, struct tool_fold *fold)
{
    *fold = (struct tool_fold){
        .pairs = block_of(record, record->npair),
        .waits = block_of(record, record->nwait),
        .pair = tool_allocate((size_t)record->npair + 1, sizeof *fold->pair),
        .wait = tool_allocate((size_t)record->nwait + 1, sizeof *fold->wait),
    };
    for (int i = 0; i < record->npair; i++) {
        struct mpit_record_pair pair = record->pair[i];

        if (!in_world(record, pair.sender, pair.receiver))
            continue;
        pair.sender = first_of(pair.sender, fold->pairs);
        pair.receiver = first_of(pair.receiver, fold->pairs);
        fold->pair[fold->npair++] = pair;
    }
    for (int i = 0; i < record->nwait; i++) {
        struct mpit_record_wait wait = record->wait[i];

        if (!in_world(record, wait.rank, wait.for_rank))
            continue;
        wait.rank = first_of(wait.rank, fold->waits);
        wait.for_rank = first_of(wait.for_rank, fold->waits);
        fold->wait[fold->nwait++] = wait;
    }
    fold->npair = mpit__unite(fold->pair, fold->npair, &pairs);
    fold->nwait = mpit__unite(fold->wait, fold->nwait, &waits);
}

void tool_fold_free(struct tool_fold *fold)
{
    free(fold->pair);
    free(fold->wait);
}
