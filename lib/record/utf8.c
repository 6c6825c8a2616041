#include "record/utf8.h"

#include <stdbool.h>
#include <string.h>

int mpit__utf8_length(const unsigned char *text)
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

unsigned mpit__utf8_number(const unsigned char *text, int length)
{
    unsigned number = length > 1 ? text[0] & (0x7fU >> length) : text[0];

    for (int i = 1; i < length; i++)
        number = number << 6 | (text[i] & 0x3fU);
    return number;
}

/* U+0080 to U+009F, U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069. */
static bool is_hidden_sequence(const unsigned char *p)
{
    if (p[0] == 0xc2)
        return p[1] < 0xa0;
    if (p[0] == 0xd8)
        return p[1] == 0x9c;
    if (p[0] != 0xe2)
        return false;
    return (p[1] == 0x80 && (p[2] == 0x8e || p[2] == 0x8f || (p[2] >= 0xaa && p[2] <= 0xae))) ||
           (p[1] == 0x81 && p[2] >= 0xa6 && p[2] <= 0xa9);
}

int mpit__utf8_hidden(const char *text)
{
    const unsigned char *p = (const unsigned char *)text;
    int length = mpit__utf8_length(p);

    if (length == 0)
        return 1;
    if (length == 1)
        return *p < 0x20 || *p == 0x7f;
    return is_hidden_sequence(p) ? length : 0;
}

int mpit__utf8_write(const char *text, FILE *out)
{
    int hidden = strchr("\t\n", *text) ? 0 : mpit__utf8_hidden(text);
    int length = mpit__utf8_length((const unsigned char *)text);

    for (int i = 0; i < hidden; i++)
        fprintf(out, "\\x%02x", (unsigned char)text[i]);
    if (hidden || length == 1)
        return hidden;
    fwrite(text, 1, (size_t)length, out);
    return length;
}
