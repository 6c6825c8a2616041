#include "config.h"

#include "mpi/identify.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

const char *const mpit__mpi_names[MPIT_MPIS] = {
    [MPIT_MPI_OPENMPI] = "Open MPI",
    [MPIT_MPI_MPICH] = "MPICH",
    [MPIT_MPI_ABI] = "the standard's ABI",
};

/* MPICH and what is compatible with it have the number 12 (the ABI of 2013); Open MPI 1.10 had it
 * too, and is too old for libmpit. */
enum mpit_mpi mpit__mpi_of_library(const char *library)
{
    static const struct {
        const char *begin;
        enum mpit_mpi mpi;
    } known[] = {
        {"libmpich.so", MPIT_MPI_MPICH},
        {"libmpi_abi.so.", MPIT_MPI_ABI},
        {"libmpi.so.12", MPIT_MPI_MPICH},
        {"libmpi.so.", MPIT_MPI_OPENMPI},
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strncmp(library, known[i].begin, strlen(known[i].begin)) == 0)
            return known[i].mpi;
    return MPIT_MPIS;
}

enum { PARTS = 3, PART = 1000 };

int mpit__version_parse(const char *text)
{
    int version = 0;

    if (*text < '0' || *text > '9')
        return -1;
    for (int i = 0; i < PARTS; i++) {
        char *end = (char *)text;
        unsigned long part = *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : 0;

        version = version * PART + (part < PART ? (int)part : PART - 1);
        text = *end == '.' ? end + 1 : "";
    }
    return version;
}

static const char *const begins[] = {
    [MPIT_MPI_OPENMPI] = "Open MPI v",
    [MPIT_MPI_MPICH] = "MPICH Version:",
};

enum mpit_mpi mpit__mpi_said(const char *said)
{
    for (int mpi = 0; mpi < (int)(sizeof begins / sizeof *begins); mpi++)
        if (strncmp(said, begins[mpi], strlen(begins[mpi])) == 0)
            return (enum mpit_mpi)mpi;
    return MPIT_MPIS;
}

int mpit__version_said(enum mpit_mpi mpi, const char *said)
{
    if (mpi >= MPIT_MPI_ABI || mpit__mpi_said(said) != mpi)
        return -1;
    said += strlen(begins[mpi]);
    return mpit__version_parse(said + strspn(said, " \t"));
}

bool mpit__version_is_in(int version, const char *from, const char *until)
{
    return (!*from || version >= mpit__version_parse(from)) &&
           (!*until || version < mpit__version_parse(until));
}
