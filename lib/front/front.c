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
#define FUNCTION(type, name, formals, actuals, without, wakes) SLOT_##name,
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

#define FUNCTION(type, name, formals, actuals, without, wakes)                                     \
    static type closed_##name MPIT_WORD_FORMALS(formals, actuals)                                  \
    {                                                                                              \
        mpit_function *way = mpit__front_way(SLOT_##name, (mpit_function *)closed_##name, CALLER); \
        return way ? GO(type, way, formals, actuals) : (type)(intptr_t)(without);                  \
    }                                                                                              \
    MPIT_EXPORTED type name MPIT_WORD_FORMALS(formals, actuals);                                   \
    type name MPIT_WORD_FORMALS(formals, actuals)                                                  \
    {                                                                                              \
        return GO(type, SLOT(name), formals, actuals);                                             \
    }
#include "front/functions.h"

MPIT_INTERNAL mpit_function *mpit__front_slots[SLOTS] = {
#define FUNCTION(type, name, formals, actuals, without, wakes) (mpit_function *)closed_##name,
#include "front/functions.h"
};

bool mpit__front_passed[SLOTS];

/* Texts and not pointers to them: each page of pointers that the loader has to fill in is memory of
 * the process's own, and costs its start a page fault. */
static const struct {
#define FUNCTION(type, name, formals, actuals, without, wakes) char name[sizeof #name];
#include "front/functions.h"
} texts = {
#define FUNCTION(type, name, formals, actuals, without, wakes) #name,
#include "front/functions.h"
};

const char *mpit__front_name(size_t slot)
{
    static const unsigned short at[] = {
#define FUNCTION(type, name, formals, actuals, without, wakes) offsetof(__typeof__(texts), name),
#include "front/functions.h"
    };

    return (const char *)&texts + at[slot];
}

bool mpit__front_wakes(size_t slot)
{
    static const bool wakes[] = {
#define FUNCTION(type, name, formals, actuals, without, wakes) wakes,
#include "front/functions.h"
    };

    return wakes[slot];
}

const size_t mpit__front_size = SLOTS;
