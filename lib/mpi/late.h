/* Constants of the MPI for a program that is not linked with it, and loads it as it runs: those of
 * Open MPI are addresses in its library, which the loader tells then.  Comes behind mpi.h; no
 * initializer can have them. */
#ifndef MPIT_MPI_LATE_H
#define MPIT_MPI_LATE_H

#include <dlfcn.h>
#include <mpi.h>

#ifdef OMPI_PREDEFINED_GLOBAL
#undef OMPI_PREDEFINED_GLOBAL
#define OMPI_PREDEFINED_GLOBAL(type, global) ((type)dlsym(RTLD_DEFAULT, #global))
#endif

#endif
