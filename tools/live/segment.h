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

/* A piece of it that has been checked: the kind is one that we know, and n elements fit. */
struct tool_piece {
    struct mpit_live_item item;
    const char *data; /* aligned to 8 bytes */
    size_t bytes;     /* of the data */
    size_t offset;    /* of the data, in the file */
};

struct tool_segment {
    char *path;
    int file;                   /* stays open, for tool_segment_place */
    struct mpit_live_head head; /* its texts end */
    char *content;
    size_t size; /* of what is used */
    struct tool_piece *piece;
    int npiece;
    const struct mpit_live_name *name; /* their texts end not: tool_segment_name */
    uint32_t nname;
};

/* False, with a sentence in reason[512], where it is no segment that we can read. */
bool tool_segment_open(const char *path, struct tool_segment *segment, char *reason);

/* The same without what is behind the head; no file stays open. */
bool tool_segment_peek(const char *path, struct tool_segment *segment, char *reason);
void tool_segment_close(struct tool_segment *segment);

/* The name in a row, ended and cut to 44 characters. */
const char *tool_segment_name(const struct mpit_live_name *row, char name[48]);

/* A slot of the process, over all threads; 0 for MPIT_LIVE_NO_SLOT, and for what is not there. */
uint64_t tool_segment_total(const struct tool_segment *segment, uint32_t slot);

/* The same over all rows of a class: how often, bytes, ticks. */
uint64_t tool_segment_class(const struct tool_segment *segment, enum mpit_live_class class,
                            enum mpit_live_unit unit);

/* The row of a class with this name; NULL: there is none. */
const struct mpit_live_name *tool_segment_find(const struct tool_segment *segment,
                                               enum mpit_live_class class, const char *name);

/* A slot of a block or of a piece of peers: 0 past its end. */
uint64_t tool_piece_slot(const struct tool_segment *segment, const struct tool_piece *piece,
                         size_t slot);

/* The communicator of a piece, where that is of one that has not ended; else NULL. */
const struct mpit_live_comm *tool_segment_comm_at(const struct tool_piece *piece);

/* Communicators that have not ended, by their id and by their handle; NULL: none. */
const struct mpit_live_comm *tool_segment_comm(const struct tool_segment *segment, uint64_t id);
const struct mpit_live_comm *tool_segment_comm_of(const struct tool_segment *segment, uint64_t key,
                                                  uint64_t *id);

/* The place of a thread as it is now, whole; false where it cannot be had. */
bool tool_segment_place(const struct tool_segment *segment, const struct tool_piece *piece,
                        struct mpit_live_place *place);

/* Whether the thread has made no call since, and has left none. */
bool tool_segment_is_still(const struct tool_segment *segment, const struct tool_piece *piece,
                           const struct mpit_live_place *place);

/* What a thread has noted of a request; false where it has noted nothing. */
bool tool_segment_note(const struct tool_segment *segment, const struct tool_piece *piece,
                       uint64_t key, struct mpit_live_note *note);

/* The call that a thread is in, and since when (ticks); false: it is in none, or that cannot be
 * had. */
bool tool_segment_inside(const struct tool_segment *segment, const struct tool_piece *piece,
                         char name[48], uint64_t *since);

/* Ticks as seconds, and as nanoseconds of CLOCK_MONOTONIC. */
double tool_segment_seconds(const struct tool_segment *segment, uint64_t ticks);
int64_t tool_segment_ns(const struct tool_segment *segment, uint64_t ticks);

/* What has become of its process, as far as can be seen from here. */
enum tool_fate {
    TOOL_FATE_ALIVE,
    TOOL_FATE_STOPPED, /* by a signal, or a debugger */
    TOOL_FATE_GONE,    /* it is no more, or a zombie */
    TOOL_FATE_UNKNOWN, /* another node, or another pid namespace */
    TOOL_FATES
};
enum tool_fate tool_segment_fate(const struct tool_segment *segment);

/* The segments in a folder, NULL for the default one; those that cannot be read are left out, and
 * said where `loud`.  To be freed. */
struct tool_segments {
    struct tool_segment *segment; /* [n], by job, world and rank */
    int n;
    int refused;
};
struct tool_segments tool_segments_take(const char *folder, bool loud);
/* Those of one job; and heads alone, of all where the job is NULL. */
struct tool_segments tool_segments_take_job(const char *folder, const char *job);
struct tool_segments tool_segments_peek(const char *folder, const char *job);
void tool_segments_free(struct tool_segments *segments);

/* Where segments of this user stand if nothing else is said: MPIT_LIVE_DIR, else the default. */
const char *tool_segments_folder(void);

/* Whether a folder can be looked into, NULL for the default one, which comes with the first job;
 * else says why not. */
bool tool_segments_can_be_read(const char *folder);

/* The first one after `from` that is of another job or world: [from, end) is one job's. */
int tool_segments_job_end(const struct tool_segments *segments, int from);

/* The last piece of a kind that was published; NULL: none was. */
const struct tool_piece *tool_segment_last(const struct tool_segment *segment, uint32_t kind);

#endif
