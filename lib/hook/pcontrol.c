/* MPI_Pcontrol (14.2.4): the program's own switch. */
#include "config.h"

#include <stdarg.h>

#include "cvar/cvar.h"
#include "hook/watch.h"
#include "report/collect.h"
#include "vendor/vendor.h"

/* int MPI_Pcontrol(const int level, ...)
 *   level  IN  0: record nothing; 1: record at the normal detail; 2: what is buffered is on disk
 *              when the call returns.  Any other level is ignored.
 * Returns MPI_SUCCESS.  Before MPI_Init and after MPI_Finalize too; not from a signal handler.
 *
 * A tool below us is told the level.  Further arguments are its own affair, and cannot be passed
 * on without knowing them. */
static int control(int level)
{
    switch (level) {
    case 0:
    case 1:
        mpit__cvar_set_profiling(level);
        break;
    case 2:
        mpit__report_flush("MPI_Pcontrol(2)");
        break;
    default:
        break;
    }
    return mpit__next.PMPI_Pcontrol(level);
}

__attribute__((visibility("default"))) int MPI_Pcontrol(const int level, ...)
{
    mpit__vendor_resolve();
    if (mpit__next.MPI_Pcontrol != mpit__next.PMPI_Pcontrol)
        return mpit__next.MPI_Pcontrol(level);
    return control(level);
}

__attribute__((visibility("default"))) int PMPI_Pcontrol(const int level, ...)
{
    mpit__vendor_resolve();
    return control(level);
}
