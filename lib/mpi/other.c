#include "config.h"

#include "mpi/other.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "mpi/dynamic.h"
#include "mpi/facts.h"

struct found {
    enum mpit_mpi mpi;
    const char *needed; /* its library */
    const char *loaded; /* a library of the other MPI, whoever has loaded it */
};

static const ElfW(Dyn) * dynamic_of(const struct dl_phdr_info *file)
{
    for (unsigned i = 0; i < file->dlpi_phnum; i++)
        if (file->dlpi_phdr[i].p_type == PT_DYNAMIC)
            return (const ElfW(Dyn) *)(file->dlpi_addr + file->dlpi_phdr[i].p_vaddr);
    return NULL;
}

static bool holds(const struct dl_phdr_info *file, const void *address)
{
    const uintptr_t offset = (uintptr_t)address - file->dlpi_addr;

    for (unsigned i = 0; i < file->dlpi_phnum; i++)
        if (file->dlpi_phdr[i].p_type == PT_LOAD &&
            offset - file->dlpi_phdr[i].p_vaddr < file->dlpi_phdr[i].p_memsz)
            return true;
    return false;
}

/* The first file that needs an MPI decides: files come as they were loaded, the program first.
 * What is needed for our sake alone does not count. */
static int look(struct dl_phdr_info *file, size_t size, void *data)
{
    struct found *found = data;
    const ElfW(Dyn) *dynamic = dynamic_of(file);
    const char *names = NULL;

    (void)size;
    if (!dynamic || holds(file, &look))
        return 0;
    for (const ElfW(Dyn) *entry = dynamic; entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_STRTAB)
            names = mpit__dynamic_address(file->dlpi_addr, entry);
    for (; names && dynamic->d_tag != DT_NULL; dynamic++) {
        const char *name = names + dynamic->d_un.d_val;

        if (dynamic->d_tag == DT_SONAME && mpit__mpi_of_library(name) == MPIT_MPI_OTHER)
            found->loaded = name;
        if (dynamic->d_tag != DT_NEEDED || mpit__mpi_of_library(name) == MPIT_MPIS)
            continue;
        found->mpi = mpit__mpi_of_library(name);
        found->needed = name;
        return 1;
    }
    return 0;
}

const char *mpit__other_library(void)
{
    struct found found = {.mpi = MPIT_MPIS};

    dl_iterate_phdr(look, &found);
    if (found.mpi == MPIT_MPI_OTHER)
        return found.needed;
    /* A program that loads its MPI as it runs. */
    return found.mpi == MPIT_MPIS ? found.loaded : NULL;
}

bool mpit__other_is_behind(void)
{
    const void *next = dlsym(RTLD_NEXT, "PMPI_Init");
    const char *slash;
    Dl_info info;

    if (!next || !dladdr(next, &info))
        return true;
    slash = strrchr(info.dli_fname, '/');
    return mpit__mpi_of_library(slash ? slash + 1 : info.dli_fname) == MPIT_MPI_BELOW;
}
