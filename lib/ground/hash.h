/* The hashes of the library. */
#ifndef MPIT_GROUND_HASH_H
#define MPIT_GROUND_HASH_H

#include <stdint.h>
#include <string.h>

/* Of texts (FNV-1a, 64 bits): the same on every machine.  Several texts make one by being added. */
static inline uint64_t mpit__hash_add(uint64_t hash, const char *text)
{
    do
        hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
    while (*text++);
    return hash;
}

static inline uint64_t mpit__hash_of(const char *text)
{
    return mpit__hash_add(UINT64_C(14695981039346656037), text);
}

#define MPIT_GOLDEN_RATIO UINT64_C(0x9e3779b97f4a7c15)

/* Of texts that are looked up in this process alone: by words, several times as fast; the last one
 * overlaps the one before. */
static inline uint64_t mpit__hash_words(const char *text)
{
    const size_t length = strlen(text);
    uint64_t hash = length, word = 0;

    for (size_t i = 0; i + sizeof word <= length; i += sizeof word) {
        memcpy(&word, text + i, sizeof word);
        hash = (hash ^ word) * MPIT_GOLDEN_RATIO;
        hash ^= hash >> 32;
    }
    if (length >= sizeof word)
        memcpy(&word, text + length - sizeof word, sizeof word);
    else
        for (size_t i = 0; i < length; i++)
            word = word << 8 | (unsigned char)text[i];
    hash = (hash ^ word) * MPIT_GOLDEN_RATIO;
    return hash ^ hash >> 32;
}

/* Of numbers: the upper bits of the product with the golden ratio depend on all bits of the key.
 * To 1 … 64 bits, and below a power of two up to 2^32. */
static inline uint64_t mpit__hash_key(uint64_t key, unsigned bits)
{
    return key * MPIT_GOLDEN_RATIO >> (64 - bits);
}
static inline uint32_t mpit__hash_below(uint64_t key, uint32_t power)
{
    return (uint32_t)(key * MPIT_GOLDEN_RATIO >> 32) & (power - 1);
}

/* To 1 … 32 bits, of what differs in the lower 32 alone; by a prime near the ratio. */
static inline unsigned mpit__hash_low(uint32_t key, unsigned bits)
{
    return key * UINT32_C(0x9e3779b1) >> (32 - bits);
}

#endif
