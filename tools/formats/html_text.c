#include "config.h"

#include "tools/formats/html_parts.h"

#include "ground/number.h"
#include "record/utf8.h"

void tool_html_escaped(const char *text, FILE *out)
{
    for (; *text; text++) {
        int written = mpit__utf8_write(text, out);

        if (written) {
            text += written - 1;
            continue;
        }
        switch (*text) {
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '&':
            fputs("&amp;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        case '\'':
            fputs("&#39;", out);
            break;
        default:
            putc(*text, out);
        }
    }
}

void tool_html_element(const char *open, const char *text, const char *close, FILE *out)
{
    fputs(open, out);
    tool_html_escaped(text, out);
    fputs(close, out);
}

void tool_html_number(const char *before, double value, FILE *out)
{
    char number[MPIT_NUMBER];

    mpit__number_write(number, 'f', 2, value);
    fprintf(out, "%s%s", before, number);
}
