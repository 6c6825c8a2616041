#include "config.h"

#include "entry/life_events.h"

#include "mpi/session.h"
#include "profile/raise.h"

bool mpit__life_event_is_wanted(void)
{
    return mpit__raise_is_wanted(MPIT_EVENT_initialization) ||
           mpit__raise_is_wanted(MPIT_EVENT_ompi_initialization) ||
           mpit__raise_is_wanted(MPIT_EVENT_finalization) ||
           mpit__raise_is_wanted(MPIT_EVENT_ompi_finalization);
}

struct instance {
    int rank, size;
    uint64_t id;
};

/* A process has no rank in a session.  The number of the world is that of no handle. */
static struct instance describe(enum mpit_model model, uint64_t session)
{
    const struct mpit_world world = mpit__world_of_job();

    return model == MPIT_MODEL_SESSION
               ? (struct instance){-1, -1, session}
               : (struct instance){world.rank, world.size, (uint64_t)(uintptr_t)&mpit__process};
}

void mpit__life_event_begun(enum mpit_model model, int thread_level, uint64_t instance)
{
    const struct instance its = describe(model, instance);

    MPIT_RAISE(initialization, &mpit__process, MPIT_INT_ELEMENT((int)model),
               MPIT_INT_ELEMENT(thread_level), MPIT_INT_ELEMENT(its.rank),
               MPIT_INT_ELEMENT(its.size), MPIT_NUMBER_ELEMENT(its.id));
    MPIT_RAISE(ompi_initialization, &mpit__process, MPIT_INT_ELEMENT((int)model),
               MPIT_INT_ELEMENT(thread_level), MPIT_INT_ELEMENT(its.rank),
               MPIT_INT_ELEMENT(its.size), MPIT_NUMBER_ELEMENT(its.id));
    mpit__raise_deliver();
}

void mpit__life_event_ends(enum mpit_model model, uint64_t instance)
{
    const struct instance its = describe(model, instance);

    MPIT_RAISE(finalization, &mpit__process, MPIT_INT_ELEMENT((int)model),
               MPIT_INT_ELEMENT(its.rank), MPIT_NUMBER_ELEMENT(its.id));
    MPIT_RAISE(ompi_finalization, &mpit__process, MPIT_INT_ELEMENT((int)model),
               MPIT_INT_ELEMENT(its.rank), MPIT_NUMBER_ELEMENT(its.id));
    mpit__raise_deliver();
}
