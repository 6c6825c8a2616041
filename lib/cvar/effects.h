/* EFFECT rows: what a control variable does.  See effects.c. */
#ifndef MPIT_CVAR_EFFECTS_H
#define MPIT_CVAR_EFFECTS_H

#include "cvar/cvar.h"

/* The effect of mpit_<short>, NULL where the value is merely kept. */
const struct mpit_cvar_effect *mpit__cvar_effect(const char *name);

#endif
