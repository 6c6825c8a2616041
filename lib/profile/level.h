/* Levels: quantities of now, and the watermarks that follow them. */
#ifndef MPIT_PROFILE_LEVEL_H
#define MPIT_PROFILE_LEVEL_H

#include <stdbool.h>
#include <stdint.h>

#include "profile/object.h"

/* A handle on a watermark of a level; the cell is the handle's (cell.h). */
struct mpit_mark {
    struct mpit_mark *next, **back;
    _Atomic uint64_t *cell;
    enum mpit_level_slot level;
    bool low;
};

/* Changes a level and takes every watermark along; the new level.  What communicators have of the
 * queues the process has in all. */
uint64_t mpit__object_level_move(struct mpit_object *object, enum mpit_level_slot level,
                                 int64_t by);
void mpit__object_level_set(struct mpit_object *object, enum mpit_level_slot level, uint64_t now);

/* Whether a level of requests has all that there are: no request may have been started unwatched,
 * in the process or since this communicator was made.  Signal safe. */
bool mpit__level_of_requests_is_known(const struct mpit_object *object);

/* The same of the receives that are posted for each rank, which count one by one while
 * MPIT_WATCH_MONITOR is on for the communicator: as soon as none was posted before that.  That may
 * be over. */
bool mpit__level_by_rank_is_known(struct mpit_object *comm);
void mpit__level_by_rank_ends(struct mpit_object *comm);

/* A request may have been started that nobody watched: for good, since nobody sees it end. */
MPIT_INTERNAL extern _Atomic bool mpit__requests_unwatched;

/* The most that the unexpected queues of the process have had so far. */
uint64_t mpit__level_unexpected_peak(void);

/* Whether there may have been more: some was left with the MPI library at a time. */
bool mpit__level_unexpected_more(void);

void mpit__object_mark_add(struct mpit_object *object, struct mpit_mark *mark);
void mpit__object_mark_remove(struct mpit_object *object, struct mpit_mark *mark);

#endif
