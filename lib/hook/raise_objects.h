/* What hooks raise events of (profile/raise.h) when MPI objects come, go, and get a name, and when
 * an error handler was called.  What is asked of an object is asked while it lives. */
#ifndef MPIT_HOOK_RAISE_OBJECTS_H
#define MPIT_HOOK_RAISE_OBJECTS_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

/* An object that is about to be given up: of a communicator its size, of a window its flavor; its
 * handle in Fortran, and in C. */
struct mpit_gone {
    bool is_told;
    int what, number;
    unsigned long long key;
};

void mpit__hook_event_comm_made(MPI_Comm comm, MPI_Comm asked, MPI_Comm parent);
void mpit__hook_event_comm_named(MPI_Comm comm);
struct mpit_gone mpit__hook_event_comm_ends(MPI_Comm comm);
void mpit__hook_event_comm_freed(struct mpit_gone gone);

void mpit__hook_event_win_made(MPI_Win win, MPI_Comm comm);
struct mpit_gone mpit__hook_event_win_ends(MPI_Win win);
void mpit__hook_event_win_freed(struct mpit_gone gone);

void mpit__hook_event_file_opened(MPI_File file, MPI_Comm comm, int amode);
struct mpit_gone mpit__hook_event_file_ends(MPI_File file);
void mpit__hook_event_file_closed(struct mpit_gone gone);

/* What MPI_Alloc_mem has put at `place`; what MPI_Free_mem has taken. */
void mpit__hook_event_memory_allocated(const void *place, MPI_Aint bytes);
void mpit__hook_event_memory_freed(const void *address);

/* Of what object an error handler is: the words of the event, in their order, stand in
 * entry/event_words.c. */
enum mpit_handled_kind { MPIT_HANDLED_COMM, MPIT_HANDLED_WIN, MPIT_HANDLED_FILE };
struct mpit_handled {
    enum mpit_handled_kind kind;
    MPI_Comm comm;
    MPI_Win win;
    MPI_File file;
};

/* It was called with a code, for a call that has failed. */
void mpit__hook_event_errhandler(int code, MPI_Errhandler handler,
                                 const struct mpit_handled *object);

/* The program has called that of an object itself. */
void mpit__hook_event_handler_called(int code, enum mpit_handled_kind kind, MPI_Comm comm,
                                     MPI_Win win, MPI_File file);

#endif
