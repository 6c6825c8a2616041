#include "config.h"

#include "vendor/presented.h"

#include <float.h>
#include <limits.h>
#include <string.h>

_Static_assert(LDBL_MANT_DIG >= 64, "a long double holds every 64-bit integer");

/* memcpy, because a tool's buffer need not be aligned. */
#define PRESENTED(mpi, type, as, least, greatest)                                                  \
    static long double load_##mpi(const void *element)                                             \
    {                                                                                              \
        type value;                                                                                \
        memcpy(&value, element, sizeof value);                                                     \
        return (long double)value;                                                                 \
    }                                                                                              \
    static bool store_##mpi(long double number, void *element)                                     \
    {                                                                                              \
        const long double low = (long double)(least), high = (long double)(greatest);              \
        type value = (type)(number < low ? low : number > high ? high : number);                   \
        memcpy(element, &value, sizeof value);                                                     \
        return (long double)value == number;                                                       \
    }
#include "vendor/presented.def"
#undef PRESENTED

#define KIND(type)                                                                                 \
    ((type)1.5 != 1       ? MPIT_NUMBER_REAL                                                       \
     : (type)-1 < (type)1 ? MPIT_NUMBER_SIGNED                                                     \
                          : MPIT_NUMBER_UNSIGNED)

static const struct mpit_presented rows[] = {
#define PRESENTED(mpi, type, as, least, greatest)                                                  \
    {mpi, sizeof(type), MPIT_##as, KIND(type), load_##mpi, store_##mpi},
#include "vendor/presented.def"
#undef PRESENTED
};

const struct mpit_presented *mpit__presented(MPI_Datatype datatype)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].mpi == datatype)
            return &rows[i];
    return NULL;
}

bool mpit__presented_convert(const struct mpit_presented *from, const void *source,
                             const struct mpit_presented *to, void *target, int count)
{
    bool exact = true;

    if (from->kind == to->kind && from->size == to->size) {
        memcpy(target, source, (size_t)count * from->size);
        return true;
    }
    for (int i = 0; i < count; i++)
        exact &= to->store(from->load((const char *)source + (size_t)i * from->size),
                           (char *)target + (size_t)i * to->size);
    return exact;
}
