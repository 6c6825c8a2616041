/* Writes mpit-variables.7 from the tables: the manual cannot say anything else than the library. */
#include "config.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cvar/tunables.h"
#include "mpi/facts.h"
#include "troff.h"

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

/* What a tuning variable is in the MPI library that the manual is made for. */
static void tunable(const char *name)
{
    static const struct {
        enum mpit_mpi mpi;
        const char *from, *until, *name, *variable;
    } rows[] = {
#define ENUM(name, items)
#define TUNABLE(short_, type, enumeration, standard, desc)
#define TUNES(mpi, from, until, short_, variable, with)                                            \
    {MPIT_MPI_##mpi, from, until, "mpit_tune_" #short_, variable},
#include "mpi/tunables.def"
#undef TUNES
#undef TUNABLE
#undef ENUM
    };
    char here[256];

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(name, rows[i].name) != 0 ||
            !mpit__mpi_is(rows[i].mpi, rows[i].from, rows[i].until))
            continue;
        snprintf(here, sizeof here, MPIT_TUNABLE_HERE, rows[i].variable);
        put(here);
    }
}

static void cvar(const char *name, const char *scope, const char *type, const char *bind,
                 const char *standard, const char *desc)
{
    title(name, scope, type, bind);
    put(desc);
    tunable(name);
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

/* ---- how many variables there are of each sort: no row and no column is empty ---- */

static const struct {
    const char *class, *type, *bind;
} pvars[] = {
#define PVAR(name, class, type, enumeration, bind, verbosity, category, watch, made_of, desc)      \
    {#class, #type, #bind},
#include "pvar/pvars.def"
#undef PVAR
};

static const struct {
    const char *scope, *type, *bind;
} cvars[] = {
#define CVAR(short_, type, enumeration, scope, bind, verbosity, category, effect, standard, desc)  \
    {#scope, #type, #bind},
#include "cvar/cvars.def"
#undef CVAR
};

enum { PVARS = sizeof pvars / sizeof *pvars, CVARS = sizeof cvars / sizeof *cvars };

static const char *const classes[] = {"STATE",         "LEVEL",        "SIZE",    "PERCENTAGE",
                                      "HIGHWATERMARK", "LOWWATERMARK", "COUNTER", "AGGREGATE",
                                      "TIMER",         "GENERIC",      NULL};
static const char *const types[] = {"INT",   "UNSIGNED", "UNSIGNED_LONG", "UNSIGNED_LONG_LONG",
                                    "COUNT", "CHAR",     "DOUBLE",        NULL};
static const char *const binds[] = {"NO_OBJECT", "MPI_COMM",    "MPI_DATATYPE", "MPI_ERRHANDLER",
                                    "MPI_FILE",  "MPI_GROUP",   "MPI_OP",       "MPI_REQUEST",
                                    "MPI_WIN",   "MPI_MESSAGE", "MPI_INFO",     NULL};
static const char *const scopes[] = {"CONSTANT", "READONLY", "LOCAL",  "GROUP",
                                     "GROUP_EQ", "ALL",      "ALL_EQ", NULL};

static int same(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static int of_class_and_bind(const char *class, const char *bind)
{
    int n = 0;

    for (int i = 0; i < PVARS; i++)
        n += same(pvars[i].class, class) && same(pvars[i].bind, bind);
    return n;
}

static int of_type_and_class(const char *type, const char *class)
{
    int n = 0;

    for (int i = 0; i < PVARS; i++)
        n += same(pvars[i].type, type) && same(pvars[i].class, class);
    return n;
}

static int of_type_and_scope(const char *type, const char *scope)
{
    int n = 0;

    for (int i = 0; i < CVARS; i++)
        n += same(cvars[i].type, type) && same(cvars[i].scope, scope);
    return n;
}

/* A paragraph a row, with the columns that have any; the numbers add up to the sum. */
static int row(const char *name, const char *const columns[],
               int (*count)(const char *row, const char *column), const char *separator)
{
    int sum = 0;

    for (; *columns; columns++) {
        int n = count(name, *columns);

        if (n)
            printf("%s%s %d", sum ? ", " : separator, *columns, n);
        sum += n;
    }
    return sum;
}

/* Whether each column has something in it. */
static int is_full(const char *const rows[], const char *const columns[],
                   int (*count)(const char *row, const char *column))
{
    for (; *columns; columns++) {
        int sum = 0;

        for (const char *const *r = rows; *r; r++)
            sum += count(*r, *columns);
        if (sum == 0) {
            fprintf(stderr, "variables: no variable of ours is %s\n", *columns);
            return 0;
        }
    }
    return 1;
}

static int coverage(void)
{
    int full =
        is_full(classes, binds, of_class_and_bind) && is_full(types, scopes, of_type_and_scope);

    printf(".SH COVERAGE\nHow many variables there are of each class, bound to what:\n");
    for (const char *const *class = classes; *class; class ++) {
        printf(".TP\n.B %s\n", *class);
        if (row(*class, binds, of_class_and_bind, "") == 0)
            full = 0;
        printf(".\n");
    }
    printf(".PP\nOf each datatype, by the class of performance and the scope of control "
           "variables:\n");
    for (const char *const *type = types; *type; type++) {
        int n;

        printf(".TP\n.B MPI_%s\n", *type);
        n = row(*type, classes, of_type_and_class, "");
        n += row(*type, scopes, of_type_and_scope, n ? "; " : "");
        if (n == 0)
            full = 0;
        printf(".\n");
    }
    return full;
}

int main(void)
{
    int full;

    mpit__facts_settle(""); /* of the MPI library that we are built with */
    printf(
        ".\\\" Made from cvars.def, pvars.def and categories.def.\n"
        ".TH MPIT\\-VARIABLES 7\n"
        ".SH NAME\nmpit-variables \\- control and performance variables of libmpit\n"
        ".SH DESCRIPTION\n"
        "Names are a contract: rows may be added, none is renamed.\n"
        "A performance variable of class STATE or SIZE is continuous; all others are\n"
        "started and stopped.\n"
        "Those of class STATE, LEVEL, SIZE and PERCENTAGE are read-only; all others can\n"
        "be written and reset, and read and reset at one instant.\n"
        "Timers are in seconds.\n"
        ".SH OBJECTS\n"
        "A variable that binds to an object takes the address of a variable with its handle.\n"
        "Before MPI_Init the constants of MPI can be bound (MPI_COMM_WORLD, MPI_COMM_SELF, "
        "MPI_INT,\nMPI_SUM and their like): the handle counts from MPI_Init on what is done with "
        "the object that the\nconstant will name, and the size of a communicator is 0 until then.\n"
        "Variables with an element a rank cannot, since nobody knows how many there will be, nor "
        "those\nof the MPI library itself: MPI_T_ERR_INVALID, as any other object, one that is "
        "null or freed, and\nevery object after MPI_Finalize.\n"
        "NULL in the place of the address is refused unless\n.B mpit_null_objects\nis on.\n"
        "That an object was freed is known of communicators, windows, files and messages, and of "
        "datatypes,\noperations, groups, info objects and requests as far as the MPI library "
        "shows it: with MPICH\nwhile it is among the last that were freed, in threads that may "
        "call MPI; with Open MPI as long as\nits memory is not that of another object.  One that "
        "is still in use lives on.\n"
        "In the callbacks of MPI_Finalize objects can be bound, and show what was known last.\n"
        ".SH CONTROL VARIABLES\n"
        "Each is set by the environment variable of its upper-cased name, as in\n"
        ".BR MPIT_VERBOSE ,\nor by MPI_T_cvar_write.\n"
        "To write the value that is there already succeeds at any time, and changes nothing, "
        "unless the\nscope is CONSTANT or READONLY; those of the MPI library likewise.\n"
        "What is looked at when MPI_Init begins cannot be set from then on: "
        "MPI_T_ERR_CVAR_SET_NEVER.\n"
        "A control variable of the MPI library whose enumeration is called one of flags, or lacks "
        "the value, is\nlisted without it, as a number: the names stand in its description.\n");
#define CVAR(short_, type, enumeration, scope, bind, verbosity, category, effect, standard, desc)  \
    cvar("mpit_" #short_, #scope, #type, #bind, standard, desc);
#include "cvar/cvars.def"
    printf(".SH PERFORMANCE VARIABLES\n"
           "Counters, aggregates and timers start at 0 with the handle, those of the MPI library "
           "that are continuous\ntoo.\n"
           "A watermark begins anew, at the level of that time, each time that it is started or "
           "reset (MPI 3.1,\n14.3.7): what it was before, or was written while it was stopped, is "
           "gone then.\n"
           "A timer has the time of a call once the call is over, from the start or reset of the "
           "handle on,\nwhoever else looks.\n"
           "What counts when a request is complete counts it if it was posted since the handle was "
           "started.\n"
           "MPI_T_pvar_readreset loses nothing: what is under way is in what is read after it.\n"
           "A whole number of ours is below 2^63; a write of more is refused with "
           "MPI_T_ERR_INVALID.\n");
#define PVAR(name, class, type, enumeration, bind, verbosity, category, watch, made_of, desc)      \
    pvar(#name, #class, #type, #bind, desc);
#include "pvar/pvars.def"
    printf(".SH ALIASES\nWhat tools look for by the names of Open MPI and MPICH, with the shapes "
           "there.\nA handle on one is on the variable of the MPI library itself where that can be "
           "had, else on\nours.\n");
#define ALIAS(name, class, type, bind, watch, made_of, desc)                                       \
    pvar(#name, #class, #type, #bind, desc);
#define ALIAS_UNLESS(fact, name, class, type, bind, watch, made_of, desc)                          \
    if (!MPIT_FACT(fact))                                                                          \
        pvar(#name, #class, #type, #bind, desc);
#include "pvar/aliases.def"
    printf(
        ".SH VALUES THAT ARE NOT KNOWN\n"
        "A handle on a variable of ours can be had of every object that can be bound, and all "
        "that can be done\nwith handles can be done with it; where the value is not known it "
        "shows the largest number of its\ntype (UINT_MAX, ULONG_MAX, ULLONG_MAX), which nothing "
        "that is counted reaches, and of MPI_DOUBLE no\nnumber (NaN): a level is true or has no "
        "value.  Whether it is known may change while the handle is there.\n"
        ".TP\n.B Levels and watermarks of requests\n"
        "(mpit_live_requests, mpit_pending_sends, mpit_prq_length, posted_recvq_length) have all "
        "that there are,\nwhoever looked before.  From handle_alloc to handle_free, started or "
        "not, and while nothing is recorded\n(MPI_Pcontrol), requests are counted.  So they are "
        "known until a request is started that nobody\ncounts; from then on those of communicators "
        "alone that were made after requests were counted again,\nas long as that goes on.  "
        "MPIT_WATCH=requests counts them from MPI_Init to MPI_Finalize.\n"
        ".TP\n.B What comes of the unexpected queue\n"
        "is known where mpit_umq_source_used is drain, and what needs the length alone where it "
        "is vendor; before\nMPI_Init nothing is in the queue.\n"
        ".TP\n.B mpit_coll_wait_time\n"
        "is known where arrivals are kept: with mpit_live, and mpit_watch=waits from MPI_Init "
        "on.\n"
        ".PP\nReports have no number for such a value.\n");
    printf(".SH CATEGORIES\n");
#define CATEGORY(name, parent, desc) category(#name, desc);
#include "category/categories.def"
    full = coverage();
    printf(".SH SEE ALSO\n.BR mpit (1),\n.BR mpit-events (7)\n");
    return !full || ferror(stdout) || fflush(stdout) != 0;
}
