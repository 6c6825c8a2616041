#include "config.h"

#include "ground/strings_out.h"

#include <string.h>

void mpit__string_return(const char *text, char *buffer, int *length)
{
    size_t full, n;

    if (!length)
        return;
    full = strlen(text);
    if (buffer && *length > 0) {
        n = full < (size_t)*length ? full : (size_t)*length - 1;
        memcpy(buffer, text, n);
        buffer[n] = '\0';
    }
    *length = (int)full + 1;
}
