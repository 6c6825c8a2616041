/* Which MPI this process has. */
#ifndef MPIT_FRONT_FIND_H
#define MPIT_FRONT_FIND_H

#include "mpi/identify.h"

enum mpit_presence {
    MPIT_NO_MPI,  /* none is loaded yet */
    MPIT_ONE_MPI, /* one that we know */
    MPIT_TWO_MPIS,
    MPIT_UNKNOWN_MPI,
    MPIT_TRANSLATED_MPI /* another file has its functions, with handles that may be its own */
};

enum {
    MPIT_SAID = 8192
}; /* what MPI_Get_library_version may say: the most that any MPI asks for */

struct mpit_found {
    enum mpit_mpi mpi;     /* of two: that which was loaded first */
    enum mpit_mpi another; /* of two: the other */
    bool abi;              /* its library is one of the standard's ABI */
    const char *path;      /* the library of `mpi`, or what is there instead */
    void *handle;          /* the same for dlsym, or NULL */
    char said[MPIT_SAID];  /* its MPI_Get_library_version, first line; of one that we know */
    int version;           /* in that; -1 if it says another name */
};

enum mpit_presence mpit__find(struct mpit_found *found);

/* The library of the MPI that the file with this code needs by name, or is; NULL: it needs none. */
const char *mpit__find_needed(const void *code);

#endif
