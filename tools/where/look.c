/* What the ranks of a job are in, by their segments. */
#include "config.h"

#include "tools/where/where.h"

#include "tools/ground/tool.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

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

static int number_of(const struct tool_segment *segment, uint32_t kind, int32_t value)
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

/* ---- communicators */

static int comm_by_key(const struct tool_segment *segment, const struct where_rank *rank,
                       uint64_t key)
{
    uint64_t id;

    if (tool_segment_comm_of(segment, key, &id))
        for (int i = 0; i < rank->ncomm; i++)
            if (rank->comm[i].id == id)
                return i;
    return -1;
}

static int meeting_by_key(const struct where_rank *rank, enum where_meeting meets, uint64_t key)
{
    for (int i = 0; i < rank->ncomm; i++)
        if (rank->comm[i].meets == meets && rank->comm[i].key == key)
            return i;
    return -1;
}

static int comm_by_id(const struct where_rank *rank, uint64_t id)
{
    for (int i = 0; id && i < rank->ncomm; i++)
        if (rank->comm[i].id == id)
            return i;
    return -1;
}

static uint64_t calls_on(const struct tool_segment *segment, uint64_t id)
{
    const struct mpit_live_name *row = tool_segment_find(segment, MPIT_LIVE_OF_COMM, "collectives");
    uint64_t sum = 0;

    for (int i = 0; row && i < segment->npiece; i++)
        if (segment->piece[i].item.kind == MPIT_LIVE_BLOCK && segment->piece[i].item.object == id)
            sum += tool_piece_slot(segment, &segment->piece[i], row->slot[MPIT_LIVE_COUNT]);
    return sum;
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
            .calls = calls_on(segment, piece->item.object),
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
                struct where_traffic *grown =
                    tool_allocate((size_t)(room = 2 * room + 16), sizeof *grown);

                if (rank->ntraffic)
                    memcpy(grown, rank->traffic, sizeof *grown * (size_t)rank->ntraffic);
                free(rank->traffic);
                rank->traffic = grown;
            }
            rank->traffic[rank->ntraffic++] = one;
        }
    }
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

static void name_call(const struct tool_segment *segment, uint32_t call, char name[48])
{
    uint32_t n = 0;

    name[0] = '\0';
    for (uint32_t i = 0; i < segment->nname; i++)
        if (segment->name[i].class == MPIT_LIVE_CALL && n++ == call) {
            tool_segment_name(&segment->name[i], name);
            return;
        }
}

static struct where_call take_call(const struct tool_segment *segment,
                                   const struct where_rank *rank,
                                   const struct mpit_live_call_made *made)
{
    const uint32_t has = MPIT_LIVE_HAS_OF(made->what);
    struct where_call call = {
        .comm = has & MPIT_LIVE_HAS_WIN    ? meeting_by_key(rank, WHERE_WINDOW, made->comm)
                : has & MPIT_LIVE_HAS_FILE ? meeting_by_key(rank, WHERE_FILE, made->comm)
                                           : comm_by_key(segment, rank, made->comm),
        .completes = has & MPIT_LIVE_HAS_AWAITED,
        .on_window = has & MPIT_LIVE_HAS_WIN,
        .on_file = has & MPIT_LIVE_HAS_FILE,
        .bytes = -1,
        .received = -1,
    };
    const struct mpit_live_constant *op =
        has & MPIT_LIVE_HAS_OP ? find_constant(segment, MPIT_LIVE_OP, made->op) : NULL;

#define NUMBER(bit, kind, value)                                                                   \
    (has & MPIT_LIVE_HAS_##bit ? number_of(segment, MPIT_LIVE_##kind, value) : WHERE_UNKNOWN)
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
    name_call(segment, MPIT_LIVE_CALL_OF(made->what), call.name);
    call.counted = call.comm >= 0 &&
                   (rank->comm[call.comm].meets == WHERE_COMM ? is_counted(segment, call.name)
                                                              : (has & MPIT_LIVE_HAS_ALL) != 0);
    return call;
}

/* Which collective each of them was: those that are over count in `calls`. */
static void number_calls(struct where_rank *rank)
{
    uint64_t *over = tool_allocate((size_t)rank->ncomm, sizeof *over);

    for (int i = 0; i < rank->ncomm; i++)
        over[i] = rank->comm[i].calls;
    if (rank->state == WHERE_INSIDE && rank->now.comm >= 0)
        rank->now.number = over[rank->now.comm] + 1;
    for (int i = 0; i < rank->nbefore; i++)
        if (rank->before[i].counted && over[rank->before[i].comm])
            rank->before[i].number = over[rank->before[i].comm]--;
    free(over);
}

/* What its thread has noted of a request, else what another has. */
static bool find_note(const struct tool_segment *segment, const struct tool_piece *own,
                      uint64_t key, struct mpit_live_note *note)
{
    if (tool_segment_note(segment, own, key, note))
        return true;
    for (int i = 0; i < segment->npiece; i++)
        if (tool_segment_note(segment, &segment->piece[i], key, note))
            return true;
    return false;
}

static void take_note(const struct tool_segment *segment, const struct where_rank *rank,
                      const struct mpit_live_note *note, struct where_awaited *to)
{
    to->kind = MPIT_LIVE_HAS_OF(note->what);
    to->comm = to->kind == MPIT_LIVE_AWAITS_FILE ? meeting_by_key(rank, WHERE_FILE, note->comm)
               : to->kind == MPIT_LIVE_AWAITS_TARGET
                   ? meeting_by_key(rank, WHERE_WINDOW, note->comm)
                   : comm_by_key(segment, rank, note->comm);
    to->peer = number_of(segment, MPIT_LIVE_RANK, note->peer);
    to->tag = number_of(segment, MPIT_LIVE_TAG, note->tag);
    name_call(segment, MPIT_LIVE_CALL_OF(note->what), to->call);
}

static void take_awaited(const struct tool_segment *segment, const struct tool_piece *piece,
                         const struct mpit_live_place *place, struct where_rank *rank)
{
    struct mpit_live_note note;

    rank->awaiting = (int)(place->awaiting < INT32_MAX ? place->awaiting : INT32_MAX);
    for (int i = 0; i < MPIT_LIVE_AWAITS && i < (int)place->awaiting; i++) {
        struct where_awaited *to = &rank->await[rank->nawait];

        if (!find_note(segment, piece, place->awaits[i], &note))
            continue;
        take_note(segment, rank, &note, to);
        if (to->kind < MPIT_LIVE_AWAITED_KINDS && to->peer != WHERE_NOBODY)
            rank->nawait++;
        else
            rank->awaiting--; /* it is not, or no more */
    }
    if (!tool_segment_is_still(segment, piece, place))
        rank->awaiting = rank->nawait = 0;
}

/* ---- loops */

static bool has_polled(const struct mpit_live_place *place, uint32_t call)
{
    for (uint64_t i = 0; i < place->npoll && i < MPIT_LIVE_POLLS; i++)
        if (MPIT_LIVE_CALL_OF(place->poll[i].what) == call)
            return true;
    return false;
}

/* The newest call is the last that asked, or asks again. */
static bool is_polling(const struct mpit_live_place *place)
{
    const struct mpit_live_call_made *newest = &place->made[place->sequence % MPIT_LIVE_CALLS_MADE];

    if (!place->polled || !place->npoll)
        return false;
    return place->polled == place->sequence ||
           (place->polled + 1 == place->sequence && !place->left &&
            has_polled(place, MPIT_LIVE_CALL_OF(newest->what)));
}

static void add_awaited(struct where_rank *rank, const struct where_awaited *one)
{
    rank->awaiting++;
    if (rank->nawait < MPIT_LIVE_AWAITS && one->kind < MPIT_LIVE_AWAITED_KINDS)
        rank->await[rank->nawait++] = *one;
}

static void take_polled_requests(const struct tool_segment *segment, const struct tool_piece *piece,
                                 const struct mpit_live_poll *poll, struct where_rank *rank)
{
    for (uint64_t i = 0; i < poll->awaiting && i < MPIT_LIVE_AWAITS; i++) {
        struct mpit_live_note note;
        struct where_awaited one = {.kind = MPIT_LIVE_AWAITED_KINDS};

        if (find_note(segment, piece, poll->awaits[i], &note))
            take_note(segment, rank, &note, &one);
        add_awaited(rank, &one);
    }
    if (!poll->awaiting || poll->awaiting > MPIT_LIVE_AWAITS)
        rank->awaiting++; /* one of which nothing is known */
}

/* A message that is asked for is awaited as the request of one is. */
static void take_poll(const struct tool_segment *segment, const struct tool_piece *piece,
                      const struct mpit_live_poll *poll, struct where_rank *rank)
{
    const uint32_t has = MPIT_LIVE_HAS_OF(poll->what);
    struct where_awaited one = {.kind = MPIT_LIVE_AWAITED_KINDS};

    if (has & MPIT_LIVE_HAS_AWAITED) {
        take_polled_requests(segment, piece, poll, rank);
        return;
    }
    if (has & MPIT_LIVE_HAS_SOURCE) {
        one = (struct where_awaited){
            .kind = MPIT_LIVE_AWAITS_RECV,
            .comm = comm_by_key(segment, rank, poll->comm),
            .peer = number_of(segment, MPIT_LIVE_RANK, poll->source),
            .tag = number_of(segment, MPIT_LIVE_TAG, poll->tag),
        };
        name_call(segment, MPIT_LIVE_CALL_OF(poll->what), one.call);
    }
    if (has & MPIT_LIVE_HAS_WIN) {
        one = (struct where_awaited){.kind = MPIT_LIVE_AWAITS_EXPOSURE,
                                     .comm = meeting_by_key(rank, WHERE_WINDOW, poll->comm),
                                     .peer = WHERE_UNKNOWN,
                                     .tag = WHERE_UNKNOWN};
        name_call(segment, MPIT_LIVE_CALL_OF(poll->what), one.call);
    }
    add_awaited(rank, &one);
}

static void take_loop(const struct tool_segment *segment, const struct tool_piece *piece,
                      const struct mpit_live_place *place, struct where_rank *rank)
{
    rank->polls = true;
    rank->now = (struct where_call){.comm = -1,
                                    .completes = true,
                                    .dest = WHERE_UNKNOWN,
                                    .source = WHERE_UNKNOWN,
                                    .tag = WHERE_UNKNOWN,
                                    .recv_tag = WHERE_UNKNOWN,
                                    .root = WHERE_UNKNOWN,
                                    .bytes = -1,
                                    .received = -1};
    name_call(segment, MPIT_LIVE_CALL_OF(place->poll[0].what), rank->now.name);
    for (uint64_t i = 0; i < place->npoll && i < MPIT_LIVE_POLLS; i++)
        take_poll(segment, piece, &place->poll[i], rank);
    if (place->npoll > MPIT_LIVE_POLLS)
        rank->awaiting++;
}

/* ---- places */

static int64_t now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static double seconds_since(int64_t ns)
{
    double seconds = (double)(now_ns() - ns) * 1e-9;

    return seconds > 0 ? seconds : 0;
}

/* The thread that counts: the main one where it is in a call, else one that is; else the one that
 * has left its last call last. */
static bool is_better(const struct tool_segment *segment, const struct mpit_live_place *place,
                      const struct mpit_live_place *best)
{
    bool in = !place->left || is_polling(place), best_in = !best->left || is_polling(best);

    if (in != best_in)
        return in;
    if (in)
        return place->tid == (uint64_t)segment->head.pid;
    return place->left > best->left;
}

static uint64_t mix(uint64_t mark, uint64_t value)
{
    return (mark ^ value) * UINT64_C(0x9e3779b97f4a7c15) + (mark >> 29);
}

/* Where it stands in the segment; NULL where there is none. */
static const struct tool_piece *take_place(const struct tool_segment *segment,
                                           struct mpit_live_place *best, uint64_t *mark)
{
    const struct tool_piece *found = NULL;
    struct mpit_live_place place;

    for (int i = 0; i < segment->npiece; i++) {
        if (!tool_segment_place(segment, &segment->piece[i], &place))
            continue;
        *mark = is_polling(&place) ? mix(*mark, place.polling)
                                   : mix(mix(*mark, place.sequence), place.left);
        if (place.sequence && (!found || is_better(segment, &place, best))) {
            *best = place;
            found = &segment->piece[i];
        }
    }
    return found;
}

static void take_calls(const struct tool_segment *segment, const struct tool_piece *piece,
                       const struct mpit_live_place *place, struct where_rank *rank)
{
    uint64_t n = place->sequence;
    int back = place->left ? 0 : 1;

    if (is_polling(place)) {
        rank->state = WHERE_INSIDE;
        rank->seconds = seconds_since(tool_segment_ns(segment, place->polling));
        take_loop(segment, piece, place, rank);
        return;
    }
    if (!place->left) {
        const struct mpit_live_call_made *made = &place->made[n % MPIT_LIVE_CALLS_MADE];

        rank->state = WHERE_INSIDE;
        rank->now = take_call(segment, rank, made);
        rank->seconds = seconds_since(tool_segment_ns(segment, made->since));
        if (rank->now.completes)
            take_awaited(segment, piece, place, rank);
    } else {
        rank->seconds = seconds_since(tool_segment_ns(segment, place->left));
    }
    for (; back < MPIT_LIVE_CALLS_MADE - 1 && (uint64_t)back < n; back++)
        rank->before[rank->nbefore++] =
            take_call(segment, rank, &place->made[(n - (uint64_t)back) % MPIT_LIVE_CALLS_MADE]);
    number_calls(rank);
}

/* ---- the process */

/* The call with which MPI begins or ends that it is in. */
static const struct mpit_live_life *find_life(const struct mpit_live_head *head)
{
    for (int i = 0; i < MPIT_LIVE_LIVES; i++)
        if (head->life[i].since)
            return &head->life[i];
    return NULL;
}

static enum where_state state_of(const struct tool_segment *segment)
{
    static const enum where_state states[] = {
        [MPIT_LIVE_STARTING] = WHERE_INIT,       [MPIT_LIVE_RUNNING] = WHERE_OUTSIDE,
        [MPIT_LIVE_FINALIZING] = WHERE_FINALIZE, [MPIT_LIVE_ENDED] = WHERE_ENDED,
        [MPIT_LIVE_ABORTED] = WHERE_DEAD,
    };
    enum where_state state = states[segment->head.state];

    switch (tool_segment_fate(segment)) {
    case TOOL_FATE_GONE:
        return state == WHERE_ENDED ? WHERE_ENDED : WHERE_DEAD;
    case TOOL_FATE_STOPPED:
        return state == WHERE_ENDED ? WHERE_ENDED : WHERE_STOPPED;
    default:
        return state;
    }
}

/* Clock ticks that its threads have used; whether the main one waits for a disk. */
static uint64_t cpu_of(int64_t pid, bool *on_disk)
{
    char name[64], line[1024] = "", state = '?';
    unsigned long user = 0, system = 0;
    const char *field;
    FILE *file;

    snprintf(name, sizeof name, "/proc/%" PRId64 "/stat", pid);
    file = fopen(name, "re");
    if (!file)
        return 0;
    field = fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
    if (field)
        sscanf(field + 1, " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &state, &user,
               &system);
    fclose(file);
    *on_disk = state == 'D';
    return (uint64_t)user + system;
}

/* What it has read and written, of all that the system counts; UINT64_MAX: it does not say. */
static uint64_t io_of(int64_t pid)
{
    char name[64], line[128];
    uint64_t sum = 0, one;
    int lines = 0;
    FILE *file;

    snprintf(name, sizeof name, "/proc/%" PRId64 "/io", pid);
    file = fopen(name, "re");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "%*[a-z_]: %" SCNu64, &one) == 1) {
            sum += one;
            lines++;
        }
    if (file)
        fclose(file);
    return lines ? sum : UINT64_MAX;
}

static void take_rank(const struct tool_segment *segment, struct where_rank *rank)
{
    const struct mpit_live_head *head = &segment->head;
    const struct mpit_live_life *life = find_life(head);
    const struct tool_piece *piece;
    struct mpit_live_place place;

    rank->state = state_of(segment);
    rank->tells = head->where;
    if (rank->state == WHERE_OUTSIDE && !rank->tells)
        rank->state = WHERE_UNTOLD;
    rank->here = tool_segment_fate(segment) != TOOL_FATE_UNKNOWN;
    rank->pid = head->pid;
    rank->cpu = cpu_of(head->pid, &rank->on_disk);
    rank->io = io_of(head->pid);
    snprintf(rank->host, sizeof rank->host, "%s", head->host);
    rank->mark = mix(head->state, life ? life->since : 0);
    take_comms(segment, rank);
    take_meetings(segment, rank);
    take_traffic(segment, rank);
    if (life)
        rank->seconds = seconds_since((int64_t)life->since);
    if (rank->state == WHERE_INIT || rank->state == WHERE_FINALIZE)
        snprintf(rank->now.name, sizeof rank->now.name, "%s",
                 life                        ? life->call
                 : rank->state == WHERE_INIT ? "MPI_Init"
                                             : "MPI_Finalize");
    piece = take_place(segment, &place, &rank->mark);
    if (!piece) {
        if (rank->state == WHERE_OUTSIDE && head->began)
            rank->seconds = seconds_since(tool_segment_ns(segment, head->began));
    } else if (rank->state == WHERE_OUTSIDE) {
        take_calls(segment, piece, &place, rank);
    } else if (rank->state != WHERE_INIT) {
        struct where_rank is = *rank;

        take_calls(segment, piece, &place, rank);
        rank->state = is.state;
        if (is.state == WHERE_FINALIZE) {
            rank->seconds = is.seconds;
            rank->now = is.now;
        }
    }
}

static int size_of(const struct tool_segment *segment, int n)
{
    int size = 0;

    for (int i = 0; i < n; i++) {
        if (segment[i].head.size > size)
            size = segment[i].head.size;
        if (segment[i].head.rank >= size)
            size = segment[i].head.rank + 1;
    }
    return size <= WHERE_LARGEST ? size : 0;
}

/* A job may have the name of one before it, which has left its segments: those who live count, and
 * of the others the newest. */
static bool is_outdone(const struct tool_segment *segment, int n, int i)
{
    for (int k = 0; k < n; k++) {
        const struct tool_segment *mine = &segment[i], *other = &segment[k];

        if (k == i || other->head.rank != mine->head.rank)
            continue;
        bool lives = tool_segment_fate(mine) != TOOL_FATE_GONE;
        bool other_lives = tool_segment_fate(other) != TOOL_FATE_GONE;
        if (lives != other_lives
                ? other_lives
                : other->head.utc > mine->head.utc || (other->head.utc == mine->head.utc && k < i))
            return true;
    }
    return false;
}

void where_look(const struct tool_segment *segment, int n, struct where_job *job)
{
    where_job_size(job, size_of(segment, n));
    job->has_places = true;
    job->expected_here = -1;
    for (int i = 0; i < n; i++) {
        const struct mpit_live_head *head = &segment[i].head;

        if (head->rank < 0 || head->rank >= job->size || is_outdone(segment, n, i))
            continue;
        if (!head->where)
            job->has_places = false;
        take_rank(&segment[i], &job->rank[head->rank]);
        if (job->rank[head->rank].here && head->here > job->expected_here)
            job->expected_here = head->here;
    }
}

void where_look_again(const struct tool_segment *segment, int n, struct where_job *job)
{
    struct where_job again = {0};

    where_look(segment, n, &again);
    for (int i = 0; i < job->size && i < again.size; i++) {
        struct where_rank *old = &job->rank[i], *new = &again.rank[i];

        new->moved =
            old->state != WHERE_MISSING && (old->mark != new->mark || old->pid != new->pid);
        new->asleep = old->cpu == new->cpu;
        new->in_files = new->asleep || old->on_disk || new->on_disk || old->io != new->io ||
                        new->io == UINT64_MAX;
        *old = *new;
    }
    for (int i = job->size; i < again.size; i++)
        job->cannot_be_told = true; /* it has only begun */
    job->has_places = again.has_places;
}
