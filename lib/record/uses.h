/* Rows of a record that several ranks have in common: collectives, communicators, files. */
#ifndef MPIT_RECORD_USES_H
#define MPIT_RECORD_USES_H

#include "record/record.h"

/* One row for each, most seconds first. */
void mpit__uses_sort(struct mpit_record *record);

#endif
