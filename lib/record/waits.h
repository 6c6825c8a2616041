/* Waits of a record, for the sections that speak of them. */
#ifndef MPIT_RECORD_WAITS_H
#define MPIT_RECORD_WAITS_H

#include <stdbool.h>

#include "record/record.h"

/* Seconds that ranks have waited for others to come to collectives. */
double mpit__waits_in_collectives(const struct mpit_record *record);

/* Whether a share of the collectives is as good as all of them. */
bool mpit__waits_are_nearly_all(double share, double all);

#endif
