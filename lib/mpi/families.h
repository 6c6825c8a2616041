/* The families of calls and the calls as numbers: families.def, collectives.def, calls.def. */
#ifndef MPIT_MPI_FAMILIES_H
#define MPIT_MPI_FAMILIES_H

#include <stdbool.h>
#include <stdint.h>

#include "ground/internal.h"
#include "ground/states.h"

enum mpit_family {
#define FAMILY(name, state) MPIT_FAMILY_##name,
#include "mpi/families.def"
    MPIT_FAMILIES,
    MPIT_FAMILY_FIRST_COLLECTIVE = MPIT_FAMILY_probe + 1
};

enum mpit_collective {
#define COLLECTIVE(Name, name, ...) MPIT_COLLECTIVE_##name,
#include "mpi/collectives.def"
    MPIT_COLLECTIVES
};

_Static_assert(MPIT_FAMILY_rma == (int)MPIT_FAMILY_FIRST_COLLECTIVE + (int)MPIT_COLLECTIVES,
               "the collectives of families.def stand together, after probe");

enum mpit_call {
#define CALL(name, ...) MPIT_CALL_##name,
#define ALWAYS          CALL
#define SPECIAL         CALL
#include "mpi/calls.def"
    MPIT_CALLS
};

/* "MPI_Send" … */
MPIT_INTERNAL extern const char *const mpit__call_names[MPIT_CALLS];

/* "MPI_Barrier" … */
MPIT_INTERNAL extern const char *const mpit__collective_names[MPIT_COLLECTIVES];

/* Nobody leaves it before all have come to it, so that a bound of two clocks follows: on an
 * intracommunicator, and where this process has handed anything in or not. */
static inline bool mpit__collective_holds(uint32_t collective, bool handed_in)
{
    switch (collective) {
    case MPIT_COLLECTIVE_barrier:
        return true;
    case MPIT_COLLECTIVE_allgather:
    case MPIT_COLLECTIVE_allreduce:
    case MPIT_COLLECTIVE_alltoall:
    case MPIT_COLLECTIVE_reduce_scatter_block:
        return handed_in;
    default:
        return false;
    }
}

/* The state while in a call of a family: a constant where the family is one. */
MPIT_HOT enum mpit_state mpit__family_state(enum mpit_family family)
{
    static const unsigned char states[MPIT_FAMILIES] = {
#define FAMILY(name, state) MPIT_STATE_##state,
#include "mpi/families.def"
    };

    return (enum mpit_state)states[family];
}

#endif
