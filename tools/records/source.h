/* The text that a record is read from, a little at a time: a file as it is, or unpacked where its
 * first bytes say that it is packed (gzip), whatever it is called. */
#ifndef TOOL_RECORDS_SOURCE_H
#define TOOL_RECORDS_SOURCE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <zlib.h>

enum { TOOL_SOURCE_PIECE = 1 << 16 };

struct tool_source {
    const char *path;
    char *reason; /* [512]: why no more can be read, where that is not the end; "" */
    FILE *in;
    bool packed, over;   /* over: of what is packed there is no more */
    z_stream unpacking;  /* of the packed */
    uint64_t read, made; /* bytes: of the file, and unpacked of them */
    int line, column;    /* of the last byte that was taken; a column is a character */
    unsigned char *at, *end;
    unsigned char raw[TOOL_SOURCE_PIECE], text[TOOL_SOURCE_PIECE];
};

/* Of a stream, which the source closes unless it is standard input.  NULL where there is no memory,
 * said in `reason`, which belongs to the source from then on. */
struct tool_source *tool_source_open(FILE *in, const char *path, char reason[512]);
void tool_source_close(struct tool_source *source);

/* Gets more; false at the end, or where that fails. */
bool tool_source_fill(struct tool_source *source);

/* The byte that comes next, EOF: none; and the same, which is behind us then. */
static inline int tool_source_peek(struct tool_source *source)
{
    return source->at < source->end || tool_source_fill(source) ? *source->at : EOF;
}

static inline int tool_source_take(struct tool_source *source)
{
    int byte = tool_source_peek(source);

    if (byte == EOF)
        return EOF;
    source->at++;
    if (byte == '\n') {
        source->line++;
        source->column = 0;
    } else if ((byte & 0xc0) != 0x80) {
        source->column++;
    }
    return byte;
}

#endif
