/* The dynamic section of a file that is loaded. */
#ifndef MPIT_MPI_DYNAMIC_H
#define MPIT_MPI_DYNAMIC_H

#include <link.h>
#include <stdbool.h>

/* What an entry points to, in a file that is loaded at `base`.  The loader has relocated these
 * addresses, but for the machines where the section is read-only. */
static inline const void *mpit__dynamic_address(ElfW(Addr) base, const ElfW(Dyn) * entry)
{
    ElfW(Addr) value = entry->d_un.d_ptr;

    if (value < base)
        value += base;
    return (const void *)value;
}

/* Whether the file that this code is in refers to a symbol that it does not define by this name.
 * True where that cannot be found out. */
bool mpit__dynamic_refers(const void *code, const char *name);

#endif
