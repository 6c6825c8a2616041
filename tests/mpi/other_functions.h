/* Every function that libmpit overrides, as one of words: FUNCTION(name, formals, actuals) for each
 * name.  For other_library.c, which stands for another MPI, and other_program.c, one of its
 * programs. */
#include "config.h"

#include <stddef.h>

#include "mpi/words.h"

#ifndef OTHER_FUNCTIONS_H
#define OTHER_FUNCTIONS_H

/* What a function returns: all that it was called with is in it. */
static inline int other_hash(const char *name, const uintptr_t *words, size_t n)
{
    uint64_t hash = 0xcbf29ce484222325u;

    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 0x100000001b3u;
    for (; n; n--)
        hash = (hash ^ *words++) * 0x9e3779b97f4a7c15u;
    return (int)(hash >> 40);
}
#define OTHER_WORDS(...) ((const uintptr_t[]){0, ##__VA_ARGS__})
#define OTHER_HASH(name, actuals)                                                                  \
    other_hash(name, OTHER_WORDS actuals, sizeof(OTHER_WORDS actuals) / sizeof(uintptr_t))
#endif

#define ROW(name, actuals)                                                                         \
    FUNCTION(MPI_##name, (MPIT_JOIN(MPIT_TAKEN_, MPIT_COUNT actuals)),                             \
             (MPIT_JOIN(MPIT_PASSED_, MPIT_COUNT actuals)))                                        \
    FUNCTION(PMPI_##name, (MPIT_JOIN(MPIT_TAKEN_, MPIT_COUNT actuals)),                            \
             (MPIT_JOIN(MPIT_PASSED_, MPIT_COUNT actuals)))
#define CALL(name, family, payload, via, formals, actuals)   ROW(name, actuals)
#define ALWAYS(name, family, payload, via, formals, actuals) ROW(name, actuals)
#define SPECIAL(name, family, formals, actuals)              ROW(name, actuals)
#include "mpi/calls.def"
#define ENTRY(name, formals, actuals) ROW(T_##name, actuals)
#include "mpi/interface.def"
#undef ENTRY
#undef ROW
#undef FUNCTION
