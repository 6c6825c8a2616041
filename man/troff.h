/* Text of tables for troff. */
#ifndef MAN_TROFF_H
#define MAN_TROFF_H

#include <stdio.h>

enum { TROFF_COLUMNS = 100 }; /* of a line of a page's source */

/* A backslash and a hyphen are special. */
static inline int is_escaped(char c)
{
    return c == '\\' || c == '-';
}

static inline void put_character(char c)
{
    if (is_escaped(c))
        putchar('\\');
    putchar(c == '\\' ? 'e' : c);
}

/* A period or an apostrophe could begin a request. */
static inline void begin_line(const char *text)
{
    if (*text == '.' || *text == '\'')
        fputs("\\&", stdout);
}

static inline void put(const char *text)
{
    begin_line(text);
    for (; *text; text++)
        put_character(*text);
}

static inline int columns_of_word(const char *word)
{
    int columns = 0;
    for (; *word && *word != ' '; word++)
        columns += is_escaped(*word) ? 2 : 1;
    return columns;
}

/* The same in lines of at most TROFF_COLUMNS, with a newline at the end. */
static inline void put_lines(const char *text)
{
    int column = 0;
    begin_line(text);
    for (; *text; text++) {
        if (*text == ' ' && column + 1 + columns_of_word(text + 1) > TROFF_COLUMNS) {
            putchar('\n');
            begin_line(text + 1);
            column = 0;
        } else {
            put_character(*text);
            column += is_escaped(*text) ? 2 : 1;
        }
    }
    putchar('\n');
}

#endif
