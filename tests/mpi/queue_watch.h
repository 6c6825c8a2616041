/* Handles on variables bound to a communicator, for the tests of the unexpected queue. */
#ifndef MPIT_TESTS_QUEUE_WATCH_H
#define MPIT_TESTS_QUEUE_WATCH_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct watch {
    MPI_T_pvar_handle handle;
};

static MPI_T_pvar_session watch_session;

static void watch_must(int rc, const char *what)
{
    if (rc == MPI_SUCCESS)
        return;
    fprintf(stderr, "%s failed with code %d\n", what, rc);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static inline void watch_open(void)
{
    int provided;

    watch_must(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided), "MPI_T_init_thread");
    watch_must(MPI_T_pvar_session_create(&watch_session), "MPI_T_pvar_session_create");
}

static inline void watch_close(void)
{
    watch_must(MPI_T_pvar_session_free(&watch_session), "MPI_T_pvar_session_free");
    watch_must(MPI_T_finalize(), "MPI_T_finalize");
}

/* The code of MPI_T_pvar_handle_alloc. */
static inline int watch_try(struct watch *watch, const char *name, int class, MPI_Comm comm)
{
    int index, count;

    watch_must(MPI_T_pvar_get_index(name, class, &index), name);
    return MPI_T_pvar_handle_alloc(watch_session, index, &comm, &watch->handle, &count);
}

static inline void watch_bind(struct watch *watch, const char *name, int class, MPI_Comm comm)
{
    watch_must(watch_try(watch, name, class, comm), "MPI_T_pvar_handle_alloc");
}

static inline void watch_start(struct watch *watch)
{
    watch_must(MPI_T_pvar_start(watch_session, watch->handle), "MPI_T_pvar_start");
}

static inline void watch_stop(struct watch *watch)
{
    watch_must(MPI_T_pvar_stop(watch_session, watch->handle), "MPI_T_pvar_stop");
}

static inline void watch_free(struct watch *watch)
{
    watch_must(MPI_T_pvar_handle_free(watch_session, &watch->handle), "MPI_T_pvar_handle_free");
}

/* The code with which such a handle is allocated; it is freed again. */
static inline int watch_offer(const char *name, int class, MPI_Comm comm)
{
    struct watch watch;
    int rc = watch_try(&watch, name, class, comm);

    if (rc == MPI_SUCCESS)
        watch_free(&watch);
    return rc;
}

/* Of an MPI_UNSIGNED. */
static inline unsigned watch_read(const struct watch *watch)
{
    unsigned value = 0;

    watch_must(MPI_T_pvar_read(watch_session, watch->handle, &value), "MPI_T_pvar_read");
    return value;
}

static inline unsigned long long watch_read_long(const struct watch *watch)
{
    unsigned long long value = 0;

    watch_must(MPI_T_pvar_read(watch_session, watch->handle, &value), "MPI_T_pvar_read");
    return value;
}

static inline double watch_read_double(const struct watch *watch)
{
    double value = 0;

    watch_must(MPI_T_pvar_read(watch_session, watch->handle, &value), "MPI_T_pvar_read");
    return value;
}

/* The items of mpit_umq_source. */
enum { AUTO, VENDOR, DRAIN, OFF };

/* A control variable of ours of 4 bytes, bound to a communicator or, with NULL, to none. */
static inline int watch_setting(const char *name, MPI_Comm *comm)
{
    MPI_T_cvar_handle handle;
    int index, count, value;

    watch_must(MPI_T_cvar_get_index(name, &index), name);
    watch_must(MPI_T_cvar_handle_alloc(index, comm, &handle, &count), "its handle");
    watch_must(MPI_T_cvar_read(handle, &value), "reading it");
    watch_must(MPI_T_cvar_handle_free(&handle), "freeing it");
    return value;
}

static inline void watch_set(const char *name, MPI_Comm *comm, int value)
{
    MPI_T_cvar_handle handle;
    int index, count;

    watch_must(MPI_T_cvar_get_index(name, &index), name);
    watch_must(MPI_T_cvar_handle_alloc(index, comm, &handle, &count), "its handle");
    watch_must(MPI_T_cvar_write(handle, &value), "writing it");
    watch_must(MPI_T_cvar_handle_free(&handle), "freeing it");
}

/* Where the length of this communicator comes from; what is asked for. */
static inline int watch_source(MPI_Comm comm)
{
    return watch_setting("mpit_umq_source_used", &comm);
}

static inline void watch_set_source(int source)
{
    watch_set("mpit_umq_source", NULL, source);
}

#endif
