#include "config.h"

#include "mpi/below.h"

#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <string.h>

#include "ground/message.h"
#include "mpi/dynamic.h"

const void *mpit__below_function(size_t offset)
{
    const void *next[2];

    memcpy(next, (const char *)&mpit__next + offset, sizeof next);
    return next[0] == next[1] ? NULL : next[0];
}

/* What the dynamic section of a loaded file says of its symbols. */
struct symbols {
    const ElfW(Sym) * symbol;
    const char *names;
    const uint32_t *gnu_hash;
};

static struct symbols symbols_of(const struct link_map *map)
{
    struct symbols found = {0};

    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_SYMTAB)
            found.symbol = mpit__dynamic_address(map->l_addr, entry);
        else if (entry->d_tag == DT_STRTAB)
            found.names = mpit__dynamic_address(map->l_addr, entry);
        else if (entry->d_tag == DT_GNU_HASH)
            found.gnu_hash = mpit__dynamic_address(map->l_addr, entry);
    return found;
}

/* The second word of a GNU hash table is the number of symbols that it leaves out: they stand
 * first, and what the file refers to and does not define is among them. */
static bool refers(const struct symbols *in, const char *name)
{
    for (uint32_t i = 1; i < in->gnu_hash[1]; i++)
        if (strcmp(in->names + in->symbol[i].st_name, name) == 0)
            return true;
    return false;
}

bool mpit__below_refers(const void *code, const char *name)
{
    struct link_map *map = NULL;
    struct symbols found;
    Dl_info info;

    if (!dladdr1(code, &info, (void **)&map, RTLD_DL_LINKMAP) || !map)
        return true;
    found = symbols_of(map);
    return !found.symbol || !found.names || !found.gnu_hash || refers(&found, name);
}

static const char *file_of(const void *code)
{
    Dl_info info;

    return dladdr(code, &info) ? info.dli_fname : "another tool";
}

void mpit__below_say(const char *name, const void *code)
{
    static _Atomic bool said;

    if (atomic_exchange(&said, true))
        return;
    mpit__message_job(MPIT_WARN,
                      "%s below libmpit takes %s to the MPI library and not to P%s: libmpit counts "
                      "such calls before they go there, with the time that they take there",
                      file_of(code), name, name);
}

void mpit__below_say_interface(void)
{
    const void *tool = NULL;

#define ENTRY(name, formals, actuals)                                                              \
    if (!tool && MPIT_BELOW(T_##name))                                                             \
        tool = (const void *)mpit__next.MPI_T_##name;
#include "mpi/interface.def"
#undef ENTRY
    if (tool)
        mpit__message_job(MPIT_WARN,
                          "%s below libmpit has functions of MPI_T, which are not called: the "
                          "variables of libmpit have indices and handles of their own",
                          file_of(tool));
}
