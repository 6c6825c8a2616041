/* What the handles of objects look like. */
#ifndef MPIT_MPI_HANDLE_H
#define MPIT_MPI_HANDLE_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "mpi/kinds.h"

/* A handle of any kind of object, at one address. */
union mpit_vendor_handle {
    void *pointer;
    int number;
};
union mpit_vendor_handle mpit__vendor_handle(uint64_t key);

/* Where a handle stands whose address is given to the vendor's MPI_T.  Open MPI 6.0.0rc2 takes that
 * address for the object, and looks for its flags up to 0xe0 bytes behind it: none is on here. */
enum { MPIT_NO_FLAGS = 256 };
struct mpit_vendor_place {
    union mpit_vendor_handle handle;
    char no_flags[MPIT_NO_FLAGS];
};

/* Whether a value looks as the handles of this kind of object do, without the vendor being asked:
 * on most of what is none it would crash.  False: it is none.  True does not say that the object
 * still exists. */
bool mpit__vendor_is_like(enum mpit_kind kind, uint64_t key);

/* How many of an array, from the first on, look as requests do, where there are more than a few:
 * what a wrong count has behind them the MPI library has not accepted yet. */
MPI_Count mpit__vendor_requests_there(MPI_Count n, const MPI_Request requests[]);

/* Whether it is the handle of an object that is there from MPI_Init on, and has its name before:
 * MPI_COMM_WORLD, MPI_INT, MPI_SUM, … (constants.def).  Of a null one too where a name is its. */
bool mpit__vendor_is_constant(enum mpit_kind kind, uint64_t key);

#endif
