#include "config.h"

#include "front/built_for.h"

#include <dirent.h>
#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "ground/letters.h"
#include "mpi/dynamic.h"

/* The note of include/mpit.h: its owner and kind. */
static const char owner[] = "mpit";
enum { BUILT_FOR = 1 };

static const char abi[] = "the standard's ABI";

static void take(struct mpit_built *built, const char *said)
{
    built->known = true;
    strncat(built->said, said, sizeof built->said - 1);
    built->abi = strcmp(said, abi) == 0;
    built->mpi = mpit__mpi_said(said);
    built->version = mpit__version_said(built->mpi, said);
}

/* Name and text of a note have room for whole words. */
static size_t room_of(size_t size)
{
    return (size + 3) & ~(size_t)3;
}

static void read_notes(const char *at, size_t size, struct mpit_built *built)
{
    while (size >= sizeof(ElfW(Nhdr)) && !built->known) {
        const ElfW(Nhdr) *note = (const void *)at;
        const char *name = at + sizeof *note, *text = name + room_of(note->n_namesz);
        size_t whole = sizeof *note + room_of(note->n_namesz) + room_of(note->n_descsz);

        if (whole > size)
            return;
        if (note->n_type == BUILT_FOR && note->n_namesz == sizeof owner && note->n_descsz > 0 &&
            memcmp(name, owner, sizeof owner) == 0 && text[note->n_descsz - 1] == '\0')
            take(built, text);
        at += whole;
        size -= whole;
    }
}

/* The program is the first file. */
static int look_for_note(struct dl_phdr_info *file, size_t size, void *data)
{
    struct mpit_built *built = data;

    (void)size;
    for (unsigned i = 0; i < file->dlpi_phnum; i++)
        if (file->dlpi_phdr[i].p_type == PT_NOTE && file->dlpi_phdr[i].p_align <= 4)
            read_notes((const char *)(file->dlpi_addr + file->dlpi_phdr[i].p_vaddr),
                       file->dlpi_phdr[i].p_memsz, built);
    return built->known;
}

/* Compilers of MPIs have the program look in the folder of their library. */

struct folders {
    bool of[MPIT_MPIS];
};

static void look_into(const char *path, struct folders *folders)
{
    DIR *folder = opendir(path);
    enum mpit_mpi mpi;

    if (!folder)
        return;
    for (struct dirent *entry; (entry = readdir(folder));)
        if ((mpi = mpit__mpi_of_library(entry->d_name)) != MPIT_MPIS)
            folders->of[mpi] = true;
    closedir(folder);
}

static int look_for_folders(struct dl_phdr_info *file, size_t size, void *data)
{
    const char *names = NULL, *paths;
    const ElfW(Dyn) *dynamic = NULL;
    char path[PATH_MAX];

    (void)size;
    for (unsigned i = 0; i < file->dlpi_phnum; i++)
        if (file->dlpi_phdr[i].p_type == PT_DYNAMIC)
            dynamic = (const ElfW(Dyn) *)(file->dlpi_addr + file->dlpi_phdr[i].p_vaddr);
    for (const ElfW(Dyn) *entry = dynamic; entry && entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_STRTAB)
            names = mpit__dynamic_address(file->dlpi_addr, entry);
    for (const ElfW(Dyn) *entry = names ? dynamic : NULL; entry && entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_RUNPATH || entry->d_tag == DT_RPATH)
            for (paths = names + entry->d_un.d_val; *paths; paths += strspn(paths, ":")) {
                size_t length = strcspn(paths, ":");

                if (*paths == '/' && length < sizeof path) {
                    memcpy(path, paths, length);
                    path[length] = '\0';
                    look_into(path, data);
                }
                paths += length;
            }
    return 1; /* the program's own alone */
}

static void ask_folders(struct mpit_built *built)
{
    struct folders folders = {0};
    int n = 0;

    dl_iterate_phdr(look_for_folders, &folders);
    for (int mpi = 0; mpi < MPIT_MPIS; mpi++)
        if (folders.of[mpi]) {
            n++;
            built->mpi = (enum mpit_mpi)mpi;
        }
    built->known = n == 1;
    if (!built->known)
        built->mpi = MPIT_MPIS;
    built->abi = built->mpi == MPIT_MPI_ABI;
}

/* As its launcher tells each rank. */
static enum mpit_mpi mpi_of_launcher(void)
{
    if (getenv("OMPI_COMM_WORLD_RANK"))
        return MPIT_MPI_OPENMPI;
    return getenv("PMI_RANK") ? MPIT_MPI_MPICH : MPIT_MPIS;
}

void mpit__built_for(struct mpit_built *built)
{
    *built = (struct mpit_built){.mpi = MPIT_MPIS, .version = -1};
    dl_iterate_phdr(look_for_note, built);
    if (!built->known)
        ask_folders(built);
    if (!built->known)
        built->mpi = mpi_of_launcher();
}

void mpit__built_named(struct mpit_built *built, const char *name)
{
    *built = (struct mpit_built){.known = true, .mpi = MPIT_MPIS, .version = -1};
    for (size_t i = 0; name[i] && i < sizeof built->name - 1; i++)
        built->name[i] = mpit__to_lower(name[i]);
}
