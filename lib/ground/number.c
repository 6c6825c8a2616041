#include "config.h"

#include "ground/number.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

/* The C locale for this thread alone.  It is there in every C library, and takes no memory in ours;
 * without it uselocale(0) leaves the thread's own in place. */
struct locales {
    locale_t c, before;
};

static struct locales enter_c_locale(void)
{
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);

    return (struct locales){c, uselocale(c)};
}

static void leave_c_locale(struct locales locales)
{
    uselocale(locales.before);
    if (locales.c)
        freelocale(locales.c);
}

void mpit__number_write(char text[MPIT_NUMBER], char conversion, int precision, double value)
{
    const char format[] = {'%', '.', '*', conversion, '\0'};
    struct locales locales = enter_c_locale();

    snprintf(text, MPIT_NUMBER, format, precision, value);
    leave_c_locale(locales);
}

double mpit__number_read(const char *text, char **end)
{
    struct locales locales = enter_c_locale();
    double value = strtod(text, end);

    leave_c_locale(locales);
    return value;
}
