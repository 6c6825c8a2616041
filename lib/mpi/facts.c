#include "config.h"

#include "mpi/facts.h"

#include <stddef.h>

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

int mpit__version_of_library(const char *said)
{
    return mpit__version_said(MPIT_MPI_BELOW, said);
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
