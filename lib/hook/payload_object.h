/* Payloads of calls that make, name or end objects.  See payload.h. */
#ifndef MPIT_HOOK_PAYLOAD_OBJECT_H
#define MPIT_HOOK_PAYLOAD_OBJECT_H

#define MPIT_BEFORE_new_comm
#define MPIT_AFTER_new_comm                                                                        \
    if (MPIT_OK) {                                                                                 \
        mpit__object_comm_made(*newcomm);                                                          \
        mpit__shared_comm_new(*newcomm);                                                           \
        TELL_COMM(*newcomm)                                                                        \
    }
#define TELL_COMM(of)                                                                              \
    if (frame.watch & MPIT_WATCH_EVENTS)                                                           \
        mpit__hook_event_comm_made(*newcomm, of, comm);

/* What is not yet made cannot be asked. */
#define MPIT_BEFORE_idup
#define MPIT_AFTER_idup                                                                            \
    if (MPIT_OK) {                                                                                 \
        mpit__object_comm_made(*newcomm);                                                          \
        mpit__queue_comm_begins(*newcomm);                                                         \
        TELL_COMM(comm)                                                                            \
    }                                                                                              \
    AND_REQUEST

#define MPIT_BEFORE_new_comm_of_group
#define MPIT_AFTER_new_comm_of_group                                                               \
    MPIT_AFTER_new_comm                                                                            \
    if (MPIT_OK && *newcomm != MPI_COMM_NULL && (frame.watch & MPIT_WATCH_GROUPS))                 \
        mpit__book_use(MPIT_KIND_group, MPIT_KEY(group), MPIT_O_USES, 1);

#define MPIT_BEFORE_name_comm
#define MPIT_AFTER_name_comm                                                                       \
    if (MPIT_OK) {                                                                                 \
        mpit__book_comm(&frame, comm);                                                             \
        mpit__shared_comm_named(comm, comm_name);                                                  \
        if (frame.watch & MPIT_WATCH_EVENTS)                                                       \
            mpit__hook_event_comm_named(comm);                                                     \
    }

/* The array is looked at at the root alone (MPI 3.1, 10.3.3). */
#define MPIT_BEFORE_spawn_multiple
#define MPIT_AFTER_spawn_multiple                                                                  \
    MPIT_AFTER_new_comm                                                                            \
    if (MPIT_OK && (frame.watch & MPIT_WATCH_INFOS) && mpit__is_root(comm, root))                  \
        for (int i = 0; i < count; i++)                                                            \
            mpit__book_any(&frame, rc, comm, win, fh, array_of_info[i]);

/* The object ends when the vendor has freed it; it is found before, because another thread may get
 * the handle anew as soon as that is so. */
#define BEFORE_FREE(kind)                                                                          \
    struct mpit_object *freed =                                                                    \
        ended ? mpit__object_free_begins(MPIT_KIND_##kind, MPIT_KEY(*ended)) : NULL;
#define AFTER_FREE mpit__object_free_ends(freed, MPIT_OK);

/* What events tell of it is asked for before. */
#define TELL_FREE(kind)                                                                            \
    struct mpit_gone gone = {.is_told = false};                                                    \
    if (freed && (frame.watch & MPIT_WATCH_EVENTS))                                                \
        gone = mpit__hook_event_##kind##_ends(*ended);

#define MPIT_BEFORE_free_comm                                                                      \
    BEFORE_FREE(comm)                                                                              \
    TELL_FREE(comm)
#define MPIT_AFTER_free_comm                                                                       \
    AFTER_FREE                                                                                     \
    if (MPIT_OK)                                                                                   \
        mpit__hook_event_comm_freed(gone);

/* What threads keep of a datatype is void: the handle may come again with another size, to another
 * thread before the call is back, and to this one after callbacks have used it in the call. */
#define FORGET_SIZES atomic_fetch_add(&mpit__type_epoch, 1);
#define MPIT_BEFORE_free_datatype                                                                  \
    BEFORE_FREE(datatype)                                                                          \
    FORGET_SIZES
#define MPIT_AFTER_free_datatype                                                                   \
    FORGET_SIZES                                                                                   \
    AFTER_FREE

/* A window is known while it lives: the MPI library crashes on what is none. */
#define MPIT_BEFORE_new_win
#define MPIT_AFTER_new_win                                                                         \
    if (MPIT_OK) {                                                                                 \
        mpit__object_win_made(comm, *newwin);                                                      \
        if (frame.watch & MPIT_WATCH_EVENTS)                                                       \
            mpit__hook_event_win_made(*newwin, comm);                                              \
    }                                                                                              \
    if (mpit__live_is_where())                                                                     \
        mpit__synchronization_made(MPIT_KIND_win, comm, MPIT_OK ? MPIT_KEY(*newwin) : 0, NULL);

#define MPIT_BEFORE_new_file
#define MPIT_AFTER_new_file                                                                        \
    if (MPIT_OK) {                                                                                 \
        mpit__object_file_made(opener, *newfh);                                                    \
        mpit__book_file_opened(frame.watch, *newfh, filename, frame.took);                         \
        if (frame.watch & MPIT_WATCH_EVENTS)                                                       \
            mpit__hook_event_file_opened(*newfh, opener, amode);                                   \
    }                                                                                              \
    if (mpit__live_is_where())                                                                     \
        mpit__synchronization_made(MPIT_KIND_file, opener, MPIT_OK ? MPIT_KEY(*newfh) : 0,         \
                                   filename);

#define MPIT_BEFORE_free_win                                                                       \
    BEFORE_FREE(win)                                                                               \
    TELL_FREE(win)
#define MPIT_AFTER_free_win                                                                        \
    if (MPIT_OK) {                                                                                 \
        mpit__synchronization_ended(freed);                                                        \
        mpit__hook_event_win_freed(gone);                                                          \
    }                                                                                              \
    AFTER_FREE
#define MPIT_BEFORE_free_file                                                                      \
    BEFORE_FREE(file)                                                                              \
    TELL_FREE(file)
#define MPIT_AFTER_free_file                                                                       \
    if (MPIT_OK) {                                                                                 \
        mpit__book_file_closed(frame.watch, freed, frame.took);                                    \
        mpit__synchronization_ended(freed);                                                        \
        mpit__hook_event_file_closed(gone);                                                        \
    }                                                                                              \
    AFTER_FREE
#define MPIT_BEFORE_free_op    BEFORE_FREE(op)
#define MPIT_AFTER_free_op     AFTER_FREE
#define MPIT_BEFORE_free_info  BEFORE_FREE(info)
#define MPIT_AFTER_free_info   AFTER_FREE
#define MPIT_BEFORE_free_group BEFORE_FREE(group)
#define MPIT_AFTER_free_group  AFTER_FREE

/* An error handler that is freed lives on with the objects that it is attached to (8.3), and is
 * seen to be gone when another one has its handle. */
#define MPIT_BEFORE_new_errhandler
#define MPIT_AFTER_new_errhandler                                                                  \
    if (MPIT_OK)                                                                                   \
        mpit__object_gone(MPIT_KIND_errhandler, MPIT_KEY(*newhandler));

/* The program calls that of an object itself: no call has failed. */
#define MPIT_BEFORE_call_comm_handler
#define MPIT_AFTER_call_comm_handler                                                               \
    CALLED_HANDLER(MPIT_HANDLED_COMM, comm, MPI_WIN_NULL, MPI_FILE_NULL)
#define MPIT_BEFORE_call_win_handler
#define MPIT_AFTER_call_win_handler                                                                \
    CALLED_HANDLER(MPIT_HANDLED_WIN, MPI_COMM_NULL, win, MPI_FILE_NULL)
#define MPIT_BEFORE_call_file_handler
#define MPIT_AFTER_call_file_handler                                                               \
    CALLED_HANDLER(MPIT_HANDLED_FILE, MPI_COMM_NULL, MPI_WIN_NULL, fh)
#define CALLED_HANDLER(kind, comm, win, file)                                                      \
    if (MPIT_OK && (frame.watch & MPIT_WATCH_EVENTS))                                              \
        mpit__hook_event_handler_called(errorcode, kind, comm, win, file);

/* Memory of MPI's.  Another thread may get the address anew before this call is back. */
#define MPIT_BEFORE_alloc_mem
#define MPIT_AFTER_alloc_mem                                                                       \
    if (MPIT_OK && (frame.watch & MPIT_WATCH_EVENTS))                                              \
        mpit__hook_event_memory_allocated(baseptr, size);
#define MPIT_BEFORE_free_mem
#define MPIT_AFTER_free_mem                                                                        \
    if (MPIT_OK && (frame.watch & MPIT_WATCH_EVENTS))                                              \
        mpit__hook_event_memory_freed(base);

/* One more handle of an object, to be freed on its own. */
#define MPIT_BEFORE_get_group
#define MPIT_AFTER_get_group                                                                       \
    if (MPIT_OK)                                                                                   \
        mpit__object_referenced(MPIT_KIND_group, MPIT_KEY(*group));

#endif
