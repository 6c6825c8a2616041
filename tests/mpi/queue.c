#include "queue.h"

struct watched queue_watch(const char *name, int var_class, MPI_Comm comm)
{
    return watch(name, var_class, &comm);
}

struct watched queue_started(const char *name, int var_class, MPI_Comm comm)
{
    struct watched watched = queue_watch(name, var_class, comm);

    start(&watched);
    return watched;
}

struct watched queue_length(MPI_Comm comm)
{
    return queue_started("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, comm);
}

bool queue_knows(const char *name, int var_class, MPI_Comm comm)
{
    return has_value(name, var_class, &comm);
}

int queue_source(MPI_Comm comm)
{
    return cvar_get_of("mpit_umq_source_used", &comm);
}

void queue_set_source(int source)
{
    CHECK_INT(cvar_set("mpit_umq_source", source), MPI_SUCCESS);
}
