/* The convention for returning strings (MPI 3.1, 14.3.3). */
#ifndef MPIT_GROUND_STRINGS_OUT_H
#define MPIT_GROUND_STRINGS_OUT_H

#include <limits.h>

/* Longest string of ours, with its terminator; of a control variable, which may be a path. */
enum { MPIT_STRING = 256, MPIT_TEXT = PATH_MAX };

/* Returns text to the caller of an MPI_T function.
 *   buffer  OUT    at least *length bytes, or NULL: nothing is written to it
 *   length  INOUT  in: bytes of buffer, 0 or negative: nothing is written;
 *                  out: length of the whole text + 1.  NULL: buffer is ignored.
 * Signal safe. */
void mpit__string_return(const char *text, char *buffer, int *length);

#endif
