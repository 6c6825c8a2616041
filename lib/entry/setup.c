#include "config.h"

#include "entry/setup.h"

#include <pthread.h>

#include "category/category.h"
#include "cvar/cvar.h"
#include "cvar/read_settings.h"
#include "enum/enum.h"
#include "ground/clock.h"
#include "ground/lock.h"
#include "ground/message.h"
#include "mpi/below.h"
#include "mpi/facts.h"
#include "mpi/other.h"
#include "mpi/vendor.h"
#include "pvar/pvar.h"
#include "vendor/settings.h"

/* The settings say how much is to be said. */
static void say_other(void)
{
    const char *other = mpit__mpi_names[MPIT_MPI_OTHER];

    mpit__cvar_read_settings(MPIT_SYSCONFDIR);
    if (mpit__other_is_behind())
        mpit__message_job(MPIT_WARN,
                          "this is a program of %s, and this libmpit is built for %s: it counts "
                          "nothing, and the program may fail, since %s is found first; use the "
                          "libmpit built for %s",
                          other, MPIT_VENDOR_NAME, MPIT_VENDOR_NAME, other);
    else
        mpit__message_job(MPIT_WARN,
                          "this is a program of %s, and this libmpit is built for %s: it counts "
                          "nothing; use the libmpit built for %s",
                          other, MPIT_VENDOR_NAME, other);
}

bool mpit__setup_is_other(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    if (!mpit__vendor_is_other())
        return false;
    pthread_once(&once, say_other);
    return true;
}

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
    mpit__unlock(MPIT_LOCK_INTERFACE);
}

void mpit__setup_interface(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, set_up_interface);
}
