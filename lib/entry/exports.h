/* The names that libmpit.so exports, as a version script for the linker.
 *
 * The preprocessor alone makes lib/libmpit.map of it (see Makefile.am), with the macros of
 * config.h and of the vendor's mpi.h in force, so that the tables that define the functions
 * also export them. No version node: a program must find these names whether it was linked
 * with us or with the vendor.
 *
 * The last pattern leaves out mpit__*, our internal names. */
{
global:
#define CALL(name, ...) MPI_##name; PMPI_##name;
#define ALWAYS CALL
#define SPECIAL CALL
#define VARIADIC CALL
#include "mpi/calls.def"
#define ENTRY(name, ...) MPI_T_##name; PMPI_T_##name;
#include "mpi/interface.def"
mpit_[!_]*;
local:
*;
};
