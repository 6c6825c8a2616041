#include "config.h"

#include "tools/ground/quoted.h"

void tool_write_quoted(char quote, const char *text, FILE *out)
{
    putc(quote, out);
    for (; *text; text++) {
        if (*text == quote)
            putc(quote, out);
        putc(*text, out);
    }
    putc(quote, out);
}
