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

#ifdef SAYS
int PMPI_Get_library_version(char *version, int *length);
int PMPI_Get_library_version(char *version, int *length)
{
    static const char said[] = SAYS;

    __builtin_memcpy(version, said, sizeof said);
    *length = (int)sizeof said - 1;
    return 0;
}
#endif
