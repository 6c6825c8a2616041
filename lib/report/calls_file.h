/* The file of the calls of a thread (live/calls_file.h), written from its ring. */
#ifndef MPIT_REPORT_CALLS_FILE_H
#define MPIT_REPORT_CALLS_FILE_H

#include <stdint.h>
#include <sys/types.h>

#include "live/layout.h"

/* All 0: it was not made yet. */
struct mpit_calls_file {
    dev_t device;
    ino_t inode;
    uint64_t bytes;
    uint64_t next; /* which slot of the ring, ever, comes next */
    uint64_t gap;  /* slots before it that are lost, as the file does not say yet */
};

/* A ring of n slots, and what is wanted of it: slots up to `to`, ever, in `room` bytes at most. */
struct mpit_calls_wanted {
    const struct mpit_live_recorder *ring;
    uint32_t n, shard;
    uint64_t to, room;
};

/* There is no room for all that was wanted. */
enum { MPIT_CALLS_FILE_FULL = -1 };

/* Adds what is wanted to the file of a name.  What the thread has overwritten before, or meanwhile,
 * is lost.  0, MPIT_CALLS_FILE_FULL or an errno.  One thread at a time. */
int mpit__calls_file_add(struct mpit_calls_file *file, const char *path,
                         const struct mpit_calls_wanted *wanted);

#endif
