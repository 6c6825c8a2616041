#include "config.h"

#include "front/backs.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "front/messages.h"

enum abi { OWN, STANDARD };

static const struct row {
    const char *name;
    enum abi abi;
    enum mpit_mpi mpi;
    const char *from, *until;
} rows[] = {
#define BACK(name, abi, mpi, from, until) {name, abi, MPIT_MPI_##mpi, from, until},
#include "front/backs.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

/* Beside this file, wherever that is. */
static bool name_file(const struct row *row, char path[PATH_MAX])
{
    char us[PATH_MAX], *slash;
    Dl_info info;
    int n;

    if (!dladdr(rows, &info) || !realpath(info.dli_fname, us) || !(slash = strrchr(us, '/')))
        return false;
    *slash = '\0';
    n = snprintf(path, PATH_MAX, "%s/mpit/%s/back.so", us, row->name);
    return n > 0 && n < PATH_MAX;
}

static bool is_there(const struct row *row, char path[PATH_MAX])
{
    return name_file(row, path) && access(path, F_OK) == 0;
}

static bool is_for(const struct row *row, const struct mpit_found *found)
{
    if (row->mpi != found->mpi || row->abi != (found->abi ? STANDARD : OWN))
        return false;
    return found->version < 0 ? !*row->from
                              : mpit__version_is_in(found->version, row->from, row->until);
}

static void say_missing(const struct row *wanted, const struct mpit_found *found)
{
    const char *said = *found->said ? found->said : mpit__mpi_names[found->mpi];
    char path[PATH_MAX];

    if (wanted && name_file(wanted, path))
        mpit__front_say("this is a program of %s, and there is no %s: libmpit counts nothing; "
                        "install libmpit for this MPI, too",
                        said, path);
    else
        mpit__front_say("this is a program of %s, which is too old or too new for libmpit %s: it "
                        "counts nothing",
                        said, PACKAGE_VERSION);
}

bool mpit__backs_find(const struct mpit_found *found, char path[PATH_MAX])
{
    const struct row *wanted = NULL;

    for (int i = 0; i < ROWS; i++) {
        if (!is_for(&rows[i], found))
            continue;
        if (is_there(&rows[i], path))
            return true;
        wanted = wanted ? wanted : &rows[i];
    }
    say_missing(wanted, found);
    return false;
}

static bool is_called(const struct row *row, const char *name)
{
    size_t length = strlen(name);

    return strncmp(row->name, name, length) == 0 &&
           (row->name[length] == '\0' || row->name[length] == '-');
}

/* What is not known may be anything. */
static bool may_be_for(const struct row *row, const struct mpit_built *built)
{
    if (*built->name)
        return is_called(row, built->name);
    if (built->abi)
        return row->abi == STANDARD;
    return (built->mpi == MPIT_MPIS || row->mpi == built->mpi) &&
           (built->version < 0 ||
            (row->abi == OWN && mpit__version_is_in(built->version, row->from, row->until)));
}

const char *mpit__backs_any(const struct mpit_built *built, char path[PATH_MAX])
{
    for (int i = 0; i < ROWS; i++)
        if (may_be_for(&rows[i], built) && is_there(&rows[i], path))
            return rows[i].name;
    return NULL;
}
