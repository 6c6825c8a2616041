/* Telling MPIs and their versions apart, by what they say of themselves.  It knows no mpi.h. */
#ifndef MPIT_MPI_IDENTIFY_H
#define MPIT_MPI_IDENTIFY_H

#include <stdbool.h>

/* A library of the standard's own binary interface (MPI 5.0, 20) does not tell by its name whose it
 * is: it is of MPIT_MPI_ABI, until it has said its version. */
enum mpit_mpi { MPIT_MPI_OPENMPI, MPIT_MPI_MPICH, MPIT_MPI_ABI, MPIT_MPIS };

/* "Open MPI" … */
extern const char *const mpit__mpi_names[MPIT_MPIS];

/* The MPI that a shared library is of, by its name without a path; MPIT_MPIS: of none. */
enum mpit_mpi mpit__mpi_of_library(const char *library);

/* "4.1.4" as a number that is greater for a later version; what is behind the third number, and
 * numbers that are not there, count as 0.  -1 if it does not begin with a number. */
int mpit__version_parse(const char *text);

/* The version of an MPI in what MPI_Get_library_version says; -1 if that is not this MPI, as we
 * know it (others have its binary interface). */
int mpit__version_said(enum mpit_mpi mpi, const char *said);

/* The MPI that says this of itself; MPIT_MPIS: none that we know. */
enum mpit_mpi mpit__mpi_said(const char *said);

/* Whether a version lies in the range of a row. */
bool mpit__version_is_in(int version, const char *from, const char *until);

#endif
