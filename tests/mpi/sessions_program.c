/* Sessions of MPI 4.0 for tests/mpi/sessions_report.sh, which knows what they count.
 *
 *   sessions_program WAY
 *     alone      two sessions side by side, closed one after the other
 *     atexit     the same, the last one closed by a function of atexit
 *     again      one, and another when it is closed
 *     late       rank 0 is done with its session before the others begin
 *     absent     the last rank exits with its session open
 *     both       MPI_Init and a session, which goes on after MPI_Finalize
 *     some       the same, but for all ranks above 0 the session ends before MPI_Finalize
 *     after      a session that begins when MPI_Finalize is over
 *     before     one that ends before MPI_Init is called
 *     abort      MPI_Pcontrol(2) in a session, which is left open by all */
#include "config.h"

#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(MPIT_HAS_Session_init)

static int rank, ranks, in[16], out[16];

/* One message to the next rank of a communicator, n ints long. */
static void exchange(MPI_Comm comm, int n)
{
    int here, size;

    MPI_Comm_rank(comm, &here);
    MPI_Comm_size(comm, &size);
    MPI_Sendrecv(out, n, MPI_INT, (here + 1) % size, 0, in, n, MPI_INT, (here + size - 1) % size, 0,
                 comm, MPI_STATUS_IGNORE);
}

static MPI_Session open_session(void)
{
    MPI_Session session;

    if (MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session) != MPI_SUCCESS)
        exit(1);
    return session;
}

static MPI_Comm make_comm(MPI_Session session, const char *tag)
{
    MPI_Group group;
    MPI_Comm comm;

    if (MPI_Group_from_session_pset(session, "mpi://WORLD", &group) != MPI_SUCCESS)
        exit(2);
    MPI_Group_rank(group, &rank);
    MPI_Group_size(group, &ranks);
    if (MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm) !=
        MPI_SUCCESS)
        exit(3);
    MPI_Group_free(&group);
    return comm;
}

/* In a session: 3 ints to the next rank, and 2 to the one before, in a communicator that counts
 * them backwards; a barrier in a region. */
static void work(MPI_Session session)
{
    MPI_Comm comm = make_comm(session, "forth"), back;

    exchange(comm, 3);
    MPI_Comm_split(comm, 0, -rank, &back);
    MPI_Pcontrol(3, "back");
    exchange(back, 2);
    MPI_Barrier(comm);
    MPI_Pcontrol(4);
    MPI_Comm_free(&back);
    MPI_Comm_free(&comm);
}

static MPI_Session last;

static void close_last(void)
{
    MPI_Session_finalize(&last);
}

static void alone(bool at_exit)
{
    MPI_Session first = open_session();

    last = open_session();
    work(first);
    MPI_Session_finalize(&first);
    if (at_exit)
        atexit(close_last);
    else
        close_last();
}

static void once(void)
{
    MPI_Session session = open_session();

    work(session);
    MPI_Session_finalize(&session);
}

static void late(void)
{
    MPI_Session session;
    MPI_Group self;
    MPI_Comm comm;

    session = open_session();
    MPI_Group_from_session_pset(session, "mpi://SELF", &self);
    MPI_Comm_create_from_group(self, "self", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    exchange(comm, 1);
    MPI_Comm_free(&comm);
    MPI_Group_free(&self);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &self);
    MPI_Group_rank(self, &rank);
    MPI_Group_free(&self);
    usleep(rank * 300000);
    MPI_Session_finalize(&session);
}

/* The launcher may end the others when it sees one go. */
static void wait_for_parts(void)
{
    const char *report = getenv("MPIT_REPORT");

    for (int other = 0, naps = 0; report && other < ranks - 1 && naps < 3000; naps++) {
        char part[4096];

        snprintf(part, sizeof part, "%s.%d.part", report, other);
        if (access(part, F_OK) == 0)
            other++;
        else
            usleep(10000);
    }
}

static void absent(void)
{
    MPI_Session session = open_session();

    work(session);
    if (rank == ranks - 1) {
        wait_for_parts();
        _exit(0);
    }
    MPI_Session_finalize(&session);
}

/* On how many ranks the session goes on after MPI_Finalize. */
static void both(int staying)
{
    MPI_Session session;
    MPI_Comm comm;

    MPI_Init(NULL, NULL);
    session = open_session();
    comm = make_comm(session, "both");
    exchange(MPI_COMM_WORLD, 1);
    exchange(comm, 2);
    if (rank >= staying) {
        MPI_Comm_free(&comm);
        MPI_Session_finalize(&session);
    }
    MPI_Finalize();
    if (rank >= staying)
        return;
    if (staying >= ranks)
        exchange(comm, 3);
    else
        MPI_Sendrecv(out, 3, MPI_INT, rank, 0, in, 3, MPI_INT, rank, 0, comm, MPI_STATUS_IGNORE);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
}

int main(int argc, char **argv)
{
    const char *way = argc > 1 ? argv[1] : "";

    if (!strcmp(way, "alone")) {
        alone(false);
    } else if (!strcmp(way, "atexit")) {
        alone(true);
    } else if (!strcmp(way, "again")) {
        once();
        once();
    } else if (!strcmp(way, "late")) {
        late();
    } else if (!strcmp(way, "absent")) {
        absent();
    } else if (!strcmp(way, "both")) {
        both(1 << 20);
    } else if (!strcmp(way, "some")) {
        both(1);
    } else if (!strcmp(way, "after")) {
        MPI_Init(NULL, NULL);
        exchange(MPI_COMM_WORLD, 1);
        MPI_Finalize();
        once();
    } else if (!strcmp(way, "before")) {
        once();
        MPI_Init(NULL, NULL);
        exchange(MPI_COMM_WORLD, 1);
        MPI_Finalize();
    } else if (!strcmp(way, "abort")) {
        work(open_session());
        MPI_Pcontrol(2);
        _exit(0);
    } else {
        return 9;
    }
    return 0;
}

#else

int main(void)
{
    return 77;
}

#endif
