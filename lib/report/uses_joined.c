#include "config.h"

#include "report/uses_joined.h"

#include <stdlib.h>

#include "ground/lock.h"
#include "ground/memory.h"
#include "profile/arrivals.h"
#include "profile/object.h"

/* ---- communicators that have ended */

/* Of more than these the oldest are forgotten: their row has the share of the others. */
enum { ENDED = 4096 };

struct ended {
    uint64_t known_as, prepared;
    const struct mpit_live_use *row;
};

/* Under the lock. */
static struct ended *ended;
static uint64_t nended;

static bool are_joined_by_ranks(void)
{
    return atomic_load(&mpit__arrivals_kept_from) != UINT64_MAX;
}

void mpit__uses_joined_keep(const struct mpit_object *comm, const struct mpit_live_use *row)
{
    if (!atomic_load(&comm->parties) || !are_joined_by_ranks())
        return;
    mpit__lock(MPIT_LOCK_USES);
    if (!ended)
        ended = mpit__memory_take(ENDED * sizeof *ended);
    if (ended)
        ended[nended++ % ENDED] = (struct ended){comm->known_as, atomic_load(&comm->prepared), row};
    mpit__unlock(MPIT_LOCK_USES);
}

/* ---- what is known */

static struct {
    bool are_gathered;
    struct mpit_joined *list;
    size_t n;
} joined;

void mpit__uses_joined_forget(void)
{
    free(joined.list);
    joined.list = NULL;
    joined.n = 0;
    joined.are_gathered = false;
}

void mpit__uses_joined_learn(struct mpit_joined *list, size_t n)
{
    mpit__uses_joined_forget();
    joined.list = list;
    joined.n = n;
    joined.are_gathered = true;
}

bool mpit__uses_joined_are_gathered(void)
{
    return joined.are_gathered;
}

struct mpit_joined mpit__uses_joined_on(const struct mpit_object *comm)
{
    struct mpit_joined sum = {0};

    mpit__joined_add(joined.list, joined.n, comm->known_as, atomic_load(&comm->prepared), &sum);
    return sum;
}

struct mpit_joined mpit__uses_joined_in(const struct mpit_live_use *row)
{
    struct mpit_joined sum = {0};

    mpit__lock(MPIT_LOCK_USES);
    for (uint64_t i = 0; i < nended && i < ENDED; i++)
        if (ended[i].row == row)
            mpit__joined_add(joined.list, joined.n, ended[i].known_as, ended[i].prepared, &sum);
    mpit__unlock(MPIT_LOCK_USES);
    return sum;
}
