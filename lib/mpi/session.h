/* Sessions (MPI 4.0, 11.3) that are open in this process, and the world: the processes of
 * MPI_COMM_WORLD, which without MPI_Init are those of the process set mpi://WORLD. */
#ifndef MPIT_MPI_SESSION_H
#define MPIT_MPI_SESSION_H

#include <mpi.h>
#include <stdbool.h>

#include "mpi/available.h"
#include "mpi/vendor.h"

/* Whether the MPI below has them. */
#define MPIT_SESSIONS                                                                              \
    (MPIT_IS_THERE(Session_init) && MPIT_IS_THERE(Session_finalize) &&                             \
     MPIT_IS_THERE(Group_from_session_pset) && MPIT_IS_THERE(Session_get_info) &&                  \
     MPIT_IS_THERE(Info_get_string))

#if MPIT_SESSIONS
/* After the vendor's MPI_Session_init. */
void mpit__session_opened(MPI_Session session);

/* Around the vendor's MPI_Session_finalize.  _closes: true if no other stays open; the world can
 * still be asked for by it then, until _leaves.  _closed: whether the vendor has done it. */
bool mpit__session_closes(void);
void mpit__session_leaves(MPI_Session session);
void mpit__session_closed(MPI_Session session, bool done);

/* The level of threads that it has, as it says itself; -1: it does not. */
int mpit__session_thread_level(MPI_Session session);
#endif

/* How many are open that nobody has begun to close. */
int mpit__sessions_open(void);

/* The rank of this process in the world and its size, as last known; -1 and 0 before. */
struct mpit_world {
    int rank, size;
};
struct mpit_world mpit__world_of_job(void);

/* The group of the world, to be freed; false where neither MPI is up nor a session open. */
bool mpit__world_group(MPI_Group *group);

#endif
