/* Which MPI a program was linked with. */
#ifndef TOOL_NEEDED_H
#define TOOL_NEEDED_H

enum tool_mpi { TOOL_MPI_NONE, TOOL_MPI_OPENMPI, TOOL_MPI_MPICH };

/* By the libraries that the file itself needs; none too where it is no program of this machine. */
enum tool_mpi tool_needed_mpi(const char *file);

#endif
