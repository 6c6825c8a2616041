/* Parts of the job in which ranks do about the same, found in their time series. */
#ifndef MPIT_RECORD_PHASES_H
#define MPIT_RECORD_PHASES_H

#include "record/slices.h"

enum { MPIT_PHASES_MOST = 12 };

/* What is found, and what is not known: too few samples, or more changes than are phases. */
enum mpit_phases_known { MPIT_PHASES_FOUND, MPIT_PHASES_TOO_FEW, MPIT_PHASES_TOO_MANY };

/* Fills phase[] with them, in the order of time, and how many they are: 1, the whole job, where
 * nothing changes. */
enum mpit_phases_known mpit__phases(const struct mpit_record *record,
                                    struct mpit_slice phase[MPIT_PHASES_MOST], int *n);

#endif
