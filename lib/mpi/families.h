/* families.def as numbers. */
#ifndef MPIT_MPI_FAMILIES_H
#define MPIT_MPI_FAMILIES_H

#include "ground/states.h"

enum mpit_family {
#define FAMILY(name, state) MPIT_FAMILY_##name,
#define COLLECTIVE(name) MPIT_FAMILY_##name,
#include "mpi/families.def"
#undef COLLECTIVE
#undef FAMILY
    MPIT_FAMILIES,
    MPIT_FAMILY_FIRST_COLLECTIVE = MPIT_FAMILY_probe + 1
};

enum mpit_collective {
#define FAMILY(name, state)
#define COLLECTIVE(name) MPIT_COLLECTIVE_##name,
#include "mpi/families.def"
#undef COLLECTIVE
#undef FAMILY
    MPIT_COLLECTIVES
};

_Static_assert(MPIT_FAMILY_rma == (int)MPIT_FAMILY_FIRST_COLLECTIVE + (int)MPIT_COLLECTIVES,
               "the collectives of families.def stand together, after probe");

enum mpit_call {
#define CALL(name, family, payload, via, formals, actuals) MPIT_CALL_##name,
#define ALWAYS(name, family, payload, via, formals, actuals) MPIT_CALL_##name,
#define SPECIAL(name, family, formals, actuals) MPIT_CALL_##name,
#define VARIADIC(name)
#include "mpi/calls.def"
#undef VARIADIC
#undef SPECIAL
#undef ALWAYS
#undef CALL
    MPIT_CALLS
};

/* "MPI_Send" … */
extern const char *const mpit__call_names[MPIT_CALLS];

/* The state while in a call of each family. */
extern const unsigned char mpit__family_states[MPIT_FAMILIES];

#endif
