#include "config.h"

#include "tools/live/recorder.h"

#include "record/verdict_words.h"
#include "tools/ground/tool.h"
#include "tools/live/calls_file.h"
#include "tools/live/place.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CALLS = MPIT_LIVE_CALLED_CALL(UINT32_MAX) + 1 };

/* A call by its number, once somebody has asked. */
struct known_call {
    const char *name; /* NULL: nobody has */
    bool is_collective;
};

/* What is read, and what the numbers mean that calls were given. */
struct reader {
    const struct tool_segment *segment;
    const struct mpit_live_constant *constant;
    uint32_t n;
    struct known_call *known; /* [CALLS] */
};

static struct reader reader_of(const struct tool_segment *segment, struct known_call known[])
{
    struct reader reader = {.segment = segment, .known = known};

    for (int i = 0; i < segment->npiece; i++)
        if (segment->piece[i].item.kind == MPIT_LIVE_CONSTANTS) {
            reader.constant = (const struct mpit_live_constant *)segment->piece[i].data;
            reader.n = segment->piece[i].item.n;
        }
    return reader;
}

static const struct mpit_live_constant *
find_constant(const struct reader *reader, enum mpit_live_constant_kind kind, uint64_t key)
{
    for (uint32_t i = 0; i < reader->n; i++)
        if (reader->constant[i].kind == kind && reader->constant[i].key == key)
            return &reader->constant[i];
    return NULL;
}

/* ---- communicators */

static uint32_t number_of(const struct mpit_live_comm *comm)
{
    uint64_t key = mpit_live_key_of_comm(comm->hash, comm->number);

    if (!comm->hash)
        return 0;
    return mpit_live_number_of_comm(comm->inter ? mpit_live_key_of_inter(key) : key);
}

void tool_recorded_comm(const struct tool_segment *segment, uint32_t comm, char name[64])
{
    name[0] = '\0';
    for (int i = 0; comm && i < segment->npiece; i++) {
        const struct mpit_live_comm *its = (const struct mpit_live_comm *)segment->piece[i].data;

        if (segment->piece[i].item.kind == MPIT_LIVE_COMM && number_of(its) == comm)
            snprintf(name, 64, "%.*s", (int)strnlen(its->name, sizeof its->name), its->name);
    }
}

static const struct mpit_live_comm *find_comm(const struct tool_segment *segment, uint32_t comm,
                                              uint64_t *id)
{
    for (int i = 0; comm && i < segment->npiece; i++) {
        const struct mpit_live_comm *its = tool_segment_comm_at(&segment->piece[i]);

        if (its && number_of(its) == comm) {
            *id = segment->piece[i].item.object;
            return its;
        }
    }
    return NULL;
}

/* Of calls of the whole run some are of communicators that have ended. */
static const struct mpit_live_comm *find_ended(const struct tool_segment *segment, uint32_t comm)
{
    for (int i = 0; segment->calls && i < segment->npiece; i++) {
        const struct tool_piece *piece = &segment->piece[i];

        if (piece->item.kind == MPIT_LIVE_COMM &&
            number_of((const struct mpit_live_comm *)piece->data) == comm)
            return (const struct mpit_live_comm *)piece->data;
    }
    return NULL;
}

/* Also one that has ended; NULL: this process is not in it, as far as is known. */
static const struct mpit_live_comm *find_any(const struct tool_segment *segment, uint32_t comm)
{
    uint64_t id;
    const struct mpit_live_comm *its = find_comm(segment, comm, &id);

    return its ? its : find_ended(segment, comm);
}

int tool_recorded_rank(const struct tool_segment *segment, uint32_t comm)
{
    const struct mpit_live_comm *its = find_any(segment, comm);

    return its ? its->rank : -1;
}

bool tool_recorded_has_two_groups(const struct tool_segment *segment, uint32_t comm)
{
    const struct mpit_live_comm *its = find_any(segment, comm);

    return its && its->inter;
}

uint64_t tool_recorded_messages(const struct tool_segment *segment, uint32_t comm, int32_t peer,
                                bool received)
{
    const unsigned slot = received ? MPIT_LIVE_PEER_RECVS : MPIT_LIVE_PEER_SENDS;
    uint64_t id, sum = 0;

    if (!find_comm(segment, comm, &id))
        return 0;
    for (int i = 0; i < segment->npiece; i++) {
        const struct tool_piece *piece = &segment->piece[i];
        const int64_t at = peer - (int64_t)piece->item.first;

        if (piece->item.kind == MPIT_LIVE_PEERS && piece->item.object == id && at >= 0 &&
            at < piece->item.n)
            sum += tool_piece_slot(segment, piece, (size_t)at * MPIT_LIVE_PEER_SLOTS + slot);
    }
    return sum;
}

uint64_t tool_recorded_collectives(const struct tool_segment *segment, uint32_t comm)
{
    uint64_t id;

    return find_comm(segment, comm, &id) ? tool_segment_collectives(segment, id) : 0;
}

static uint32_t number_of_handle(const struct reader *reader, uint64_t handle)
{
    uint64_t id;
    const struct mpit_live_comm *comm = tool_segment_comm_of(reader->segment, handle, &id);

    return comm ? number_of(comm) : 0;
}

/* ---- numbers */

/* MPI_ANY_SOURCE, MPI_PROC_NULL, MPI_ANY_TAG are nobody's. */
static int32_t plain(int32_t number)
{
    return number < 0 ? MPIT_LIVE_NO_NUMBER : number;
}

static int64_t here(const struct reader *reader, uint64_t ticks)
{
    return tool_segment_ns(reader->segment, ticks) -
           (reader->segment->far ? reader->segment->far->ahead : 0);
}

int64_t tool_recorded_now(const struct tool_segment *segment)
{
    return tool_segment_now(segment) - (segment->far ? segment->far->ahead : 0);
}

int64_t tool_recorded_ready(const struct tool_segment *segment)
{
    const struct reader reader = {.segment = segment};

    return segment->head.began ? here(&reader, segment->head.began) : 0;
}

static float float_of(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

/* ---- calls that have returned */

/* There are few, and records of many calls have them. */
static const char *keep_name(const char *name)
{
    static char **kept;
    static size_t n;

    for (size_t i = 0; i < n; i++)
        if (!strcmp(kept[i], name))
            return kept[i];
    kept = tool_grow(kept, n, 1, sizeof *kept);
    return kept[n++] = tool_print("%s", name);
}

static const struct known_call *know_call(const struct reader *reader, uint32_t call)
{
    const uint32_t number = call < CALLS ? call : CALLS - 1; /* the last is none */
    struct known_call *its = &reader->known[number];
    char name[48];

    if (its->name)
        return its;
    if (!tool_segment_call_name(reader->segment, number, name))
        snprintf(name, sizeof name, "call %u", number);
    *its = (struct known_call){keep_name(name), mpit__is_collective_call(name)};
    return its;
}

static struct tool_recorded recorded_of(const struct reader *reader,
                                        const struct mpit_live_called *slot)
{
    const uint32_t what = slot->what, bits = MPIT_LIVE_CALLED_BITS(what), bytes = slot->bytes;
    const double took = float_of(slot->took);
    const struct known_call *its = know_call(reader, MPIT_LIVE_CALLED_CALL(what));
    struct tool_recorded call = {
        .call = its->name,
        .by = "",
        .comm = slot->comm,
        .peer_is = bits & MPIT_LIVE_CALLED_ROOT    ? TOOL_PEER_ROOT
                   : bits & MPIT_LIVE_CALLED_SENDS ? TOOL_PEER_DEST
                                                   : TOOL_PEER_SOURCE,
        .peer = plain(slot->peer),
        .tag = MPIT_LIVE_NO_NUMBER,
        .size = MPIT_LIVE_NO_NUMBER,
        .bytes = NAN,
        .is_collective = its->is_collective,
        .in_vain = bits & MPIT_LIVE_CALLED_VAIN,
        .received = bits & MPIT_LIVE_CALLED_MESSAGE,
        .begin = here(reader, slot->entry),
    };

    call.end = call.begin;
    if (took > 0 && took < 1e18)
        call.end += (int64_t)(tool_segment_seconds(reader->segment, (uint64_t)took) * 1e9);
    if (bits & MPIT_LIVE_CALLED_FAILED) {
        call.error = (int)bytes;
    } else if (bits & MPIT_LIVE_CALLED_WAITED && !call.received) {
        if (bytes)
            call.by = know_call(reader, bytes & UINT16_MAX)->name;
        call.more = bytes >> 16;
    } else if (isfinite(float_of(bytes))) {
        call.bytes = float_of(bytes);
    }
    if (bits & MPIT_LIVE_CALLED_WAITED && call.received)
        call.by = "MPI_Irecv";
    if (call.is_collective && !(bits & MPIT_LIVE_CALLED_WAITED))
        call.size = slot->tag;
    else
        call.tag = plain(slot->tag);
    if (call.peer == MPIT_LIVE_NO_NUMBER)
        call.peer_is = TOOL_PEER_NONE;
    return call;
}

/* ---- the call that a thread is in */

static void take_awaited(const struct reader *reader, const struct tool_piece *piece,
                         const struct mpit_live_place *place, struct tool_recorded *call)
{
    struct mpit_live_note note;
    uint32_t kind;

    call->more = place->awaiting > 1 ? (uint32_t)place->awaiting - 1 : 0;
    if (!place->awaiting || !tool_segment_note(reader->segment, piece, place->awaits[0], &note))
        return;
    kind = MPIT_LIVE_HAS_OF(note.what) & ~(uint32_t)MPIT_LIVE_NOT_STARTED;
    call->by = know_call(reader, MPIT_LIVE_CALL_OF(note.what))->name;
    if (kind != MPIT_LIVE_AWAITS_SEND && kind != MPIT_LIVE_AWAITS_RECV &&
        kind != MPIT_LIVE_AWAITS_COLLECTIVE)
        return;
    call->comm = number_of_handle(reader, note.comm);
    call->peer = plain(note.peer);
    call->tag = plain(note.tag);
    call->peer_is = kind == MPIT_LIVE_AWAITS_SEND ? TOOL_PEER_DEST : TOOL_PEER_SOURCE;
}

static void take_arguments(const struct reader *reader, const struct mpit_live_call_made *made,
                           struct tool_recorded *call)
{
    const uint32_t has = MPIT_LIVE_HAS_OF(made->what);

    if (!(has & (MPIT_LIVE_HAS_WIN | MPIT_LIVE_HAS_FILE)))
        call->comm = number_of_handle(reader, made->comm);
    call->peer_is = has & MPIT_LIVE_HAS_DEST     ? TOOL_PEER_DEST
                    : has & MPIT_LIVE_HAS_SOURCE ? TOOL_PEER_SOURCE
                    : has & MPIT_LIVE_HAS_ROOT   ? TOOL_PEER_ROOT
                                                 : TOOL_PEER_NONE;
    if (call->peer_is != TOOL_PEER_NONE)
        call->peer = plain(has & MPIT_LIVE_HAS_DEST     ? made->dest
                           : has & MPIT_LIVE_HAS_SOURCE ? made->source
                                                        : made->root);
    if (has & MPIT_LIVE_HAS_TAG)
        call->tag = plain(made->tag);
}

/* The bytes and the size of an element of a datatype that has a name. */
static void take_bytes(const struct reader *reader, const struct mpit_live_call_made *made,
                       struct tool_recorded *call)
{
    const bool gives = MPIT_LIVE_HAS_OF(made->what) & MPIT_LIVE_HAS_COUNT;
    const struct mpit_live_constant *type =
        find_constant(reader, MPIT_LIVE_DATATYPE, gives ? made->type : made->received_type);

    if (!type || !type->bytes)
        return;
    call->bytes = (double)(gives ? made->count : made->received) * type->bytes;
    if (call->is_collective)
        call->size = (int32_t)type->bytes;
}

/* The receives that the call waits for. */
static void take_waits(const struct reader *reader, const struct tool_piece *piece,
                       const struct mpit_live_place *place, const struct tool_recorded *call,
                       struct tool_recording *its)
{
    struct mpit_live_note note;

    if (call->peer_is == TOOL_PEER_SOURCE && !*call->by)
        its->wait[its->nwait++] = (struct tool_recorded_wait){call->comm, call->peer, call->tag};
    for (uint64_t i = 0; i < place->awaiting && i < MPIT_LIVE_AWAITS; i++)
        if (tool_segment_note(reader->segment, piece, place->awaits[i], &note) &&
            MPIT_LIVE_HAS_OF(note.what) == MPIT_LIVE_AWAITS_RECV && its->nwait < MPIT_LIVE_AWAITS)
            its->wait[its->nwait++] = (struct tool_recorded_wait){
                number_of_handle(reader, note.comm), plain(note.peer), plain(note.tag)};
}

/* False: it is in none. */
static bool take_open(const struct reader *reader, const struct tool_piece *piece,
                      struct tool_recording *its)
{
    struct tool_recorded *call = &its->call[its->n];
    struct mpit_live_place place;
    const struct mpit_live_call_made *made;

    if (!tool_segment_place(reader->segment, piece, &place) || !place.sequence || place.left)
        return false;
    made = &place.made[place.sequence % MPIT_LIVE_CALLS_MADE];
    *call = (struct tool_recorded){.by = "",
                                   .peer = MPIT_LIVE_NO_NUMBER,
                                   .tag = MPIT_LIVE_NO_NUMBER,
                                   .size = MPIT_LIVE_NO_NUMBER,
                                   .bytes = NAN,
                                   .open = true,
                                   .begin = here(reader, made->since)};
    call->end = call->begin;
    call->call = know_call(reader, MPIT_LIVE_CALL_OF(made->what))->name;
    call->is_collective = know_call(reader, MPIT_LIVE_CALL_OF(made->what))->is_collective;
    if (MPIT_LIVE_HAS_OF(made->what) & MPIT_LIVE_HAS_AWAITED) {
        take_awaited(reader, piece, &place, call);
    } else {
        take_arguments(reader, made, call);
        if (MPIT_LIVE_HAS_OF(made->what) & (MPIT_LIVE_HAS_COUNT | MPIT_LIVE_HAS_RECEIVED))
            take_bytes(reader, made, call);
    }
    if (call->peer == MPIT_LIVE_NO_NUMBER)
        call->peer_is = TOOL_PEER_NONE;
    take_waits(reader, piece, &place, call, its);
    return true;
}

/* ---- messages */

static void add_message(const struct mpit_live_called *slot, struct tool_recording *its)
{
    const uint32_t bits = MPIT_LIVE_CALLED_BITS(slot->what), bytes = slot->bytes;
    const double length = float_of(bytes);

    its->message[its->nmessage++] = (struct tool_recorded_message){
        .call = its->n,
        .sent = bits & MPIT_LIVE_CALLED_SENDS,
        .comm = slot->comm,
        .peer = slot->peer,
        .tag = slot->tag,
        .bytes = length >= 0 && length < 1e18 ? length : NAN,
    };
}

static bool is_beside(const struct mpit_live_called *slot)
{
    return (MPIT_LIVE_CALLED_BITS(slot->what) & MPIT_LIVE_CALLED_BESIDE) == MPIT_LIVE_CALLED_BESIDE;
}

/* MPI_Send_init sends nothing, and MPI_Wait nothing more. */
static bool sends(const struct mpit_live_called *slot, const struct tool_recorded *call)
{
    static const char init[] = "_init";
    const size_t length = strlen(call->call);
    const uint32_t bits = MPIT_LIVE_CALLED_BITS(slot->what);

    return bits & MPIT_LIVE_CALLED_SENDS &&
           !(bits & (MPIT_LIVE_CALLED_WAITED | MPIT_LIVE_CALLED_FAILED)) && slot->peer >= 0 &&
           (length < sizeof init || strcmp(call->call + length - (sizeof init - 1), init) != 0);
}

/* ---- rings */

static void take_slot(const struct reader *reader, const struct mpit_live_called *slot,
                      struct tool_recording *its)
{
    struct tool_recorded *call = &its->call[its->n];

    if (is_beside(slot)) {
        add_message(slot, its);
        return;
    }
    *call = recorded_of(reader, slot);
    if (call->received || sends(slot, call))
        add_message(slot, its);
    its->n++;
}

/* While the ring was read its thread may have gone on: what it may have reached by now is passed
 * over.  Returns how many slots had been used. */
static uint64_t take_ring(const struct reader *reader, const struct tool_piece *piece,
                          struct tool_recording *its)
{
    const struct mpit_live_recorder *ring = (const struct mpit_live_recorder *)piece->data;
    const uint64_t n = piece->item.n, done = ring->done, beside = ring->beside;
    uint64_t now = done, first, calls;

    tool_segment_read(reader->segment, &now, sizeof now, piece->offset);
    now = now > done ? now : done;
    first = now >= n ? now - n + 1 : 0;
    first = first < done ? first : done;
    its->call = tool_allocate((size_t)(done - first) + 1, sizeof *its->call);
    its->message = tool_allocate((size_t)(done - first) + 1, sizeof *its->message);
    for (uint64_t i = first; i < done; i++)
        take_slot(reader, &ring->call[i % n], its);
    calls = beside <= done ? done - beside : 0;
    its->is_cut = first > 0;
    its->lost = calls > (uint64_t)its->n ? calls - (uint64_t)its->n : 0;
    return done;
}

static const struct tool_calls *calls_of(const struct tool_segment *segment, uint32_t shard)
{
    for (int i = 0; i < segment->ncalls; i++)
        if (segment->calls[i].shard == shard)
            return &segment->calls[i];
    return NULL;
}

/* How many it has made is known once a later copy of its ring says so. */
static uint64_t lost_of(const struct mpit_live_recorder *ring, const struct tool_calls *calls,
                        uint64_t gaps, uint64_t n)
{
    const uint64_t made = ring->beside <= ring->done ? ring->done - ring->beside : 0;

    if (ring->done < calls->end)
        return gaps;
    return made > n ? made - n : 0;
}

/* Which message is which is known up to the first that was lost.  The same result. */
static uint64_t take_calls(const struct reader *reader, const struct tool_piece *piece,
                           const struct tool_calls *calls, struct tool_recording *its)
{
    const struct mpit_live_recorder *ring = (const struct mpit_live_recorder *)piece->data;
    const uint32_t state = reader->segment->head.state;
    uint64_t gaps = 0;
    int nmessage = -1;

    its->call = tool_allocate(calls->n + 1, sizeof *its->call);
    its->message = tool_allocate(calls->n + 1, sizeof *its->message);
    for (size_t i = 0; i < calls->n; i++) {
        const uint64_t gap = tool_calls_gap(&calls->slot[i]);

        if (gap && !gaps)
            nmessage = its->nmessage;
        gaps += gap;
        if (!gap)
            take_slot(reader, &calls->slot[i], its);
    }
    if (gaps)
        its->nmessage = nmessage;
    its->is_of_file = true;
    its->lost = lost_of(ring, calls, gaps, (uint64_t)its->n);
    its->ends_early = its->lost || (state != MPIT_LIVE_FINALIZING && state != MPIT_LIVE_ENDED);
    return calls->end;
}

/* The call that it is in is the next one as long as none has returned meanwhile. */
static void take_newest(const struct reader *reader, const struct tool_piece *ring, uint64_t done,
                        const struct tool_piece *place, struct tool_recording *its)
{
    uint64_t now = done;

    if (place && take_open(reader, place, its) &&
        tool_segment_read(reader->segment, &now, sizeof now, ring->offset) && now == done)
        its->n++;
    else
        its->nwait = 0;
    while (its->nmessage && its->message[its->nmessage - 1].call >= its->n)
        its->nmessage--;
}

static const struct tool_piece *place_of(const struct tool_segment *segment, uint32_t shard)
{
    for (int i = 0; i < segment->npiece; i++)
        if (segment->piece[i].item.kind == MPIT_LIVE_PLACE && segment->piece[i].item.shard == shard)
            return &segment->piece[i];
    return NULL;
}

int tool_recordings(const struct tool_segment *segment, struct tool_recording **list)
{
    struct known_call known[CALLS] = {0};
    const struct reader reader = reader_of(segment, known);
    int n = 0;

    *list = tool_allocate((size_t)segment->npiece + 1, sizeof **list);
    for (int i = 0; i < segment->npiece; i++) {
        const struct tool_piece *piece = &segment->piece[i];
        struct tool_recording *its = &(*list)[n];

        if (piece->item.kind != MPIT_LIVE_RECORDER)
            continue;
        *its = (struct tool_recording){.rank = segment->head.rank, .thread = piece->item.shard};
        const struct tool_calls *calls = calls_of(segment, its->thread);
        const uint64_t done =
            calls ? take_calls(&reader, piece, calls, its) : take_ring(&reader, piece, its);
        take_newest(&reader, piece, done, place_of(segment, its->thread), its);
        n++;
    }
    return n;
}

bool tool_recording_is_stuck(const struct tool_recording *its, int64_t now)
{
    enum { SECOND = 1000000000 };

    return its->n && its->call[its->n - 1].open && now - its->call[its->n - 1].begin >= SECOND;
}

void tool_recording_free(struct tool_recording *its)
{
    free(its->call);
    free(its->message);
}
