/* MPI_Pcontrol (14.2.4), the program's own switch; and regions by functions of mpit.h. */
#include "config.h"

#include "mpit.h"

#include <mpi.h>
#include <stdarg.h>
#include <stdbool.h>

#include "cvar/cvar.h"
#include "entry/setup.h"
#include "ground/internal.h"
#include "mpi/below.h"
#include "mpi/jump_slot.h"
#include "mpi/vendor.h"
#include "profile/watch.h"
#include "report/collect.h"
#include "report/region.h"

enum { BEGIN_REGION = 3, END_REGION = 4 };

/* int MPI_Pcontrol(const int level, ...)
 *   level  IN  0: record nothing; 1: record at the normal detail; 2: what is buffered is on disk
 *              when the call returns; 3, with a label (const char *): a region begins; 4: the
 *              innermost one ends.  Any other level is ignored.
 * Returns MPI_SUCCESS.  Before MPI_Init and after MPI_Finalize too; not from a signal handler.
 *
 * Fortran has no argument for the label: the levels from 3 on are for C alone.
 *
 * A tool below us is told the level, and the label of level 3.  Further arguments are its own
 * affair, and cannot be passed on without knowing them. */
static void obey(int level, const char *label)
{
    switch (level) {
    case 0:
    case 1:
        mpit__setup_settings();
        mpit__cvar_set_profiling(level);
        break;
    case 2:
        mpit__report_flush("MPI_Pcontrol(2)");
        break;
    case BEGIN_REGION:
        mpit__region_begin(label);
        break;
    case END_REGION:
        mpit__region_end();
        break;
    default:
        break;
    }
}

/* This thread's latest call has come as far as here. */
static _Thread_local bool controlled;

static int control(int level, const char *label)
{
    mpit__vendor_resolve();
    controlled = true;
    obey(level, label);
    return mpit__next.PMPI_Pcontrol(level, label);
}

/* To a tool below us; one that keeps the call to itself does not keep it from us. */
static int hand_down(int level, const char *label)
{
    int rc;

    controlled = false;
    rc = mpit__next.MPI_Pcontrol(level, label);
    if (!controlled)
        obey(level, label);
    return rc;
}

static int control_all(int level, const char *label)
{
    mpit__vendor_resolve();
    return MPIT_BELOW(Pcontrol) ? hand_down(level, label) : control(level, label);
}

/* Level 3 alone has an argument that is ours to look at. */
static const char *label_of(int level, va_list arguments)
{
    return level == BEGIN_REGION ? va_arg(arguments, const char *) : NULL;
}

#define PCONTROL(name, body)                                                                       \
    MPIT_EXPORTED int name(const int level, ...)                                                   \
    {                                                                                              \
        const char *label;                                                                         \
        va_list arguments;                                                                         \
        va_start(arguments, level);                                                                \
        label = label_of(level, arguments);                                                        \
        va_end(arguments);                                                                         \
        return body(level, label);                                                                 \
    }                                                                                              \
    MPIT_JUMP_TO(name, name);
PCONTROL(MPI_Pcontrol, control_all)
PCONTROL(PMPI_Pcontrol, control)

int mpit_region_begin(const char *label)
{
    mpit__vendor_resolve();
    mpit__region_begin(label);
    return MPI_SUCCESS;
}
MPIT_JUMP_TO(mpit_region_begin, mpit_region_begin);

int mpit_region_end(void)
{
    mpit__vendor_resolve();
    mpit__region_end();
    return MPI_SUCCESS;
}
MPIT_JUMP_TO(mpit_region_end, mpit_region_end);
