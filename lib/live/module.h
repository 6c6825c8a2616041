/* The loaded file that some code is in, and what tells it from others wherever it is loaded. */
#ifndef MPIT_LIVE_MODULE_H
#define MPIT_LIVE_MODULE_H

#include <stdbool.h>

#include "live/layout.h"

/* False, with all of it 0, where the code is in no file.  The loader of the system takes a lock of
 * its own meanwhile: not to be called under one of ours, nor by a signal handler. */
bool mpit__module_find(const void *code, struct mpit_live_module *module);

/* Whether its file is that of one of these names, up to a dot behind them. */
bool mpit__module_is_any(const struct mpit_live_module *module, const char *const names[], int n);

#endif
