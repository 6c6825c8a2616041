/* Places in the program that have called MPI, of a record. */
#ifndef MPIT_RECORD_SITES_H
#define MPIT_RECORD_SITES_H

#include "record/record.h"

/* Most seconds first. */
void mpit__sites_sort(struct mpit_record *record);

/* "main", "send_halo < step < main" with what the compiler has put into it, innermost first; "-".
 * Of names of C++ without parameters, and without what templates are of. */
void mpit__site_function(const struct mpit_record_site *site, char *text, size_t size);

/* "heat2d.c:88", or where the line is not known "heat2d+0x1092". */
void mpit__site_print(const struct mpit_record_site *site, char *text, size_t size);

#endif
