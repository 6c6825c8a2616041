/* What MPI_T offers, taken once through the public functions. */
#ifndef TOOL_INTERFACE_VARIABLES_H
#define TOOL_INTERFACE_VARIABLES_H

#include <mpi.h>
#include <stdbool.h>

#include "tools/interface/events.h"

struct tool_variable_item {
    int value;
    char *name;
};

struct tool_variable {
    bool is_pvar, own;
    char *name, *description;
    int kind;      /* MPI_T_PVAR_CLASS_… of a pvar, MPI_T_SCOPE_… of a cvar */
    int verbosity; /* MPI_T_VERBOSITY_… */
    const char *type, *bind;
    char *enumeration; /* its name, or NULL */
    int nitem;
    struct tool_variable_item *item;  /* [nitem] */
    int readonly, continuous, atomic; /* of a pvar */
    char *value, *source;             /* of a cvar when asked for, or NULL */
};

struct tool_category {
    bool own;
    char *name, *description;
    int ncvar, npvar, nevent, ncategory;
    int *cvar, *pvar, *event, *category; /* indices into the arrays below */
};

struct tool_variables {
    int ncvar, npvar, nevent, ncategory;
    struct tool_variable *cvar, *pvar;
    struct tool_event *event;
    struct tool_category *category;
};

/* Starts MPI_T, without the vendor's variables unless `vendor`: asking a vendor for them may take
 * a fifth of a second.  Returns an MPI code. */
int tool_variables_open(bool vendor);
void tool_variables_close(void);

/* All that there is.  Variables and events whose information cannot be had have a NULL name. */
struct tool_variables *tool_variables_take(bool values);
void tool_variables_free(struct tool_variables *all);

/* By name: "COUNTER" or "ALL_EQ"; "USER_BASIC". */
const char *tool_variable_kind(const struct tool_variable *variable);
const char *tool_variable_verbosity(const struct tool_variable *variable);

/* The name of a cvar that was probably meant, NULL where none is near. */
const char *tool_cvar_nearest(const struct tool_variables *all, const char *name);

/* All of this around the one thing that a command does with them; its exit code, or ours after a
 * message. */
int tool_variables_show(bool vendor, bool values,
                        int (*show)(const struct tool_variables *all, void *context),
                        void *context);

/* The option of commands that show some of them, and what it asks; a NULL glob matches all. */
#define TOOL_OPTION_MATCH(glob)                                                                    \
    {                                                                                              \
        "match", 'm', POPT_ARG_STRING, glob, 0, "names that match this pattern", "GLOB"            \
    }
bool tool_name_matches(const char *name, const char *glob);

#endif
