/* A file of the calls of a thread (mpit_recorder_file), for who writes it (report/calls_file.c) and
 * who reads it (the command); doc/segment.md says the same for people.
 *
 * A head, and behind it slots of the thread's ring (struct mpit_live_called), from the first one
 * on.  It is named as the segment of its process, a copy of which stands beside it, with the number
 * of the thread: NAME.mpit.0.calls.  What has been cut in the middle of a slot ends before that. */
#ifndef MPIT_LIVE_CALLS_FILE_H
#define MPIT_LIVE_CALLS_FILE_H

#include "live/layout.h"

#define MPIT_CALLS_FILE_MAGIC  "mpit calls\n"
#define MPIT_CALLS_FILE_ENDING ".calls"

enum { MPIT_CALLS_FILE_LAYOUT = 1 };

struct mpit_calls_file_head {
    char magic[16];
    uint32_t layout, order; /* MPIT_LIVE_ORDER */
    uint32_t head_bytes, call_bytes;
    int64_t pid; /* these two as of the segment */
    uint64_t pid_start;
    uint32_t shard; /* the thread */
    uint32_t rest[3];
};
_Static_assert(sizeof(struct mpit_calls_file_head) == 64, "slots are aligned");

/* `what` of a slot that stands for others: `entry` says how many are lost here. */
#define MPIT_CALLS_FILE_GAP MPIT_LIVE_CALLED(0x3ff, 0, 0)

#endif
