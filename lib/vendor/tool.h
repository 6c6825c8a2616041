/* The vendor's own MPI_T: one reference, taken when the first question needs it and kept.
 *
 * Taking it may cost a fifth of a second (Open MPI opens every component), so nothing that our own
 * variables can answer takes it.  It is never given back: vendors break when they are initialized
 * anew. */
#ifndef MPIT_VENDOR_TOOL_H
#define MPIT_VENDOR_TOOL_H

#include <stdbool.h>

/* Takes the reference if there is none yet.  False if the vendor refuses: then it must not be
 * called.  Under no lock of a higher rank than MPIT_LOCK_VENDOR. */
bool mpit__vendor_mpit_reference(void);

/* Around every call of the vendor's MPI_T: it is called by one thread at a time, whatever level
 * it gives.  _enter is false, and nothing is locked, where no reference was taken. */
bool mpit__vendor_mpit_enter(void);
void mpit__vendor_mpit_leave(void);

#endif
