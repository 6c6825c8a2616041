#include "config.h"

#include "mpi/families.h"

const char *const mpit__call_names[MPIT_CALLS] = {
#define CALL(name, ...) "MPI_" #name,
#define ALWAYS          CALL
#define SPECIAL         CALL
#include "mpi/calls.def"
};
