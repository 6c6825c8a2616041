#include "config.h"

#include "entry/setup.h"

#include <pthread.h>

#include "category/category.h"
#include "cvar/cvar.h"
#include "cvar/read_settings.h"
#include "cvar/tunables.h"
#include "enum/enum.h"
#include "event/event.h"
#include "ground/clock.h"
#include "ground/lock.h"
#include "mpi/below.h"
#include "mpi/vendor.h"
#include "pvar/pvar.h"
#include "vendor/settings.h"

static void set_up_settings(void)
{
    mpit__vendor_resolve();
    mpit__clock_give_wtime(mpit__vendor_is_up, mpit__vendor_wtime);
    mpit__cvar_read_settings(MPIT_SYSCONFDIR);
    mpit__vendor_settings_put();
}

void mpit__setup_settings(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, set_up_settings);
}

void mpit__setup_tunables(void)
{
    static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

    if (!mpit__tunables_have_changed())
        return;
    pthread_mutex_lock(&turn);
    mpit__tunables_keep(false);
    mpit__vendor_settings_put();
    pthread_mutex_unlock(&turn);
}

/* Categories first: variables are put into them. */
static void set_up_interface(void)
{
    mpit__setup_settings();
    mpit__below_say_interface();
    mpit__lock(MPIT_LOCK_INTERFACE);
    mpit__category_add_own();
    mpit__enum_add_own();
    mpit__cvar_add_own();
    mpit__pvar_add_own();
    mpit__event_add_own();
    mpit__unlock(MPIT_LOCK_INTERFACE);
}

void mpit__setup_interface(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, set_up_interface);
}
