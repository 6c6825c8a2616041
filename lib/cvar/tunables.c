#include "config.h"

#include "cvar/tunables.h"

#include <stdbool.h>
#include <stddef.h>

#include "cvar/cvar.h"
#include "settings/foreign.h"

/* What the vendor has, and the switch that it needs to be heeded, or NULL. */
static const struct {
    const char *own, *vendor, *with;
} rows[] = {
#define ENUM(name, items)
#define TUNABLE(short_, vendor_, with_, type, enumeration, standard, desc)                         \
    {"mpit_tune_" #short_, vendor_, with_},
#include "mpi/tunables.def"
#undef TUNABLE
#undef ENUM
};

static void keep(const struct mpit_cvar *cvar, const char *vendor, const char *with)
{
    char text[MPIT_STRING];
    union mpit_value value;

    mpit__cvar_get(cvar, NULL, &value);
    /* The number, which both vendors read, and not the name of an item. */
    mpit__types[cvar->type].print(&value, text, sizeof text);
    if (with)
        mpit__foreign_keep(with, "1", *cvar->origin);
    mpit__foreign_keep(vendor, text, *cvar->origin);
}

/* The default means that the library does as it does by itself, so nothing is set then. */
static bool is_default(const struct mpit_cvar *cvar)
{
    union mpit_value standard, value;

    mpit__cvar_get(cvar, NULL, &value);
    return !mpit__cvar_parse(cvar, cvar->standard, &standard) ||
           mpit__types[cvar->type].compare(&value, &standard) == 0;
}

void mpit__tunables_keep(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct mpit_cvar *cvar = mpit__cvar_own(rows[i].own);

        if (!is_default(cvar))
            keep(cvar, rows[i].vendor, rows[i].with);
    }
}
