#include "config.h"

#include "mpit.h"

const char *mpit_version(void)
{
    return PACKAGE_VERSION;
}
