/* list_cvars: the name of every control variable (MPI 3.1, example 14.4).
 *
 * MPI_T alone is used; MPI itself is never initialised.  The standard's text leaves its loop when
 * a query has succeeded; here only a true failure ends it, and a variable that exists no longer
 * (MPI_T_ERR_INVALID_INDEX) is passed over. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Says which call failed, and with what; returns whether it did. */
static int failed(const char *call, int err)
{
    if (err != MPI_SUCCESS)
        fprintf(stderr, "list_cvars: %s failed with MPI_T error code %d\n", call, err);
    return err != MPI_SUCCESS;
}

/* `name` and `length` as in MPI_T_cvar_get_info, of which no other answer is wanted. */
static int get_name(int index, char *name, int *length)
{
    int verbosity, bind, scope;
    MPI_Datatype type;

    return MPI_T_cvar_get_info(index, name, length, &verbosity, &type, NULL, NULL, NULL, &bind,
                               &scope);
}

/* Returns 0, or 1 after having said what failed. */
static int print_variable(int index)
{
    int length = 0; /* of no buffer: the call returns what is needed, terminator included */
    int err = get_name(index, NULL, &length);
    if (err == MPI_T_ERR_INVALID_INDEX)
        return 0;
    if (failed("MPI_T_cvar_get_info", err))
        return 1;

    char *name = malloc((size_t)length);
    if (!name) {
        fprintf(stderr, "list_cvars: no memory for a name of %d characters\n", length);
        return 1;
    }
    err = get_name(index, name, &length);
    if (err == MPI_SUCCESS)
        printf("Var %d: %s\n", index, name);
    free(name);
    return failed("MPI_T_cvar_get_info", err);
}

static int print_all(void)
{
    int num;
    if (failed("MPI_T_cvar_get_num", MPI_T_cvar_get_num(&num)))
        return 1;
    for (int i = 0; i < num; i++)
        if (print_variable(i))
            return 1;
    return 0;
}

int main(void)
{
    int provided;
    if (failed("MPI_T_init_thread", MPI_T_init_thread(MPI_THREAD_SINGLE, &provided)))
        return 1;
    int code = print_all();
    if (failed("MPI_T_finalize", MPI_T_finalize()))
        code = 1;
    return code;
}
