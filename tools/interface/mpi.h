/* The MPI that this command was built with. */
#ifndef TOOL_INTERFACE_MPI_H
#define TOOL_INTERFACE_MPI_H

/* Loads it, before libmpit is asked for anything: it looks for the MPI in the process. */
void tool_mpi_load(void);

#endif
