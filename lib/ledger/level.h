/* Levels: quantities of now, and the watermarks that follow them. */
#ifndef MPIT_LEDGER_LEVEL_H
#define MPIT_LEDGER_LEVEL_H

#include <stdbool.h>
#include <stdint.h>

#include "ledger/object.h"

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

/* The most that the unexpected queues of the process have had so far. */
uint64_t mpit__level_unexpected_peak(void);

/* Whether there may have been more: some was left with the MPI library at a time. */
bool mpit__level_unexpected_more(void);

void mpit__object_mark_add(struct mpit_object *object, struct mpit_mark *mark);
void mpit__object_mark_remove(struct mpit_object *object, struct mpit_mark *mark);

#endif
