#include "record/json_string.h"

#include "record/utf8.h"

void mpit__json_write_string(const char *text, FILE *out)
{
    const unsigned char *p = (const unsigned char *)text;

    putc('"', out);
    while (*p) {
        int length = mpit__utf8_length(p);
        if (length == 0) {
            fputs("\\ufffd", out); /* JSON has no way to hold a byte that is not text */
            length = 1;
        } else if (*p == '"' || *p == '\\') {
            fprintf(out, "\\%c", *p);
        } else if (mpit__utf8_hidden((const char *)p)) {
            fprintf(out, "\\u%04x", mpit__utf8_number(p, length));
        } else {
            fwrite(p, 1, (size_t)length, out);
        }
        p += length;
    }
    putc('"', out);
}
