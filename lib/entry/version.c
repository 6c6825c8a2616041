#include "config.h"

#include "mpit.h"

#include "mpi/jump_slot.h"

const char *mpit_version(void)
{
    return PACKAGE_VERSION;
}
MPIT_JUMP_TO(mpit_version, mpit_version);
