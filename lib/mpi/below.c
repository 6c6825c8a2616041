#include "config.h"

#include "mpi/below.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <string.h>

#include "ground/message.h"

const void *mpit__below_function(size_t offset)
{
    const void *next[2];

    memcpy(next, (const char *)&mpit__next + offset, sizeof next);
    return next[0] == next[1] ? NULL : next[0];
}

static const char *file_of(const void *code)
{
    Dl_info info;

    return dladdr(code, &info) ? info.dli_fname : "another tool";
}

/* MPI_COMM_NULL, mostly, in room for a handle of any interface. */
union parent {
    MPI_Comm comm;
    char room[64];
};

static bool asked(int (*ask)(MPI_Comm *), union parent *parent)
{
    memset(parent, ~0, sizeof *parent);
    return ask(&parent->comm) == MPI_SUCCESS;
}

/* A handle that either gives out is asked for: to hand in one of the other's would harm. */
bool mpit__below_translates(void)
{
    union parent above, below;

    if (!MPIT_BELOW(Comm_get_parent) || !asked(mpit__next.MPI_Comm_get_parent, &above) ||
        !asked(mpit__next.PMPI_Comm_get_parent, &below) ||
        memcmp(&above, &below, sizeof above) == 0)
        return false;
    mpit__message_job(MPIT_WARN,
                      "%s stands between the program and its MPI, with handles of its own: libmpit "
                      "counts nothing",
                      file_of((const void *)mpit__next.MPI_Comm_get_parent));
    return true;
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
