/* What the handles of objects look like. */
#ifndef MPIT_MPI_HANDLE_H
#define MPIT_MPI_HANDLE_H

#include <stdbool.h>
#include <stdint.h>

#include "mpi/kinds.h"

/* A handle of any kind of object, at one address. */
union mpit_vendor_handle {
    void *pointer;
    int number;
};
union mpit_vendor_handle mpit__vendor_handle(uint64_t key);

/* Whether a value looks as the handles of this kind of object do, without the vendor being asked:
 * on most of what is none it would crash.
 *   null  the null handle of the kind
 * False: it is none.  True does not say that the object still exists. */
bool mpit__vendor_is_like(enum mpit_kind kind, uint64_t key, uint64_t null);

/* Whether it is the handle of an object that is there from MPI_Init on, and has its name before:
 * MPI_COMM_WORLD, MPI_INT, MPI_SUM, … (constants.def).  Of a null one too where a name is its. */
bool mpit__vendor_is_constant(enum mpit_kind kind, uint64_t key);

#endif
