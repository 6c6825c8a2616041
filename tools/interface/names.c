/* MPI_T constants and datatypes by name. */
#include "config.h"

#include "tools/interface/names.h"

#include "mpi/late.h"
#include "tools/ground/tool.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct name {
    int value;
    const char *name;
};

struct tool_names {
    const char *prefix; /* of the constants */
    size_t n;
    const struct name *name;
};

#define NAMES(prefix, rows)                                                                        \
    {                                                                                              \
        prefix, sizeof(rows) / sizeof *(rows), rows                                                \
    }

#define ROW(x)                                                                                     \
    {                                                                                              \
        MPI_T_PVAR_CLASS_##x, #x                                                                   \
    }
static const struct name classes[] = {
    ROW(STATE),        ROW(LEVEL),   ROW(SIZE),      ROW(PERCENTAGE), ROW(HIGHWATERMARK),
    ROW(LOWWATERMARK), ROW(COUNTER), ROW(AGGREGATE), ROW(TIMER),      ROW(GENERIC),
};
#undef ROW
const struct tool_names tool_classes = NAMES("MPI_T_PVAR_CLASS_", classes);

#define ROW(x)                                                                                     \
    {                                                                                              \
        MPI_T_SCOPE_##x, #x                                                                        \
    }
static const struct name scopes[] = {
    ROW(CONSTANT), ROW(READONLY), ROW(LOCAL), ROW(GROUP), ROW(GROUP_EQ), ROW(ALL), ROW(ALL_EQ),
};
#undef ROW
const struct tool_names tool_scopes = NAMES("MPI_T_SCOPE_", scopes);

#define ROW(x)                                                                                     \
    {                                                                                              \
        MPI_T_BIND_##x, #x                                                                         \
    }
static const struct name binds[] = {
    ROW(NO_OBJECT), ROW(MPI_COMM),    ROW(MPI_DATATYPE), ROW(MPI_ERRHANDLER),
    ROW(MPI_FILE),  ROW(MPI_GROUP),   ROW(MPI_OP),       ROW(MPI_REQUEST),
    ROW(MPI_WIN),   ROW(MPI_MESSAGE), ROW(MPI_INFO),
};
#undef ROW
const struct tool_names tool_binds = NAMES("MPI_T_BIND_", binds);

#define ROW(x)                                                                                     \
    {                                                                                              \
        MPI_T_VERBOSITY_##x, #x                                                                    \
    }
static const struct name verbosities[] = {
    ROW(USER_BASIC), ROW(USER_DETAIL),  ROW(USER_ALL),      ROW(TUNER_BASIC), ROW(TUNER_DETAIL),
    ROW(TUNER_ALL),  ROW(MPIDEV_BASIC), ROW(MPIDEV_DETAIL), ROW(MPIDEV_ALL),
};
#undef ROW
const struct tool_names tool_verbosities = NAMES("MPI_T_VERBOSITY_", verbosities);

const char *tool_names_of(const struct tool_names *names, int value)
{
    for (size_t i = 0; i < names->n; i++)
        if (names->name[i].value == value)
            return names->name[i].name;
    return "unknown";
}

bool tool_names_find(const struct tool_names *names, const char *text, int *value)
{
    size_t prefix = strlen(names->prefix);

    if (!strncasecmp(text, names->prefix, prefix))
        text += prefix;
    for (size_t i = 0; i < names->n; i++) {
        if (!strcasecmp(text, names->name[i].name)) {
            *value = names->name[i].value;
            return true;
        }
    }
    return false;
}

char *tool_names_print(const struct tool_names *names)
{
    char *all = tool_print("%s", "");

    for (size_t i = 0; i < names->n; i++)
        tool_append(&all, "%s%s", i ? ", " : "", names->name[i].name);
    for (char *p = all; *p; p++)
        *p = (char)tolower((unsigned char)*p);
    return all;
}

/* Values are copied out: nothing promises that a caller's buffer is aligned for them. */
#define PRINTER(function, ctype, format)                                                           \
    static char *function(const void *value)                                                       \
    {                                                                                              \
        ctype copy;                                                                                \
        memcpy(&copy, value, sizeof copy);                                                         \
        return tool_print(format, copy);                                                           \
    }
PRINTER(print_int, int, "%d")
PRINTER(print_unsigned, unsigned, "%u")
PRINTER(print_unsigned_long, unsigned long, "%lu")
PRINTER(print_unsigned_long_long, unsigned long long, "%llu")
PRINTER(print_double, double, "%.15g")

static char *print_count(const void *value)
{
    MPI_Count copy;

    memcpy(&copy, value, sizeof copy);
    return tool_print("%lld", (long long)copy);
}

static char *print_string(const void *value)
{
    return tool_print("%s", (const char *)value);
}

enum { TYPES = 7 };

/* They are known once the MPI is there. */
static const struct tool_type_name *all_types(void)
{
    static struct tool_type_name names[TYPES];
    const struct tool_type_name found[TYPES] = {
        {MPI_INT, "INT", print_int},
        {MPI_UNSIGNED, "UNSIGNED", print_unsigned},
        {MPI_UNSIGNED_LONG, "UNSIGNED_LONG", print_unsigned_long},
        {MPI_UNSIGNED_LONG_LONG, "UNSIGNED_LONG_LONG", print_unsigned_long_long},
        {MPI_COUNT, "COUNT", print_count},
        {MPI_CHAR, "CHAR", print_string},
        {MPI_DOUBLE, "DOUBLE", print_double},
    };

    return memcpy(names, found, sizeof names);
}

const struct tool_type_name *tool_type_name(MPI_Datatype type)
{
    static const struct tool_type_name *names;

    if (!names)
        names = all_types();
    for (int i = 0; i < TYPES; i++)
        if (names[i].type == type)
            return &names[i];
    return NULL;
}
