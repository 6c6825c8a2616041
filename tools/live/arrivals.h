/* Who waits for whom in the collectives of processes whose segments can be read (live/join.h). */
#ifndef TOOL_LIVE_ARRIVALS_H
#define TOOL_LIVE_ARRIVALS_H

#include <stdint.h>

#include "live/layout.h"
#include "record/record.h"

struct tool_arrivals;
struct tool_arrivals *tool_arrivals_make(void);
void tool_arrivals_free(struct tool_arrivals *arrivals);

/* A process that MPI has begun in; its file is closed in the end. */
void tool_arrivals_add(struct tool_arrivals *arrivals, int file, const struct mpit_live_head *head);

/* Whether a process is among them. */
bool tool_arrivals_has(const struct tool_arrivals *arrivals, const struct mpit_live_head *head);

/* Reads what has come since the last time.  `some`: where that is much, some of it for all, and the
 * last not yet (live/follow.h); returns the most that was new of a thread. */
void tool_arrivals_read(struct tool_arrivals *arrivals);
uint64_t tool_arrivals_read_some(struct tool_arrivals *arrivals);

/* Puts it into the record of the same processes where it knows more than that. */
void tool_arrivals_put(const struct tool_arrivals *arrivals, struct mpit_record *record);

/* These waits in collectives in place of those that a record has. */
void tool_arrivals_replace(struct mpit_record *record, const struct mpit_record_wait *wait, int n);

#endif
