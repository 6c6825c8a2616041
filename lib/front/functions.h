/* FUNCTION(type, name, formals, actuals, without) for everything that is exported, in the order of
 * overridden.def and offered.def.  It is undefined at the end, and there is no guard: each time it
 * is included it makes something else of the rows.  What it returns where there is no back end, nor
 * an MPI that has it, is `without`. */
#define BOTH(name, formals, actuals)                                                               \
    FUNCTION(int, MPI_##name, formals, actuals, mpit__front_absent("MPI_" #name))                  \
    FUNCTION(int, PMPI_##name, formals, actuals, mpit__front_absent("PMPI_" #name))

#define CALL(name, family, payload, via, formals, actuals)   BOTH(name, formals, actuals)
#define ALWAYS(name, family, payload, via, formals, actuals) BOTH(name, formals, actuals)
#define SPECIAL(name, family, formals, actuals)              BOTH(name, formals, actuals)
/* What a call has beyond its words, and in other registers, a jump leaves where it is. */
#define VARIADIC(name) BOTH(name, (void), (level, a, b, c, d, e))
#define LATER          MPIT_ROW /* whatever the MPI that we are configured for has */
#include "mpi/calls.def"

#define ENTRY(name, formals, actuals) BOTH(T_##name, formals, actuals)
#include "mpi/interface.def"
#undef ENTRY

#define OFFERED FUNCTION
#include "mpi/offered.def"

#undef BOTH
#undef FUNCTION
