/* The jump slot of an exported function: the pointer that it jumps through.
 *
 * It is closed at first: whoever comes by looks everything up, and opens it.  Of a back end the
 * front has the exported functions and their pointers (mpi/attach.h), and the slots are there. */
#ifndef MPIT_MPI_JUMP_SLOT_H
#define MPIT_MPI_JUMP_SLOT_H

#include "ground/internal.h"
#include "mpi/attach.h"
#include "mpi/untyped_call.h"
#include "mpi/vendor.h"

struct mpit_jump_slot {
    mpit_function *own; /* what the exported function beside it jumps to */
    mpit_function **at; /* where that is looked for: there, or in the front */
};

#define OVERRIDDEN(name)                                                                           \
    MPIT_INTERNAL extern struct mpit_jump_slot mpit__jump_MPI_##name, mpit__jump_PMPI_##name;
#include "mpi/overridden.def"
#define OFFERED(type, name, formals, actuals, without)                                             \
    MPIT_INTERNAL extern struct mpit_jump_slot mpit__jump_##name;
#include "mpi/offered.def"

/* The jump slots of a back end become those of the front: as struct mpit_back has it. */
int mpit__jump_attach(const struct mpit_front *to);

/* Whether calls have gone by us before we were there; and one of that function. */
bool mpit__jump_rested(void);
bool mpit__jump_passed(const struct mpit_jump_slot *jump);

/* From here on each call goes where it would go without us. */
void mpit__jump_step_aside(void);

/* A function of MPI or of MPI_T by the next object that has it, NULL: none has. */
void *mpit__jump_next(const char *name);

/* Whether code at this address is libmpit's, which may be two files. */
bool mpit__jump_is_ours(const void *code);

/* One aligned word: a thread that calls meanwhile jumps to the old or to the new function. */
#define MPIT_PUT(name, function)                                                                   \
    MPIT_PUT_AT(*mpit__jump_##name.at, MPIT_AS_TYPE_OF(mpit__jump_##name.own, function))

/* A jump slot, and the function that a call of it runs: inside this library. */
#define MPIT_JUMP_TO(name, function)                                                               \
    struct mpit_jump_slot mpit__jump_##name = {MPIT_AS_TYPE_OF((mpit_function *)0, function),      \
                                               &mpit__jump_##name.own}

/* The function behind a closed jump slot: calls `opens`, and goes through. */
#define MPIT_CLOSED(name, formals, actuals, opens)                                                 \
    static int closed_##name MPIT_WORD_FORMALS(formals, actuals)                                   \
    {                                                                                              \
        opens;                                                                                     \
        return MPIT_AS_WORDS(MPIT_AT(*mpit__jump_##name.at), formals, actuals)                     \
            MPIT_WORD_ACTUALS(actuals);                                                            \
    }

/* The exported function, its jump slot, and what is done while that is closed. */
#define MPIT_EXPORT(name, formals, actuals, opens)                                                 \
    MPIT_CLOSED(name, formals, actuals, opens)                                                     \
    MPIT_JUMP_TO(name, closed_##name);                                                             \
    MPIT_EXPORTED int name formals                                                                 \
    {                                                                                              \
        return MPIT_AS_TYPE_OF(mpit__next.name, MPIT_AT(mpit__jump_##name.own)) actuals;           \
    }

/* The same, with what stands behind the jump slot once everything has been looked up. */
#define MPIT_JUMP(name, formals, actuals, behind)                                                  \
    MPIT_EXPORT(name, formals, actuals, (mpit__vendor_resolve(), MPIT_PUT(name, behind)))

#endif
