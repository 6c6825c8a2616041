#include "config.h"

#include "mpi/families.h"

const char *const mpit__call_names[MPIT_CALLS] = {
#define CALL(name, ...) "MPI_" #name,
#define ALWAYS          CALL
#define SPECIAL         CALL
#include "mpi/calls.def"
};

const char *const mpit__collective_names[MPIT_COLLECTIVES] = {
#define COLLECTIVE(Name, ...) "MPI_" #Name,
#include "mpi/collectives.def"
#undef COLLECTIVE
};
