/* The time series of all ranks as a few equal slices of the job, for people. */
#ifndef MPIT_RECORD_SLICES_H
#define MPIT_RECORD_SLICES_H

#include "record/record.h"

/* What happened between two times, on all ranks that sampled. Counts at the borders lie on the line
 * between the samples beside them. */
struct mpit_slice {
    double from, to;          /* seconds since the end of MPI_Init */
    struct mpit_spread share; /* of it in MPI calls, at most 1; a value a rank … */
    int nrank;                /* … that has not ended before */
    double processors;        /* that a rank had, on average over these; no number: not known */
    struct mpit_record_amount amount[MPIT_AMOUNTS];
    uint64_t seen[MPIT_STATES];         /* how many looks have found a rank in the state */
    int64_t most[MPIT_RECORD_LEVELS_N]; /* on any rank; -1: unknown */
};

/* The last sample of any rank, in seconds since the end of MPI_Init. */
double mpit__series_end(const struct mpit_record *record);

/* How many slices to make, at most: no more than there are samples, as one between two of them
 * would be made up. */
int mpit__slices_fit(const struct mpit_record *record, int most);

/* Fills n slices from the beginning to `end`, of these ranks alone. */
void mpit__slices_of(const struct mpit_record_series *series, int nseries, double end, int n,
                     struct mpit_slice slice[]);

/* Whether the share in MPI is known: not where calls of several threads of a rank add up. */
bool mpit__slices_have_share(const struct mpit_record *record);

/* What happened between two times, as one of these. */
void mpit__slice_between(const struct mpit_record *record, double from, double to,
                         struct mpit_slice *slice);

/* Fills n slices from the beginning to the last sample of any rank; a share that is not known is of
 * no rank. */
void mpit__slices(const struct mpit_record *record, int n, struct mpit_slice slice[]);

#endif
