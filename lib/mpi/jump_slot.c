#include "config.h"

#include "mpi/jump_slot.h"

#include <dlfcn.h>
#include <string.h>

static const struct {
    const char *name;
    struct mpit_jump_slot *jump;
} jump_slots[] = {
#define OVERRIDDEN(name)                                                                           \
    {"MPI_" #name, &mpit__jump_MPI_##name}, {"PMPI_" #name, &mpit__jump_PMPI_##name},
#include "mpi/overridden.def"
#define OFFERED(type, name, formals, actuals, without) {#name, &mpit__jump_##name},
#include "mpi/offered.def"
};

static const struct mpit_front *front;

/* Both lists come of the same tables, in one order; ours lacks what this MPI does not have. */
int mpit__jump_attach(const struct mpit_front *to)
{
    mpit_function **places[sizeof jump_slots / sizeof *jump_slots];
    size_t slot = 0;

    for (size_t i = 0; i < sizeof jump_slots / sizeof *jump_slots; i++, slot++) {
        while (slot < to->n && strcmp(to->name(slot), jump_slots[i].name) != 0)
            slot++;
        if (slot == to->n)
            return -1;
        places[i] = &to->slots[slot];
    }
    front = to;
    for (size_t i = 0; i < sizeof jump_slots / sizeof *jump_slots; i++) {
        jump_slots[i].jump->at = places[i];
        MPIT_PUT_AT(*places[i], jump_slots[i].jump->own);
    }
    return 0;
}

bool mpit__jump_rested(void)
{
    return front && front->rested;
}

bool mpit__jump_passed(const struct mpit_jump_slot *jump)
{
    return mpit__jump_rested() &&
           __atomic_load_n(&front->passed[jump->at - front->slots], __ATOMIC_ACQUIRE);
}

void mpit__jump_step_aside(void)
{
    for (size_t i = 0; i < sizeof jump_slots / sizeof *jump_slots; i++) {
        void *next = mpit__jump_next(jump_slots[i].name);
        mpit_function *function;

        memcpy(&function, &next, sizeof function);
        if (function)
            MPIT_PUT_AT(*jump_slots[i].jump->at, function);
    }
}

void *mpit__jump_next(const char *name)
{
    return front ? front->next(name) : dlsym(RTLD_NEXT, name);
}

static const void *file_of(const void *code)
{
    Dl_info info;

    return dladdr(code, &info) ? info.dli_fbase : NULL;
}

bool mpit__jump_is_ours(const void *code)
{
    const void *file = file_of(code);

    return file && (file == file_of(jump_slots) || (front && file == file_of(front->slots)));
}
