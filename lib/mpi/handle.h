/* Whether something can be a handle of an object, without the vendor being asked about it: on most
 * of what is none it would crash. */
#ifndef MPIT_MPI_HANDLE_H
#define MPIT_MPI_HANDLE_H

#include <stdbool.h>
#include <stdint.h>

#include "ledger/object.h"

/* Whether a value looks as the handles of this kind of object do.
 *   null  the null handle of the kind
 * False: it is none.  True does not say that the object still exists. */
bool mpit__vendor_is_like(enum mpit_kind kind, uint64_t key, uint64_t null);

#endif
