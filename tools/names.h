/* The constants of MPI_T by name.  Their values differ between vendors, so this is the one place
 * where they are spelt. */
#ifndef MPIT_NAMES_H
#define MPIT_NAMES_H

#include <mpi.h>
#include <stdbool.h>

struct mpit_names;
extern const struct mpit_names mpit__classes, mpit__scopes, mpit__binds, mpit__verbosities;

/* "COUNTER", "ALL_EQ", "MPI_COMM", "USER_BASIC"; "unknown" for what the standard does not have. */
const char *mpit__names_of(const struct mpit_names *names, int value);

/* The other way, as people write it: "counter", "COUNTER" and "MPI_T_PVAR_CLASS_COUNTER" are the
 * same.  Returns false, without a value, for anything else. */
bool mpit__names_find(const struct mpit_names *names, const char *text, int *value);

/* All of them for a message, "user_basic, user_detail, …", in the order of the standard.  To be
 * freed. */
char *mpit__names_print(const struct mpit_names *names);

/* A datatype of MPI_T: its name, and how the element at `value` is written. */
struct mpit_type_name {
    MPI_Datatype type;
    const char *name;
    char *(*print)(const void *value); /* to be freed */
};
/* NULL when it is not one of the standard's. */
const struct mpit_type_name *mpit__type_name(MPI_Datatype type);

#endif
