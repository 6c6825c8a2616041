/* Layers of the MPI library between Fortran and C, from which its C functions are called: who has
 * called these is further up on the stack.  How far is the same for each place in a layer, so that
 * it is found once and remembered. */
#ifndef MPIT_PROFILE_LAYERS_H
#define MPIT_PROFILE_LAYERS_H

#include "live/layout.h"

/* Who has called, past the layers that are known.  base: as of mpit__sites_add. */
const void *mpit__layers_caller(const void *caller, const void *base);

/* The same by asking what each place is in and unwinding the stack, which is remembered; and the
 * module that it is in.  Slow. */
const void *mpit__layers_learn(const void *caller, const void *base,
                               struct mpit_live_module *module);

/* The place from where the function was called that a place is in, and so on, so many times; fewer
 * where the stack ends.  Slow. */
const void *mpit__layers_above(const void *place, unsigned times);

#endif
