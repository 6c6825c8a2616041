/* What MPI_T offers, taken once through the public functions. */
#ifndef MPIT_VARIABLES_H
#define MPIT_VARIABLES_H

#include <mpi.h>
#include <stdbool.h>

struct mpit_variable_item {
    int value;
    char *name;
};

struct mpit_variable {
    bool is_pvar, own;
    char *name, *description;
    int kind;      /* MPI_T_PVAR_CLASS_… of a pvar, MPI_T_SCOPE_… of a cvar */
    int verbosity; /* MPI_T_VERBOSITY_… */
    const char *type, *bind;
    char *enumeration; /* its name, or NULL */
    int nitem;
    struct mpit_variable_item *item;  /* [nitem] */
    int readonly, continuous, atomic; /* of a pvar */
    char *value, *source;             /* of a cvar when asked for, or NULL */
};

struct mpit_category {
    bool own;
    char *name, *description;
    int ncvar, npvar, ncategory;
    int *cvar, *pvar, *category; /* indices into the arrays below */
};

struct mpit_variables {
    int ncvar, npvar, ncategory;
    struct mpit_variable *cvar, *pvar;
    struct mpit_category *category;
};

/* Starts MPI_T, without the vendor's variables unless `vendor`: asking a vendor for them may take
 * a fifth of a second.  Returns an MPI code. */
int mpit__variables_open(bool vendor);
void mpit__variables_close(void);

/* All that there is.  Variables whose information cannot be had have a NULL name. */
struct mpit_variables *mpit__variables_take(bool values);
void mpit__variables_free(struct mpit_variables *all);

/* By name: "COUNTER" or "ALL_EQ"; "USER_BASIC". */
const char *mpit__variable_kind(const struct mpit_variable *variable);
const char *mpit__variable_verbosity(const struct mpit_variable *variable);

/* All of this around the one thing that a command does with them; its exit code, or ours after a
 * message. */
int mpit__variables_show(bool vendor, bool values,
                         int (*show)(const struct mpit_variables *all, void *context),
                         void *context);

/* The option of commands that show some of them, and what it asks; a NULL glob matches all. */
#define MPIT_OPTION_MATCH(glob)                                                                    \
    {                                                                                              \
        "match", 'm', POPT_ARG_STRING, glob, 0, "names that match this pattern", "GLOB"            \
    }
bool mpit__name_matches(const char *name, const char *glob);

#endif
