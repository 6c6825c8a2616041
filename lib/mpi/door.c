#include "config.h"

#include "mpi/door.h"

#include <dlfcn.h>
#include <string.h>

static const struct {
    const char *name;
    struct mpit_door *door;
} doors[] = {
#define OVERRIDDEN(name)                                                                           \
    {"MPI_" #name, &mpit__door_MPI_##name}, {"PMPI_" #name, &mpit__door_PMPI_##name},
#include "mpi/overridden.def"
#define OFFERED(type, name, formals, actuals) {#name, &mpit__door_##name},
#include "mpi/offered.def"
};

static const struct mpit_front *front;

/* Both lists come of the same tables, in one order; ours lacks what this MPI does not have. */
int mpit__door_attach(const struct mpit_front *to)
{
    mpit_function **places[sizeof doors / sizeof *doors];
    size_t slot = 0;

    for (size_t i = 0; i < sizeof doors / sizeof *doors; i++, slot++) {
        while (slot < to->n && strcmp(to->names[slot], doors[i].name) != 0)
            slot++;
        if (slot == to->n)
            return -1;
        places[i] = &to->slots[slot];
    }
    front = to;
    for (size_t i = 0; i < sizeof doors / sizeof *doors; i++) {
        doors[i].door->at = places[i];
        MPIT_PUT_AT(*places[i], doors[i].door->own);
    }
    return 0;
}

void mpit__door_step_aside(void)
{
    for (size_t i = 0; i < sizeof doors / sizeof *doors; i++) {
        void *next = mpit__door_next(doors[i].name);
        mpit_function *function;

        memcpy(&function, &next, sizeof function);
        if (function)
            MPIT_PUT_AT(*doors[i].door->at, function);
    }
}

void *mpit__door_next(const char *name)
{
    return front ? front->next(name) : dlsym(RTLD_NEXT, name);
}

static const void *file_of(const void *code)
{
    Dl_info info;

    return dladdr(code, &info) ? info.dli_fbase : NULL;
}

bool mpit__door_is_ours(const void *code)
{
    const void *file = file_of(code);

    return file && (file == file_of(doors) || (front && file == file_of(front->slots)));
}
