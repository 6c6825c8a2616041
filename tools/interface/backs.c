#include "config.h"

#include "tools/interface/backs.h"

#include "tools/ground/tool.h"

#include <dirent.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char **arguments;

/* Its own array: the subcommand's name is put into the one that it came in. */
void tool_backs_begin(int argc, char **argv)
{
    arguments = tool_allocate((size_t)argc + 1, sizeof *arguments);
    memcpy(arguments, argv, (size_t)argc * sizeof *arguments);
}

/* RTLD_NEXT leaves out the executable, where the linker may have put an entry of its procedure
 * linkage table under that name. */
char *tool_library(void)
{
    void *function = dlsym(RTLD_NEXT, "MPI_T_init_thread");
    Dl_info info;

    if (!function || !dladdr(function, &info) || !info.dli_fname)
        return NULL;
    return realpath(info.dli_fname, NULL);
}

static char *directory(void)
{
    char *library = tool_library();
    char *slash = library ? strrchr(library, '/') : NULL;
    char *path = slash ? tool_print("%.*s/mpit", (int)(slash - library), library) : NULL;

    free(library);
    return path;
}

/* "openmpi" is openmpi-4 and any other. */
static bool is_named(const char *back, const char *name)
{
    size_t length = strlen(name);

    return strncmp(back, name, length) == 0 && (!back[length] || back[length] == '-');
}

/* Those that have a command, sorted: the number of them, and whether the name is one. */
static int list(const char *path, struct dirent ***entries)
{
    int n = path ? scandir(path, entries, NULL, alphasort) : -1;
    int kept = 0;

    for (int i = 0; i < n; i++) {
        char *command = tool_print("%s/%s/mpit", path, (*entries)[i]->d_name);

        if ((*entries)[i]->d_name[0] != '.' && access(command, X_OK) == 0)
            (*entries)[kept++] = (*entries)[i];
        else
            free((*entries)[i]);
        free(command);
    }
    return kept;
}

static bool is_this(const char *command)
{
    char *there = realpath(command, NULL), *here = realpath("/proc/self/exe", NULL);
    bool same = there && here && !strcmp(there, here);

    free(there);
    free(here);
    return same;
}

/* The latest of that name. */
static void go_to(const char *path, const char *name, struct dirent *const *entries, int n)
{
    for (int i = n - 1; i >= 0; i--) {
        if (!is_named(entries[i]->d_name, name))
            continue;
        char *command = tool_print("%s/%s/mpit", path, entries[i]->d_name);
        if (!is_this(command))
            execv(command, arguments);
        free(command);
    }
}

static char *names_of(struct dirent *const *entries, int n)
{
    char *names = tool_print("%s", n ? "" : "none");

    for (int i = 0; i < n; i++)
        tool_append(&names, "%s%s", i ? ", " : "", entries[i]->d_name);
    return names;
}

static void free_all(struct dirent **entries, int n)
{
    for (int i = 0; i < n; i++)
        free(entries[i]);
    free(entries);
}

char *tool_backs_print(void)
{
    struct dirent **entries = NULL;
    char *path = directory();
    int n = list(path, &entries);
    char *names = n ? names_of(entries, n) : tool_print("%s", "");

    free_all(entries, n);
    free(path);
    return names;
}

static int go(const char *name, bool complain)
{
    struct dirent **entries = NULL;
    char *path = directory();
    int n = list(path, &entries);

    go_to(path, name, entries, n);
    if (complain) {
        char *names = names_of(entries, n);

        tool_complain("--mpi %s: no such MPI is here; there are: %s", name, names);
        free(names);
    }
    free_all(entries, n);
    free(path);
    return TOOL_USAGE;
}

int tool_backs_choose(const char *name)
{
    return !name || is_named(MPIT_BACK, name) ? TOOL_GO_ON : go(name, true);
}

int tool_backs_go_to(enum mpit_mpi mpi)
{
    static const char *const names[MPIT_MPIS] = {
        [MPIT_MPI_OPENMPI] = "openmpi",
        [MPIT_MPI_MPICH] = "mpich",
    };

    return go(names[mpi], false);
}
