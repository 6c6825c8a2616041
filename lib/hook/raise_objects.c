#include "config.h"

#include "hook/raise_objects.h"

#include <string.h>

#include "mpi/vendor.h"
#include "profile/raise.h"

/* A handle in Fortran.  In parentheses, as MPICH 5.0 has macros of the names. */
#define NUMBER_OF(kind, handle)                                                                    \
    ((int)MPIT_IF_THERE(                                                                           \
        kind##_c2f, (mpit__next.PMPI_##kind##_c2f)(handle),                                        \
        MPIT_IF_THERE(kind##_toint, mpit__next.PMPI_##kind##_toint(handle), MPIT_KEY(handle))))

/* A handle in C as a number, as a program makes one of it. */
#define C_NUMBER_OF(handle) ((unsigned long long)(uintptr_t)(handle))

/* ---- communicators */

static int size_of(MPI_Comm comm)
{
    int size = 0;

    mpit__next.PMPI_Comm_size(comm, &size);
    return size;
}

/* One that is still being made, of another of the same size, cannot be asked: that one is. */
void mpit__hook_event_comm_made(MPI_Comm comm, MPI_Comm asked, MPI_Comm parent)
{
    if (comm == MPI_COMM_NULL)
        return;
    MPIT_RAISE(comm_created, &mpit__process, MPIT_INT_ELEMENT(size_of(asked)),
               MPIT_INT_ELEMENT(NUMBER_OF(Comm, comm)), MPIT_INT_ELEMENT(NUMBER_OF(Comm, parent)));
    MPIT_RAISE(ompi_comm_created, &mpit__process, MPIT_INT_ELEMENT(size_of(asked)),
               MPIT_NUMBER_ELEMENT(C_NUMBER_OF(comm)));
}

void mpit__hook_event_comm_named(MPI_Comm comm)
{
    struct mpit_object *object = mpit__object_find(MPIT_KIND_comm, MPIT_KEY(comm));

    if (!object)
        return;
    MPIT_RAISE(comm_named, object, MPIT_INT_ELEMENT(NUMBER_OF(Comm, comm)));
    MPIT_RAISE(ompi_comm_named, object, MPIT_NUMBER_ELEMENT(C_NUMBER_OF(comm)));
}

struct mpit_gone mpit__hook_event_comm_ends(MPI_Comm comm)
{
    return (struct mpit_gone){true, size_of(comm), NUMBER_OF(Comm, comm), C_NUMBER_OF(comm)};
}

void mpit__hook_event_comm_freed(struct mpit_gone gone)
{
    if (!gone.is_told)
        return;
    MPIT_RAISE(comm_freed, &mpit__process, MPIT_INT_ELEMENT(gone.what),
               MPIT_INT_ELEMENT(gone.number));
    MPIT_RAISE(ompi_comm_freed, &mpit__process, MPIT_NUMBER_ELEMENT(gone.key));
}

/* ---- windows */

/* What one says of itself, or NULL. */
static const void *attribute(MPI_Win win, int key)
{
    void *value = NULL;
    int is_there = 0;

    return mpit__next.PMPI_Win_get_attr(win, key, &value, &is_there) == MPI_SUCCESS && is_there
               ? value
               : NULL;
}

static int number_at(const void *value)
{
    return value ? *(const int *)value : 0;
}

void mpit__hook_event_win_made(MPI_Win win, MPI_Comm comm)
{
    const MPI_Aint *size = attribute(win, MPI_WIN_SIZE);
    const uint64_t bytes = size ? (uint64_t)*size : 0;
    const int unit = number_at(attribute(win, MPI_WIN_DISP_UNIT)),
              flavor = number_at(attribute(win, MPI_WIN_CREATE_FLAVOR));

    MPIT_RAISE(win_created, &mpit__process, MPIT_NUMBER_ELEMENT(bytes), MPIT_INT_ELEMENT(unit),
               MPIT_INT_ELEMENT(flavor), MPIT_INT_ELEMENT(NUMBER_OF(Win, win)),
               MPIT_INT_ELEMENT(NUMBER_OF(Comm, comm)));
    MPIT_RAISE(ompi_win_created, &mpit__process, MPIT_NUMBER_ELEMENT(bytes), MPIT_INT_ELEMENT(unit),
               MPIT_INT_ELEMENT(flavor), MPIT_NUMBER_ELEMENT(C_NUMBER_OF(win)));
}

struct mpit_gone mpit__hook_event_win_ends(MPI_Win win)
{
    return (struct mpit_gone){true, number_at(attribute(win, MPI_WIN_CREATE_FLAVOR)),
                              NUMBER_OF(Win, win), C_NUMBER_OF(win)};
}

void mpit__hook_event_win_freed(struct mpit_gone gone)
{
    if (!gone.is_told)
        return;
    MPIT_RAISE(win_freed, &mpit__process, MPIT_INT_ELEMENT(gone.what),
               MPIT_INT_ELEMENT(gone.number));
    MPIT_RAISE(ompi_win_freed, &mpit__process, MPIT_INT_ELEMENT(gone.what),
               MPIT_NUMBER_ELEMENT(gone.key));
}

/* ---- files */

void mpit__hook_event_file_opened(MPI_File file, MPI_Comm comm, int amode)
{
    MPIT_RAISE(file_opened, &mpit__process, MPIT_INT_ELEMENT(amode),
               MPIT_INT_ELEMENT(NUMBER_OF(File, file)), MPIT_INT_ELEMENT(NUMBER_OF(Comm, comm)));
}

struct mpit_gone mpit__hook_event_file_ends(MPI_File file)
{
    return (struct mpit_gone){true, 0, NUMBER_OF(File, file), C_NUMBER_OF(file)};
}

void mpit__hook_event_file_closed(struct mpit_gone gone)
{
    if (gone.is_told)
        MPIT_RAISE(file_closed, &mpit__process, MPIT_INT_ELEMENT(gone.number));
}

/* ---- memory */

void mpit__hook_event_memory_allocated(const void *place, MPI_Aint bytes)
{
    const void *address;

    memcpy(&address, place, sizeof address);
    MPIT_RAISE(memory_allocated, &mpit__process, MPIT_NUMBER_ELEMENT(C_NUMBER_OF(address)),
               MPIT_NUMBER_ELEMENT((unsigned long long)bytes));
}

void mpit__hook_event_memory_freed(const void *address)
{
    if (address)
        MPIT_RAISE(memory_freed, &mpit__process, MPIT_NUMBER_ELEMENT(C_NUMBER_OF(address)));
}

/* ---- error handlers */

void mpit__hook_event_errhandler(int code, MPI_Errhandler handler,
                                 const struct mpit_handled *object)
{
    static const int bind[] = {[MPIT_HANDLED_COMM] = MPI_T_BIND_MPI_COMM,
                               [MPIT_HANDLED_WIN] = MPI_T_BIND_MPI_WIN,
                               [MPIT_HANDLED_FILE] = MPI_T_BIND_MPI_FILE};
    const unsigned long long key[] = {[MPIT_HANDLED_COMM] = C_NUMBER_OF(object->comm),
                                      [MPIT_HANDLED_WIN] = C_NUMBER_OF(object->win),
                                      [MPIT_HANDLED_FILE] = C_NUMBER_OF(object->file)};
    const int number = object->kind == MPIT_HANDLED_COMM  ? NUMBER_OF(Comm, object->comm)
                       : object->kind == MPIT_HANDLED_WIN ? NUMBER_OF(Win, object->win)
                                                          : NUMBER_OF(File, object->file);

    MPIT_RAISE(errhandler_invoked, &mpit__process, MPIT_INT_ELEMENT(code),
               MPIT_INT_ELEMENT((int)object->kind),
               MPIT_INT_ELEMENT(NUMBER_OF(Errhandler, handler)), MPIT_INT_ELEMENT(number));
    MPIT_RAISE(ompi_errhandler, &mpit__process, MPIT_INT_ELEMENT(code),
               MPIT_INT_ELEMENT(bind[object->kind]), MPIT_NUMBER_ELEMENT(C_NUMBER_OF(handler)),
               MPIT_NUMBER_ELEMENT(key[object->kind]));
}

void mpit__hook_event_handler_called(int code, enum mpit_handled_kind kind, MPI_Comm comm,
                                     MPI_Win win, MPI_File file)
{
    const struct mpit_handled object = {kind, comm, win, file};
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;

    if (kind == MPIT_HANDLED_COMM)
        mpit__next.PMPI_Comm_get_errhandler(comm, &handler);
    else if (kind == MPIT_HANDLED_WIN)
        mpit__next.PMPI_Win_get_errhandler(win, &handler);
    else
        mpit__next.PMPI_File_get_errhandler(file, &handler);
    if (handler == MPI_ERRHANDLER_NULL)
        return;
    mpit__hook_event_errhandler(code, handler, &object);
    mpit__next.PMPI_Errhandler_free(&handler);
}
