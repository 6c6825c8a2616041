/* Calls of translated.h in the MPI that it is compiled for.
 *
 * It calls PMPI_x, as a PMPI tool does, or with TRANSLATOR_CALLS MPI_x, as those do that are loaded
 * by translator_front.c; with TRANSLATOR_LIBRARY, the path of the MPI library, it takes functions
 * from the handle of that. */
#include <mpi.h>

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "translated.h"

#if defined(TRANSLATOR_LIBRARY)
static void *find(const char *name)
{
    static void *library;

    if (!library)
        library = dlopen(TRANSLATOR_LIBRARY, RTLD_LAZY | RTLD_LOCAL);
    return dlsym(library, name);
}
#define CALL(name, ...) ((__typeof__(&PMPI_##name))find("MPI_" #name))(__VA_ARGS__)
#elif defined(TRANSLATOR_CALLS)
#define CALL(name, ...) MPI_##name(__VA_ARGS__)
#else
#define CALL(name, ...) PMPI_##name(__VA_ARGS__)
#endif

/* Handles. */

struct own_comm {
    MPI_Comm comm;
};

struct own_request {
    MPI_Request request;
};

static MPI_Comm to_comm(own_comm comm)
{
    if (comm == OWN_COMM_WORLD)
        return MPI_COMM_WORLD;
    return comm == OWN_COMM_NULL ? MPI_COMM_NULL : comm->comm;
}

static own_comm of_comm(MPI_Comm comm)
{
    own_comm own = comm == MPI_COMM_NULL ? OWN_COMM_NULL : malloc(sizeof *own);

    if (own && own != OWN_COMM_NULL)
        own->comm = comm;
    return own;
}

static MPI_Datatype to_type(own_type type)
{
    return type == OWN_INT ? MPI_INT : MPI_DATATYPE_NULL;
}

static MPI_Op to_op(own_op op)
{
    return op == OWN_SUM ? MPI_SUM : MPI_OP_NULL;
}

/* Functions. */

int own_Init(int *argc, char ***argv)
{
    return CALL(Init, argc, argv);
}

int own_Finalize(void)
{
    return CALL(Finalize);
}

int own_Comm_rank(own_comm comm, int *rank)
{
    return CALL(Comm_rank, to_comm(comm), rank);
}

int own_Comm_size(own_comm comm, int *size)
{
    return CALL(Comm_size, to_comm(comm), size);
}

int own_Comm_split(own_comm comm, int color, int key, own_comm *made)
{
    MPI_Comm its = MPI_COMM_NULL;
    int rc = CALL(Comm_split, to_comm(comm), color, key, &its);

    *made = of_comm(its);
    return rc;
}

int own_Comm_free(own_comm *comm)
{
    int rc = CALL(Comm_free, &(*comm)->comm);

    free(*comm);
    *comm = OWN_COMM_NULL;
    return rc;
}

int own_Comm_get_parent(own_comm *parent)
{
    MPI_Comm its = MPI_COMM_NULL;
    int rc = CALL(Comm_get_parent, &its);

    *parent = of_comm(its);
    return rc;
}

int own_Barrier(own_comm comm)
{
    return CALL(Barrier, to_comm(comm));
}

int own_Allreduce(const void *from, void *to, int count, own_type type, own_op op, own_comm comm)
{
    return CALL(Allreduce, from, to, count, to_type(type), to_op(op), to_comm(comm));
}

struct own_file {
    MPI_File file;
};

int own_File_open(own_comm comm, const char *name, own_file *file)
{
    *file = malloc(sizeof **file);
    return CALL(File_open, to_comm(comm), name, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL,
                &(*file)->file);
}

int own_File_write_all(own_file file, const void *from, int count, own_type type)
{
    return CALL(File_write_all, file->file, from, count, to_type(type), MPI_STATUS_IGNORE);
}

int own_File_close(own_file *file)
{
    int rc = CALL(File_close, &(*file)->file);

    free(*file);
    *file = NULL;
    return rc;
}

int own_Isend(const void *from, int count, own_type type, int dest, int tag, own_comm comm,
              own_request *request)
{
    *request = malloc(sizeof **request);
    return CALL(Isend, from, count, to_type(type), dest, tag, to_comm(comm), &(*request)->request);
}

static void set_status(struct own_status *own, const MPI_Status *status)
{
    memset(own, 0, sizeof *own);
    own->source = status->MPI_SOURCE;
    own->tag = status->MPI_TAG;
}

int own_Recv(void *to, int count, own_type type, int source, int tag, own_comm comm,
             struct own_status *status)
{
    MPI_Status its;
    int rc = CALL(Recv, to, count, to_type(type), source, tag, to_comm(comm), &its);

    set_status(status, &its);
    return rc;
}

int own_Wait(own_request *request, struct own_status *status)
{
    MPI_Status its;
    int rc = CALL(Wait, &(*request)->request, &its);

    set_status(status, &its);
    free(*request);
    *request = NULL;
    return rc;
}
