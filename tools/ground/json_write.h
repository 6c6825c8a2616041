/* What jansson has put together, written as all our JSON is: see record/json_string.h. */
#ifndef TOOL_GROUND_JSON_WRITE_H
#define TOOL_GROUND_JSON_WRITE_H

#include <jansson.h>
#include <stdio.h>

/* Any bytes.  The library's own function refuses what is not UTF-8. */
json_t *tool_json_text(const char *text);

/* null for what is no number. */
json_t *tool_json_number(double value);

/* Each member and element of it on a line of its own, or all on one. */
void tool_json_write_lines(const json_t *value, FILE *out);
void tool_json_write_line(const json_t *value, FILE *out);

#endif
