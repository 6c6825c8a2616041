/* A digest of texts (FNV-1a, 64 bits): the same on every machine. */
#ifndef MPIT_GROUND_DIGEST_H
#define MPIT_GROUND_DIGEST_H

#include <stdint.h>

static inline uint64_t mpit__digest_add(uint64_t digest, const char *text)
{
    do
        digest = (digest ^ (unsigned char)*text) * UINT64_C(1099511628211);
    while (*text++);
    return digest;
}

static inline uint64_t mpit__digest_of(const char *text)
{
    return mpit__digest_add(UINT64_C(14695981039346656037), text);
}

#endif
