#include "config.h"

#include "mpit.h"

#include "mpi/door.h"

const char *mpit_version(void)
{
    return PACKAGE_VERSION;
}
MPIT_DOOR_TO(mpit_version, mpit_version);
