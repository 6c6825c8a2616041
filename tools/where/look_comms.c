/* Communicators, windows and files of a rank, and the messages on them. */
#include "config.h"

#include "tools/where/look_parts.h"

#include "tools/ground/tool.h"

#include <stdio.h>

static int comm_by_id(const struct where_rank *rank, uint64_t id)
{
    for (int i = 0; id && i < rank->ncomm; i++)
        if (rank->comm[i].id == id)
            return i;
    return -1;
}

int where_look_comm_by_key(const struct tool_segment *segment, const struct where_rank *rank,
                           enum where_meeting meets, uint64_t key)
{
    uint64_t id;

    if (meets == WHERE_COMM)
        return tool_segment_comm_of(segment, key, &id) ? comm_by_id(rank, id) : -1;
    for (int i = 0; i < rank->ncomm; i++)
        if (rank->comm[i].meets == meets && rank->comm[i].key == key)
            return i;
    return -1;
}

static void take_comms(const struct tool_segment *segment, struct where_rank *rank)
{
    rank->comm = tool_allocate((size_t)segment->npiece, sizeof *rank->comm);
    for (int i = 0; i < segment->npiece; i++) {
        const struct tool_piece *piece = &segment->piece[i];
        const struct mpit_live_comm *live = (const struct mpit_live_comm *)piece->data;

        if (piece->item.kind != MPIT_LIVE_COMM || !piece->item.object || live->ended)
            continue;
        rank->comm[rank->ncomm++] = (struct where_comm){
            .id = piece->item.object,
            .unsure = live->unmade,
            .made = {[WHERE_WINDOW] = live->made[MPIT_LIVE_WINDOW],
                     [WHERE_FILE] = live->made[MPIT_LIVE_FILE]},
            .hash = live->hash,
            .side = live->side,
            .number = live->number,
            .size = live->size,
            .rank = live->rank,
            .inter = live->inter,
            .calls = tool_segment_collectives(segment, piece->item.object),
        };
        snprintf(rank->comm[rank->ncomm - 1].name, sizeof live->name, "%.*s",
                 (int)sizeof live->name - 1, live->name);
    }
}

static struct where_window *take_window(const struct mpit_live_synchronization *live)
{
    struct where_window *window = tool_allocate(1, sizeof *window);

    window->more_locks = live->more_locks;
    window->more_partners = live->more_partners;
    for (int i = 0; i < MPIT_LIVE_LOCKS; i++) {
        uint64_t lock = live->lock[i];
        int32_t target = MPIT_LIVE_LOCK_OF(lock);

        if (lock & MPIT_LIVE_LOCK_IS && (target >= 0 || target == MPIT_LIVE_NO_NUMBER))
            window->lock[window->nlock++] =
                (struct where_lock){target == MPIT_LIVE_NO_NUMBER ? WHERE_ANY : target,
                                    lock & MPIT_LIVE_LOCK_EXCLUSIVE, lock & MPIT_LIVE_LOCK_WANTED};
    }
    for (int i = 0; i < MPIT_LIVE_PARTNERS; i++) {
        const struct mpit_live_partner *partner = &live->partner[i];

        if (partner->taken && partner->taken <= INT32_MAX)
            window->partner[window->npartner++] = (struct where_partner){
                .rank = (int)partner->taken - 1,
                .starts = partner->starts,
                .completes = partner->completes,
                .posts = partner->posts,
                .waits = partner->waits,
            };
    }
    return window;
}

/* Windows and files, behind the communicators. */
static void take_meetings(const struct tool_segment *segment, struct where_rank *rank)
{
    for (int i = 0; i < segment->npiece; i++) {
        const struct tool_piece *piece = &segment->piece[i];
        const struct mpit_live_synchronization *live =
            (const struct mpit_live_synchronization *)piece->data;
        struct where_comm *comm = &rank->comm[rank->ncomm];

        if (piece->item.kind != MPIT_LIVE_MEETING || !piece->item.object || live->ended)
            continue;
        rank->ncomm++;
        *comm = (struct where_comm){
            .id = piece->item.object,
            .key = live->key,
            .hash = live->hash,
            .number = live->number,
            .meets = live->kind == MPIT_LIVE_FILE ? WHERE_FILE : WHERE_WINDOW,
            .nth = live->nth,
            .size = live->size,
            .rank = live->rank,
            .unsure = live->failed,
            .calls = live->calls,
        };
        if (comm->meets == WHERE_WINDOW)
            comm->window = take_window(live);
        snprintf(comm->name, sizeof comm->name, "%.*s", (int)sizeof live->name - 1, live->name);
    }
}

static void take_traffic(const struct tool_segment *segment, struct where_rank *rank)
{
    int room = 0;

    for (int i = 0; i < segment->npiece; i++) {
        const struct tool_piece *piece = &segment->piece[i];
        int comm = piece->item.kind == MPIT_LIVE_PEERS ? comm_by_id(rank, piece->item.object) : -1;

        for (uint32_t k = 0; comm >= 0 && k < piece->item.n; k++) {
            size_t at = (size_t)k * MPIT_LIVE_PEER_SLOTS;
            struct where_traffic one = {comm, (int)(piece->item.first + k),
                                        tool_piece_slot(segment, piece, at + MPIT_LIVE_PEER_SENDS),
                                        tool_piece_slot(segment, piece, at + MPIT_LIVE_PEER_RECVS)};

            if (!one.sends && !one.recvs)
                continue;
            if (rank->ntraffic == room) {
                rank->traffic = tool_grow(rank->traffic, (size_t)room, (size_t)room + 16,
                                          sizeof *rank->traffic);
                room = 2 * room + 16;
            }
            rank->traffic[rank->ntraffic++] = one;
        }
    }
}

void where_look_comms(const struct tool_segment *segment, struct where_rank *rank)
{
    take_comms(segment, rank);
    take_meetings(segment, rank);
    take_traffic(segment, rank);
}
