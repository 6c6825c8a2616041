/* The door of an exported function: the pointer that it jumps through.
 *
 * It is closed at first: whoever comes by looks everything up, and opens it.  Where the program's
 * MPI is not ours (mpi/other.h) it leads to that one's function, and what is passed on are words.
 */
#ifndef MPIT_MPI_DOOR_H
#define MPIT_MPI_DOOR_H

#include "ground/internal.h"
#include "mpi/vendor.h"
#include "mpi/words.h"

/* The function that a call jumps to, and what the one who put it there had looked up before.  On
 * x86-64 any load acquires; of a plain one the compiler makes a single jump through memory. */
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
#define MPIT_AT(door) door
#else
#define MPIT_AT(door) __atomic_load_n(&(door), __ATOMIC_ACQUIRE)
#endif

/* One aligned word: a thread that calls meanwhile jumps to the old or to the new function. */
#define MPIT_PUT(door, function) __atomic_store_n(&(door), function, __ATOMIC_RELEASE)

/* The function behind a closed door: calls `opens`, and goes through. */
#define MPIT_CLOSED(function, door, formals, actuals, opens)                                       \
    static int closed_##function MPIT_WORD_FORMALS(formals, actuals)                               \
    {                                                                                              \
        opens;                                                                                     \
        return MPIT_AS_WORDS(MPIT_AT(door), formals, actuals) MPIT_WORD_ACTUALS(actuals);          \
    }

/* An exported function with a door of its own.
 *   is_other  whether the program's MPI is another; asked once
 *   own       what stands behind the door where it is ours */
#define MPIT_DOOR(function, formals, actuals, is_other, own)                                       \
    static int closed_##function MPIT_WORD_FORMALS(formals, actuals);                              \
    static __typeof__(mpit__next.function) door_##function =                                       \
        MPIT_AS_TYPE_OF(mpit__next.function, closed_##function);                                   \
    MPIT_CLOSED(function, door_##function, formals, actuals,                                       \
                MPIT_PUT(door_##function, is_other ? mpit__next.function : (own)))                 \
    MPIT_EXPORTED int function formals                                                             \
    {                                                                                              \
        return MPIT_AT(door_##function) actuals;                                                   \
    }

#endif
