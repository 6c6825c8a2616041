/* Windows and files, where processes wait for each other: what this process has done there and
 * has not, for who reads the segment (mpit_live=where; else none of this is called, or it does
 * nothing).
 *
 * What the MPI library refuses changes nothing, but for a collective call: of that it is not known
 * whether the others have it as well. */
#ifndef MPIT_PROFILE_SYNCHRONIZATION_H
#define MPIT_PROFILE_SYNCHRONIZATION_H

#include <mpi.h>
#include <stdbool.h>

#include "live/segment.h"
#include "profile/object.h"

/* A call that makes one on a communicator is over; key: 0 where it has failed.  All processes make
 * them in the same order, failed ones too.  The name of a file, or NULL. */
void mpit__synchronization_made(enum mpit_kind kind, MPI_Comm comm, uint64_t key, const char *name);

/* The MPI library has freed it, and the record goes. */
void mpit__synchronization_ended(const struct mpit_object *object);
void mpit__synchronization_given(struct mpit_object *object);

/* A call is over that all its processes make. */
void mpit__synchronization_met(enum mpit_kind kind, uint64_t key, bool good);

/* A lock as a word of live/layout.h, 0 for none: it is wanted; the call that wants it is over; it
 * is given back. */
void mpit__synchronization_wants(uint64_t win, uint64_t lock);
void mpit__synchronization_locked(uint64_t win, uint64_t lock, bool good);
void mpit__synchronization_unlocked(uint64_t win, uint64_t lock);

/* MPI_Win_start, or `exposes` MPI_Win_post, is over, with the group that it was given; what ends
 * it is. */
void mpit__synchronization_opened(uint64_t win, MPI_Group group, bool exposes);
void mpit__synchronization_closed(uint64_t win, bool exposes);

#endif
