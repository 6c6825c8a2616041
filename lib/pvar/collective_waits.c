#include "config.h"

#include "pvar/collective_waits.h"

#include "ground/message.h"
#include "profile/collective_waits.h"
#include "pvar/handle_cells.h"

/* Before MPI_Init it is not known yet. */
int mpit__collective_waits_offer(const struct mpit_pvar *pvar, struct mpit_object *object)
{
    if (!mpit__collective_waits_can_be())
        mpit__message_job(MPIT_INFO,
                          "%s is not known: who comes last to a collective is seen where mpit_live "
                          "is not off and mpit_watch has waits from MPI_Init on",
                          pvar->name);
    return mpit__cells_offer(pvar, object);
}

int mpit__collective_waits_stop(const struct mpit_found *found, const void *in, void *out)
{
    mpit__collective_waits_update();
    return mpit__cells_stop(found, in, out);
}

int mpit__collective_waits_write(const struct mpit_found *found, const void *in, void *out)
{
    mpit__collective_waits_update();
    return mpit__cells_write(found, in, out);
}

int mpit__collective_waits_reset(const struct mpit_found *found, const void *in, void *out)
{
    mpit__collective_waits_update();
    return mpit__cells_reset(found, in, out);
}

/* One look is not enough. */
bool mpit__collective_waits_peek(const struct mpit_found *found, void *buf)
{
    (void)found;
    (void)buf;
    return false;
}
