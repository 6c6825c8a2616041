#include "config.h"

#include "mpi/dynamic.h"

#include <dlfcn.h>
#include <stdint.h>
#include <string.h>

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

bool mpit__dynamic_refers(const void *code, const char *name)
{
    struct link_map *map = NULL;
    struct symbols found;
    Dl_info info;

    if (!dladdr1(code, &info, (void **)&map, RTLD_DL_LINKMAP) || !map)
        return true;
    found = symbols_of(map);
    return !found.symbol || !found.names || !found.gnu_hash || refers(&found, name);
}
