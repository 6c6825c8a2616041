/* What kind of call one is, by its name. */
#ifndef TOOL_RECORDS_CALL_FAMILY_H
#define TOOL_RECORDS_CALL_FAMILY_H

#include "ground/states.h"

/* The family that the time of a call is booked to ("bcast" of MPI_Ibcast); of one that is not known
 * here "other". */
const char *tool_call_family(const char *name);

/* What a process does meanwhile; of a family that this version does not know nothing. */
enum mpit_state tool_family_state(const char *family);

#endif
