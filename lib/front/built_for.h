/* Which MPI a program was built for that has none yet: the linker has left out the MPI library
 * where the program calls nothing but what libmpit has. */
#ifndef MPIT_FRONT_BUILT_FOR_H
#define MPIT_FRONT_BUILT_FOR_H

#include <stdbool.h>

#include "mpi/identify.h"

enum { MPIT_BUILT = 80 };

struct mpit_built {
    bool known;            /* it says so itself, or somebody has */
    char name[MPIT_BUILT]; /* of the back end, or how it begins; "": go by the others */
    char said[MPIT_BUILT]; /* as MPI_Get_library_version says it; "" */
    enum mpit_mpi mpi;     /* MPIT_MPIS: not known */
    bool abi;              /* the standard's ABI, of any MPI */
    int version;           /* -1: not known */
};

/* In this order: what the note of mpit.h in the program says, or in what else is loaded; the
 * folders that the program has its libraries from, where one MPI alone is there; and, as a guess,
 * its launcher. */
void mpit__built_for(struct mpit_built *built);

/* mpit_mpi has said it. */
void mpit__built_named(struct mpit_built *built, const char *name);

#endif
