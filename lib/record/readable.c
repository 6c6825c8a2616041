#include "record/readable.h"

#include "ground/number.h"
#include "record/utf8.h"

#include <math.h>
#include <string.h>

/* Units of one letter come with a blank before them where others have two: so the numbers of one
 * unit stand under each other. */
static void write_number(char text[MPIT_READABLE], char conversion, int precision, double value,
                         const char *unit)
{
    char number[MPIT_NUMBER];

    mpit__number_write(number, conversion, precision, value);
    snprintf(text, MPIT_READABLE, "%.200s %s", number, unit);
}

/* What would be printed as a thousand of a unit is one of the next. */
void mpit__readable_seconds(char text[MPIT_READABLE], double seconds)
{
    double size = fabs(seconds);

    if (!isfinite(seconds))
        snprintf(text, MPIT_READABLE, "-");
    else if (size >= 1e15)
        write_number(text, 'e', 3, seconds, " s");
    else if (size >= 999.9995e-3 || size == 0)
        write_number(text, 'f', 3, seconds, " s");
    else if (size >= 999.9995e-6)
        write_number(text, 'f', 3, seconds * 1e3, "ms");
    else if (size >= 999.5e-9)
        write_number(text, 'f', 3, seconds * 1e6, "us");
    else
        write_number(text, 'f', 0, seconds * 1e9, "ns");
}

void mpit__readable_volume(char text[MPIT_READABLE], uint64_t bytes)
{
    static const char *const unit[] = {" B", "kB", "MB", "GB", "TB", "PB", "EB"};
    double value = (double)bytes;
    int i = 0;

    while (value >= 999.95 && i < 6) { /* what "%.1f" would print as 1000.0 */
        value /= 1000;
        i++;
    }
    write_number(text, 'f', i ? 1 : 0, value, unit[i]);
}

void mpit__readable_share(char text[MPIT_READABLE], double part, double whole)
{
    if (!mpit__has_ratio(part, whole) || part / whole > 1e6)
        snprintf(text, MPIT_READABLE, "-");
    else
        write_number(text, 'f', 1, 100 * part / whole, "%");
}

void mpit__visible(char *visible, size_t size, const char *text)
{
    size_t n = 0;
    int hidden = 0; /* bytes that are still to be escaped */

    for (; *text && n + sizeof "\\xNN" <= size; text++) {
        if (hidden == 0 && *text != '\t')
            hidden = mpit__utf8_hidden(text);
        if (*text == '\t') { /* stands in MPICH's version */
            visible[n++] = ' ';
        } else if (hidden > 0) {
            n += (size_t)snprintf(visible + n, size - n, "\\x%02x", (unsigned char)*text);
            hidden--;
        } else {
            int length = mpit__utf8_length((const unsigned char *)text);

            if (n + (size_t)length >= size)
                break;
            memcpy(visible + n, text, (size_t)length);
            n += (size_t)length;
            text += length - 1;
        }
    }
    visible[n] = '\0';
}
