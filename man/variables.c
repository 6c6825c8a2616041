/* Writes mpit-variables.7 from the tables: the manual cannot say anything else than the library. */
#include "config.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Text for troff: a backslash, and a period or an apostrophe that could begin a request. */
static void put(const char *text)
{
    if (*text == '.' || *text == '\'')
        fputs("\\&", stdout);
    for (; *text; text++) {
        if (*text == '\\')
            fputs("\\e", stdout);
        else if (*text == '-')
            fputs("\\-", stdout);
        else
            putchar(*text);
    }
}

static void put_lower(const char *text)
{
    for (; *text; text++)
        putchar(tolower((unsigned char)*text));
}

static void title(const char *name, const char *kind, const char *type, const char *bind)
{
    printf(".TP\n.B ");
    put(name);
    printf("\n.RI ( ");
    put_lower(kind);
    printf(" , \" MPI_%s\"", type);
    if (strcmp(bind, "NO_OBJECT") != 0) {
        printf(" \", bound to an \" ");
        printf("%s", bind);
    }
    printf(" )\n.br\n");
}

static void pvar(const char *name, const char *class, const char *type, const char *bind,
                 const char *desc)
{
    title(name, class, type, bind);
    put(desc);
    putchar('\n');
}

static void cvar(const char *name, const char *scope, const char *type, const char *bind,
                 const char *standard, const char *desc)
{
    title(name, scope, type, bind);
    put(desc);
    if (*standard) {
        printf("\nDefault: ");
        put(standard);
        putchar('.');
    }
    putchar('\n');
}

static void category(const char *name, const char *desc)
{
    printf(".TP\n.B ");
    put(name);
    putchar('\n');
    put(desc);
    printf(".\n");
}

int main(void)
{
    printf(".\\\" Made from cvars.def, pvars.def and categories.def.\n"
           ".TH MPIT\\-VARIABLES 7\n"
           ".SH NAME\nmpit-variables \\- control and performance variables of libmpit\n"
           ".SH DESCRIPTION\n"
           "Names are a contract: rows may be added, none is renamed.\n"
           "A performance variable of class STATE or SIZE is continuous; all others are started and\n"
           "stopped.\nThose of class STATE, LEVEL, SIZE and PERCENTAGE are read-only; all others can be\n"
           "written and reset, and read and reset at one instant.\n"
           "Timers are in seconds.\n"
           ".SH CONTROL VARIABLES\n"
           "Each is set by the environment variable of its upper-cased name, as in\n"
           ".BR MPIT_VERBOSE ,\nor by MPI_T_cvar_write.\n");
#define CVAR(short_, type, enumeration, scope, bind, verbosity, category, standard, desc)          \
    cvar("mpit_" #short_, #scope, #type, #bind, standard, desc);
#include "cvar/cvars.def"
    printf(".SH PERFORMANCE VARIABLES\n");
#define PVAR(name, class, type, enumeration, bind, verbosity, category, watch, source, desc)       \
    pvar(#name, #class, #type, #bind, desc);
#include "pvar/pvars.def"
    printf(".SH CATEGORIES\n");
#define CATEGORY(name, parent, desc) category(#name, desc);
#include "category/categories.def"
    printf(".SH SEE ALSO\n.BR mpit (1)\n");
    return ferror(stdout) || fflush(stdout) != 0;
}
