#define _GNU_SOURCE
#include "config.h"

#include "profile/layers.h"

#include <execinfo.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "ground/hash.h"
#include "live/module.h"

/* Names of files, up to the dot or hyphen behind them. */
static const char *const names[] = {
#define LAYER(name) name,
#include "mpi/layers.def"
#undef LAYER
};
enum { NAMES = sizeof names / sizeof *names };

#define NO_BOUNDS __attribute__((no_sanitize_address))

/* A place in a layer, and how far above the one before it (the base, for the first) stands where
 * its function returns to.  Written once in full, and then only the distance. */
enum { BITS = 10, ROWS = 1 << BITS, STEPS = 16, DEPTH = 4 };
static struct layer {
    _Atomic uintptr_t place;
    _Atomic uintptr_t distance;
} layers[ROWS];

/* The row of a place, else one that is free; NULL where none is near. */
static struct layer *find(uintptr_t place)
{
    size_t first = (size_t)mpit__hash_key(place, BITS);

    for (size_t i = 0; i < STEPS; i++) {
        struct layer *layer = &layers[(first + i) % ROWS];
        uintptr_t its = atomic_load_explicit(&layer->place, memory_order_acquire);

        if (its == place || its == 0)
            return layer;
    }
    return NULL;
}

static uintptr_t distance_of(const void *place)
{
    const struct layer *layer = find((uintptr_t)place);

    return layer && atomic_load_explicit(&layer->place, memory_order_acquire)
               ? atomic_load_explicit(&layer->distance, memory_order_acquire)
               : 0;
}

static void put(const void *place, uintptr_t distance)
{
    struct layer *layer = find((uintptr_t)place);
    uintptr_t free = 0;

    if (!layer)
        return;
    if (atomic_compare_exchange_strong(&layer->place, &free, (uintptr_t)place) ||
        free == (uintptr_t)place)
        atomic_store_explicit(&layer->distance, distance, memory_order_release);
}

/* Above the base stands more than the variable that it is the address of. */
NO_BOUNDS const void *mpit__layers_caller(const void *caller, const void *base)
{
    uintptr_t at = (uintptr_t)base, distance;

    for (int i = 0; i < DEPTH && (distance = distance_of(caller)) != 0; i++) {
        at += distance;
        caller = *(const void *const *)at;
    }
    return caller;
}

/* ---- learning */

/* The end of the stack that an address is on, 0 where that is not this thread's own. */
static uintptr_t end_of_stack(const void *base)
{
    pthread_attr_t attributes;
    void *low = NULL;
    size_t size = 0;

    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return 0;
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
    return (uintptr_t)base - (uintptr_t)low < size ? (uintptr_t)low + size : 0;
}

/* Where on the stack stands what the function of a layer returns to; 0: nowhere. */
static NO_BOUNDS uintptr_t find_word(const void *word, const void *base)
{
    uintptr_t end = end_of_stack(base), at = (uintptr_t)base & ~(sizeof at - 1);

    while ((at += sizeof at) < end)
        if (*(const void *const *)at == word)
            return at;
    return 0;
}

enum { FRAMES = 64 };

/* Which of the frames returns to a place; -1: none. */
static int find_frame(void *const frame[], int n, const void *place)
{
    for (int i = 0; i + 1 < n; i++)
        if (frame[i] == place)
            return i;
    return -1;
}

const void *mpit__layers_learn(const void *caller, const void *base,
                               struct mpit_live_module *module)
{
    void *frame[FRAMES];
    int n = 0, i = 0;

    while (mpit__module_find(caller, module) && mpit__module_is_any(module, names, NAMES)) {
        uintptr_t at;

        if (n == 0) {
            n = backtrace(frame, FRAMES);
            i = find_frame(frame, n, caller);
        }
        if (i < 0 || i + 1 >= n || !(at = find_word(frame[i + 1], base)))
            return caller;
        put(caller, at - (uintptr_t)base);
        base = (const void *)at;
        caller = frame[++i];
    }
    return caller;
}

const void *mpit__layers_above(const void *place, unsigned times)
{
    void *frame[FRAMES];
    int n = backtrace(frame, FRAMES), i = find_frame(frame, n, place);

    if (i < 0)
        return place;
    return times < (unsigned)(n - i) ? frame[i + (int)times] : frame[n - 1];
}
