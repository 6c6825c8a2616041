/* A library that stands for another MPI: each of its functions returns what it was called with, by
 * name and by words.  Nothing in it is of any MPI. */
#define FUNCTION(name, formals, actuals)                                                           \
    int name formals;                                                                              \
    int name formals                                                                               \
    {                                                                                              \
        return FRONT_HASH(#name, actuals);                                                         \
    }
#include "front_functions.h"

int MPI_Pcontrol(int level, ...);
int MPI_Pcontrol(int level, ...)
{
    return level + 1000;
}

int PMPI_Pcontrol(int level, ...);
int PMPI_Pcontrol(int level, ...)
{
    return level + 2000;
}
