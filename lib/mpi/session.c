#include "config.h"

#include "mpi/session.h"

#include <stdlib.h>
#include <string.h>

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

static int level_called(const char *name)
{
    static const struct {
        const char *name;
        int level;
    } levels[] = {
        {"MPI_THREAD_SINGLE", MPI_THREAD_SINGLE},
        {"MPI_THREAD_FUNNELED", MPI_THREAD_FUNNELED},
        {"MPI_THREAD_SERIALIZED", MPI_THREAD_SERIALIZED},
        {"MPI_THREAD_MULTIPLE", MPI_THREAD_MULTIPLE},
    };

    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        if (strcmp(levels[i].name, name) == 0)
            return levels[i].level;
    return -1;
}

/* A hint of it (MPI 4.0, 11.3.1). */
int mpit__session_thread_level(MPI_Session session)
{
    MPI_Info info = MPI_INFO_NULL;
    char level[32] = "";
    int is_there = 0, length = sizeof level;

    if (mpit__next.PMPI_Session_get_info(session, &info) != MPI_SUCCESS)
        return -1;
    if (mpit__next.PMPI_Info_get_string(info, "thread_level", &length, level, &is_there) !=
            MPI_SUCCESS ||
        !is_there)
        level[0] = '\0';
    mpit__next.PMPI_Info_free(&info);
    return level_called(level);
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
