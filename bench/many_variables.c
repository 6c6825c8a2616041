/* A stand-in for an MPI library with many control variables: preloaded behind libmpit, it answers
 * what libmpit asks of the MPI library below, with MANY_VARIABLES variables many_0, many_1, … in
 * place of the library's own: none until that is in the environment, as if the library had opened a
 * component.  Everything else goes to the library.  It is below libmpit, so
 * that all of ours is measured: listing, the registry, the interface. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DESCRIPTION = 80 };

static int variables(void)
{
    static int n;
    const char *text = getenv("MANY_VARIABLES");

    if (!n && text)
        n = atoi(text);
    return n;
}

static void put(const char *text, char *buffer, int *length)
{
    if (!length)
        return;
    if (buffer && *length > 0)
        snprintf(buffer, (size_t)*length, "%s", text);
    *length = (int)strlen(text) + 1;
}

/* Both names of a function stand for one: no PMPI tool lies between. */
#define BOTH(name) __attribute__((alias("PMPI_T_" #name)))

int PMPI_T_cvar_get_num(int *n)
{
    *n = variables();
    return MPI_SUCCESS;
}
int MPI_T_cvar_get_num(int *n) BOTH(cvar_get_num);

int PMPI_T_cvar_get_info(int index, char *name, int *name_length, int *verbosity,
                         MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_length,
                         int *bind, int *scope)
{
    char own_name[32], own_desc[DESCRIPTION];

    if (index < 0 || index >= variables())
        return MPI_T_ERR_INVALID_INDEX;
    snprintf(own_name, sizeof own_name, "many_%d", index);
    snprintf(own_desc, sizeof own_desc, "Number %d of those that stand for many variables.", index);
    put(own_name, name, name_length);
    put(own_desc, desc, desc_length);
    *verbosity = MPI_T_VERBOSITY_USER_BASIC;
    *datatype = MPI_INT;
    *enumtype = MPI_T_ENUM_NULL;
    *bind = MPI_T_BIND_NO_OBJECT;
    *scope = MPI_T_SCOPE_READONLY;
    return MPI_SUCCESS;
}
int MPI_T_cvar_get_info(int index, char *name, int *name_length, int *verbosity,
                        MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_length,
                        int *bind, int *scope) BOTH(cvar_get_info);

/* The handle is the variable's index; its value too. */
int PMPI_T_cvar_handle_alloc(int index, void *object, MPI_T_cvar_handle *handle, int *count)
{
    (void)object;
    *handle = (MPI_T_cvar_handle)(size_t)(index + 1);
    *count = 1;
    return MPI_SUCCESS;
}
int MPI_T_cvar_handle_alloc(int index, void *object, MPI_T_cvar_handle *handle, int *count)
    BOTH(cvar_handle_alloc);

int PMPI_T_cvar_handle_free(MPI_T_cvar_handle *handle)
{
    *handle = MPI_T_CVAR_HANDLE_NULL;
    return MPI_SUCCESS;
}
int MPI_T_cvar_handle_free(MPI_T_cvar_handle *handle) BOTH(cvar_handle_free);

int PMPI_T_cvar_read(MPI_T_cvar_handle handle, void *buffer)
{
    int value = (int)(size_t)handle - 1;

    memcpy(buffer, &value, sizeof value);
    return MPI_SUCCESS;
}
int MPI_T_cvar_read(MPI_T_cvar_handle handle, void *buffer) BOTH(cvar_read);

/* The library's categories name its own variables by index. */
int PMPI_T_category_get_num(int *n)
{
    *n = 0;
    return MPI_SUCCESS;
}
int MPI_T_category_get_num(int *n) BOTH(category_get_num);
