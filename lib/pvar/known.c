#include "config.h"

#include "pvar/known.h"

#include "hook/hooks.h"
#include "mpi/vendor.h"
#include "profile/collective_waits.h"
#include "profile/level.h"
#include "profile/watch.h"

static bool is_of_requests(const struct mpit_own_pvar *pvar)
{
    return pvar->needs == MPIT_NEEDS_REQUESTS || pvar->needs == MPIT_NEEDS_POSTED;
}

void mpit__known_begin(struct mpit_object *object, const struct mpit_own_pvar *pvar)
{
    if (!is_of_requests(pvar))
        return;
    /* What was called before we were there has not come by us. */
    if (mpit__vendor_is_up() && !atomic_load(&mpit__vendor_runs))
        mpit__hooks_requests_unwatched();
    mpit__watch_add(&mpit__watch, MPIT_WATCH_REQUESTS);
    mpit__known_is(object, pvar); /* from here on, if no receive is posted */
}

void mpit__known_end(struct mpit_object *object, const struct mpit_own_pvar *pvar)
{
    if (is_of_requests(pvar))
        mpit__watch_drop(&mpit__watch, MPIT_WATCH_REQUESTS);
    if (pvar->needs == MPIT_NEEDS_POSTED)
        mpit__level_by_rank_ends(object);
}

bool mpit__known_is(struct mpit_object *object, const struct mpit_own_pvar *pvar)
{
    switch (pvar->needs) {
    case MPIT_NEEDS_REQUESTS:
        return mpit__level_of_requests_is_known(object);
    case MPIT_NEEDS_POSTED:
        return mpit__level_by_rank_is_known(object);
    case MPIT_NEEDS_QUEUE:
        return mpit__queue_has(object, pvar->queue);
    case MPIT_NEEDS_ARRIVALS:
        return mpit__collective_waits_has();
    default:
        return true;
    }
}
