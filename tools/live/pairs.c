#include "config.h"

#include "tools/live/pairs.h"

#include "tools/ground/tool.h"

#include <stdlib.h>
#include <string.h>

/* What it has had to do with a rank of the world, -1 for one outside. */
struct pair {
    int peer;
    uint64_t messages, bytes;
    uint64_t operations, operation_bytes;
    uint64_t waited[MPIT_LIVE_WAIT_SLOTS];
};

struct pairs {
    struct pair *row;
    int n, room;
};

static void add_pair(struct pairs *pairs, const struct pair *row)
{
    if (pairs->n == pairs->room) {
        pairs->row =
            tool_grow(pairs->row, (size_t)pairs->n, (size_t)pairs->n + 16, sizeof *pairs->row);
        pairs->room = 2 * pairs->n + 16;
    }
    pairs->row[pairs->n] = *row;
    if (row->peer < 0)
        pairs->row[pairs->n].peer = -1;
    pairs->n++;
}

static void read_traffic(const struct tool_segment *segment, const struct tool_piece *piece,
                         size_t i, struct pair *row)
{
    size_t slot = i * MPIT_LIVE_PEER_SLOTS;

    row->messages = tool_piece_slot(segment, piece, slot + MPIT_LIVE_PEER_SENDS);
    row->bytes = tool_piece_slot(segment, piece, slot + MPIT_LIVE_PEER_SEND_BYTES);
}

static void read_targets(const struct tool_segment *segment, const struct tool_piece *piece,
                         size_t i, struct pair *row)
{
    size_t slot = i * MPIT_LIVE_TARGET_SLOTS;

    row->operations = tool_piece_slot(segment, piece, slot + MPIT_LIVE_TARGET_CALLS);
    row->operation_bytes = tool_piece_slot(segment, piece, slot + MPIT_LIVE_TARGET_BYTES);
}

static void read_waits(const struct tool_segment *segment, const struct tool_piece *piece, size_t i,
                       struct pair *row)
{
    for (size_t k = 0; k < MPIT_LIVE_WAIT_SLOTS; k++)
        row->waited[k] = tool_piece_slot(segment, piece, i * MPIT_LIVE_WAIT_SLOTS + k);
}

/* What stands in pieces by peer. */
static const struct by_peer {
    size_t slots;
    void (*read)(const struct tool_segment *segment, const struct tool_piece *piece, size_t i,
                 struct pair *row);
} by_peer_of[MPIT_LIVE_KINDS] = {
    [MPIT_LIVE_PEERS] = {MPIT_LIVE_PEER_SLOTS, read_traffic},
    [MPIT_LIVE_WAITS] = {MPIT_LIVE_WAIT_SLOTS, read_waits},
    [MPIT_LIVE_TARGETS] = {MPIT_LIVE_TARGET_SLOTS, read_targets},
};

/* Behind the slots stand the ranks in the world. */
static void add_peers(struct pairs *pairs, const struct tool_segment *segment,
                      const struct tool_piece *piece)
{
    const struct by_peer *how = &by_peer_of[piece->item.kind];
    size_t n = piece->item.n;
    const char *world = piece->data + n * how->slots * sizeof(uint64_t);

    for (size_t i = 0; i < n; i++) {
        struct pair row = {0};
        int32_t peer;

        memcpy(&peer, world + i * sizeof peer, sizeof peer);
        row.peer = peer;
        how->read(segment, piece, i, &row);
        add_pair(pairs, &row);
    }
}

static void add_rows(struct pairs *pairs, const struct tool_piece *piece)
{
    const struct mpit_live_pair *row = (const struct mpit_live_pair *)piece->data;

    for (uint32_t i = 0; i < piece->item.n; i++) {
        struct pair its = {.peer = row[i].peer,
                           .messages = row[i].messages,
                           .bytes = row[i].bytes,
                           .operations = row[i].operations,
                           .operation_bytes = row[i].operation_bytes};

        for (int k = 0; k < MPIT_LIVE_WAIT_SLOTS; k++)
            its.waited[k] = row[i].waited[k];
        add_pair(pairs, &its);
    }
}

static int by_peer(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;

    return (x->peer > y->peer) - (x->peer < y->peer);
}

/* One row a peer. */
static void unite(struct pairs *pairs)
{
    int n = 0;

    if (pairs->n)
        qsort(pairs->row, (size_t)pairs->n, sizeof *pairs->row, by_peer);
    for (int i = 0; i < pairs->n; i++) {
        const struct pair *more = &pairs->row[i];
        struct pair *row = n > 0 ? &pairs->row[n - 1] : NULL;

        if (!row || row->peer != more->peer) {
            pairs->row[n++] = *more;
            continue;
        }
        row->messages += more->messages;
        row->bytes += more->bytes;
        row->operations += more->operations;
        row->operation_bytes += more->operation_bytes;
        for (int k = 0; k < MPIT_LIVE_WAIT_SLOTS; k++)
            row->waited[k] += more->waited[k];
    }
    pairs->n = n;
}

static void put_waits(const struct tool_segment *segment, const struct pair *pair,
                      struct mpit_record *part)
{
    static const char *const kinds[MPIT_LIVE_WAIT_KINDS] = {
        [MPIT_LIVE_LATE_SENDER] = "late_sender",
        [MPIT_LIVE_LATE_RECEIVER] = "late_receiver",
        [MPIT_LIVE_BLOCKED_SEND] = "blocked_send",
        [MPIT_LIVE_LATE_ARRIVAL] = "late_arrival",
    };

    for (int kind = 0; kind < MPIT_LIVE_WAIT_KINDS; kind++) {
        struct mpit_record_wait *wait = &part->wait[part->nwait];

        if (!pair->waited[2 * kind])
            continue;
        *wait = (struct mpit_record_wait){
            .rank = part->rank[0].rank,
            .for_rank = pair->peer,
            .count = pair->waited[2 * kind],
            .seconds = tool_segment_seconds(segment, pair->waited[2 * kind + 1])};
        strcpy(wait->kind, kinds[kind]);
        mpit__wait_settle(wait);
        part->nwait++;
    }
}

static void put_pairs(const struct tool_segment *segment, const struct pairs *pairs,
                      struct mpit_record *part)
{
    part->pair = tool_allocate((size_t)pairs->n, sizeof *part->pair);
    part->wait = tool_allocate((size_t)pairs->n * MPIT_LIVE_WAIT_KINDS, sizeof *part->wait);
    for (int i = 0; i < pairs->n; i++) {
        const struct pair *pair = &pairs->row[i];

        if (pair->messages || pair->operations)
            part->pair[part->npair++] = (struct mpit_record_pair){
                part->rank[0].rank, pair->peer,       pair->messages,
                pair->bytes,        pair->operations, pair->operation_bytes};
        put_waits(segment, pair, part);
    }
}

static int by_id(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* The ids of communicators that have not ended, sorted; to be freed. */
static uint64_t *live_comms(const struct tool_segment *segment, size_t *n)
{
    uint64_t *id = tool_allocate((size_t)segment->npiece, sizeof *id);

    *n = 0;
    for (int i = 0; i < segment->npiece; i++) {
        const struct tool_piece *piece = &segment->piece[i];

        if (tool_segment_comm_at(piece))
            id[(*n)++] = piece->item.object;
    }
    qsort(id, *n, sizeof *id, by_id);
    return id;
}

/* A window that has ended has no piece any more. */
static bool is_of_live_object(const struct tool_piece *piece, const uint64_t *comm, size_t ncomm)
{
    uint64_t id = piece->item.object;

    return piece->item.kind == MPIT_LIVE_TARGETS
               ? id != 0
               : bsearch(&id, comm, ncomm, sizeof id, by_id) != NULL;
}

/* What communicators and windows that have ended counted stands in a list of its own. */
void tool_live_pairs(const struct tool_segment *segment, struct mpit_record *part)
{
    const struct tool_piece *over = tool_segment_last(segment, MPIT_LIVE_PAIRS);
    struct pairs pairs = {0};
    size_t ncomm;
    uint64_t *comm = live_comms(segment, &ncomm);

    for (int i = 0; i < segment->npiece; i++) {
        const struct tool_piece *piece = &segment->piece[i];

        if (by_peer_of[piece->item.kind].read && is_of_live_object(piece, comm, ncomm))
            add_peers(&pairs, segment, piece);
    }
    if (over)
        add_rows(&pairs, over);
    free(comm);
    unite(&pairs);
    put_pairs(segment, &pairs, part);
    free(pairs.row);
}
