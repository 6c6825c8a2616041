/* Samples of one process over time, in bounded memory however long it runs. */
#ifndef MPIT_REPORT_SERIES_H
#define MPIT_REPORT_SERIES_H

#include <stdbool.h>

#include "record/record.h"

/* Even: when all is full every other sample goes, and the last stays. */
enum { MPIT_SERIES_ROOM = 256 };

struct mpit_series {
    int n;
    unsigned long every;   /* looks at the process for each sample that is kept; 0 = 1 */
    unsigned long waiting; /* looks since the last one that was kept */
    int64_t most[MPIT_RECORD_LEVELS_N]; /* in these */
    struct mpit_record_sample sample[MPIT_SERIES_ROOM];
};

/* One look at the process: its levels are those of now.  The last one is kept in any case. */
void mpit__series_add(struct mpit_series *series, const struct mpit_record_sample *now, bool last);

#endif
