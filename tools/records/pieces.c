#include "config.h"

#include "tools/records/pieces.h"

#include <string.h>

static void fail(struct tool_source *source, int line, int column, const char *wrong)
{
    if (*source->reason)
        return;
    snprintf(source->reason, 512,
             "%s: line %d, column %d: %.200s: not a record of mpit, or a damaged one", source->path,
             line, column, wrong);
}

/* As jansson says it. */
static void fail_expected(struct tool_source *source, const char *expected)
{
    int next = tool_source_peek(source);
    char wrong[80];

    if (next == EOF)
        snprintf(wrong, sizeof wrong, "%s expected near end of file", expected);
    else if (next > ' ' && next < 0x7f)
        snprintf(wrong, sizeof wrong, "%s expected near '%c'", expected, next);
    else
        snprintf(wrong, sizeof wrong, "%s expected near byte 0x%x", expected, (unsigned)next);
    fail(source, source->line, source->column + (next != EOF), wrong);
}

static bool is_blank(int byte)
{
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

int tool_piece_next(struct tool_source *source)
{
    if (*source->reason)
        return EOF;
    while (is_blank(tool_source_peek(source)))
        tool_source_take(source);
    return tool_source_peek(source);
}

bool tool_piece_take(struct tool_source *source, char wanted)
{
    const char expected[] = {'\'', wanted, '\'', '\0'};

    if (tool_piece_next(source) != wanted) {
        fail_expected(source, expected);
        return false;
    }
    tool_source_take(source);
    return true;
}

bool tool_piece_more(struct tool_source *source, char end, size_t n)
{
    const char expected[] = {'\'', ',', '\'', ' ', 'o', 'r', ' ', '\'', end, '\'', '\0'};
    int next = tool_piece_next(source);

    if (next == end) {
        tool_source_take(source);
        return false;
    }
    if (n && next == ',')
        tool_source_take(source);
    else if (n || next == EOF)
        fail_expected(source, expected);
    return !*source->reason;
}

bool tool_piece_end(struct tool_source *source)
{
    if (tool_piece_next(source) != EOF)
        fail_expected(source, "end of file");
    return !*source->reason;
}

/* ---- values */

/* How far a value was handed to jansson: as far as it must be looked at to find its end. */
struct value {
    struct tool_source *source;
    size_t depth; /* of lists and objects that are open */
    bool begun, ended, in_text, escaped;
};

static void look_at(struct value *value, int byte)
{
    if (value->escaped)
        value->escaped = false;
    else if (value->in_text && byte == '\\')
        value->escaped = true;
    else if (byte == '"')
        value->in_text = !value->in_text;
    else if (!value->in_text && (byte == '[' || byte == '{'))
        value->depth++;
    else if (!value->in_text && value->depth && (byte == ']' || byte == '}'))
        value->depth--;
    value->ended = !value->in_text && !value->depth && strchr("\"]}", byte) && byte;
    value->begun = true;
}

/* A number or a word ends before what is behind it. */
static bool is_behind(const struct value *value, int byte)
{
    return value->begun && !value->in_text && !value->depth &&
           (is_blank(byte) || (byte && strchr(",:]}", byte)));
}

/* For jansson. */
static size_t feed(void *text, size_t room, void *with)
{
    struct value *value = with;
    char *to = text;
    size_t n = 0;

    while (n < room && !value->ended) {
        int byte = tool_source_peek(value->source);

        if (byte == EOF || is_behind(value, byte))
            break;
        look_at(value, byte);
        to[n++] = (char)tool_source_take(value->source);
    }
    return n;
}

json_t *tool_piece_value(struct tool_source *source)
{
    struct value value = {.source = source};
    json_error_t error;
    json_t *json;
    int line, column;

    tool_piece_next(source);
    if (*source->reason)
        return NULL;
    line = source->line;
    column = source->column;
    json = json_load_callback(feed, &value, JSON_DECODE_ANY, &error);
    if (json && !*source->reason)
        return json;
    json_decref(json);
    fail(source, line + error.line - 1, error.line > 1 ? error.column : column + error.column,
         error.text);
    return NULL;
}

json_t *tool_piece_name(struct tool_source *source)
{
    json_t *name;

    if (tool_piece_next(source) != '"') {
        fail_expected(source, "string");
        return NULL;
    }
    name = tool_piece_value(source);
    if (name && tool_piece_take(source, ':'))
        return name;
    json_decref(name);
    return NULL;
}
