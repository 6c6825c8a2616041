/* Text of tables for troff. */
#ifndef MAN_TROFF_H
#define MAN_TROFF_H

#include <stdio.h>

/* A backslash and a hyphen are special, and so is a period or an apostrophe that could begin a
 * request. */
static void put(const char *text)
{
    if (*text == '.' || *text == '\'')
        fputs("\\&", stdout);
    for (; *text; text++) {
        if (*text == '\\')
            fputs("\\e", stdout);
        else if (*text == '-')
            fputs("\\-", stdout);
        else
            putchar(*text);
    }
}

#endif
