#include "config.h"

#include "mpi/facts.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

const char *const mpit__mpi_names[MPIT_MPIS] = {
    [MPIT_MPI_OPENMPI] = "Open MPI",
    [MPIT_MPI_MPICH] = "MPICH",
};
bool mpit__facts[MPIT_FACTS];
const char *mpit__names[MPIT_NAMES];
static int settled = -1; /* the version below */

static const struct {
    enum mpit_mpi mpi;
    const char *from, *until;
    enum mpit_fact fact;
    bool value;
} facts[] = {
#define BEHAVIOUR(name, meaning)
#define WORD(name, meaning)
#define FACT(mpi, from, until, name, value, seen)                                                  \
    {MPIT_MPI_##mpi, from, until, MPIT_FACT_##name, value},
#define NAME(mpi, from, until, name, value, seen)
#include "mpi/facts.def"
#undef NAME
#undef FACT
};

static const struct {
    enum mpit_mpi mpi;
    const char *from, *until;
    enum mpit_name name;
    const char *value;
} names[] = {
#define FACT(mpi, from, until, name, value, seen)
#define NAME(mpi, from, until, name, value, seen)                                                  \
    {MPIT_MPI_##mpi, from, until, MPIT_NAME_##name, value},
#include "mpi/facts.def"
#undef NAME
#undef FACT
#undef WORD
#undef BEHAVIOUR
};

/* MPICH and what is compatible with it have the number 12 (the ABI of 2013); Open MPI 1.10 had it
 * too, and is too old for libmpit. */
enum mpit_mpi mpit__mpi_of_library(const char *library)
{
    static const struct {
        const char *begin;
        enum mpit_mpi mpi;
    } known[] = {
        {"libmpich.so", MPIT_MPI_MPICH},
        {"libmpi.so.12", MPIT_MPI_MPICH},
        {"libmpi.so.", MPIT_MPI_OPENMPI},
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strncmp(library, known[i].begin, strlen(known[i].begin)) == 0)
            return known[i].mpi;
    return MPIT_MPIS;
}

enum { PARTS = 3, PART = 1000 };

int mpit__version_parse(const char *text)
{
    int version = 0;

    if (*text < '0' || *text > '9')
        return -1;
    for (int i = 0; i < PARTS; i++) {
        char *end = (char *)text;
        unsigned long part = *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : 0;

        version = version * PART + (part < PART ? (int)part : PART - 1);
        text = *end == '.' ? end + 1 : "";
    }
    return version;
}

int mpit__version_of_library(const char *said)
{
    static const char *const begins[MPIT_MPIS] = {
        [MPIT_MPI_OPENMPI] = "Open MPI v",
        [MPIT_MPI_MPICH] = "MPICH Version:",
    };
    const char *begin = begins[MPIT_MPI_BELOW];

    if (strncmp(said, begin, strlen(begin)) != 0)
        return -1;
    said += strlen(begin);
    return mpit__version_parse(said + strspn(said, " \t"));
}

bool mpit__version_is_in(int version, const char *from, const char *until)
{
    return (!*from || version >= mpit__version_parse(from)) &&
           (!*until || version < mpit__version_parse(until));
}

/* Of one that we do not know, and before we know it: the version that we were built with. */
static int version_below(void)
{
    return settled >= 0 ? settled : mpit__version_parse(MPIT_VENDOR_VERSION);
}

bool mpit__mpi_is(enum mpit_mpi mpi, const char *from, const char *until)
{
    return (int)mpi == (int)MPIT_MPI_BELOW && mpit__version_is_in(version_below(), from, until);
}

bool mpit__fact_of(enum mpit_fact fact, enum mpit_mpi mpi, int version)
{
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (facts[i].fact == fact && facts[i].mpi == mpi &&
            mpit__version_is_in(version, facts[i].from, facts[i].until))
            return facts[i].value;
    return false;
}

const char *mpit__name_of(enum mpit_name name, enum mpit_mpi mpi, int version)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].name == name && names[i].mpi == mpi &&
            mpit__version_is_in(version, names[i].from, names[i].until))
            return names[i].value;
    return NULL;
}

void mpit__facts_settle(const char *said)
{
    settled = mpit__version_of_library(said);
    for (int fact = 0; fact < (int)MPIT_FACTS; fact++)
        mpit__facts[fact] = mpit__fact_of((enum mpit_fact)fact, MPIT_MPI_BELOW, version_below());
    for (int name = 0; name < (int)MPIT_NAMES; name++)
        mpit__names[name] = mpit__name_of((enum mpit_name)name, MPIT_MPI_BELOW, version_below());
}
