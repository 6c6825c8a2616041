/* Text of any kind as a string of JSON. */
#ifndef MPIT_RECORD_JSON_STRING_H
#define MPIT_RECORD_JSON_STRING_H

#include <stdio.h>

/* Any bytes as one string in quotes; what is not UTF-8 becomes U+FFFD. */
void mpit__json_write_string(const char *text, FILE *out);

#endif
