/* The constants of MPI_T by name.  Their values differ between vendors, so this is the one place
 * where they are spelt. */
#ifndef MPIT_NAMES_H
#define MPIT_NAMES_H

#include <mpi.h>

/* "COUNTER", "ALL_EQ", "MPI_COMM", "USER_BASIC"; "unknown" for what the standard does not have. */
const char *mpit__class_name(int class);
const char *mpit__scope_name(int scope);
const char *mpit__bind_name(int bind);
const char *mpit__verbosity_name(int verbosity);

/* A datatype of MPI_T: its name, and how the element at `value` is written. */
struct mpit_type_name {
    MPI_Datatype type;
    const char *name;
    char *(*print)(const void *value); /* to be freed */
};
/* NULL when it is not one of the standard's. */
const struct mpit_type_name *mpit__type_name(MPI_Datatype type);

#endif
