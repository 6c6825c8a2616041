/* From where in the program calls were made (profile/sites.h), for a report. */
#ifndef MPIT_REPORT_SITES_H
#define MPIT_REPORT_SITES_H

#include "record/record.h"
#include "report/gather.h"

/* A place as one process sends it: module is its number among those of the process. */
struct mpit_site {
    uint64_t count, bytes, ns, waited_ns, offset;
    uint32_t call, module;
};

/* Those of this process alone, and those of all ranks; rows of it that there is no memory for are
 * counted (mpit__memory_miss). */
void mpit__sites_fill(struct mpit_record *report);
bool mpit__sites_gather(struct mpit_record *report, struct mpit_gather *gather);

#endif
