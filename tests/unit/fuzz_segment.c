/* A segment whose record is known, and then the same damaged in any way: it is refused, or makes a
 * record that can be shown.  So it is when another node has sent it (tools/live/far.h), and what it
 * sent is damaged on the way.
 *
 *   fuzz_segment [ITERATIONS [SEED]]    default: 10000 iterations of seed 1
 *
 * A failure prints what is wrong; a sanitizer finds what goes wrong in silence. */
#include "config.h"

#include "../../tools/live/came.h"
#include "../../tools/live/far.h"
#include "../../tools/live/place.h"
#include "../../tools/live/record.h"
#include "../../tools/live/recorder.h"
#include "../../tools/records/join.h"
#include "../random.h"

#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ROOM = 96 << 10, MILLI = 1000000, SLOTS = 16, PEERS = 4, RANK = 2, RANKS = 4, NOTED = 78 };

static uint64_t state;

static unsigned draw(unsigned below)
{
    return random_below(&state, below);
}

/* ---- a segment, as a process writes it */

static _Alignas(64) char file[ROOM];
static size_t used, notes;          /* where the notes begin, which are most of it */
static struct mpit_live_past *past; /* the last item */

static void *put_item(uint32_t kind, uint64_t object, uint32_t n, size_t bytes)
{
    struct mpit_live_item *item = (struct mpit_live_item *)(file + used);
    size_t whole = (bytes + sizeof *item + MPIT_LIVE_ALIGN - 1) / MPIT_LIVE_ALIGN * MPIT_LIVE_ALIGN;

    if (used + whole > sizeof file)
        abort();
    *item = (struct mpit_live_item){.kind = kind, .bytes = whole, .object = object, .n = n};
    used += whole;
    return item + 1;
}

static void put_name(struct mpit_live_name *row, const char *name, uint32_t class, uint32_t slot)
{
    snprintf(row->name, sizeof row->name, "%s", name);
    row->class = class;
    for (uint32_t unit = 0; unit < MPIT_LIVE_UNITS; unit++)
        row->slot[unit] = slot + unit;
}

static void put_names(void)
{
    struct mpit_live_name *row = put_item(MPIT_LIVE_NAMES, 0, 5, 5 * sizeof *row);

    put_name(&row[0], "MPI_Send", MPIT_LIVE_CALL, 0);
    put_name(&row[1], "MPI_Finalize", MPIT_LIVE_CALL, 4);
    put_name(&row[2], "sends", MPIT_LIVE_AMOUNT, 8);
    put_name(&row[3], "bcast", MPIT_LIVE_COLLECTIVE, 12);
    put_name(&row[4], "p2p", MPIT_LIVE_FAMILY, 0);
}

/* Of two threads. */
static void put_process(void)
{
    for (uint64_t thread = 1; thread <= 2; thread++) {
        uint64_t *slot = put_item(MPIT_LIVE_PROCESS, 1, SLOTS, SLOTS * sizeof *slot);

        slot[0] = slot[8] = 3 * thread; /* calls, messages, bytes, ticks */
        slot[1] = slot[9] = 3 * thread;
        slot[2] = slot[10] = 300 * thread;
        slot[3] = 50 * thread;
    }
}

/* So many slots for each peer, and behind them their ranks in the world. */
static uint64_t *put_peers(enum mpit_live_kind kind, uint64_t id, size_t slots)
{
    uint64_t *slot = put_item(kind, id, PEERS, PEERS * (slots * sizeof *slot + sizeof(int32_t)));
    int32_t *world = (int32_t *)(slot + PEERS * slots);

    for (int i = 0; i < PEERS; i++)
        world[i] = PEERS - 1 - i;
    return slot;
}

static void put_comm(uint64_t id, bool ended)
{
    struct mpit_live_comm *comm = put_item(MPIT_LIVE_COMM, id, 1, sizeof *comm);
    uint64_t *slot = put_peers(MPIT_LIVE_PEERS, id, MPIT_LIVE_PEER_SLOTS);
    uint64_t *waits = put_peers(MPIT_LIVE_WAITS, id, MPIT_LIVE_WAIT_SLOTS);

    comm->key = 77 + id;
    comm->ended = ended;
    waits[2 * MPIT_LIVE_BLOCKED_SEND] = 2;
    waits[2 * MPIT_LIVE_BLOCKED_SEND + 1] = 20;
    slot[MPIT_LIVE_PEER_SENDS] = 5; /* to the first, which is the last in the world */
    slot[MPIT_LIVE_PEER_SEND_BYTES] = 500;
}

/* A window; what others have ended has no item any more. */
static void put_window(uint64_t id)
{
    uint64_t *slot = put_peers(MPIT_LIVE_TARGETS, id, MPIT_LIVE_TARGET_SLOTS);

    slot[MPIT_LIVE_TARGET_CALLS] = 3;
    slot[MPIT_LIVE_TARGET_BYTES] = 30;
}

static void put_meeting(uint64_t id)
{
    struct mpit_live_synchronization *meeting = put_item(MPIT_LIVE_MEETING, id, 1, sizeof *meeting);

    meeting->hash = 1;
    meeting->lock[1] = MPIT_LIVE_LOCK(1, MPIT_LIVE_LOCK_IS);
    meeting->partner[1].taken = 2;
}

static void put_rest(void)
{
    struct mpit_live_pair *pair = put_item(MPIT_LIVE_PAIRS, 1, 2, 2 * sizeof *pair);
    struct mpit_live_region *region = put_item(MPIT_LIVE_REGIONS, 16, 2, 2 * sizeof *region);
    struct mpit_live_place *place =
        put_item(MPIT_LIVE_PLACE, 0, MPIT_LIVE_NOTES,
                 sizeof *place + MPIT_LIVE_NOTES * sizeof(struct mpit_live_note));
    struct mpit_live_note *note = (struct mpit_live_note *)(place + 1);

    notes = (size_t)((char *)note - file);

    pair[1].peer = PEERS - 1;
    pair[1].messages = 4;
    pair[1].bytes = 400;
    pair[1].operations = 2;
    pair[1].operation_bytes = 20;
    pair[1].waited[2 * MPIT_LIVE_BLOCKED_SEND] = 1;
    pair[1].waited[2 * MPIT_LIVE_BLOCKED_SEND + 1] = 5;
    pair[0].waited[2 * MPIT_LIVE_LATE_SENDER] = 7;
    pair[0].waited[2 * MPIT_LIVE_LATE_SENDER + 1] = 9;
    strcpy(region[0].label, "closed");
    region[0].entries = 2;
    region[0].sum.wall = 7;
    strcpy(region[1].label, "open");
    region[1].entries = region[1].inside = 1;
    region[1].began.amount[MPIT_AMOUNT_sends].count = 2;
    place->sequence = 1;
    place->made[1].since = 1;
    place->made[1].what = MPIT_LIVE_WHAT(0, MPIT_LIVE_HAS_AWAITED);
    place->awaiting = 1;
    place->awaits[0] = NOTED;
    note[mpit_live_note_index(NOTED, 1)].key = NOTED;
}

/* Collectives of two processes, to which one comes late: both leave a moment later.
 * Of seven five are kept. */
enum { CAME = 7, KEPT = 5, APART = 10000, WIDE = 1000, STAYED = 2, BARRIER = 0, AHEAD = 1 << 30 };

static struct mpit_live_past *put_past(void)
{
    struct mpit_live_past *made =
        put_item(MPIT_LIVE_PAST, 1, KEPT,
                 offsetof(struct mpit_live_past, arrival) + KEPT * sizeof made->arrival[0]);

    made->n = KEPT;
    made->came = CAME;
    return made;
}

/* Those of one that is late at the first, third …: bit 0; at the others: bit 1. */
static void come(struct mpit_live_past *to, unsigned late, uint64_t ahead)
{
    for (int i = 0; i < KEPT; i++) {
        uint64_t when = ahead + APART * (uint64_t)(i + 1);

        to->arrival[i] = (struct mpit_live_past_arrival){.comm = 1,
                                                         .nth = (uint64_t)i + 1,
                                                         .entry = when + (late >> i % 2 & 1) * WIDE,
                                                         .exit = when + WIDE + STAYED,
                                                         .size = 2,
                                                         .operation = BARRIER,
                                                         .handed_in = 1};
    }
}

/* Of one thread: two places in a module, and what there was no row for. */
static void put_sites(void)
{
    struct mpit_live_site *site =
        put_item(MPIT_LIVE_SITES, 1, 4, 4 * (sizeof *site + sizeof(struct mpit_live_site_of)));
    struct mpit_live_site_of *of = (struct mpit_live_site_of *)(site + 4);
    struct mpit_live_module *module = put_item(MPIT_LIVE_MODULE, 1, 1, sizeof *module);

    site[0] = (struct mpit_live_site){.key = 77, .count = 3, .bytes = 300, .ticks = 30};
    site[2] = (struct mpit_live_site){.key = 78, .count = 1, .ticks = 50};
    site[3] = (struct mpit_live_site){.key = 1, .count = 2, .ticks = 10};
    of[0] = of[2] = (struct mpit_live_site_of){.module = 1, .offset = 4242};
    of[2].offset = 17;
    of[3].call = MPIT_LIVE_NO_SLOT;
    strcpy(module->path, "/bin/program");
    strcpy(module->build_id, "0123");
}

enum { RECORDED = 8, NO_MESSAGES = 63 & ~MPIT_LIVE_CALLED_BESIDE };

/* It has gone round twice. */
static void put_recorder(void)
{
    struct mpit_live_recorder *ring =
        put_item(MPIT_LIVE_RECORDER, 1, RECORDED, sizeof *ring + RECORDED * sizeof *ring->call);
    const float took = 2, bytes = 40;

    ring->done = 2 * RECORDED + 3;
    for (uint64_t i = RECORDED + 3; i < ring->done; i++) {
        struct mpit_live_called *call = &ring->call[i % RECORDED];

        *call = (struct mpit_live_called){.entry = 100 + 10 * i,
                                          .comm = 17,
                                          .what = MPIT_LIVE_CALLED(0, i & NO_MESSAGES, i),
                                          .peer = (int32_t)i,
                                          .tag = 9};
        memcpy((void *)&call->took, &took, sizeof took);
        memcpy((void *)&call->bytes, &bytes, sizeof bytes);
    }
}

static void put_head(void)
{
    struct mpit_live_head *head = (struct mpit_live_head *)file;
    const double length = 1e-3;

    *head = (struct mpit_live_head){.layout = MPIT_LIVE_LAYOUT,
                                    .order = MPIT_LIVE_ORDER,
                                    .head_bytes = sizeof *head,
                                    .item_bytes = sizeof(struct mpit_live_item),
                                    .name_bytes = sizeof(struct mpit_live_name),
                                    .place_bytes = sizeof(struct mpit_live_place),
                                    .used = used,
                                    .pid = 1,
                                    .boot = "elsewhere",
                                    .rank = RANK,
                                    .size = RANKS,
                                    .state = MPIT_LIVE_FINALIZING,
                                    .ticks = 100,
                                    .ns = 100 * (uint64_t)MILLI,
                                    .utc = 1000000000,
                                    .began = 200,
                                    .ended = 300,
                                    .host = "node",
                                    .job = "job",
                                    .command = "./program"};
    memcpy(head->magic, MPIT_LIVE_MAGIC, sizeof MPIT_LIVE_MAGIC);
    memcpy(&head->tick_length, &length, sizeof length);
    strcpy(head->life[0].call, "MPI_Finalize");
    head->life[0].since = 300 * (uint64_t)MILLI;
}

static void make(void)
{
    memset(file, 0, sizeof file);
    used = sizeof(struct mpit_live_head);
    put_names();
    put_process();
    put_comm(3, false);
    put_comm(4, true);
    put_window(5);
    put_window(0); /* nothing is said of it yet */
    put_meeting(6);
    put_sites();
    put_recorder();
    put_rest();
    past = put_past();
    come(past, 1, 0);
    put_head();
}

/* ---- what is made of it */

static FILE *nowhere;

static void write_file(const char *path, const char *bytes, size_t n)
{
    int to = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

    if (to < 0 || write(to, bytes, n) != (ssize_t)n || close(to) != 0)
        abort();
}

/* What readers look for besides. */
static void look_around(const struct tool_segment *segment)
{
    struct mpit_live_place place;
    struct mpit_live_note note;
    struct tool_recording *list;
    int n = tool_recordings(segment, &list);
    char name[64];
    uint64_t id;

    for (int i = 0; i < segment->npiece; i++) {
        if (!tool_segment_place(segment, &segment->piece[i], &place))
            continue;
        for (int k = 0; k < MPIT_LIVE_AWAITS; k++)
            if (tool_segment_note(segment, &segment->piece[i], place.awaits[k], &note) &&
                note.key != place.awaits[k])
                abort();
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < list[i].n; k++) {
            tool_recorded_comm(segment, list[i].call[k].comm, name);
            tool_recorded_rank(segment, list[i].call[k].comm);
            tool_recorded_collectives(segment, list[i].call[k].comm);
            tool_recorded_messages(segment, list[i].call[k].comm, list[i].call[k].peer, k % 2);
        }
    for (int i = 0; i < n; i++)
        tool_recording_free(&list[i]);
    free(list);
    tool_segment_comm_of(segment, 80, &id);
    tool_segment_comm(segment, 3);
    tool_segment_class(segment, MPIT_LIVE_FAMILY, MPIT_LIVE_TICKS);
    tool_segment_find(segment, MPIT_LIVE_AMOUNT, "sends");
    tool_segment_ns(segment, segment->head.began);
}

/* A size that is hostile costs time alone. */
static void show(struct mpit_record *record)
{
    if (record->nranks < 1000)
        tool_record_add_missing(record);
    mpit__record_write_text(record, nowhere);
    mpit__record_write_json(record, nowhere);
}

/* ---- sent from one node to another */

/* What of the whole one must be there: the last calls but the one that may just be written. */
static bool recorder_is_right(const struct tool_segment *segment)
{
    struct tool_recording *list;
    const int n = tool_recordings(segment, &list);
    bool is =
        n == 1 && list[0].rank == RANK && list[0].lost == RECORDED + 4 && list[0].n >= RECORDED - 1;

    for (int i = 0; is && i < RECORDED - 1; i++) {
        const struct tool_recorded *call = &list[0].call[i];
        const int at = RECORDED + 4 + i;

        is = call->comm == 17 && call->end - call->begin == 2 * MILLI && call->peer == at &&
             call->in_vain == ((at & MPIT_LIVE_CALLED_VAIN) != 0) &&
             (call->error == 0) == !(at & MPIT_LIVE_CALLED_FAILED);
    }
    if (!is)
        puts("not so of the whole segment: its last calls");
    for (int i = 0; i < n; i++)
        tool_recording_free(&list[i]);
    free(list);
    return is;
}

#define IS(condition)                                                                              \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            printf("not so of the whole segment: %s\n", #condition);                               \
            return false;                                                                          \
        }                                                                                          \
    } while (0)

static const int64_t HOUR = 3600 * INT64_C(1000000000);

/* What is seen of its process on the one that sends it. */
static void put_far(struct tool_segment *segment)
{
    segment->far = calloc(1, sizeof *segment->far);
    if (!segment->far)
        abort();
    segment->far->ahead = HOUR;
    segment->far->sight = (struct tool_sight){.fate = TOOL_FATE_GONE, .cpu = 12, .io = 34};
}

/* Both as a node sends them, with what a shell says before, and the first again in a block of its
 * own; the names stand there once a block. */
static char *send_both(const struct tool_segment both[2], size_t *length)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, length);

    fprintf(out, "Welcome to this node.\nmpit far ");
    if (tool_far_write(both, 2, true, out) || tool_far_write(both, 1, true, out) || fclose(out))
        abort();
    return text;
}

static bool is_same(const struct tool_segment *a, const struct tool_segment *b)
{
    IS(a->size == b->size && a->npiece == b->npiece && a->nname == b->nname);
    IS(!memcmp(a->content, b->content, a->size) && !memcmp(&a->head, &b->head, sizeof a->head));
    IS(a->far && a->far->sight.fate == TOOL_FATE_GONE);
    IS(a->far->ahead > HOUR / 60 * 59 && a->far->ahead < HOUR / 60 * 61);
    IS(a->far->sight.cpu == 12 && a->far->sight.io == 34 && !a->far->sight.on_disk);
    return true;
}

/* The damaged ones are refused, or are segments that can be read. */
static bool send_and_take(const char *path, bool whole)
{
    struct tool_segment both[2];
    struct tool_segments taken = {0};
    char reason[TOOL_SEGMENT_REASON];
    size_t length = 0;
    char *text;
    bool right;

    for (int i = 0; i < 2; i++) {
        if (!tool_segment_open(path, &both[i], reason))
            abort();
        put_far(&both[i]);
    }
    text = send_both(both, &length);
    if (whole) {
        right = tool_far_read(text, length, &taken, reason) && taken.n == 3 &&
                recorder_is_right(&both[0]);
        for (int i = 0; right && i < taken.n; i++)
            right = is_same(&taken.segment[i], &both[0]);
        right = right && !tool_far_read(text, 20, &taken, reason) && strstr(reason, "nothing") &&
                !tool_far_read(text, length - 1, &taken, reason) && strstr(reason, "not whole") &&
                taken.n == 3 + 2;
    } else {
        length = draw(8) ? length : draw((unsigned)length);
        for (unsigned i = draw(3); length && i; i--)
            text[draw((unsigned)length)] = (char)random_bits(&state);
        tool_far_read(text, length, &taken, reason);
        for (int i = 0; i < taken.n; i++)
            look_around(&taken.segment[i]);
        right = true;
    }
    tool_segments_free(&taken);
    free(text);
    for (int i = 0; i < 2; i++)
        tool_segment_close(&both[i]);
    return right;
}

/* ---- as a record */

static bool take(const char *path, struct mpit_record *record)
{
    const struct tool_live_view view = {
        .over = true, .until = 1000 * (int64_t)MILLI, .recorder = true};
    struct tool_segments segments = {.segment = calloc(1, sizeof(struct tool_segment))};
    char reason[512];
    bool taken = false;
    int n;

    if (!segments.segment)
        abort();
    segments.n = tool_segment_open(path, segments.segment, reason);
    if (segments.n) {
        struct tool_live_world *world = tool_live_worlds(&segments, 0, 1, &n);

        look_around(segments.segment);
        taken = n == 1 && tool_live_record(world, &view, record);
        tool_live_worlds_free(world, n);
    }
    tool_segments_free(&segments);
    return taken;
}

/* Of these bytes. */
static void add_bytes(struct tool_segments *segments, const char *bytes, size_t n)
{
    char reason[TOOL_SEGMENT_REASON], *copy = malloc(n + 1);

    if (!copy)
        abort();
    memcpy(copy, bytes, n);
    segments->n += tool_segment_of_bytes("bytes", copy, n, tool_segments_room(segments), reason);
}

/* The record of a process on another node, whose clock is ahead, and which comes late; and of one
 * whose bytes these are. */
static bool take_two(const char *bytes, size_t n, unsigned late, struct mpit_record *record)
{
    static char other[ROOM];
    const struct tool_live_view view = {
        .over = true, .until = 1000 * (int64_t)MILLI, .recorder = true};
    struct mpit_live_head *head = (struct mpit_live_head *)other;
    struct tool_segments segments = {0};
    struct tool_live_world *world;
    bool taken;
    int worlds;

    memcpy(other, file, used);
    head->rank = RANK - 1;
    strcpy(head->host, "other");
    come((struct mpit_live_past *)(other + ((char *)past - file)), late, AHEAD);
    add_bytes(&segments, other, used);
    add_bytes(&segments, bytes, n);
    world = tool_live_worlds(&segments, 0, segments.n, &worlds);
    taken = tool_live_record(&world[0], &view, record);
    tool_live_worlds_free(world, worlds);
    tool_segments_free(&segments);
    return taken;
}

/* ---- the whole one */

static const struct mpit_record_call *call_of(const struct mpit_record *record, const char *name)
{
    static const struct mpit_record_call none;

    for (int i = 0; i < record->ncall; i++)
        if (!strcmp(record->call[i].name, name))
            return &record->call[i];
    return &none;
}

static bool near(double a, double b)
{
    return a - b < 1e-9 && b - a < 1e-9;
}

static bool is_right(const struct mpit_record *record)
{
    IS(!record->complete && record->nranks == RANKS && record->nrank == 1);
    IS(record->rank[0].rank == RANK && !strcmp(record->rank[0].host, "node"));
    IS(!strcmp(record->rank[0].state, MPIT_RANK_DEAD));
    IS(!strcmp(record->rank[0].in, "MPI_Finalize"));
    IS(near(record->rank[0].wall, 0.1) && near(record->rank[0].mpi, 0.15));
    IS(!strcmp(record->start, "2001-09-09T01:46:40Z"));
    IS(record->ncall == 2 && call_of(record, "MPI_Finalize")->count == 1);
    IS(call_of(record, "MPI_Send")->count == 9 && call_of(record, "MPI_Send")->bytes == 900);
    IS(near(call_of(record, "MPI_Send")->time.total, 0.15));
    IS(record->npair == 1 && record->pair[0].sender == RANK);
    IS(record->pair[0].receiver == PEERS - 1 && record->pair[0].messages == 9);
    IS(record->pair[0].one_sided == 5 && record->pair[0].one_sided_bytes == 50);
    IS(record->nwait == 2 && record->wait[0].rank == RANK && record->wait[1].rank == RANK);
    IS(!strcmp(record->wait[0].kind, "blocked_send") && record->wait[0].for_rank == PEERS - 1);
    IS(record->wait[0].count == 3 && near(record->wait[0].seconds, 0.025));
    IS(!strcmp(record->wait[1].kind, "late_sender") && record->wait[1].for_rank == 0);
    IS(record->wait[1].count == 7 && near(record->wait[1].seconds, 0.009));
    IS(record->nsite == 3 && record->site[0].offset == 17 && record->site[1].offset == 4242);
    IS(!strcmp(record->site[1].call, "MPI_Send") && !strcmp(record->site[1].build_id, "0123"));
    IS(!strcmp(record->site[1].module, "/bin/program") && record->site[1].count == 3);
    IS(record->site[1].bytes == 300 && near(record->site[1].seconds, 0.03));
    IS(!strcmp(record->site[2].call, MPIT_SITES_OTHER) && record->site[2].count == 2);
    IS(record->pair[0].bytes == 900 && record->nregion == 2);
    IS(record->region[1].open == 1 && record->region[1].amount[MPIT_AMOUNT_sends].count == 7);
    return true;
}

/* A thread of it says that it is in MPI_Send; the one that ended it says more. */
static bool is_placed(const char *path)
{
    struct mpit_live_head *head = (struct mpit_live_head *)file;
    struct mpit_record record = {0};

    head->state = MPIT_LIVE_RUNNING;
    head->life[0].since = 0;
    write_file(path, file, used);
    IS(take(path, &record) && !strcmp(record.rank[0].in, "MPI_Send"));
    mpit__record_free(&record);
    head->state = MPIT_LIVE_ABORTED;
    head->code = 3;
    write_file(path, file, used);
    IS(take(path, &record) && !strcmp(record.rank[0].in, "MPI_Abort"));
    IS(!strcmp(record.reason, "MPI_Abort(3) by rank 2"));
    mpit__record_free(&record);
    return true;
}

static double waited(const struct mpit_record *record, int rank, int culprit)
{
    for (int i = 0; i < record->nwait; i++)
        if (record->wait[i].rank == rank && record->wait[i].for_rank == culprit &&
            !strcmp(record->wait[i].kind, "late_arrival"))
            return record->wait[i].seconds;
    return 0;
}

/* Each has waited for the other, as clocks tell; the five that are kept stand for all. */
static bool is_met(void)
{
    struct mpit_record record = {0};
    const double wait = WIDE * 1e-3, error = 5 * STAYED * 1e-3;

    IS(take_two(file, used, 2, &record) && record.nrank == 2);
    IS(fabs(waited(&record, RANK - 1, RANK) - 3 * wait) < 3 * error);
    IS(fabs(waited(&record, RANK, RANK - 1) - 2 * wait) < 2 * error);
    IS(near(record.waits_seen, 1) && near(record.waits_kept, (double)KEPT / CAME));
    IS(record.waits_unsure == 0);
    mpit__record_free(&record);
    return true;
}

/* One that is always late may have a clock that goes behind, for all that collectives tell. */
static bool is_unsure(void)
{
    struct mpit_record record = {0};

    come(past, 0, 0);
    IS(take_two(file, used, 3, &record) && waited(&record, RANK, RANK - 1) == 0);
    IS(near(record.waits_seen, 1) && record.waits_unsure > 0.4 * KEPT * WIDE * 1e-3);
    mpit__record_free(&record);
    return true;
}

/* Of a rank of very many those are kept for which there is room, and others keep the same. */
static bool is_thinned_out(void)
{
    enum { MANY = 300, ROOM_FOR = 64 };
    struct mpit_live_head *head = (struct mpit_live_head *)file;
    struct tool_segments segments = {0};
    struct tool_came came;

    past = put_item(MPIT_LIVE_PAST, 1, MANY,
                    offsetof(struct mpit_live_past, arrival) + MANY * sizeof past->arrival[0]);
    past->n = MANY;
    for (int i = 0; i < MANY; i++)
        past->arrival[i] =
            (struct mpit_live_past_arrival){.comm = 3, .nth = (uint64_t)i, .size = 2};
    head->used = used;
    head->size = 1 << 20;
    add_bytes(&segments, file, used);
    came = tool_came_of(&segments.segment[0]);
    IS(came.n <= ROOM_FOR && came.n > ROOM_FOR / 4 && came.all == CAME);
    for (size_t i = 0; i < came.n; i++)
        IS(mpit__meeting_is_kept(came.mine[i].arrived.comm, came.mine[i].arrived.nth,
                                 came.mine[0].level) &&
           came.mine[i].level == came.mine[0].level && came.mine[i].level >= 2);
    free(came.mine);
    tool_segments_free(&segments);
    return true;
}

static bool check_whole(const char *path)
{
    struct mpit_record record = {0};
    bool right;

    write_file(path, file, used);
    right = take(path, &record) && is_right(&record) && send_and_take(path, true);
    mpit__record_free(&record);
    return right;
}

/* ---- damaged ones */

static void damage(char *bytes, size_t n)
{
    static const uint64_t odd[] = {0,          1,          63,         64,        0x7fffffff,
                                   0x80000000, 0xffffffff, UINT64_MAX, INT64_MAX, 1 << 20};
    size_t at = draw(3) ? draw((unsigned)(n < notes || !draw(8) ? n : notes))
                        : draw(sizeof(struct mpit_live_head)) % n;
    uint64_t value = draw(3) ? odd[draw(sizeof odd / sizeof *odd)] : random_bits(&state);
    size_t size = (size_t)1 << draw(4);

    at -= at % size;
    if (at + size <= n)
        memcpy(bytes + at, &value, size);
}

static void damage_and_take(const char *path)
{
    static char bytes[ROOM];
    struct mpit_record record = {0};
    size_t n = draw(8) ? used : draw((unsigned)used + 1);

    memcpy(bytes, file, used);
    write_file(path, file, used);
    if (!draw(16) && !send_and_take(path, false))
        abort();
    for (unsigned i = draw(6) + 1; n && i; i--)
        damage(bytes, n);
    write_file(path, bytes, n);
    if (take(path, &record))
        show(&record);
    mpit__record_free(&record);
    if (!draw(4) && take_two(bytes, n, 2, &record))
        show(&record);
    mpit__record_free(&record);
}

/* With a sanitizer an iteration takes ten times as long. */
static time_t end_of_time(void)
{
    const char *seconds = getenv("FUZZ_SECONDS");

    return seconds ? time(NULL) + atoi(seconds) : INT_MAX;
}

int main(int argc, char **argv)
{
    long iterations = argc > 1 ? atol(argv[1]) : 10000, done = 0;
    const char *folder = getenv("TMPDIR");
    char path[4096];
    int to;
    bool right;

    state = (uint64_t)(argc > 2 ? atoll(argv[2]) : 1) * 2 + 1;
    snprintf(path, sizeof path, "%s/mpit-segment-XXXXXX", folder ? folder : "/tmp");
    to = mkstemp(path);
    nowhere = fopen("/dev/null", "w");
    if (to < 0 || !nowhere)
        return EXIT_FAILURE;
    close(to);
    make();
    right = check_whole(path) && is_met() && is_unsure() && is_placed(path);
    make();
    right = right && is_thinned_out();
    make();
    for (time_t end = end_of_time(); right && done < iterations && time(NULL) <= end; done++)
        damage_and_take(path);
    unlink(path);
    fclose(nowhere);
    if (!right)
        return EXIT_FAILURE;
    printf("%ld iterations\n", done);
    return EXIT_SUCCESS;
}
