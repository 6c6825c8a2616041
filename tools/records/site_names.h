/* Names of places in programs that have called MPI. */
#ifndef TOOL_RECORDS_SITE_NAMES_H
#define TOOL_RECORDS_SITE_NAMES_H

#include "record/record.h"

/* Gives the sites of a record that have no names yet function, file and line, as far as the files
 * that they are in are here and are those that have run; says of which that is not so. */
void tool_sites_name(struct mpit_record *record);

#endif
