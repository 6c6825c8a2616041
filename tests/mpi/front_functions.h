/* Every function that libmpit exports for any MPI, as one of words: FUNCTION(name, formals,
 * actuals) for each name.  For front_library.c, which stands for another MPI, and front_program.c,
 * one of its programs. */
#include "config.h"

#include <stddef.h>

#include "mpi/available.h"
#include "mpi/untyped_call.h"

#ifndef FRONT_FUNCTIONS_H
#define FRONT_FUNCTIONS_H

/* What a function returns: all that it was called with is in it. */
static inline int front_hash(const char *name, const uintptr_t *words, size_t n)
{
    uint64_t hash = 0xcbf29ce484222325u;

    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 0x100000001b3u;
    for (; n; n--)
        hash = (hash ^ *words++) * 0x9e3779b97f4a7c15u;
    return (int)(hash >> 40);
}
#define FRONT_WORDS(...) ((const uintptr_t[]){0, ##__VA_ARGS__})
#define FRONT_HASH(name, actuals)                                                                  \
    front_hash(name, FRONT_WORDS actuals, sizeof(FRONT_WORDS actuals) / sizeof(uintptr_t))
#endif

#define ROW(name, actuals)                                                                         \
    FUNCTION(MPI_##name, (MPIT_JOIN(MPIT_TAKEN_, MPIT_COUNT actuals)),                             \
             (MPIT_JOIN(MPIT_PASSED_, MPIT_COUNT actuals)))                                        \
    FUNCTION(PMPI_##name, (MPIT_JOIN(MPIT_TAKEN_, MPIT_COUNT actuals)),                            \
             (MPIT_JOIN(MPIT_PASSED_, MPIT_COUNT actuals)))
#define CALL(name, family, payload, via, formals, actuals)   ROW(name, actuals)
#define ALWAYS(name, family, payload, via, formals, actuals) ROW(name, actuals)
#define SPECIAL(name, family, formals, actuals)              ROW(name, actuals)
#define LATER                                                MPIT_ROW
#include "mpi/calls.def"
#define ENTRY(name, formals, actuals) ROW(T_##name, actuals)
#define LATER_T                       MPIT_ROW
#include "mpi/interface.def"
#undef ENTRY
#undef ROW
#undef FUNCTION
