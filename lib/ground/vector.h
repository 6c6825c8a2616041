/* A growing array whose elements never move, so that readers need no lock.
 *
 * Chunk k holds 16 << k elements.  Growing is done under the lock of the owner;
 * mpit__vector_at may be called from any thread and any signal handler. */
#ifndef MPIT_GROUND_VECTOR_H
#define MPIT_GROUND_VECTOR_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum {
    MPIT_VECTOR_CHUNKS = 24,
    MPIT_VECTOR_FIRST_BIT = 4,
    MPIT_VECTOR_FIRST = 1 << MPIT_VECTOR_FIRST_BIT
};

struct mpit_vector {
    size_t size; /* bytes an element */
    _Atomic uint32_t n;
    _Atomic(char *) chunk[MPIT_VECTOR_CHUNKS];
};

#define MPIT_VECTOR(type)                                                                          \
    {                                                                                              \
        .size = sizeof(type)                                                                       \
    }

/* The first chunk is an array of the owner's, [MPIT_VECTOR_FIRST]; never to be freed then. */
#define MPIT_VECTOR_FROM(array)                                                                    \
    {                                                                                              \
        .size = sizeof *(array), .chunk = {(char *)(array)},                                       \
    }

static inline uint32_t mpit__vector_count(const struct mpit_vector *v)
{
    return atomic_load_explicit(&v->n, memory_order_acquire);
}

/* The number of the highest bit of what is not 0.  The instruction waits for its result's register,
 * so that it is cleared: else each look-up waits for whatever came into that register before. */
static inline unsigned mpit__highest_bit(uint32_t of)
{
#ifdef __x86_64__
    unsigned highest = 0;

    __asm__("bsrl %1, %0" : "+r"(highest) : "r"(of) : "cc");
    return highest;
#else
    return 31u ^ (unsigned)__builtin_clz(of);
#endif
}

/* The element i < mpit__vector_count(v). */
static inline void *mpit__vector_at(const struct mpit_vector *v, uint32_t i)
{
    /* Counted from 16, chunk k holds the numbers whose highest bit is 16 << k. */
    uint32_t number = i + MPIT_VECTOR_FIRST;
    unsigned highest = mpit__highest_bit(number);
    const _Atomic(char *) *chunk = &v->chunk[highest - MPIT_VECTOR_FIRST_BIT];

    return atomic_load_explicit(chunk, memory_order_acquire) +
           (size_t)(number ^ 1u << highest) * v->size;
}

/* Copies the first n <= mpit__vector_count(v) elements. */
void mpit__vector_copy(const struct mpit_vector *v, uint32_t n, void *elements);

/* Adds an element of zeroes and returns it, NULL without memory. */
void *mpit__vector_add(struct mpit_vector *v);

/* Makes room for the next mpit__vector_add, so that it cannot fail; 0 or -1. */
int mpit__vector_reserve(struct mpit_vector *v);

/* Gives the memory back; only where no reader can be left. */
void mpit__vector_free(struct mpit_vector *v);

#endif
