#define _GNU_SOURCE
#include "config.h"

#include "live/module.h"

#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct wanted {
    uintptr_t code;
    struct mpit_live_module *module;
};

static bool holds(const struct dl_phdr_info *info, uintptr_t code)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];

        if (segment->p_type == PT_LOAD &&
            code - info->dlpi_addr - segment->p_vaddr < segment->p_memsz)
            return true;
    }
    return false;
}

/* The bytes of a build id in notes, NULL where there is none. */
static const unsigned char *find_id(const char *notes, size_t size, size_t align, size_t *length)
{
    const ElfW(Nhdr) * note;

    for (size_t at = 0, next; at + sizeof *note <= size; at = next) {
        size_t name, id;

        note = (const ElfW(Nhdr) *)(notes + at);
        name = at + sizeof *note;
        id = name + (note->n_namesz + align - 1) / align * align;
        next = id + (note->n_descsz + align - 1) / align * align;
        *length = note->n_descsz;
        if (next > size)
            return NULL;
        if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == sizeof ELF_NOTE_GNU &&
            memcmp(notes + name, ELF_NOTE_GNU, sizeof ELF_NOTE_GNU) == 0)
            return (const unsigned char *)notes + id;
    }
    return NULL;
}

static void write_id(const struct dl_phdr_info *info, char *text, size_t room)
{
    const unsigned char *id = NULL;
    size_t length = 0;

    for (int i = 0; i < info->dlpi_phnum && !id; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];

        if (segment->p_type == PT_NOTE)
            id = find_id((const char *)(info->dlpi_addr + segment->p_vaddr), segment->p_memsz,
                         segment->p_align == 8 ? 8 : 4, &length);
    }
    for (size_t i = 0; id && i < length && 2 * i + 2 < room; i++)
        snprintf(text + 2 * i, 3, "%02x", id[i]);
}

/* The loader has no name for the program itself. */
static void write_path(const char *name, char *path, size_t room)
{
    ssize_t n;

    if (*name) {
        snprintf(path, room, "%s", name);
        return;
    }
    n = readlink("/proc/self/exe", path, room - 1);
    path[n > 0 ? n : 0] = '\0';
}

static int look(struct dl_phdr_info *info, size_t size, void *context)
{
    const struct wanted *wanted = context;

    (void)size;
    if (!holds(info, wanted->code))
        return 0;
    wanted->module->base = info->dlpi_addr;
    write_id(info, wanted->module->build_id, sizeof wanted->module->build_id);
    write_path(info->dlpi_name, wanted->module->path, sizeof wanted->module->path);
    return 1;
}

bool mpit__module_find(const void *code, struct mpit_live_module *module)
{
    struct wanted wanted = {(uintptr_t)code, module};

    memset(module, 0, sizeof *module);
    return dl_iterate_phdr(look, &wanted) == 1;
}

bool mpit__module_is_any(const struct mpit_live_module *module, const char *const names[], int n)
{
    const char *slash = strrchr(module->path, '/'), *file = slash ? slash + 1 : module->path;

    for (int i = 0; i < n; i++) {
        size_t length = strlen(names[i]);

        if (strncmp(file, names[i], length) == 0 && strchr(".-", file[length]))
            return true;
    }
    return false;
}
