/* Most of what the command does takes no MPI, and `mpit run` nothing but the one of the ranks: a
 * library of MPI is several, and the loader takes milliseconds for them. */
#include "config.h"

#include "tools/interface/mpi.h"

#include <dlfcn.h>

/* For all, as if it had been linked: parts that the MPI loads look for its functions there.  Where
 * it is not, libmpit says so. */
void tool_mpi_load(void)
{
    dlopen(MPIT_VENDOR_SONAME, RTLD_LAZY | RTLD_GLOBAL);
}
