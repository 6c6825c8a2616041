#include "config.h"

#include "front/complete_file.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool read_at(int file, void *buffer, size_t size, uint64_t offset)
{
    return pread(file, buffer, size, (off_t)offset) == (ssize_t)size;
}

static bool holds_its_segments(int file, uint64_t size)
{
    ElfW(Ehdr) header;
    ElfW(Phdr) segment;

    if (!read_at(file, &header, sizeof header, 0) || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_phentsize != sizeof segment)
        return false;
    for (unsigned i = 0; i < header.e_phnum; i++)
        if (!read_at(file, &segment, sizeof segment, header.e_phoff + i * sizeof segment) ||
            segment.p_offset > size || segment.p_filesz > size - segment.p_offset)
            return false;
    return header.e_phnum > 0;
}

bool mpit__file_is_whole(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat status;
    bool whole;

    if (file < 0)
        return false;
    whole = fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
            holds_its_segments(file, (uint64_t)status.st_size);
    close(file);
    errno = 0;
    return whole;
}
