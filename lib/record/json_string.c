#include "record/json_string.h"

#include "record/utf8.h"

/* How many characters stand in JSON as they are: traces have millions of texts. */
static size_t plain_length(const unsigned char *text)
{
    size_t n = 0;

    while (text[n] >= 0x20 && text[n] < 0x7f && text[n] != '"' && text[n] != '\\')
        n++;
    return n;
}

static const unsigned char *write_plain(const unsigned char *text, FILE *out)
{
    const size_t length = plain_length(text);

    fwrite(text, 1, length, out);
    return text + length;
}

void mpit__json_write_string(const char *text, FILE *out)
{
    const unsigned char *p = (const unsigned char *)text;

    putc('"', out);
    for (p = write_plain(p, out); *p; p = write_plain(p, out)) {
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
