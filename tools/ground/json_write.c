#include "config.h"

#include "tools/ground/json_write.h"

#include "record/json_string.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

json_t *tool_json_text(const char *text)
{
    return json_string_nocheck(text);
}

json_t *tool_json_number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

enum { ON_ONE_LINE = -1 };

static void write_value(const json_t *value, FILE *out, int depth);

static int deeper(int depth)
{
    return depth == ON_ONE_LINE ? ON_ONE_LINE : depth + 1;
}

static void begin_line(FILE *out, int depth)
{
    if (depth != ON_ONE_LINE)
        fprintf(out, "\n%*s", depth, "");
}

static void separate(FILE *out, bool first, int depth)
{
    if (!first)
        fputs(depth == ON_ONE_LINE ? ", " : ",", out);
    begin_line(out, deeper(depth));
}

static void write_object(const json_t *object, FILE *out, int depth)
{
    bool first = true;
    const char *key;
    json_t *member;

    putc('{', out);
    json_object_foreach((json_t *)(uintptr_t)object, key, member)
    {
        separate(out, first, depth);
        mpit__json_write_string(key, out);
        fputs(": ", out);
        write_value(member, out, deeper(depth));
        first = false;
    }
    if (!first)
        begin_line(out, depth);
    putc('}', out);
}

static void write_array(const json_t *array, FILE *out, int depth)
{
    putc('[', out);
    for (size_t i = 0; i < json_array_size(array); i++) {
        separate(out, i == 0, depth);
        write_value(json_array_get(array, i), out, deeper(depth));
    }
    if (json_array_size(array))
        begin_line(out, depth);
    putc(']', out);
}

static void write_value(const json_t *value, FILE *out, int depth)
{
    if (json_is_object(value))
        write_object(value, out, depth);
    else if (json_is_array(value))
        write_array(value, out, depth);
    else if (json_is_string(value))
        mpit__json_write_string(json_string_value(value), out);
    else /* numbers are the same in every locale */
        json_dumpf(value, out, JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
}

void tool_json_write_lines(const json_t *value, FILE *out)
{
    write_value(value, out, 0);
}

void tool_json_write_line(const json_t *value, FILE *out)
{
    write_value(value, out, ON_ONE_LINE);
}
