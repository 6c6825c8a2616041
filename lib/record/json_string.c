#include "record/json_string.h"

/* The length of the well-formed UTF-8 sequence at `text` (RFC 3629: no overlong forms, no
 * surrogates, nothing above U+10FFFF), or 0.  Stops at the terminator by itself. */
static int utf8_length(const unsigned char *text)
{
    unsigned char low = 0x80, high = 0xbf;
    int length;

    if (text[0] < 0x80)
        return 1;
    if (text[0] >= 0xc2 && text[0] <= 0xdf)
        length = 2;
    else if (text[0] >= 0xe0 && text[0] <= 0xef)
        length = 3;
    else if (text[0] >= 0xf0 && text[0] <= 0xf4)
        length = 4;
    else
        return 0;

    if (text[0] == 0xe0)
        low = 0xa0;
    else if (text[0] == 0xed)
        high = 0x9f;
    else if (text[0] == 0xf0)
        low = 0x90;
    else if (text[0] == 0xf4)
        high = 0x8f;

    for (int i = 1; i < length; i++) {
        if (text[i] < low || text[i] > high)
            return 0;
        low = 0x80;
        high = 0xbf;
    }
    return length;
}

void mpit__json_write_string(const char *text, FILE *out)
{
    const unsigned char *p = (const unsigned char *)text;

    putc('"', out);
    while (*p) {
        int length = utf8_length(p);
        if (length == 0) {
            fputs("\\ufffd", out); /* JSON has no way to hold a byte that is not text */
            length = 1;
        } else if (*p == '"' || *p == '\\') {
            fprintf(out, "\\%c", *p);
        } else if (*p < 0x20 || *p == 0x7f) {
            fprintf(out, "\\u%04x", (unsigned)*p);
        } else {
            fwrite(p, 1, (size_t)length, out);
        }
        p += length;
    }
    putc('"', out);
}
