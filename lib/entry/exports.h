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
#define OVERRIDDEN(name) MPI_##name; PMPI_##name;
#include "mpi/overridden.def"
mpit_[!_]*;
local:
*;
};
