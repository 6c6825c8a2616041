/* Random numbers (xorshift64*), the same on every run.  Who draws has a state of its own, not 0. */
#ifndef MPIT_TESTS_RANDOM_H
#define MPIT_TESTS_RANDOM_H

#include <stdint.h>

#define RANDOM_START UINT64_C(88172645463325252)

static inline uint64_t random_bits(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

static inline unsigned random_below(uint64_t *state, unsigned n)
{
    return (unsigned)(random_bits(state) >> 33) % n;
}

#endif
