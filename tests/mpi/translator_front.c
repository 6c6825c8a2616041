/* What programs of translated.h are linked with: each function by the translator
 * (translator.c) that is loaded from the file FRONT_OPENS, for this file alone.
 *
 *   FRONT_FLAGS  how it is loaded
 *   FRONT_FIRST  it is loaded before the first call, and there is a PMPI_x beside each MPI_x */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "translated.h"

static void *find(const char *name)
{
    static void *translator;

    if (!translator)
        translator = dlopen(FRONT_OPENS, RTLD_LAZY | RTLD_LOCAL | FRONT_FLAGS);
    if (translator)
        return dlsym(translator, name);
    fprintf(stderr, "translator: %s\n", dlerror());
    exit(2);
}

#define OWN(name, formals, actuals)                                                                \
    int own_##name formals                                                                         \
    {                                                                                              \
        return ((__typeof__(&own_##name))find("translated_" #name))actuals;                        \
    }
OWN_FUNCTIONS
#undef OWN

#ifdef FRONT_FIRST
__attribute__((constructor)) static void load_first(void)
{
    find("translated_Init");
}

#define OWN(name, formals, actuals)                                                                \
    int pown_##name formals __asm__("PMPI_" #name);                                                \
    int pown_##name formals                                                                        \
    {                                                                                              \
        return own_##name actuals;                                                                 \
    }
OWN_FUNCTIONS
#undef OWN
#endif
