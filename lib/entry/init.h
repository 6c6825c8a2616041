/* Whether the tool information interface is initialized. */
#ifndef MPIT_ENTRY_INIT_H
#define MPIT_ENTRY_INIT_H

#include <stdatomic.h>
#include <stdbool.h>

#include "ground/internal.h"

MPIT_INTERNAL extern _Atomic int mpit__init_references;

/* Every function but MPI_T_init_thread begins with this (14.3.4). */
#define MPIT_NEEDS_INIT                                                                            \
    if (__builtin_expect(atomic_load_explicit(&mpit__init_references, memory_order_acquire) == 0,  \
                         0))                                                                       \
    return MPI_T_ERR_NOT_INITIALIZED

#endif
