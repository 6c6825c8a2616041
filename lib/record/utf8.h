/* Text that may hold anything, character by character. */
#ifndef MPIT_RECORD_UTF8_H
#define MPIT_RECORD_UTF8_H

#include <stdio.h>

/* The length of the well-formed UTF-8 sequence at `text` (RFC 3629: no overlong forms, no
 * surrogates, nothing above U+10FFFF), or 0.  Stops at the terminator by itself. */
int mpit__utf8_length(const unsigned char *text);

/* The number of the character of a well-formed sequence. */
unsigned mpit__utf8_number(const unsigned char *text, int length);

/* How many bytes stand there, before the terminator, of what is not to be seen as it is: a control
 * character of either set (C0, C1), one that turns the direction of writing, or a byte that is no
 * text; 0 of anything else. */
int mpit__utf8_hidden(const char *text);

/* Writes the character if it is more than a byte of ASCII to be seen: as it is, or as \xNN each
 * byte of a hidden one that is no tab and no line break.  Returns its length; 0: it is the
 * caller's to write. */
int mpit__utf8_write(const char *text, FILE *out);

#endif
