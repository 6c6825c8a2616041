/* Records of some ranks each, put together as the ranks would have done it. */
#ifndef TOOL_RECORDS_JOIN_H
#define TOOL_RECORDS_JOIN_H

#include "record/record.h"

/* n records of one job, of which no rank is in two.  What describes the job is taken from the
 * first one; time series go over to the whole.  It is complete if all are, and no rank lacks. */
void tool_records_join(struct mpit_record *part, int n, struct mpit_record *whole);

/* Adds call sites, messages by size; ends the command where there is no memory. */
void tool_record_add_sites(struct mpit_record *whole, const struct mpit_record_site *site, int n);
void tool_record_add_uses(struct mpit_record *whole, const struct mpit_record *part);
void tool_record_add_call_rank(struct mpit_record_call *call,
                               const struct mpit_record_call_rank *more);
void tool_record_add_sizes(struct mpit_record *whole, const struct mpit_record_size *size, int n);

/* Gives the whole what another record of its ranks has besides: time series, and settings where it
 * has none. */
void tool_record_take_rest(struct mpit_record *whole, struct mpit_record *other);

/* Gives ranks that are not in it a row that says so. */
void tool_record_add_missing(struct mpit_record *whole);

#endif
