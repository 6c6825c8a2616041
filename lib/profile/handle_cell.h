/* The cell: one atomic word that holds all of a handle's own state for one element.
 *
 * Bit 0 says whether the handle is started, the other 63 bits are
 *   for what accumulates   the offset: value = total + offset while started, offset while stopped;
 *   for watermarks         the mark;
 *   for levels             the value that was frozen when it was stopped.
 * Since it is one word, each operation is one compare-and-swap: lock-free, signal safe, and
 * read-and-reset loses nothing and returns nothing twice.  Values are modulo 2^63. */
#ifndef MPIT_PROFILE_HANDLE_CELL_H
#define MPIT_PROFILE_HANDLE_CELL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef _Atomic uint64_t mpit_cell;

#define MPIT_CELL_STARTED UINT64_C(1)

static inline bool mpit__cell_is_started(uint64_t word)
{
    return word & MPIT_CELL_STARTED;
}

static inline uint64_t mpit__cell_number(uint64_t word)
{
    return word >> 1;
}

static inline uint64_t mpit__cell_word(uint64_t number, bool started)
{
    return number << 1 | started;
}

/* A level has become `now`: a started watermark follows. */
static inline void mpit__cell_mark(mpit_cell *cell, uint64_t now, bool low)
{
    uint64_t word = atomic_load(cell);

    while (mpit__cell_is_started(word) &&
           (low ? now < mpit__cell_number(word) : now > mpit__cell_number(word)))
        if (atomic_compare_exchange_weak(cell, &word, mpit__cell_word(now, true)))
            break;
}

#endif
