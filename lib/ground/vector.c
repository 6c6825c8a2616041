#include "config.h"

#include "ground/vector.h"

#include <string.h>

#include "ground/memory.h"

int mpit__vector_reserve(struct mpit_vector *v)
{
    uint32_t n = atomic_load_explicit(&v->n, memory_order_relaxed);
    unsigned k = 31u - (unsigned)__builtin_clz(n / MPIT_VECTOR_FIRST + 1);

    if (k >= MPIT_VECTOR_CHUNKS)
        return -1;
    if (!atomic_load_explicit(&v->chunk[k], memory_order_relaxed)) {
        char *chunk = mpit__memory_take(((size_t)MPIT_VECTOR_FIRST << k) * v->size);
        if (!chunk)
            return -1;
        atomic_store_explicit(&v->chunk[k], chunk, memory_order_release);
    }
    return 0;
}

void *mpit__vector_add(struct mpit_vector *v)
{
    uint32_t n = atomic_load_explicit(&v->n, memory_order_relaxed);

    if (mpit__vector_reserve(v) != 0)
        return NULL;
    atomic_store_explicit(&v->n, n + 1, memory_order_release);
    return mpit__vector_at(v, n);
}

void mpit__vector_copy(const struct mpit_vector *v, uint32_t n, void *elements)
{
    char *to = elements;

    for (unsigned k = 0; n > 0; k++) {
        uint32_t here = (uint32_t)MPIT_VECTOR_FIRST << k;
        size_t bytes;

        if (here > n)
            here = n;
        bytes = here * v->size;
        memcpy(to, atomic_load_explicit(&v->chunk[k], memory_order_acquire), bytes);
        to += bytes;
        n -= here;
    }
}

void mpit__vector_free(struct mpit_vector *v)
{
    atomic_store(&v->n, 0);
    for (unsigned k = 0; k < MPIT_VECTOR_CHUNKS; k++) {
        mpit__memory_give(atomic_load(&v->chunk[k]), ((size_t)MPIT_VECTOR_FIRST << k) * v->size);
        atomic_store(&v->chunk[k], NULL);
    }
}
