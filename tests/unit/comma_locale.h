/* A locale that writes a comma before the decimals, for tests that nothing of ours cares: made
 * here, as no system is sure to have one.  From the package locales. */
#ifndef MPIT_TESTS_UNIT_COMMA_LOCALE_H
#define MPIT_TESTS_UNIT_COMMA_LOCALE_H

#include <check.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

/* For the rest of this process. */
static void enter_comma_locale(void)
{
    char directory[] = "/tmp/mpit-locale-XXXXXX", command[256], number[16];

    ck_assert_ptr_nonnull(mkdtemp(directory));
    snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8", directory);
    ck_assert_msg(system(command) == 0, "%s: is the package locales missing?", command);
    ck_assert_int_eq(setenv("LOCPATH", directory, 1), 0);
    ck_assert_ptr_nonnull(setlocale(LC_ALL, "de_DE.UTF-8"));
    snprintf(command, sizeof command, "rm -r %s", directory);
    ck_assert_int_eq(system(command), 0);
    snprintf(number, sizeof number, "%.1f", 1.5);
    ck_assert_str_eq(number, "1,5");
}

#endif
