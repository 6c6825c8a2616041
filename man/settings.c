/* Writes what mpit.conf(5) says of each setting, from the rows of cvars.def. */
#include "config.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "troff.h"

static void put_upper(const char *text)
{
    for (; *text; text++)
        putchar(toupper((unsigned char)*text));
}

/* Constant and read-only variables cannot be set: they have no default. */
static void setting(const char *short_name, const char *scope, const char *standard)
{
    if (strcmp(scope, "CONSTANT") == 0 || strcmp(scope, "READONLY") == 0)
        return;
    printf("\\fBmpit_");
    put(short_name);
    printf("\\fR;\\fBMPIT_");
    put_upper(short_name);
    printf("\\fR;");
    put(*standard ? standard : "(empty)");
    putchar('\n');
}

int main(void)
{
    printf(".TS\ntab(;);\nlb lb lb\nl l l.\nname;environment;default\n");
#define CVAR(short_, type, enumeration, scope, bind, verbosity, category, effect, standard, desc)  \
    setting(#short_, #scope, standard);
#include "cvar/cvars.def"
#undef CVAR
    printf(".TE\n");
    return 0;
}
