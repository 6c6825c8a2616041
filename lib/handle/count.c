#include "config.h"

#include "handle/count.h"

#include <mpi.h>

#include "ground/in_force.h"

static uint32_t live;

int mpit__handle_count_add(void)
{
    if (live >= MPIT_IN_FORCE(handle_limit))
        return MPI_T_ERR_OUT_OF_HANDLES;
    live++;
    return MPI_SUCCESS;
}

void mpit__handle_count_drop(void)
{
    live--;
}

int mpit__handle_count_take(struct mpit_slots *slots, void **slot)
{
    int rc = mpit__handle_count_add();

    if (rc != MPI_SUCCESS)
        return rc;
    *slot = mpit__slot_take(slots);
    if (*slot)
        return MPI_SUCCESS;
    mpit__handle_count_drop();
    return MPI_T_ERR_MEMORY;
}

void mpit__handle_count_give(struct mpit_slots *slots, void *slot)
{
    mpit__slot_give(slots, slot);
    mpit__handle_count_drop();
}
