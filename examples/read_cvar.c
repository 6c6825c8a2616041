/* read_cvar [NAME]: the value of an integer control variable that is bound to a communicator, or
 * to nothing (MPI 3.1, example 14.5).  The default name is one of libmpit's own. */
#include <mpi.h>
#include <stdio.h>

/* One number, signed or not, as the variable's datatype says. */
union number {
    int i;
    unsigned u;
};

struct variable {
    const char *name;
    int index;
    MPI_Datatype type; /* MPI_INT or MPI_UNSIGNED */
    int bind;          /* MPI_T_BIND_MPI_COMM or MPI_T_BIND_NO_OBJECT */
};

static int rank;

/* Every rank comes to the same end, so one says it. */
static int refuse(const char *name, const char *why)
{
    if (rank == 0)
        fprintf(stderr, "read_cvar: %s: %s\n", name, why);
    return 1;
}

/* Each of the following returns 0, or 1 after having said what is wrong. */
static int find(struct variable *v)
{
    int verbosity, scope;

    if (MPI_T_cvar_get_index(v->name, &v->index) != MPI_SUCCESS)
        return refuse(v->name, "this MPI has no such control variable; those named mpit_... come"
                               " with libmpit: run 'mpit run -- mpirun ... read_cvar', or set"
                               " LD_PRELOAD to the path of libmpit.so");
    if (MPI_T_cvar_get_info(v->index, NULL, NULL, &verbosity, &v->type, NULL, NULL, NULL, &v->bind,
                            &scope) != MPI_SUCCESS)
        return refuse(v->name, "MPI_T_cvar_get_info failed");
    if (v->type != MPI_INT && v->type != MPI_UNSIGNED)
        return refuse(v->name, "not an integer; name a variable of type MPI_INT or MPI_UNSIGNED");
    if (v->bind != MPI_T_BIND_MPI_COMM && v->bind != MPI_T_BIND_NO_OBJECT)
        return refuse(v->name, "bound to another object than a communicator; name another one");
    return 0;
}

static int read_value(const struct variable *v, MPI_Comm comm, union number *value)
{
    MPI_T_cvar_handle handle;
    void *object = v->bind == MPI_T_BIND_NO_OBJECT ? NULL : &comm;
    int count, err;

    if (MPI_T_cvar_handle_alloc(v->index, object, &handle, &count) != MPI_SUCCESS)
        return refuse(v->name, "MPI_T_cvar_handle_alloc failed");
    if (count != 1) { /* the value would not fit */
        MPI_T_cvar_handle_free(&handle);
        return refuse(v->name, "not a single number");
    }
    err = MPI_T_cvar_read(handle, value);
    MPI_T_cvar_handle_free(&handle);
    return err == MPI_SUCCESS ? 0 : refuse(v->name, "MPI_T_cvar_read failed");
}

static int show(const char *name)
{
    struct variable v = {.name = name};
    union number value;

    if (find(&v) || read_value(&v, MPI_COMM_WORLD, &value))
        return 1;
    if (rank != 0)
        return 0;
    if (v.type == MPI_INT)
        printf("%s = %d\n", name, value.i);
    else
        printf("%s = %u\n", name, value.u);
    return 0;
}

int main(int argc, char **argv)
{
    const char *name;
    int code, provided;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    name = argc > 1 ? argv[1] : "mpit_umq_warn";
    if (MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS) {
        code = show(name);
        MPI_T_finalize();
    } else {
        code = refuse(name, "MPI_T_init_thread failed");
    }
    MPI_Finalize();
    return code;
}
