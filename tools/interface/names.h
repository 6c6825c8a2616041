/* The constants of MPI_T by name.  Their values differ between vendors, so this is the one place
 * where they are spelt. */
#ifndef TOOL_INTERFACE_NAMES_H
#define TOOL_INTERFACE_NAMES_H

#include <mpi.h>
#include <stdbool.h>

struct tool_names;
extern const struct tool_names tool_classes, tool_scopes, tool_binds, tool_verbosities;

/* "COUNTER", "ALL_EQ", "MPI_COMM", "USER_BASIC"; "unknown" for what the standard does not have. */
const char *tool_names_of(const struct tool_names *names, int value);

/* The other way, as people write it: "counter", "COUNTER" and "MPI_T_PVAR_CLASS_COUNTER" are the
 * same.  Returns false, without a value, for anything else. */
bool tool_names_find(const struct tool_names *names, const char *text, int *value);

/* All of them for a message, "user_basic, user_detail, …", in the order of the standard.  To be
 * freed. */
char *tool_names_print(const struct tool_names *names);

/* A datatype of MPI_T: its name, and how the element at `value` is written. */
struct tool_type_name {
    MPI_Datatype type;
    const char *name;
    char *(*print)(const void *value); /* to be freed */
};
/* NULL when it is not one of the standard's. */
const struct tool_type_name *tool_type_name(MPI_Datatype type);

#endif
