/* Every function that libmpit exports, each a jump through its slot.
 *
 * Nothing here knows a type of MPI: a call is handed on as words (mpi/untyped_call.h), on machines
 * whose words are as long as any argument.  The rows are those of all MPIs; what the MPI of the
 * process does not have, its programs cannot call. */
#include "config.h"

#include "front/open.h"
#include "ground/internal.h"
#include "mpi/available.h"
#include "mpi/untyped_call.h"

_Static_assert(sizeof(uintptr_t) == 8, "any argument of a call fits in a word");

/* See mpi/attach.h; what it is for, profile/thread.h says. */
MPIT_EXPORTED extern _Thread_local uintptr_t mpit__thread[MPIT_THREAD_ROOM / sizeof(uintptr_t)];
_Thread_local uintptr_t mpit__thread[MPIT_THREAD_ROOM / sizeof(uintptr_t)] = {MPIT_UNREGISTERED};

enum slot {
#define FUNCTION(type, name, formals, actuals, without) SLOT_##name,
#include "front/functions.h"
    SLOTS
};

#define GO(type, function, formals, actuals)                                                       \
    ((type(*) MPIT_WORD_FORMALS(formals, actuals))(function)) MPIT_WORD_ACTUALS(actuals)
#define SLOT(name) MPIT_AT(mpit__front_slots[SLOT_##name])

/* Who has called the exported function: it has jumped on, where the compiler makes jumps. */
#ifdef __OPTIMIZE__
#define CALLER __builtin_return_address(0)
#else
#define CALLER __builtin_return_address(1)
#pragma GCC diagnostic ignored "-Wframe-address"
#endif

#define FUNCTION(type, name, formals, actuals, without)                                            \
    static type absent_##name(void)                                                                \
    {                                                                                              \
        return (type)(intptr_t)(without);                                                          \
    }                                                                                              \
    static type closed_##name MPIT_WORD_FORMALS(formals, actuals)                                  \
    {                                                                                              \
        if (!mpit__front_open())                                                                   \
            return (type)(intptr_t)(without);                                                      \
        return GO(type, SLOT(name), formals, actuals);                                             \
    }                                                                                              \
    static type parted_##name MPIT_WORD_FORMALS(formals, actuals)                                  \
    {                                                                                              \
        mpit_function *own = mpit__front_of_caller(#name, CALLER);                                 \
        return own ? GO(type, own, formals, actuals) : (type)(intptr_t)(without);                  \
    }                                                                                              \
    MPIT_EXPORTED type name MPIT_WORD_FORMALS(formals, actuals);                                   \
    type name MPIT_WORD_FORMALS(formals, actuals)                                                  \
    {                                                                                              \
        return GO(type, SLOT(name), formals, actuals);                                             \
    }
#include "front/functions.h"

const char *const mpit__front_names[SLOTS] = {
#define FUNCTION(type, name, formals, actuals, without) #name,
#include "front/functions.h"
};

MPIT_INTERNAL mpit_function *mpit__front_slots[SLOTS] = {
#define FUNCTION(type, name, formals, actuals, without) (mpit_function *)closed_##name,
#include "front/functions.h"
};

const struct mpit_ways mpit__front_ways[SLOTS] = {
#define FUNCTION(type, name, formals, actuals, without)                                            \
    {(mpit_function *)closed_##name, (mpit_function *)parted_##name,                               \
     (mpit_function *)absent_##name},
#include "front/functions.h"
};

const size_t mpit__front_size = SLOTS;
