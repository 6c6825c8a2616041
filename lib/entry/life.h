/* The hooks on the life of the process: MPI_Init, MPI_Init_thread, MPI_Finalize, MPI_Abort. */
#ifndef MPIT_ENTRY_LIFE_H
#define MPIT_ENTRY_LIFE_H

#include <mpi.h>

int mpit__hook_Init(int *argc, char ***argv);
int mpit__hook_Init_thread(int *argc, char ***argv, int required, int *provided);
int mpit__hook_Finalize(void);
int mpit__hook_Abort(MPI_Comm comm, int errorcode);

#endif
