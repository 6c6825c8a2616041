#include "config.h"

#include "hook/errors.h"

#include "hook/raise_objects.h"

/* The error handler that a failed call was under, and of what object: that of the object that it
 * names, of the null file where it names none yet, else of MPI_COMM_WORLD (MPI 3.1, 8.3 and 13.7),
 * which sessions alone do not have: null.  An object that was the error itself is not asked. */
static MPI_Errhandler handler_of(enum mpit_family family, int rc, struct mpit_handled *object)
{
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    int class = MPI_ERR_OTHER;

    mpit__next.PMPI_Error_class(rc, &class);
    if (family == MPIT_FAMILY_io) {
        object->kind = MPIT_HANDLED_FILE;
        object->file = class == MPI_ERR_FILE ? MPI_FILE_NULL : object->file;
        mpit__next.PMPI_File_get_errhandler(object->file, &handler);
    } else if (object->win != MPI_WIN_NULL && class != MPI_ERR_WIN) {
        object->kind = MPIT_HANDLED_WIN;
        mpit__next.PMPI_Win_get_errhandler(object->win, &handler);
    } else if (object->comm != MPI_COMM_NULL && class != MPI_ERR_COMM) {
        mpit__next.PMPI_Comm_get_errhandler(object->comm, &handler);
    } else if (mpit__vendor_is_up()) {
        object->comm = MPI_COMM_WORLD;
        mpit__next.PMPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
    }
    return handler;
}

void mpit__book_failure(enum mpit_family family, int rc, MPI_Comm comm, MPI_Win win, MPI_File file)
{
    struct mpit_handled object = {MPIT_HANDLED_COMM, comm, win, file};
    MPI_Errhandler handler = handler_of(family, rc, &object);

    if (handler == MPI_ERRHANDLER_NULL)
        return;
    mpit__book_use(MPIT_KIND_errhandler, MPIT_KEY(handler), MPIT_O_USES, 1);
    mpit__hook_event_errhandler(rc, handler, &object);
    mpit__next.PMPI_Errhandler_free(&handler);
}
