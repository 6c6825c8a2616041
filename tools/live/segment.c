/* Reading segments. */
#include "config.h"

#include "tools/live/segment.h"

#include "ground/file.h"
#include "live/join.h"
#include "tools/ground/tool.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { REASON = 512 };
static const size_t LARGEST = (size_t)4 << 30;

/* ---- the file */

__attribute__((format(printf, 2, 3))) static bool refuse(char *reason, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(reason, REASON, format, arguments);
    va_end(arguments);
    return false;
}

static bool open_file(struct tool_segment *segment, const char *path, size_t *bytes, char *reason)
{
    struct stat status;

    segment->path = tool_print("%s", path);
    segment->file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (segment->file < 0 || fstat(segment->file, &status) != 0)
        return refuse(reason, "%s: %s", path, strerror(errno));
    if (!S_ISREG(status.st_mode))
        return refuse(reason, "%s: not a file", path);
    if (status.st_uid != geteuid() && geteuid() != 0)
        return refuse(reason, "%s: it belongs to another user", path);
    *bytes = (size_t)status.st_size;
    return true;
}

/* ---- the head */

#define END_TEXT(text) ((text)[sizeof(text) - 1] = '\0')

static bool take_head(struct tool_segment *segment, size_t bytes, char *reason)
{
    struct mpit_live_head *head = &segment->head;
    const char *path = segment->path;

    if (bytes < sizeof *head || !mpit__file_read_at(segment->file, head, sizeof *head, 0))
        return refuse(reason, "%s: too short for a segment of mpit", path);
    if (memcmp(head->magic, MPIT_LIVE_MAGIC, sizeof MPIT_LIVE_MAGIC) != 0)
        return refuse(reason, "%s: not a segment of mpit, or not yet one", path);
    if (head->order != MPIT_LIVE_ORDER)
        return refuse(reason, "%s: written on a machine of another byte order", path);
    if (head->layout != MPIT_LIVE_LAYOUT || head->head_bytes != sizeof *head ||
        head->item_bytes != sizeof(struct mpit_live_item) ||
        head->name_bytes != sizeof(struct mpit_live_name) ||
        head->place_bytes != sizeof(struct mpit_live_place))
        return refuse(reason, "%s: layout %" PRIu32 " of a segment, this mpit reads %d", path,
                      head->layout, MPIT_LIVE_LAYOUT);
    END_TEXT(head->boot);
    END_TEXT(head->mpit);
    END_TEXT(head->host);
    END_TEXT(head->job);
    END_TEXT(head->world);
    END_TEXT(head->vendor);
    END_TEXT(head->command);
    END_TEXT(head->report);
    END_TEXT(head->batch.user);
    END_TEXT(head->batch.job);
    END_TEXT(head->batch.account);
    END_TEXT(head->batch.folder);
    for (int i = 0; i < MPIT_LIVE_LIVES; i++)
        END_TEXT(head->life[i].call);
    if (head->state >= MPIT_LIVE_STATES || head->used < sizeof *head || head->used > bytes ||
        head->used > LARGEST || head->used % MPIT_LIVE_ALIGN || head->pid <= 0 ||
        head->pid > INT32_MAX || (head->began && mpit__live_tick(head) == 0) ||
        head->block_slots > MPIT_LIVE_ALIGN || head->block_slots % sizeof(uint64_t))
        return refuse(reason, "%s: a broken segment", path);
    segment->size = head->used;
    return true;
}

/* ---- the items */

/* Of an item that has so many for each peer; 0: it has slots of its own. */
static size_t slots_of_peer(const struct tool_piece *piece)
{
    return piece->item.kind == MPIT_LIVE_PEERS     ? MPIT_LIVE_PEER_SLOTS
           : piece->item.kind == MPIT_LIVE_WAITS   ? MPIT_LIVE_WAIT_SLOTS
           : piece->item.kind == MPIT_LIVE_TARGETS ? MPIT_LIVE_TARGET_SLOTS
                                                   : 0;
}

/* Whether what an item says of itself can be. */
static bool fits(const struct mpit_live_head *head, const struct tool_piece *piece)
{
    size_t n = piece->item.n, room = piece->bytes;

    switch (piece->item.kind) {
    case MPIT_LIVE_NAMES:
        return n <= room / sizeof(struct mpit_live_name);
    case MPIT_LIVE_PROCESS:
    case MPIT_LIVE_BLOCK:
        return room >= head->block_slots && n <= (room - head->block_slots) / sizeof(uint64_t);
    case MPIT_LIVE_MEETING:
        return room >= sizeof(struct mpit_live_synchronization);
    case MPIT_LIVE_COMM:
        return room >= sizeof(struct mpit_live_comm);
    case MPIT_LIVE_PEERS:
    case MPIT_LIVE_WAITS:
    case MPIT_LIVE_TARGETS:
        return piece->item.first <= INT32_MAX && n <= INT32_MAX &&
               n <= room / (slots_of_peer(piece) * sizeof(uint64_t) + sizeof(int32_t));
    case MPIT_LIVE_PAIRS:
        return n <= room / sizeof(struct mpit_live_pair);
    case MPIT_LIVE_PLACE:
        return room >= sizeof(struct mpit_live_place) &&
               (room - sizeof(struct mpit_live_place)) / sizeof(struct mpit_live_note) >= n;
    case MPIT_LIVE_CONSTANTS:
        return n <= room / sizeof(struct mpit_live_constant);
    case MPIT_LIVE_SITES:
        return n <= room / (sizeof(struct mpit_live_site) + sizeof(struct mpit_live_site_of));
    case MPIT_LIVE_MODULE:
        return room >= sizeof(struct mpit_live_module);
    case MPIT_LIVE_REGIONS:
        return n <= room / sizeof(struct mpit_live_region);
    case MPIT_LIVE_USES:
        return n <= room / sizeof(struct mpit_live_use);
    case MPIT_LIVE_RING:
        return n == MPIT_LIVE_ARRIVALS && room >= sizeof(struct mpit_live_ring);
    default:
        return false;
    }
}

/* Items that cannot be are passed over, as are kinds that we do not know; where one has no length
 * that can be, nothing can be said of what is behind it. */
static bool take_items(struct tool_segment *segment, char *reason)
{
    struct tool_piece piece;
    int room = 0;

    for (size_t at = sizeof segment->head; at < segment->size; at += piece.item.bytes) {
        memcpy(&piece.item, segment->content + at, sizeof piece.item);
        if (piece.item.bytes < MPIT_LIVE_ALIGN || piece.item.bytes % MPIT_LIVE_ALIGN ||
            piece.item.bytes > segment->size - at)
            return refuse(reason, "%s: broken at byte %zu", segment->path, at);
        piece.offset = at + sizeof piece.item;
        piece.data = segment->content + piece.offset;
        piece.bytes = piece.item.bytes - sizeof piece.item;
        if (!fits(&segment->head, &piece))
            continue;
        if (segment->npiece == room) {
            struct tool_piece *grown =
                realloc(segment->piece, sizeof *grown * (size_t)(room = 2 * room + 64));

            if (!grown)
                return refuse(reason, "%s: no memory to read it", segment->path);
            segment->piece = grown;
        }
        segment->piece[segment->npiece++] = piece;
        if (piece.item.kind == MPIT_LIVE_NAMES) {
            segment->name = (const struct mpit_live_name *)piece.data;
            segment->nname = piece.item.n;
        }
    }
    return true;
}

static bool open_head(const char *path, struct tool_segment *segment, char *reason)
{
    size_t bytes = 0;

    *segment = (struct tool_segment){.file = -1};
    return open_file(segment, path, &bytes, reason) && take_head(segment, bytes, reason);
}

static bool load(struct tool_segment *segment, char *reason)
{
    if (!(segment->content = malloc(segment->size)))
        return refuse(reason, "%s: no memory to read it", segment->path);
    if (!mpit__file_read_at(segment->file, segment->content, segment->size, 0))
        return refuse(reason, "%s: it was cut short", segment->path);
    return take_items(segment, reason);
}

bool tool_segment_open(const char *path, struct tool_segment *segment, char *reason)
{
    bool good = open_head(path, segment, reason) && load(segment, reason);

    if (!good)
        tool_segment_close(segment);
    return good;
}

bool tool_segment_peek(const char *path, struct tool_segment *segment, char *reason)
{
    bool good = open_head(path, segment, reason);

    if (!good)
        tool_segment_close(segment);
    else
        close(segment->file);
    segment->file = -1;
    return good;
}

void tool_segment_close(struct tool_segment *segment)
{
    if (segment->file >= 0)
        close(segment->file);
    free(segment->content);
    free(segment->piece);
    free(segment->path);
    *segment = (struct tool_segment){.file = -1};
}

/* ---- what is in it */

const char *tool_segment_name(const struct mpit_live_name *row, char name[48])
{
    snprintf(name, 48, "%.*s", (int)strnlen(row->name, sizeof row->name), row->name);
    return name;
}

uint64_t tool_piece_slot(const struct tool_segment *segment, const struct tool_piece *piece,
                         size_t slot)
{
    size_t of_peer = slots_of_peer(piece), before = of_peer ? 0 : segment->head.block_slots;
    uint64_t value;

    if ((of_peer ? slot / of_peer : slot) >= piece->item.n)
        return 0;
    memcpy(&value, piece->data + before + slot * sizeof value, sizeof value);
    return value;
}

uint64_t tool_segment_total(const struct tool_segment *segment, uint32_t slot)
{
    uint64_t sum = 0;

    for (int i = 0; slot != MPIT_LIVE_NO_SLOT && i < segment->npiece; i++)
        if (segment->piece[i].item.kind == MPIT_LIVE_PROCESS)
            sum += tool_piece_slot(segment, &segment->piece[i], slot);
    return sum;
}

uint64_t tool_segment_class(const struct tool_segment *segment, enum mpit_live_class class,
                            enum mpit_live_unit unit)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < segment->nname; i++)
        if (segment->name[i].class == class)
            sum += tool_segment_total(segment, segment->name[i].slot[unit]);
    return sum;
}

const struct mpit_live_name *tool_segment_find(const struct tool_segment *segment,
                                               enum mpit_live_class class, const char *name)
{
    char its[48];

    for (uint32_t i = 0; i < segment->nname; i++)
        if (segment->name[i].class == class &&
            !strcmp(tool_segment_name(&segment->name[i], its), name))
            return &segment->name[i];
    return NULL;
}

const struct mpit_live_comm *tool_segment_comm_at(const struct tool_piece *piece)
{
    const struct mpit_live_comm *comm = (const struct mpit_live_comm *)piece->data;

    return piece->item.kind == MPIT_LIVE_COMM && piece->item.object && !comm->ended ? comm : NULL;
}

const struct mpit_live_comm *tool_segment_comm(const struct tool_segment *segment, uint64_t id)
{
    for (int i = 0; i < segment->npiece; i++)
        if (segment->piece[i].item.object == id && tool_segment_comm_at(&segment->piece[i]))
            return tool_segment_comm_at(&segment->piece[i]);
    return NULL;
}

const struct mpit_live_comm *tool_segment_comm_of(const struct tool_segment *segment, uint64_t key,
                                                  uint64_t *id)
{
    for (int i = segment->npiece; i-- > 0;) {
        const struct mpit_live_comm *comm = tool_segment_comm_at(&segment->piece[i]);

        if (comm && comm->key == key) {
            *id = segment->piece[i].item.object;
            return comm;
        }
    }
    *id = 0;
    return NULL;
}

static const struct mpit_live_call_made *newest_of(const struct mpit_live_place *place)
{
    return &place->made[place->sequence % MPIT_LIVE_CALLS_MADE];
}

/* What of it is the newest call's: `left` is 0 while the thread is in that. */
static void tidy_place(struct mpit_live_place *place)
{
    if (place->left < newest_of(place)->since)
        place->left = 0;
    if (place->left || !(MPIT_LIVE_HAS_OF(newest_of(place)->what) & MPIT_LIVE_HAS_AWAITED))
        place->awaiting = 0;
}

bool tool_segment_is_still(const struct tool_segment *segment, const struct tool_piece *piece,
                           const struct mpit_live_place *place)
{
    uint64_t begin[2];

    _Static_assert(offsetof(struct mpit_live_place, left) == sizeof *begin, "how it begins");
    if (!mpit__file_read_at(segment->file, begin, sizeof begin, piece->offset))
        return false;
    if (begin[1] < newest_of(place)->since)
        begin[1] = 0;
    return begin[0] == place->sequence && begin[1] == place->left;
}

enum { TRIES = 1000 };

/* A thread whose calls are too short to be seen still, but that has asked for the same all the
 * time: what stands of that does not change. */
static bool goes_round(const struct tool_segment *segment, const struct tool_piece *piece,
                       struct mpit_live_place *place)
{
    struct mpit_live_place later;

    if (!mpit__file_read_at(segment->file, &later, sizeof later, piece->offset) || !place->polled ||
        later.polled <= place->polled || later.polling != place->polling ||
        later.npoll != place->npoll || memcmp(later.poll, place->poll, sizeof later.poll) != 0)
        return false;
    place->sequence = place->polled;
    place->left = 0;
    place->awaiting = 0;
    return true;
}

bool tool_segment_place(const struct tool_segment *segment, const struct tool_piece *piece,
                        struct mpit_live_place *place)
{
    if (piece->item.kind != MPIT_LIVE_PLACE)
        return false;
    for (int i = 0; i < TRIES; i++) {
        if (!mpit__file_read_at(segment->file, place, sizeof *place, piece->offset))
            return false;
        tidy_place(place);
        if (tool_segment_is_still(segment, piece, place))
            return true;
    }
    return goes_round(segment, piece, place);
}

bool tool_segment_note(const struct tool_segment *segment, const struct tool_piece *piece,
                       uint64_t key, struct mpit_live_note *note)
{
    size_t at = sizeof(struct mpit_live_place) + mpit_live_note_index(key) * sizeof *note;

    return piece->item.kind == MPIT_LIVE_PLACE && piece->item.n == MPIT_LIVE_NOTES && key &&
           mpit__file_read_at(segment->file, note, sizeof *note, piece->offset + at) &&
           note->key == key;
}

bool tool_segment_inside(const struct tool_segment *segment, const struct tool_piece *piece,
                         char name[48], uint64_t *since)
{
    const struct mpit_live_call_made *newest;
    struct mpit_live_place place;
    uint32_t call = 0;

    if (!tool_segment_place(segment, piece, &place) || !place.sequence || place.left)
        return false;
    newest = newest_of(&place);
    *since = newest->since;
    for (uint32_t i = 0; i < segment->nname; i++)
        if (segment->name[i].class == MPIT_LIVE_CALL && call++ == MPIT_LIVE_CALL_OF(newest->what)) {
            tool_segment_name(&segment->name[i], name);
            return true;
        }
    return false;
}

double tool_segment_seconds(const struct tool_segment *segment, uint64_t ticks)
{
    return (double)ticks * mpit__live_tick(&segment->head);
}

int64_t tool_segment_ns(const struct tool_segment *segment, uint64_t ticks)
{
    const struct mpit_live_head *head = &segment->head;
    double ahead = ticks >= head->ticks ? tool_segment_seconds(segment, ticks - head->ticks)
                                        : -tool_segment_seconds(segment, head->ticks - ticks);

    return ahead < 1e9 && ahead > -1e9 && head->ns < INT64_MAX / 2
               ? (int64_t)head->ns + (int64_t)(ahead * 1e9)
               : 0;
}

/* ---- its process */

/* The first line of a file without its end. */
static bool read_line(const char *name, char *line, size_t size)
{
    FILE *file = fopen(name, "re");
    bool read = file && fgets(line, (int)size, file);

    if (file)
        fclose(file);
    if (read)
        line[strcspn(line, "\n")] = '\0';
    return read;
}

static bool is_here(const struct mpit_live_head *head)
{
    char boot[64];
    struct stat space;

    return read_line("/proc/sys/kernel/random/boot_id", boot, sizeof boot) &&
           !strcmp(boot, head->boot) && stat("/proc/self/ns/pid", &space) == 0 &&
           (uint64_t)space.st_ino == head->pid_space;
}

enum tool_fate tool_segment_fate(const struct tool_segment *segment)
{
    const struct mpit_live_head *head = &segment->head;
    char name[64], line[1024], state = 0;
    const char *field;

    if (!is_here(head))
        return TOOL_FATE_UNKNOWN;
    snprintf(name, sizeof name, "/proc/%" PRId64 "/stat", head->pid);
    if (!read_line(name, line, sizeof line) || !(field = strrchr(line, ')')))
        return TOOL_FATE_GONE;
    if (sscanf(field + 1, " %c", &state) != 1)
        return TOOL_FATE_GONE;
    for (int i = 2; field && i < 22; i++)
        field = strchr(field + 1, ' ');
    if (!field || strtoull(field, NULL, 10) != head->pid_start || state == 'Z' || state == 'X')
        return TOOL_FATE_GONE;
    return state == 'T' || state == 't' ? TOOL_FATE_STOPPED : TOOL_FATE_ALIVE;
}

/* ---- all of a folder */

const char *tool_segments_folder(void)
{
    static char folder[4096];
    const char *given = getenv("MPIT_LIVE_DIR");

    if (given && *given)
        return given;
    snprintf(folder, sizeof folder, MPIT_LIVE_FOLDERS "/" MPIT_LIVE_FOLDER "%ld", (long)geteuid());
    return folder;
}

bool tool_segments_can_be_read(const char *folder)
{
    const char *name = folder ? folder : tool_segments_folder();
    DIR *entries = opendir(name);

    if (entries)
        closedir(entries);
    if (entries || (errno == ENOENT && !folder))
        return true;
    tool_complain("%s: %s; --live DIR names the folder of segments, as mpit_live_dir does for jobs",
                  name, strerror(errno));
    return false;
}

static bool is_segment(const char *name)
{
    size_t n = strlen(name), m = strlen(MPIT_LIVE_ENDING);

    return n > m && !strcmp(name + n - m, MPIT_LIVE_ENDING);
}

static int by_job_and_rank(const void *left, const void *right)
{
    const struct mpit_live_head *a = &((const struct tool_segment *)left)->head,
                                *b = &((const struct tool_segment *)right)->head;
    int order = strcmp(a->job, b->job);

    if (!order)
        order = strcmp(a->world, b->world);
    if (!order)
        order = (a->rank > b->rank) - (a->rank < b->rank);
    return order ? order : (a->pid > b->pid) - (a->pid < b->pid);
}

/* Which ones are wanted, and how much of them. */
struct wanted {
    const char *job; /* NULL: all */
    bool heads, loud;
};

/* False where it is none of them, or cannot be read. */
static bool take_one(const char *path, const struct wanted *wanted, struct tool_segment *segment,
                     int *refused)
{
    char reason[REASON];
    bool good;

    if (wanted->job && tool_segment_peek(path, segment, reason)) {
        bool is_it = !strcmp(segment->head.job, wanted->job);

        tool_segment_close(segment);
        if (!is_it)
            return false;
    }
    good = wanted->heads ? tool_segment_peek(path, segment, reason)
                         : tool_segment_open(path, segment, reason);
    *refused += !good;
    if (!good && wanted->loud)
        tool_complain("%s", reason);
    return good;
}

static struct tool_segments take(const char *folder, const struct wanted *wanted)
{
    struct tool_segments segments = {0};
    DIR *entries = opendir(folder ? folder : tool_segments_folder());
    const struct dirent *entry;

    while (entries && (entry = readdir(entries))) {
        struct tool_segment *grown;
        char *path;

        if (!is_segment(entry->d_name))
            continue;
        grown = realloc(segments.segment, sizeof *grown * ((size_t)segments.n + 1));
        if (!grown)
            break;
        segments.segment = grown;
        path = tool_print("%s/%s", folder ? folder : tool_segments_folder(), entry->d_name);
        segments.n += take_one(path, wanted, &grown[segments.n], &segments.refused);
        free(path);
    }
    if (entries)
        closedir(entries);
    if (segments.n)
        qsort(segments.segment, (size_t)segments.n, sizeof *segments.segment, by_job_and_rank);
    return segments;
}

struct tool_segments tool_segments_take(const char *folder, bool loud)
{
    return take(folder, &(struct wanted){.loud = loud});
}

struct tool_segments tool_segments_take_job(const char *folder, const char *job)
{
    return take(folder, &(struct wanted){.job = job});
}

struct tool_segments tool_segments_peek(const char *folder, const char *job)
{
    return take(folder, &(struct wanted){.job = job, .heads = true});
}

void tool_segments_free(struct tool_segments *segments)
{
    for (int i = 0; i < segments->n; i++)
        tool_segment_close(&segments->segment[i]);
    free(segments->segment);
    *segments = (struct tool_segments){0};
}

int tool_segments_job_end(const struct tool_segments *segments, int from)
{
    const struct mpit_live_head *first = &segments->segment[from].head;
    int end = from + 1;

    while (end < segments->n && !strcmp(segments->segment[end].head.job, first->job) &&
           !strcmp(segments->segment[end].head.world, first->world))
        end++;
    return end;
}

const struct tool_piece *tool_segment_last(const struct tool_segment *segment, uint32_t kind)
{
    const struct tool_piece *last = NULL;

    for (int i = 0; i < segment->npiece; i++)
        if (segment->piece[i].item.kind == kind && segment->piece[i].item.object &&
            (!last || segment->piece[i].item.object > last->item.object))
            last = &segment->piece[i];
    return last;
}
