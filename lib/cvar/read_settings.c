#include "config.h"

#include "cvar/read_settings.h"

#include "cvar/assign.h"
#include "cvar/cvar.h"
#include "cvar/tunables.h"
#include "settings/environment.h"

void mpit__cvar_read_settings(const char *system_directory)
{
    struct mpit_settings settings = MPIT_SETTINGS_INIT(settings);

    mpit__cvar_set_defaults();
    mpit__environment_collect(&settings, system_directory);
    mpit__assign_all(&settings);
    mpit__settings_free(&settings);
    mpit__tunables_keep(true);
}
