/* FUNCTION(type, name, formals, actuals, without, wakes) for everything that is exported, in the
 * order of overridden.def and offered.def.  It is undefined at the end, and there is no guard: each
 * time it is included it makes something else of the rows.  What it returns where there is no back
 * end, nor an MPI that has it, is `without`.  Where nobody looks, libmpit rests: a call goes to the
 * MPI, and the back end is not loaded before one that `wakes` it. */
#define BOTH(name, formals, actuals, wakes)                                                        \
    FUNCTION(int, MPI_##name, formals, actuals, mpit__front_absent("MPI_" #name), wakes)           \
    FUNCTION(int, PMPI_##name, formals, actuals, mpit__front_absent("PMPI_" #name), wakes)

#define CALL(name, family, payload, via, formals, actuals) BOTH(name, formals, actuals, false)
#define ALWAYS(name, family, payload, via, formals, actuals)                                       \
    BOTH(name, formals, actuals, WAKES(payload))
#define SPECIAL(name, family, formals, actuals) BOTH(name, formals, actuals, WAKES(name))
/* What a call has beyond its words, and in other registers, a jump leaves where it is. */
#define VARIADIC(name) BOTH(name, (void), (level, a, b, c, d, e), true)
#define LATER          MPIT_ROW /* whatever the MPI that we are configured for has */

/* What ends an object, or gives out one more handle of it: nothing is known of it before what makes
 * it has come by.  And the life of MPI but for its sessions: it can be asked for that. */
#define WAKES(what)          MPIT_IF_DEFINED(RESTS_##what, false, true)
#define RESTS_free_comm      1
#define RESTS_free_datatype  1
#define RESTS_free_group     1
#define RESTS_free_op        1
#define RESTS_free_info      1
#define RESTS_get_group      1
#define RESTS_new_errhandler 1
#define RESTS_request_free   1
#define RESTS_Init           1
#define RESTS_Init_thread    1
#define RESTS_Finalize       1
#define RESTS_Abort          1
#include "mpi/calls.def"

#define ENTRY(name, formals, actuals) BOTH(T_##name, formals, actuals, true)
#include "mpi/interface.def"
#undef ENTRY

#define OFFERED(type, name, formals, actuals, without)                                             \
    FUNCTION(type, name, formals, actuals, without, true)
#include "mpi/offered.def"

#undef BOTH
#undef FUNCTION
