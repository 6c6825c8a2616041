#include "config.h"

#include "tools/run/needed.h"

#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file in memory: nothing that it says of itself is believed before it is looked at. */
struct image {
    const unsigned char *bytes;
    size_t size;
};

static const void *part(const struct image *image, size_t offset, size_t size)
{
    return offset <= image->size && size <= image->size - offset ? image->bytes + offset : NULL;
}

static const ElfW(Phdr) * segment(const struct image *image, unsigned i)
{
    const ElfW(Ehdr) *header = part(image, 0, sizeof *header);

    if (!header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != (sizeof(ElfW(Addr)) == 8 ? ELFCLASS64 : ELFCLASS32) ||
        i >= header->e_phnum || header->e_phentsize != sizeof(ElfW(Phdr)) ||
        header->e_phoff > image->size)
        return NULL;
    return part(image, header->e_phoff + i * sizeof(ElfW(Phdr)), sizeof(ElfW(Phdr)));
}

/* Where in the file that stands which will be at this address. */
static size_t offset_of(const struct image *image, ElfW(Addr) address)
{
    const ElfW(Phdr) * found;

    for (unsigned i = 0; (found = segment(image, i)); i++)
        if (found->p_type == PT_LOAD && address >= found->p_vaddr &&
            address - found->p_vaddr < found->p_filesz)
            return found->p_offset + (address - found->p_vaddr);
    return image->size;
}

/* The first of these that is known. */
static enum mpit_mpi mpi_of_names(const struct image *image, const ElfW(Dyn) * entry, size_t n)
{
    enum mpit_mpi mpi = MPIT_MPIS;
    size_t names = image->size;

    for (size_t i = 0; i < n; i++)
        if (entry[i].d_tag == DT_STRTAB)
            names = offset_of(image, entry[i].d_un.d_ptr);
    for (size_t i = 0; i < n && entry[i].d_tag != DT_NULL && mpi == MPIT_MPIS; i++) {
        size_t rest = image->size - names;

        if (entry[i].d_tag != DT_NEEDED || entry[i].d_un.d_val >= rest)
            continue;
        const char *name = (const char *)image->bytes + names + entry[i].d_un.d_val;
        if (memchr(name, '\0', rest - entry[i].d_un.d_val))
            mpi = mpit__mpi_of_library(name);
    }
    return mpi;
}

static enum mpit_mpi mpi_of_image(const struct image *image)
{
    const ElfW(Phdr) * found;

    for (unsigned i = 0; (found = segment(image, i)); i++) {
        const void *entries =
            found->p_type == PT_DYNAMIC ? part(image, found->p_offset, found->p_filesz) : NULL;
        if (entries)
            return mpi_of_names(image, entries, found->p_filesz / sizeof(ElfW(Dyn)));
    }
    return MPIT_MPIS;
}

enum mpit_mpi tool_needed_mpi(const char *file)
{
    enum mpit_mpi mpi = MPIT_MPIS;
    int in = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat status;

    if (in >= 0 && fstat(in, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
        struct image image = {.size = (size_t)status.st_size};
        void *bytes = mmap(NULL, image.size, PROT_READ, MAP_PRIVATE, in, 0);

        if (bytes != MAP_FAILED) {
            image.bytes = bytes;
            mpi = mpi_of_image(&image);
            munmap(bytes, image.size);
        }
    }
    if (in >= 0)
        close(in);
    return mpi;
}
