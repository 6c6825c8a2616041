/* The vendor's components that are shared objects of their own: Open MPI loads and unloads them,
 * and sometimes forgets the variables of one that it unloads.  Under the vendor's lock. */
#ifndef MPIT_MPI_COMPONENT_H
#define MPIT_MPI_COMPONENT_H

#include <stdbool.h>

/* Looks which components there are and which of them are loaded. */
void mpit__component_scan(void);

/* False if the variable's name is one of a component that is known and not loaded now. */
bool mpit__component_is_loaded(const char *variable);

#endif
