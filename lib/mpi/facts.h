/* Which MPI is below, in which version, and what depends on that: facts.def, and the rows of
 * quirks.def and tunables.def. */
#ifndef MPIT_MPI_FACTS_H
#define MPIT_MPI_FACTS_H

#include <stdbool.h>

#include "ground/internal.h"
#include "mpi/identify.h"

/* The one that this file is compiled for. */
#if defined(MPIT_OPENMPI)
#define MPIT_MPI_BELOW MPIT_MPI_OPENMPI
#define MPIT_MPI_OTHER MPIT_MPI_MPICH
#elif defined(MPIT_MPICH)
#define MPIT_MPI_BELOW MPIT_MPI_MPICH
#define MPIT_MPI_OTHER MPIT_MPI_OPENMPI
#else
#error "include config.h first: what follows depends on the MPI library"
#endif

enum mpit_fact {
    MPIT_FACT_none,
#define BEHAVIOUR(name, meaning) MPIT_FACT_##name,
#define FACT(mpi, from, until, name, value, seen)
#define WORD(name, meaning)
#define NAME(mpi, from, until, name, value, seen)
#include "mpi/facts.def"
#undef WORD
#undef BEHAVIOUR
    MPIT_FACTS
};

enum mpit_name {
#define BEHAVIOUR(name, meaning)
#define WORD(name, meaning) MPIT_NAME_##name,
#include "mpi/facts.def"
#undef NAME
#undef WORD
#undef FACT
#undef BEHAVIOUR
    MPIT_NAMES
};

/* Those in force, once mpit__vendor_resolve has found the version. */
MPIT_INTERNAL extern bool mpit__facts[MPIT_FACTS];
extern const char *mpit__names[MPIT_NAMES];

/* What one build can meet is every version of one MPI: where these do not differ it is a
 * constant. */
MPIT_HOT bool mpit__fact(enum mpit_fact fact)
{
#define BEHAVIOUR(name, meaning)
#define FACT(mpi, from, until, name, value, seen)                                                  \
    if (fact == MPIT_FACT_##name && (int)MPIT_MPI_##mpi == (int)MPIT_MPI_BELOW &&                  \
        sizeof(from) == 1 && sizeof(until) == 1)                                                   \
        return value;
#define WORD(name, meaning)
#define NAME(mpi, from, until, name, value, seen)
#include "mpi/facts.def"
#undef NAME
#undef WORD
#undef FACT
#undef BEHAVIOUR
    return mpit__facts[fact];
}

#define MPIT_FACT(name) mpit__fact(MPIT_FACT_##name)
#define MPIT_NAME(name) (mpit__names[MPIT_NAME_##name])

/* The version that MPI_Get_library_version says; -1 if that is not the MPI that we are built
 * for. */
int mpit__version_of_library(const char *said);

/* Whether a row is about the MPI below; before mpit__vendor_resolve, about the one that we were
 * built with. */
bool mpit__mpi_is(enum mpit_mpi mpi, const char *from, const char *until);

/* Of any behaviour and word, for an MPI and a version. */
bool mpit__fact_of(enum mpit_fact fact, enum mpit_mpi mpi, int version);
const char *mpit__name_of(enum mpit_name name, enum mpit_mpi mpi, int version);

/* Puts in force what holds for the MPI that says this of itself; for one that we do not know, what
 * holds for the version that we were built with.  By mpit__vendor_resolve. */
void mpit__facts_settle(const char *said);

#endif
