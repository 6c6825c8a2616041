/* What of the tables the MPI below has.
 *
 * configure writes mpi_functions.h, which config.h includes: MPIT_HAS_<name> is 1 for each function
 * MPI_<name> that mpi.h declares and the library has, under both of its names. */
#ifndef MPIT_MPI_AVAILABLE_H
#define MPIT_MPI_AVAILABLE_H

/* Without config.h none of them would be there. */
#if !defined(MPIT_HAS_Init)
#error "config.h comes first"
#endif

/* One of two, the first where the function is there: MPIT_BEHIND_1 puts it into the second place,
 * which is what is taken. */
#define MPIT_IF_THERE(name, then, otherwise) MPIT_IF_DEFINED(MPIT_HAS_##name, then, otherwise)
#define MPIT_IF_DEFINED(value, then, otherwise)                                                    \
    MPIT_TAKE_SECOND(MPIT_TAKE_BEHIND(value) then, otherwise, )
#define MPIT_TAKE_BEHIND(value)           MPIT_BEHIND_##value
#define MPIT_BEHIND_1                     ,
#define MPIT_TAKE_SECOND(...)             MPIT_SECOND(__VA_ARGS__)
#define MPIT_SECOND(ignored, second, ...) second

/* The same as a number, for #if. */
#define MPIT_IS_THERE(name) MPIT_IF_THERE(name, 1, 0)

/* A row of a table where the function is there, and nothing where it is not: MPIT_LATER(kind, name,
 * …) is kind(name, …).  For what came after MPI 3.1, which all MPIs that we build with have. */
#define MPIT_LATER(kind, name, ...)                                                                \
    MPIT_IF_THERE(name, MPIT_ROW, MPIT_NO_ROW)(kind, name, ##__VA_ARGS__)
/* The same of MPI_T_<name>. */
#define MPIT_LATER_T(kind, name, ...)                                                              \
    MPIT_IF_THERE(T_##name, MPIT_ROW, MPIT_NO_ROW)(kind, name, ##__VA_ARGS__)
/* A row of what `later` has replaced. */
#define MPIT_UNLESS_LATER(kind, name, later) MPIT_IF_THERE(later, MPIT_NO_ROW, MPIT_ROW)(kind, name)
#define MPIT_ROW(kind, ...)                  kind(__VA_ARGS__)
#define MPIT_NO_ROW(...)

#endif
