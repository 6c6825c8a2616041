/* The vendor's handles below our handles: see variable.h.  All under the vendor's lock. */
#ifndef MPIT_VENDOR_BINDING_H
#define MPIT_VENDOR_BINDING_H

#include "vendor/variable.h"

/* Room for any text of the vendor's: none that reached it by the environment or a file is longer.
 */
enum { MPIT_VENDOR_TEXT = 1 << 20 };

/* A binding with one user more; codes as of mpit__view_open. */
int mpit__binding_take(struct mpit_vendor_variable *variable, struct mpit_object *object,
                       struct mpit_binding **binding);
void mpit__binding_drop(struct mpit_binding *binding);

/* Brings `last` up to date; MPI_T_ERR_INVALID_HANDLE if the variable has gone. */
int mpit__binding_refresh(struct mpit_binding *binding);

/* The vendor's handle is given back after a last look; `last` stays. */
void mpit__binding_detach(struct mpit_binding *binding);

/* Writes count elements, as we show them, to the vendor. */
int mpit__binding_write(struct mpit_binding *binding, const void *elements, int count);

/* Of a variable whose every operation is the vendor's; MPI_SUCCESS where it has no such handle. */
int mpit__binding_start(struct mpit_binding *binding);
int mpit__binding_stop(struct mpit_binding *binding);
int mpit__binding_reset(struct mpit_binding *binding);

#endif
