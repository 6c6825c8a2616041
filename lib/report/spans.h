/* When this process was in its regions, for a time line: the longest of these times. */
#ifndef MPIT_REPORT_SPANS_H
#define MPIT_REPORT_SPANS_H

#include <stdint.h>

/* From when to when it was in a region, by the number of that; ticks. */
struct mpit_span {
    int region;
    uint64_t begin, end;
};

/* Of a region that is left; of one that is entered again inside of itself only the whole.  Under
 * MPIT_LOCK_REGIONS, as the next. */
void mpit__span_add(const struct mpit_span *span);

/* How many are kept, and span i of them. */
int mpit__spans_count(void);
const struct mpit_span *mpit__span_at(int i);

/* The number of ranks says how many each may send: all together no more than a record should have.
 * Leaves these, the longest. */
void mpit__spans_limit(int nranks);

#endif
