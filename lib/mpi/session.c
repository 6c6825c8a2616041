#include "config.h"

#include "mpi/session.h"

#include <stdlib.h>

#include "ground/lock.h"
#include "ground/memory.h"

#if MPIT_SESSIONS

/* Under MPIT_LOCK_SESSIONS. */
static MPI_Session *opened;
static int nopened, room;
static int staying; /* of them, those that nobody has begun to close */

static bool grow(void)
{
    int more = room ? 2 * room : 8;
    MPI_Session *grown = realloc(opened, sizeof *grown * (size_t)more);

    if (!grown)
        return false;
    opened = grown;
    room = more;
    return true;
}

/* Of one that there is no memory for we know that it is open, and not what it can be asked. */
static void add(MPI_Session session)
{
    mpit__lock(MPIT_LOCK_SESSIONS);
    staying++;
    if (nopened < room || grow())
        opened[nopened++] = session;
    else
        mpit__memory_miss(1);
    mpit__unlock(MPIT_LOCK_SESSIONS);
}

void mpit__session_opened(MPI_Session session)
{
    mpit__vendor_count_sessions(1);
    add(session);
}

bool mpit__session_closes(void)
{
    bool last;

    mpit__lock(MPIT_LOCK_SESSIONS);
    last = --staying == 0;
    mpit__unlock(MPIT_LOCK_SESSIONS);
    return last;
}

void mpit__session_leaves(MPI_Session session)
{
    mpit__lock(MPIT_LOCK_SESSIONS);
    for (int i = 0; i < nopened; i++)
        if (opened[i] == session) {
            opened[i] = opened[--nopened];
            break;
        }
    mpit__unlock(MPIT_LOCK_SESSIONS);
}

void mpit__session_closed(MPI_Session session, bool done)
{
    if (done)
        mpit__vendor_count_sessions(-1);
    else
        add(session);
}

/* Local, and it does not call back: the session is open while we have the lock. */
static bool group_of_session(MPI_Group *group)
{
    bool found;

    mpit__lock(MPIT_LOCK_SESSIONS);
    found = nopened > 0 &&
            mpit__next.PMPI_Group_from_session_pset(opened[0], "mpi://WORLD", group) == MPI_SUCCESS;
    mpit__unlock(MPIT_LOCK_SESSIONS);
    return found;
}

int mpit__sessions_open(void)
{
    int open;

    mpit__lock(MPIT_LOCK_SESSIONS);
    open = staying;
    mpit__unlock(MPIT_LOCK_SESSIONS);
    return open;
}

#else

int mpit__sessions_open(void)
{
    return 0;
}

static bool group_of_session(MPI_Group *group)
{
    (void)group;
    return false;
}

#endif

bool mpit__world_group(MPI_Group *group)
{
    return mpit__vendor_is_up() ? mpit__next.PMPI_Comm_group(MPI_COMM_WORLD, group) == MPI_SUCCESS
                                : group_of_session(group);
}

static bool ask(struct mpit_world *world)
{
    MPI_Group group;
    bool answered;

    if (!mpit__world_group(&group))
        return false;
    answered = mpit__next.PMPI_Group_rank(group, &world->rank) == MPI_SUCCESS &&
               mpit__next.PMPI_Group_size(group, &world->size) == MPI_SUCCESS;
    mpit__next.PMPI_Group_free(&group);
    return answered;
}

struct mpit_world mpit__world_of_job(void)
{
    static _Atomic int rank = -1, size = 0;
    struct mpit_world world;

    if (atomic_load(&size) == 0 && ask(&world)) {
        atomic_store(&rank, world.rank);
        atomic_store(&size, world.size);
    }
    return (struct mpit_world){atomic_load(&rank), atomic_load(&size)};
}
