/* Numbers and text as people read them. */
#ifndef MPIT_RECORD_READABLE_H
#define MPIT_RECORD_READABLE_H

#include "record/record.h"

#include <stddef.h>

/* Room for any number with its unit, and for a label of a record whatever is in it. */
enum { MPIT_READABLE = 256 };

/* "1.500 ms"; "-" for what is no number. */
void mpit__readable_seconds(char text[MPIT_READABLE], double seconds);

/* In powers of 1000: "9.9 GB". */
void mpit__readable_volume(char text[MPIT_READABLE], uint64_t bytes);

/* "37.5 %"; "-" where there is no whole. */
void mpit__readable_share(char text[MPIT_READABLE], double part, double whole);

/* A command line or a label may hold anything; what would move a terminal's cursor, and no markup
 * can hold, becomes \xNN.  Takes up to four bytes for one. */
void mpit__visible(char *visible, size_t size, const char *text);

#endif
