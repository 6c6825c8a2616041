/* What control variables do, by the names that their rows give. */
#ifndef MPIT_CVAR_EFFECTS_H
#define MPIT_CVAR_EFFECTS_H

#include "cvar/cvar.h"
#include "ground/internal.h"

/* What is looked at when MPI_Init begins: `settable` of such variables. */
int mpit__before_init_only(const struct mpit_object *object);

#define CVAR(short_, type, enumeration, scope, bind, verbosity, category, effect, standard, desc)  \
    MPIT_INTERNAL extern const struct mpit_cvar_effect mpit__effect_##effect;
#include "cvar/cvars.def"
#undef CVAR

#endif
