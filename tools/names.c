/* MPI_T constants and datatypes by name. */
#include "config.h"

#include "names.h"

#include "tool.h"

#include <stddef.h>
#include <string.h>

struct name {
    int value;
    const char *name;
};

static const char *find(const struct name *names, size_t n, int value)
{
    for (size_t i = 0; i < n; i++)
        if (names[i].value == value)
            return names[i].name;
    return "unknown";
}
#define FIND(names, value) find(names, sizeof(names) / sizeof *(names), value)

const char *mpit__class_name(int class)
{
#define ROW(x)                                                                                     \
    {                                                                                              \
        MPI_T_PVAR_CLASS_##x, #x                                                                   \
    }
    static const struct name names[] = {
        ROW(STATE),        ROW(LEVEL),   ROW(SIZE),      ROW(PERCENTAGE), ROW(HIGHWATERMARK),
        ROW(LOWWATERMARK), ROW(COUNTER), ROW(AGGREGATE), ROW(TIMER),      ROW(GENERIC),
    };
#undef ROW
    return FIND(names, class);
}

const char *mpit__scope_name(int scope)
{
#define ROW(x)                                                                                     \
    {                                                                                              \
        MPI_T_SCOPE_##x, #x                                                                        \
    }
    static const struct name names[] = {
        ROW(CONSTANT), ROW(READONLY), ROW(LOCAL), ROW(GROUP), ROW(GROUP_EQ), ROW(ALL), ROW(ALL_EQ),
    };
#undef ROW
    return FIND(names, scope);
}

const char *mpit__bind_name(int bind)
{
#define ROW(x)                                                                                     \
    {                                                                                              \
        MPI_T_BIND_##x, #x                                                                         \
    }
    static const struct name names[] = {
        ROW(NO_OBJECT), ROW(MPI_COMM),    ROW(MPI_DATATYPE), ROW(MPI_ERRHANDLER),
        ROW(MPI_FILE),  ROW(MPI_GROUP),   ROW(MPI_OP),       ROW(MPI_REQUEST),
        ROW(MPI_WIN),   ROW(MPI_MESSAGE), ROW(MPI_INFO),
    };
#undef ROW
    return FIND(names, bind);
}

const char *mpit__verbosity_name(int verbosity)
{
#define ROW(x)                                                                                     \
    {                                                                                              \
        MPI_T_VERBOSITY_##x, #x                                                                    \
    }
    static const struct name names[] = {
        ROW(USER_BASIC), ROW(USER_DETAIL),  ROW(USER_ALL),      ROW(TUNER_BASIC), ROW(TUNER_DETAIL),
        ROW(TUNER_ALL),  ROW(MPIDEV_BASIC), ROW(MPIDEV_DETAIL), ROW(MPIDEV_ALL),
    };
#undef ROW
    return FIND(names, verbosity);
}

/* Values are copied out: nothing promises that a caller's buffer is aligned for them. */
#define PRINTER(function, ctype, format)                                                           \
    static char *function(const void *value)                                                       \
    {                                                                                              \
        ctype copy;                                                                                \
        memcpy(&copy, value, sizeof copy);                                                         \
        return mpit__print(format, copy);                                                          \
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
    return mpit__print("%lld", (long long)copy);
}

static char *print_string(const void *value)
{
    return mpit__print("%s", (const char *)value);
}

const struct mpit_type_name *mpit__type_name(MPI_Datatype type)
{
    static const struct mpit_type_name names[] = {
        {MPI_INT, "INT", print_int},
        {MPI_UNSIGNED, "UNSIGNED", print_unsigned},
        {MPI_UNSIGNED_LONG, "UNSIGNED_LONG", print_unsigned_long},
        {MPI_UNSIGNED_LONG_LONG, "UNSIGNED_LONG_LONG", print_unsigned_long_long},
        {MPI_COUNT, "COUNT", print_count},
        {MPI_CHAR, "CHAR", print_string},
        {MPI_DOUBLE, "DOUBLE", print_double},
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].type == type)
            return &names[i];
    return NULL;
}
