/* A tool that writes control variables before MPI_Init, and what is in force after it:
 *
 *   tunables_program [--list] NAME=NUMBER... VARIABLE...
 *
 * With --list it has asked for all variables before.  Rank 0 prints each VARIABLE and its value. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char value[1 << 16];

static int find(const char *name, MPI_Datatype *datatype)
{
    int index, verbosity, bind, scope;
    MPI_T_enum enumeration;

    if (MPI_T_cvar_get_index(name, &index) != MPI_SUCCESS)
        return -1;
    MPI_T_cvar_get_info(index, NULL, NULL, &verbosity, datatype, &enumeration, NULL, NULL, &bind,
                        &scope);
    return index;
}

static void list(void)
{
    MPI_T_cvar_handle handle;
    int n = 0, count;

    MPI_T_cvar_get_num(&n);
    for (int i = 0; i < n; i++)
        if (MPI_T_cvar_handle_alloc(i, NULL, &handle, &count) == MPI_SUCCESS)
            MPI_T_cvar_handle_free(&handle);
}

static long number(MPI_Datatype datatype)
{
    int integer;
    long whole;

    memcpy(&integer, value, sizeof integer);
    memcpy(&whole, value, sizeof whole);
    return datatype == MPI_INT || datatype == MPI_UNSIGNED ? integer : whole;
}

static void write_one(const char *name, const char *text)
{
    unsigned long whole = strtoul(text, NULL, 10);
    int integer = (int)whole, index, count, rc;
    MPI_Datatype datatype = MPI_DATATYPE_NULL;
    MPI_T_cvar_handle handle;

    index = find(name, &datatype);
    if (MPI_T_cvar_handle_alloc(index, NULL, &handle, &count) != MPI_SUCCESS) {
        fprintf(stderr, "%s has no handle\n", name);
        exit(2);
    }
    rc = MPI_T_cvar_write(handle, datatype == MPI_CHAR  ? (const void *)text
                                  : datatype == MPI_INT ? (const void *)&integer
                                                        : &whole);
    if (rc != MPI_SUCCESS)
        fprintf(stderr, "%s=%s: %d\n", name, text, rc);
    MPI_T_cvar_handle_free(&handle);
}

static void print(const char *name)
{
    MPI_Datatype datatype = MPI_DATATYPE_NULL;
    int index = find(name, &datatype), count;
    MPI_T_cvar_handle handle;

    if (index < 0 || MPI_T_cvar_handle_alloc(index, NULL, &handle, &count) != MPI_SUCCESS) {
        printf("%s none\n", name);
        return;
    }
    MPI_T_cvar_read(handle, value);
    MPI_T_cvar_handle_free(&handle);
    if (datatype == MPI_CHAR)
        printf("%s %s\n", name, value);
    else
        printf("%s %ld\n", name, number(datatype));
}

int main(int argc, char **argv)
{
    int provided, rank;

    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    for (int i = 1; i < argc; i++) {
        char *equals = strchr(argv[i], '=');

        if (strcmp(argv[i], "--list") == 0) {
            list();
        } else if (equals) {
            *equals = '\0';
            write_one(argv[i], equals + 1);
            argv[i] = NULL;
        }
    }
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 1; i < argc; i++)
        if (rank == 0 && argv[i] && argv[i][0] != '-')
            print(argv[i]);
    MPI_Query_thread(&provided);
    if (rank == 0)
        printf("level %d\n", provided);
    MPI_Finalize();
    MPI_T_finalize();
    return 0;
}
