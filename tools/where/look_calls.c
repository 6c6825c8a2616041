/* Calls that a rank has made, with what is known of their arguments. */
#include "config.h"

#include "tools/where/look_parts.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- values */

static const struct mpit_live_constant *find_constant(const struct tool_segment *segment,
                                                      uint32_t kind, uint64_t key)
{
    for (int i = 0; i < segment->npiece; i++) {
        const struct tool_piece *piece = &segment->piece[i];
        const struct mpit_live_constant *row = (const struct mpit_live_constant *)piece->data;

        for (uint32_t k = 0; piece->item.kind == MPIT_LIVE_CONSTANTS && k < piece->item.n; k++)
            if (row[k].kind == kind && row[k].key == key)
                return &row[k];
    }
    return NULL;
}

static void name_constant(const struct mpit_live_constant *row, char *name, size_t size)
{
    snprintf(name, size, "%.*s", (int)sizeof row->name - 1, row->name);
}

int where_look_number(const struct tool_segment *segment, uint32_t kind, int32_t value)
{
    static const struct {
        const char *name;
        int value;
    } special[] = {{"MPI_ANY_SOURCE", WHERE_ANY},
                   {"MPI_ANY_TAG", WHERE_ANY},
                   {"MPI_PROC_NULL", WHERE_NOBODY},
                   {"MPI_ROOT", WHERE_ROOT}};
    const struct mpit_live_constant *row = find_constant(segment, kind, (uint32_t)value);

    for (size_t i = 0; row && i < sizeof special / sizeof *special; i++)
        if (!strncmp(row->name, special[i].name, sizeof row->name))
            return special[i].value;
    return value >= 0 ? value : WHERE_UNKNOWN;
}

static int64_t bytes_of(const struct tool_segment *segment, uint64_t count, uint64_t type)
{
    const struct mpit_live_constant *row = find_constant(segment, MPIT_LIVE_DATATYPE, type);

    return row && count < INT64_MAX >> 32 ? (int64_t)(count * row->bytes) : -1;
}

/* ---- calls */

static bool is_lower_name(const char *call, const char *name)
{
    size_t n = strlen(name);

    return !strncasecmp(call, name, n) && (!call[n] || !strcmp(call + n, "_c"));
}

/* Whether it is among those that the slots of communicators count, also where it does not block. */
static bool is_counted(const struct tool_segment *segment, const char *call)
{
    char name[48];

    for (uint32_t i = 0; i < segment->nname && strlen(call) > 5; i++)
        if (segment->name[i].class == MPIT_LIVE_COLLECTIVE &&
            (is_lower_name(call + 4, tool_segment_name(&segment->name[i], name)) ||
             (call[4] == 'I' && is_lower_name(call + 5, name))))
            return true;
    return false;
}

void where_look_call_name(const struct tool_segment *segment, uint64_t what, char name[48])
{
    name[0] = '\0';
    tool_segment_call_name(segment, MPIT_LIVE_CALL_OF(what), name);
}

struct where_call where_look_call(const struct tool_segment *segment, const struct where_rank *rank,
                                  const struct mpit_live_call_made *made)
{
    const uint32_t has = MPIT_LIVE_HAS_OF(made->what);
    struct where_call call = {
        .comm = where_look_comm_by_key(segment, rank,
                                       has & MPIT_LIVE_HAS_WIN    ? WHERE_WINDOW
                                       : has & MPIT_LIVE_HAS_FILE ? WHERE_FILE
                                                                  : WHERE_COMM,
                                       made->comm),
        .completes = has & MPIT_LIVE_HAS_AWAITED,
        .on_window = has & MPIT_LIVE_HAS_WIN,
        .on_file = has & MPIT_LIVE_HAS_FILE,
        .bytes = -1,
        .received = -1,
    };
    const struct mpit_live_constant *op =
        has & MPIT_LIVE_HAS_OP ? find_constant(segment, MPIT_LIVE_OP, made->op) : NULL;

#define NUMBER(bit, kind, value)                                                                   \
    (has & MPIT_LIVE_HAS_##bit ? where_look_number(segment, MPIT_LIVE_##kind, value)               \
                               : WHERE_UNKNOWN)
    call.dest = NUMBER(DEST, RANK, made->dest);
    call.source = NUMBER(SOURCE, RANK, made->source);
    call.tag = NUMBER(TAG, TAG, made->tag);
    call.recv_tag = NUMBER(RECV_TAG, TAG, made->recv_tag);
    call.root = NUMBER(ROOT, RANK, made->root);
#undef NUMBER
    if (has & MPIT_LIVE_HAS_COUNT)
        call.bytes = bytes_of(segment, made->count, made->type);
    if (has & MPIT_LIVE_HAS_RECEIVED)
        call.received = bytes_of(segment, made->received, made->received_type);
    if (op)
        name_constant(op, call.op, sizeof call.op);
    where_look_call_name(segment, made->what, call.name);
    call.counted = call.comm >= 0 &&
                   (rank->comm[call.comm].meets == WHERE_COMM ? is_counted(segment, call.name)
                                                              : (has & MPIT_LIVE_HAS_ALL) != 0);
    return call;
}
