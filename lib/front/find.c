#include "config.h"

#include "front/find.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "mpi/dynamic.h"

/* The libraries of MPIs in this process, in the order in which they were loaded. */
struct scan {
    struct {
        const char *path;
        bool needed; /* by a file that is no MPI itself */
    } of[MPIT_MPIS];
    enum mpit_mpi order[MPIT_MPIS];
    int n;
};

static const ElfW(Dyn) * dynamic_of(const struct dl_phdr_info *file)
{
    for (unsigned i = 0; i < file->dlpi_phnum; i++)
        if (file->dlpi_phdr[i].p_type == PT_DYNAMIC)
            return (const ElfW(Dyn) *)(file->dlpi_addr + file->dlpi_phdr[i].p_vaddr);
    return NULL;
}

static const char *names_of(ElfW(Addr) base, const ElfW(Dyn) * dynamic)
{
    for (; dynamic->d_tag != DT_NULL; dynamic++)
        if (dynamic->d_tag == DT_STRTAB)
            return mpit__dynamic_address(base, dynamic);
    return NULL;
}

static enum mpit_mpi mpi_of_soname(const ElfW(Dyn) * dynamic, const char *names)
{
    for (; dynamic->d_tag != DT_NULL; dynamic++)
        if (dynamic->d_tag == DT_SONAME)
            return mpit__mpi_of_library(names + dynamic->d_un.d_val);
    return MPIT_MPIS;
}

/* The first one, and what it is of. */
static const char *needed_of(const ElfW(Dyn) * dynamic, const char *names, enum mpit_mpi *mpi)
{
    for (; dynamic->d_tag != DT_NULL; dynamic++)
        if (dynamic->d_tag == DT_NEEDED &&
            (*mpi = mpit__mpi_of_library(names + dynamic->d_un.d_val)) != MPIT_MPIS)
            return names + dynamic->d_un.d_val;
    return NULL;
}

static int look(struct dl_phdr_info *file, size_t size, void *data)
{
    struct scan *scan = data;
    const ElfW(Dyn) *dynamic = dynamic_of(file);
    const char *names = dynamic ? names_of(file->dlpi_addr, dynamic) : NULL;
    enum mpit_mpi mpi;

    (void)size;
    if (!names)
        return 0;
    mpi = mpi_of_soname(dynamic, names);
    if (mpi == MPIT_MPIS) {
        if (needed_of(dynamic, names, &mpi))
            scan->of[mpi].needed = true;
    } else if (!scan->of[mpi].path) {
        scan->of[mpi].path = file->dlpi_name;
        scan->order[scan->n++] = mpi;
    }
    return 0;
}

/* Those that somebody needs; where nobody does, the program loads its MPI as it runs. */
static void keep_needed(struct scan *scan)
{
    int n = 0;

    for (int i = 0; i < scan->n; i++)
        if (scan->of[scan->order[i]].needed)
            scan->order[n++] = scan->order[i];
    if (n > 0)
        scan->n = n;
}

static void ask_version(struct mpit_found *found)
{
    int (*ask)(char *, int *) = NULL;
    void *symbol = dlsym(found->handle, "PMPI_Get_library_version");
    int length = 0;

    memcpy(&ask, &symbol, sizeof ask);
    if (ask)
        ask(found->said, &length);
    found->said[strcspn(found->said, "\n")] = '\0';
    found->abi = found->mpi == MPIT_MPI_ABI;
    if (found->abi)
        found->mpi = mpit__mpi_said(found->said);
    found->version = mpit__version_said(found->mpi, found->said);
}

static enum mpit_presence is_of(struct mpit_found *found, enum mpit_presence presence,
                                const void *code)
{
    Dl_info info;

    found->path = dladdr(code, &info) ? info.dli_fname : "a library";
    return presence;
}

/* Another libmpit: the program is linked with it, say, and we are preloaded. */
static bool is_one_of_us(const void *code)
{
    const void *ours = dlsym(RTLD_NEXT, "mpit_version");
    Dl_info file, its;

    return ours && dladdr(code, &file) && dladdr(ours, &its) && file.dli_fbase == its.dli_fbase;
}

/* Whether the functions that we would hand calls to are those of this MPI, or of a PMPI tool for
 * it.  Only an MPI has PMPI_x; and a tool has of the loader what it needs of it: no tool is what
 * refers to no PMPI_x where the loader has none for it. */
static enum mpit_presence look_between(struct mpit_found *found, enum mpit_presence presence)
{
    const void *mpi = dlsym(RTLD_NEXT, "MPI_Init"), *pmpi = dlsym(RTLD_NEXT, "PMPI_Init");

    if (pmpi && !found->handle)
        return is_of(found, MPIT_UNKNOWN_MPI, pmpi);
    if (pmpi && pmpi != dlsym(found->handle, "PMPI_Init") && !is_one_of_us(pmpi))
        return is_of(found, MPIT_TRANSLATED_MPI, pmpi);
    if (!pmpi && mpi && !mpit__dynamic_refers(mpi, "PMPI_Init"))
        return is_of(found, MPIT_TRANSLATED_MPI, mpi);
    return presence;
}

enum mpit_presence mpit__find(struct mpit_found *found)
{
    struct scan scan = {0};

    *found = (struct mpit_found){.mpi = MPIT_MPIS, .another = MPIT_MPIS, .version = -1};
    dl_iterate_phdr(look, &scan);
    keep_needed(&scan);
    if (scan.n == 0)
        return look_between(found, MPIT_NO_MPI);
    found->mpi = scan.order[0];
    found->path = scan.of[found->mpi].path;
    found->handle = dlopen(found->path, RTLD_LAZY | RTLD_NOLOAD);
    if (!found->handle)
        return MPIT_UNKNOWN_MPI;
    ask_version(found);
    if (found->mpi == MPIT_MPIS)
        return MPIT_UNKNOWN_MPI;
    if (scan.n == 1)
        return look_between(found, MPIT_ONE_MPI);
    found->another = scan.order[1];
    return MPIT_TWO_MPIS;
}

const char *mpit__find_needed(const void *code)
{
    struct link_map *map = NULL;
    enum mpit_mpi mpi;
    const char *names;
    Dl_info info;

    if (!dladdr1(code, &info, (void **)&map, RTLD_DL_LINKMAP) || !map)
        return NULL;
    names = names_of(map->l_addr, map->l_ld);
    if (names && mpi_of_soname(map->l_ld, names) != MPIT_MPIS)
        return map->l_name;
    return names ? needed_of(map->l_ld, names, &mpi) : NULL;
}
