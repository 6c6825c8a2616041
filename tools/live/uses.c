#include "config.h"

#include "tools/live/uses.h"

#include "tools/records/join.h"

#include <string.h>

_Static_assert((int)MPIT_LIVE_USE_AMOUNTS == (int)MPIT_AMOUNTS,
               "the segment has what a record says");

/* ---- collectives */

/* Slots that stand one after the other; 0 for those that there are not. */
static uint64_t total_at(const struct tool_segment *segment, uint32_t first, unsigned i)
{
    return first <= MPIT_LIVE_NO_SLOT - MPIT_RECORD_SIZES ? tool_segment_total(segment, first + i)
                                                          : 0;
}

static void take_collectives(const struct tool_segment *segment, struct mpit_record *part)
{
    struct mpit_record of_size = {0};

    for (uint32_t i = 0; i < segment->nname; i++)
        for (unsigned k = 0; k < MPIT_RECORD_SIZES; k++) {
            const struct mpit_live_name *row = &segment->name[i];
            struct mpit_record_size size = mpit__record_size_of(k);
            struct mpit_record_collective its = {.least = size.least, .most = size.most};

            if (row->class != MPIT_LIVE_COLL_SIZES ||
                !(its.count = total_at(segment, row->slot[MPIT_LIVE_COUNT], k)))
                continue;
            tool_segment_name(row, its.operation);
            its.bytes = total_at(segment, row->slot[MPIT_LIVE_BYTES], k);
            its.seconds =
                tool_segment_seconds(segment, total_at(segment, row->slot[MPIT_LIVE_TICKS], k));
            of_size.collective = &its;
            of_size.ncollective = 1;
            tool_record_add_uses(part, &of_size);
        }
}

/* ---- communicators and files */

static struct mpit_record_use use_of_row(const struct tool_segment *segment,
                                         const struct mpit_live_use *row)
{
    struct mpit_record_use use = {.size = row->size > 0 ? row->size : 0,
                                  .nrank = 1,
                                  .made = row->made,
                                  .collectives_joined = -1,
                                  .seconds = tool_segment_seconds(segment, row->ticks)};

    memcpy(use.name, row->name, sizeof use.name - 1);
    for (int i = 0; i < MPIT_LIVE_USE_AMOUNTS; i++)
        use.amount[i] = (struct mpit_record_amount){row->amount[i].count, row->amount[i].bytes};
    return use;
}

/* Those of one process that are called the same are used by one rank. */
static void add_use(struct mpit_record *part, enum mpit_live_use_kind kind,
                    struct mpit_record_use *use)
{
    bool is_comm = kind == MPIT_LIVE_USE_COMM;
    const struct mpit_record_use *known = is_comm ? part->communicator : part->file;
    int n = is_comm ? part->ncommunicator : part->nfile;

    for (int i = 0; i < n && use->nrank; i++)
        if (known[i].size == use->size && !strcmp(known[i].name, use->name))
            use->nrank = 0;
    tool_record_add_uses(part, is_comm
                                   ? &(struct mpit_record){.communicator = use, .ncommunicator = 1}
                                   : &(struct mpit_record){.file = use, .nfile = 1});
}

static void take_rows(const struct tool_segment *segment, const struct tool_piece *piece,
                      struct mpit_record *part)
{
    const struct mpit_live_use *row = (const struct mpit_live_use *)piece->data;

    for (uint32_t i = 0; i < piece->item.n; i++) {
        struct mpit_record_use use;

        if (row[i].kind != MPIT_LIVE_USE_COMM && row[i].kind != MPIT_LIVE_USE_FILE)
            continue;
        use = use_of_row(segment, &row[i]);
        add_use(part, row[i].kind, &use);
    }
}

/* Slots of a communicator, over its blocks. */
static uint64_t total_of_comm(const struct tool_segment *segment, uint64_t id, const char *name,
                              enum mpit_live_unit unit)
{
    const struct mpit_live_name *row = tool_segment_find(segment, MPIT_LIVE_OF_COMM, name);
    uint64_t sum = 0;

    for (int i = 0; row && i < segment->npiece; i++)
        if (segment->piece[i].item.kind == MPIT_LIVE_BLOCK && segment->piece[i].item.object == id)
            sum += tool_piece_slot(segment, &segment->piece[i], row->slot[unit]);
    return sum;
}

static void take_comm(const struct tool_segment *segment, const struct tool_piece *piece,
                      struct mpit_record *part)
{
    const struct mpit_live_comm *comm = tool_segment_comm_at(piece);
    uint64_t id = piece->item.object, used;
    struct mpit_record_use use = {
        .size = comm->size > 0 ? comm->size : 0, .nrank = 1, .made = 1, .collectives_joined = -1};

    memcpy(use.name, comm->name, sizeof comm->name - 1);
#define AMOUNT(its)                                                                                \
    use.amount[MPIT_AMOUNT_##its] =                                                                \
        (struct mpit_record_amount){total_of_comm(segment, id, #its, MPIT_LIVE_COUNT),             \
                                    total_of_comm(segment, id, #its, MPIT_LIVE_BYTES)}
    AMOUNT(sends);
    AMOUNT(recvs);
    AMOUNT(collectives);
#undef AMOUNT
    used = total_of_comm(segment, id, "time", MPIT_LIVE_TICKS);
    use.seconds = tool_segment_seconds(segment, used);
    if (used || use.amount[MPIT_AMOUNT_sends].count || use.amount[MPIT_AMOUNT_recvs].count ||
        use.amount[MPIT_AMOUNT_collectives].count)
        add_use(part, MPIT_LIVE_USE_COMM, &use);
}

static void take_uses(const struct tool_segment *segment, struct mpit_record *part)
{
    for (int i = 0; i < segment->npiece; i++) {
        const struct tool_piece *piece = &segment->piece[i];

        if (piece->item.kind == MPIT_LIVE_USES && piece->item.object)
            take_rows(segment, piece, part);
        if (tool_segment_comm_at(piece))
            take_comm(segment, piece, part);
    }
}

void tool_live_uses(const struct tool_segment *segment, struct mpit_record *part)
{
    take_collectives(segment, part);
    take_uses(segment, part);
}
