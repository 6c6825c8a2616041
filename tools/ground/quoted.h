/* Text in quotes, for formats where a quote inside is doubled and nothing else has a meaning: CSV,
 * and gnuplot's scripts. */
#ifndef TOOL_GROUND_QUOTED_H
#define TOOL_GROUND_QUOTED_H

#include <stdio.h>

void tool_write_quoted(char quote, const char *text, FILE *out);

#endif
