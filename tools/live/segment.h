/* Segments that processes have left or still write (live/layout.h), as a reader sees them.
 *
 * The file is read, not mapped: one that is cut short meanwhile is an error here, and no signal.
 * Nothing that stands in it is believed before it is checked. */
#ifndef TOOL_LIVE_SEGMENT_H
#define TOOL_LIVE_SEGMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "live/layout.h"
#include "tools/live/file.h"

/* A piece of it that has been checked: the kind is one that we know, and n elements fit. */
struct tool_piece {
    struct mpit_live_item item;
    const char *data; /* aligned to 8 bytes */
    size_t bytes;     /* of the data */
    size_t offset;    /* of the data, in the file */
};

/* What has become of its process, as far as can be seen from here. */
enum tool_fate {
    TOOL_FATE_ALIVE,
    TOOL_FATE_STOPPED, /* by a signal, or a debugger */
    TOOL_FATE_GONE,    /* it is no more, or a zombie */
    TOOL_FATE_UNKNOWN, /* another node, or another pid namespace */
    TOOL_FATES
};

/* What the system says of it. */
struct tool_sight {
    enum tool_fate fate;
    bool on_disk;     /* in a wait of the system that signals do not end */
    uint64_t cpu, io; /* clock ticks used; bytes read and written, UINT64_MAX: not said */
};

struct tool_segment {
    char *path;
    int file;                   /* stays open, for tool_segment_place; -1: see `far` */
    struct tool_far *far;       /* NULL: it stands here */
    struct mpit_live_head head; /* its texts end */
    char *content;
    size_t size; /* of what is used */
    struct tool_piece *piece;
    int npiece;
    const struct mpit_live_name *name; /* their texts end not: tool_segment_name */
    uint32_t nname;
    struct tool_calls *calls; /* files of its calls (calls_file.h); NULL: they are in its rings */
    int ncalls;
};

/* Of a segment that another node has sent (far.h). */
struct tool_far {
    struct tool_sight sight; /* of its process, there */
    int64_t ahead;           /* ns that CLOCK_MONOTONIC is ahead there */
};

/* False, with a sentence in reason[TOOL_SEGMENT_REASON], where it is none that we can read. */
bool tool_segment_open(const char *path, struct tool_segment *segment, char *reason);

/* The same without what is behind the head; no file stays open. */
bool tool_segment_peek(const char *path, struct tool_segment *segment, char *reason);
/* One whose bytes are here, which are taken over; `path` is what messages call it. */
bool tool_segment_of_bytes(const char *path, char *bytes, size_t n, struct tool_segment *segment,
                           char *reason);
void tool_segment_close(struct tool_segment *segment);

/* Bytes of its file as they are now; false where there are not as many. */
bool tool_segment_read(const struct tool_segment *segment, void *to, size_t bytes, uint64_t offset);

/* Now, by the clock of the node where it stands. */
int64_t tool_segment_now(const struct tool_segment *segment);

/* The name in a row, ended and cut to 44 characters. */
const char *tool_segment_name(const struct mpit_live_name *row, char name[48]);

/* The name of a call by its number; false: there is none. */
bool tool_segment_call_name(const struct tool_segment *segment, uint32_t call, char name[48]);

/* A slot of the process, over all threads; 0 for MPIT_LIVE_NO_SLOT, and for what is not there. */
uint64_t tool_segment_total(const struct tool_segment *segment, uint32_t slot);

/* The same over all rows of a class: how often, bytes, ticks. */
uint64_t tool_segment_class(const struct tool_segment *segment, enum mpit_live_class class,
                            enum mpit_live_unit unit);

/* The row of a class with this name; NULL: there is none. */
const struct mpit_live_name *tool_segment_find(const struct tool_segment *segment,
                                               enum mpit_live_class class, const char *name);

/* So many slots a piece has for each peer; 0: it has slots of its own. */
size_t tool_piece_peer_slots(const struct tool_piece *piece);

/* A slot of a block or of a piece of peers: 0 past its end. */
uint64_t tool_piece_slot(const struct tool_segment *segment, const struct tool_piece *piece,
                         size_t slot);

/* The communicator of a piece, where that is of one that has not ended; else NULL. */
const struct mpit_live_comm *tool_segment_comm_at(const struct tool_piece *piece);

/* Communicators that have not ended, by their id and by their handle; NULL: none. */
const struct mpit_live_comm *tool_segment_comm(const struct tool_segment *segment, uint64_t id);
const struct mpit_live_comm *tool_segment_comm_of(const struct tool_segment *segment, uint64_t key,
                                                  uint64_t *id);

/* Collectives on a communicator that have returned. */
uint64_t tool_segment_collectives(const struct tool_segment *segment, uint64_t id);

/* Ticks as seconds, and as nanoseconds of CLOCK_MONOTONIC. */
double tool_segment_seconds(const struct tool_segment *segment, uint64_t ticks);
int64_t tool_segment_ns(const struct tool_segment *segment, uint64_t ticks);

/* The last piece of a kind that was published; NULL: none was. */
const struct tool_piece *tool_segment_last(const struct tool_segment *segment, uint32_t kind);

#endif
