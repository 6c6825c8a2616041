#include "config.h"

#include "tools/records/call_family.h"

#include <stddef.h>
#include <string.h>

const char *tool_call_family(const char *name)
{
    static const struct {
        const char *name, *family;
    } calls[] = {
#define CALL(name, family, ...)    {"MPI_" #name, #family},
#define ALWAYS(name, family, ...)  {"MPI_" #name, #family},
#define SPECIAL(name, family, ...) {"MPI_" #name, #family},
#define LATER(kind, ...)           kind(__VA_ARGS__)
#include "mpi/calls.def"
    };

    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (!strcmp(calls[i].name, name))
            return calls[i].family;
    return "other";
}

enum mpit_state tool_family_state(const char *family)
{
    static const struct {
        const char *name;
        enum mpit_state state;
    } families[] = {
#define FAMILY(name, state) {#name, MPIT_STATE_##state},
#include "mpi/families.def"
    };

    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (!strcmp(families[i].name, family))
            return families[i].state;
    return MPIT_STATE_compute;
}
