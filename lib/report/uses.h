/* Communicators and files of this process, collectives by size, calls by rank: for a report. */
#ifndef MPIT_REPORT_USES_H
#define MPIT_REPORT_USES_H

#include "mpi/families.h"
#include "record/record.h"
#include "report/gather.h"

/* A communicator or a file as one process sends it; a call. */
struct mpit_use {
    uint32_t kind; /* enum mpit_live_use_kind */
    int32_t size;
    char name[256];
    uint64_t made, ns;
    struct mpit_record_amount amount[MPIT_AMOUNTS];
    int64_t joined; /* of the collectives; -1: not known */
};
struct mpit_call_row {
    uint64_t call, count, bytes;
    double seconds;
};

struct mpit_object;
/* A communicator ends: what it was used for is kept. */
void mpit__uses_keep_comm(const struct mpit_object *comm);

/* Those of this process alone, and those of all ranks; rows of it that there is no memory for are
 * counted (mpit__memory_miss). */
void mpit__uses_fill(struct mpit_record *report);
bool mpit__uses_gather(struct mpit_record *report, struct mpit_gather *gather);

void mpit__collectives_fill(struct mpit_record *report);
bool mpit__collectives_gather(struct mpit_record *report, struct mpit_gather *gather);

/* The same of the calls of a process, by what it says of each; they stand in the report already. */
struct mpit_snapshot;
void mpit__call_ranks_fill(struct mpit_record *report, const struct mpit_snapshot *mine);
bool mpit__call_ranks_gather(struct mpit_record *report, const struct mpit_snapshot *mine,
                             struct mpit_gather *gather);

#endif
