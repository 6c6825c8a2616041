/* Memory of handles and sessions, as a tool makes them. */
#include "config.h"

#include "scale.h"

#include <math.h>
#include <stdlib.h>

#include "ground/memory.h"
#include "job.h"
#include "table.h"

enum { MANY = 100000, QUICK_MANY = 1000 };

static void must(int code, const char *what)
{
    if (code != MPI_SUCCESS)
        bench_job_fail("%s fails with code %d", what, code);
}

static double pvar_bytes(const char *name, int class, int n)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handle;
    size_t before;
    int index, count;

    must(MPI_T_pvar_get_index(name, class, &index), name);
    must(MPI_T_pvar_session_create(&session), "MPI_T_pvar_session_create");
    before = mpit__memory_used();
    for (int i = 0; i < n; i++)
        must(MPI_T_pvar_handle_alloc(session, index, &comm, &handle, &count), name);
    /* Freed with the session: its memory is kept for the next handles. */
    must(MPI_T_pvar_session_free(&session), "MPI_T_pvar_session_free");
    return (double)(mpit__memory_used() - before) / n;
}

static double cvar_bytes(const char *name, int n)
{
    MPI_T_cvar_handle *handles = calloc((size_t)n, sizeof *handles);
    size_t before = mpit__memory_used();
    double bytes;
    int index, count;

    if (!handles)
        bench_job_fail("no memory for %d handles", n);
    must(MPI_T_cvar_get_index(name, &index), name);
    for (int i = 0; i < n; i++)
        must(MPI_T_cvar_handle_alloc(index, NULL, &handles[i], &count), name);
    bytes = (double)(mpit__memory_used() - before) / n;
    for (int i = 0; i < n; i++)
        must(MPI_T_cvar_handle_free(&handles[i]), name);
    free(handles);
    return bytes;
}

static double session_bytes(int n)
{
    MPI_T_pvar_session *sessions = calloc((size_t)n, sizeof *sessions);
    size_t before = mpit__memory_used();
    double bytes;

    if (!sessions)
        bench_job_fail("no memory for %d sessions", n);
    for (int i = 0; i < n; i++)
        must(MPI_T_pvar_session_create(&sessions[i]), "MPI_T_pvar_session_create");
    bytes = (double)(mpit__memory_used() - before) / n;
    for (int i = 0; i < n; i++)
        must(MPI_T_pvar_session_free(&sessions[i]), "MPI_T_pvar_session_free");
    free(sessions);
    return bytes;
}

void bench_scale_handles(const struct bench_scale *scale)
{
    static const char *const columns[] = {"handles", "pvar bytes", "cvar bytes", "session bytes",
                                          NULL};
    int n = scale->quick ? QUICK_MANY : MANY;

    bench_table_begin("handles",
                      "bytes of ours for each of n, the growth in chunks of twice the size "
                      "included",
                      columns);
    bench_table_row((double[]){n, pvar_bytes("mpit_comm_sends", MPI_T_PVAR_CLASS_COUNTER, n),
                               cvar_bytes("mpit_profiling", n), session_bytes(n / 2)});
    bench_table_end();
    bench_table_note("a performance variable of more than one element takes 8 bytes for each other "
                     "element more");
}
