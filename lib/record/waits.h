/* Waits of a record, for the sections and verdicts that speak of them. */
#ifndef MPIT_RECORD_WAITS_H
#define MPIT_RECORD_WAITS_H

#include <stdbool.h>

#include "record/record.h"

/* Seconds that a rank has waited for others to come to collectives; of all ranks. */
double mpit__waits_in_collectives_of(const struct mpit_record *record, int rank);
double mpit__waits_in_collectives(const struct mpit_record *record);

/* Whether a share of the collectives is as good as all of them. */
bool mpit__waits_are_nearly_all(double share, double all);

#endif
