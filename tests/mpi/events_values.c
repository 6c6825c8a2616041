/* Events of messages and communicators on 4 ranks, and what their elements say, against what is
 * worked out by hand. */
#include "recorder.h"

#include <string.h>

/* MPI 5.0 may have them without Fortran. */
#if MPI_VERSION >= 5
#define COMM_OF        MPI_Comm_fromint
#define NUMBER_OF_TYPE MPI_Type_toint
#else
#define COMM_OF        MPI_Comm_f2c
#define NUMBER_OF_TYPE MPI_Type_c2f
#endif

enum { N = 4, EACH = 5, MESSAGES = (N - 1) * EACH };

static struct recorder unexpected, matched, created, freed;

/* A copy of the world, which no other test has used. */
static MPI_Comm fresh(void)
{
    MPI_Comm comm;

    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    return comm;
}

/* ---- metadata ----------------------------------------------------------------------------- */

/* Handles of datatypes are those of one process. */
static int number_of(MPI_Datatype type)
{
    return (int)NUMBER_OF_TYPE(type);
}

static void events_of_one_name_are_alike_in_all_processes(void)
{
    static struct event_info mine, of_rank_0;
    int types[ELEMENTS];
    int n = 0, least;

    OK(MPI_T_event_get_num(&n));
    OK(PMPI_Allreduce(&n, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD));
    CHECK(least > 0);
    for (int i = 0; i < least; i++) {
        memset(&of_rank_0, 0, sizeof of_rank_0);
        if (rank == 0)
            event_info(i, &of_rank_0);
        for (int k = 0; k < of_rank_0.elements; k++)
            types[k] = number_of(of_rank_0.types[k]);
        OK(PMPI_Bcast(types, ELEMENTS, MPI_INT, 0, MPI_COMM_WORLD));
        OK(PMPI_Bcast(&of_rank_0, sizeof of_rank_0, MPI_BYTE, 0, MPI_COMM_WORLD));
        if (!event_info(event_of(of_rank_0.name), &mine))
            continue;
        CHECK_FOR(mine.name, strcmp(mine.desc, of_rank_0.desc) == 0);
        CHECK_FOR(mine.name, mine.verbosity == of_rank_0.verbosity);
        CHECK_FOR(mine.name, mine.elements == of_rank_0.elements);
        CHECK_FOR(mine.name, mine.binding == of_rank_0.binding);
        for (int k = 0; k < mine.elements; k++)
            CHECK_FOR(mine.name, number_of(mine.types[k]) == types[k]);
    }
}

/* ---- messages ----------------------------------------------------------------------------- */

/* Message t has t + 1 ints. */
static void send_some(MPI_Comm comm, int n)
{
    int numbers[64] = {0};

    for (int t = 0; t < n; t++)
        OK(MPI_Send(numbers, t + 1, MPI_INT, 0, t, comm));
}

/* All that the others send are found when this returns: a message overtakes none of its sender. */
static void until_all_are_found(MPI_Comm comm)
{
    for (int source = 1; source < N; source++)
        OK(MPI_Probe(source, EACH - 1, comm, MPI_STATUS_IGNORE));
}

static void are_told_as_unexpected(void)
{
    int next[N] = {0};

    CHECK_INT(unexpected.seen, MESSAGES);
    for (int i = 0; i < unexpected.seen && i < MESSAGES; i++) {
        int source = (int)told(&unexpected, i, "source"), tag = (int)told(&unexpected, i, "tag");

        CHECK(source > 0 && source < N);
        if (source <= 0 || source >= N)
            continue;
        CHECK_INT(tag, next[source]++);
        CHECK_INT(told(&unexpected, i, "bytes"), (tag + 1) * (int)sizeof(int));
        CHECK_INT(told(&unexpected, i, "length"), i + 1);
    }
}

static void messages_that_come_early_are_told_when_they_come_and_when_they_are_received(void)
{
    MPI_Comm comm = fresh();
    int numbers[64], i = 0;
    double begin, end;

    record(&unexpected, "mpit_message_unexpected", &comm);
    record(&matched, "mpit_message_matched", &comm);
    if (rank > 0) {
        send_some(comm, EACH);
        CHECK_INT(unexpected.seen + matched.seen, 0);
    } else {
        begin = PMPI_Wtime();
        until_all_are_found(comm);
        are_told_as_unexpected();
        CHECK_INT(matched.seen, 0);
        for (int tag = EACH - 1; tag >= 0; tag--)
            for (int source = N - 1; source > 0; source--)
                OK(MPI_Recv(numbers, 64, MPI_INT, source, tag, comm, MPI_STATUS_IGNORE));
        end = PMPI_Wtime();
        CHECK_INT(matched.seen, MESSAGES);
        for (int tag = EACH - 1; tag >= 0; tag--)
            for (int source = N - 1; source > 0; source--, i++) {
                CHECK_INT(told(&matched, i, "source"), source);
                CHECK_INT(told(&matched, i, "tag"), tag);
                CHECK_INT(told(&matched, i, "bytes"), (tag + 1) * (int)sizeof(int));
                CHECK_INT(told(&matched, i, "unexpected"), 1);
                CHECK(told(&matched, i, "seconds") > 0 &&
                      told(&matched, i, "seconds") <= (end - begin) * 1.01);
            }
        CHECK_INT(unexpected.seen, MESSAGES);
    }
    end_record(&unexpected);
    end_record(&matched);
    OK(MPI_Comm_free(&comm));
}

static void messages_that_are_waited_for_are_matched_and_not_unexpected(void)
{
    MPI_Comm comm = fresh();
    MPI_Request requests[MESSAGES];
    int numbers[MESSAGES][EACH], n = 0, seen[N][EACH] = {{0}};
    double begin, end;

    record(&unexpected, "mpit_message_unexpected", &comm);
    record(&matched, "mpit_message_matched", &comm);
    begin = PMPI_Wtime();
    if (rank == 0)
        for (int source = 1; source < N; source++)
            for (int tag = 0; tag < EACH; tag++, n++)
                OK(MPI_Irecv(numbers[n], EACH, MPI_INT, tag % 2 ? MPI_ANY_SOURCE : source, tag,
                             comm, &requests[n]));
    OK(PMPI_Barrier(MPI_COMM_WORLD));
    if (rank > 0)
        send_some(comm, EACH);
    else
        OK(MPI_Waitall(n, requests, MPI_STATUSES_IGNORE));
    end = PMPI_Wtime();
    CHECK_INT(unexpected.seen, 0);
    CHECK_INT(matched.seen, n);
    for (int i = 0; i < matched.seen && i < MESSAGES; i++) {
        int source = (int)told(&matched, i, "source"), tag = (int)told(&matched, i, "tag");

        CHECK(source > 0 && source < N && tag >= 0 && tag < EACH && seen[source][tag]++ == 0);
        CHECK_INT(told(&matched, i, "bytes"), (tag + 1) * (int)sizeof(int));
        CHECK_INT(told(&matched, i, "unexpected"), 0);
        CHECK(told(&matched, i, "seconds") >= 0 &&
              told(&matched, i, "seconds") <= (end - begin) * 1.01);
    }
    end_record(&unexpected);
    end_record(&matched);
    OK(MPI_Comm_free(&comm));
}

/* How long it lay is between the two times that stand round it. */
static void the_time_that_a_message_lay_is_told(void)
{
    MPI_Comm comm = fresh();
    double before, there, asked, after, lay;
    int number = 0;

    record(&matched, "mpit_message_matched", &comm);
    if (rank == 1) {
        OK(MPI_Send(&number, 1, MPI_INT, 0, 0, comm));
    } else if (rank == 0) {
        before = PMPI_Wtime();
        OK(MPI_Probe(1, 0, comm, MPI_STATUS_IGNORE));
        there = PMPI_Wtime();
        while (PMPI_Wtime() < there + 0.1)
            continue;
        asked = PMPI_Wtime();
        OK(MPI_Recv(&number, 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE));
        after = PMPI_Wtime();
        lay = told(&matched, 0, "seconds");
        CHECK_THAT(lay >= (asked - there) * 0.99 && lay <= (after - before) * 1.01,
                   "it lay %g s, not %g to %g", lay, asked - there, after - before);
    }
    end_record(&matched);
    OK(MPI_Comm_free(&comm));
}

/* Nothing moves, or nothing is received. */
static void no_message_is_told_that_is_none(void)
{
    MPI_Comm comm = fresh();
    MPI_Request request;
    int number = 0;

    record(&unexpected, "mpit_message_unexpected", &comm);
    record(&matched, "mpit_message_matched", &comm);
    OK(MPI_Send(&number, 1, MPI_INT, MPI_PROC_NULL, 0, comm));
    OK(MPI_Recv(&number, 1, MPI_INT, MPI_PROC_NULL, 0, comm, MPI_STATUS_IGNORE));
    OK(MPI_Irecv(&number, 1, MPI_INT, 0, 99, comm, &request));
    OK(MPI_Cancel(&request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Bcast(&number, 1, MPI_INT, 0, comm));
    OK(MPI_Barrier(comm));
    OK(MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_INT, MPI_SUM, comm));
    CHECK_INT(unexpected.seen, 0);
    CHECK_INT(matched.seen, 0);
    end_record(&unexpected);
    end_record(&matched);
    OK(MPI_Comm_free(&comm));
}

/* ---- communicators ------------------------------------------------------------------------ */

/* Each way, with the size that it has here; MPI_COMM_NULL where this rank is not in it. */
static void are_told(const char *way, MPI_Comm comm, int size, MPI_Comm parent)
{
    bool is_in = comm != MPI_COMM_NULL;

    CHECK_THAT(created.seen == is_in && freed.seen == 0, "%s: %d created, %d freed", way,
               created.seen, freed.seen);
    if (is_in) {
        CHECK_FOR(way, (int)told(&created, 0, "size") == size);
        CHECK_FOR(way, COMM_OF((int)told(&created, 0, "handle")) == comm);
        CHECK_FOR(way, COMM_OF((int)told(&created, 0, "parent")) == parent);
        OK(MPI_Comm_free(&comm));
        CHECK_THAT(freed.seen == 1 && created.seen == 1, "%s: %d freed", way, freed.seen);
        CHECK_FOR(way, (int)told(&freed, 0, "size") == size);
    }
    forget(&created);
    forget(&freed);
}

static void every_way_to_make_a_communicator_is_told_once(void)
{
    int dims[2] = {2, 2}, periods[2] = {0, 0}, keep[2] = {1, 0}, index[N] = {1, 2, 3, 4};
    int edges[N] = {1, 0, 3, 2}, next = (rank + 1) % N, before = (rank + N - 1) % N, one = 1;
    int size;
    MPI_Comm world = fresh(), comm, local, inter, cart;
    MPI_Group group, part, half;
    MPI_Request request;

    OK(MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &local));
    OK(MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &cart));
    OK(MPI_Comm_group(MPI_COMM_WORLD, &group));
    OK(MPI_Group_excl(group, 1, &(int){0}, &part));
    OK(MPI_Group_incl(group, 2, (int[]){rank / 2 * 2, rank / 2 * 2 + 1}, &half));
    record(&created, "mpit_comm_created", NULL);
    record(&freed, "mpit_comm_freed", NULL);
    OK(MPI_Comm_dup(world, &comm));
    are_told("MPI_Comm_dup", comm, N, world);
    OK(MPI_Comm_dup_with_info(world, MPI_INFO_NULL, &comm));
    are_told("MPI_Comm_dup_with_info", comm, N, world);
    OK(MPI_Comm_idup(world, &comm, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    are_told("MPI_Comm_idup", comm, N, world);
    OK(MPI_Comm_split(world, rank == 0 ? MPI_UNDEFINED : 1, rank, &comm));
    are_told("MPI_Comm_split", comm, N - 1, world);
    OK(MPI_Comm_split_type(world, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &comm));
    OK(MPI_Comm_size(comm, &size)); /* 1 with MPICH 5.0.2 of Debian */
    are_told("MPI_Comm_split_type", comm, size, world);
    OK(MPI_Comm_create(world, part, &comm));
    are_told("MPI_Comm_create", comm, N - 1, world);
    OK(MPI_Comm_create_group(MPI_COMM_WORLD, half, 5, &comm));
    are_told("MPI_Comm_create_group", comm, N / 2, MPI_COMM_WORLD);
    OK(MPI_Cart_create(world, 1, &(int){3}, periods, 0, &comm));
    are_told("MPI_Cart_create", comm, 3, world);
    OK(MPI_Cart_sub(cart, keep, &comm));
    are_told("MPI_Cart_sub", comm, 2, cart);
    OK(MPI_Graph_create(world, N, index, edges, 0, &comm));
    are_told("MPI_Graph_create", comm, N, world);
    OK(MPI_Dist_graph_create_adjacent(world, 1, &before, &one, 1, &next, &one, MPI_INFO_NULL, 0,
                                      &comm));
    are_told("MPI_Dist_graph_create_adjacent", comm, N, world);
    OK(MPI_Dist_graph_create(world, 1, &rank, &one, &next, &one, MPI_INFO_NULL, 0, &comm));
    are_told("MPI_Dist_graph_create", comm, N, world);
    OK(MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, rank % 2 ? 0 : 1, 7, &comm));
    are_told("MPI_Intercomm_create", comm, 2, local);
    OK(MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, rank % 2 ? 0 : 1, 7, &inter));
    forget(&created);
    OK(MPI_Intercomm_merge(inter, rank % 2, &comm));
    are_told("MPI_Intercomm_merge", comm, N, inter);
    OK(MPI_Comm_disconnect(&inter));
    CHECK_INT(freed.seen, 1);
    end_record(&created);
    end_record(&freed);
    OK(MPI_Group_free(&group));
    OK(MPI_Group_free(&part));
    OK(MPI_Group_free(&half));
    OK(MPI_Comm_free(&local));
    OK(MPI_Comm_free(&cart));
    OK(MPI_Comm_free(&world));
}

SUITE(HARNESS_MPI_IS_UP, TEST(events_of_one_name_are_alike_in_all_processes),
      TEST(messages_that_come_early_are_told_when_they_come_and_when_they_are_received),
      TEST(messages_that_are_waited_for_are_matched_and_not_unexpected),
      TEST(the_time_that_a_message_lay_is_told), TEST(no_message_is_told_that_is_none),
      TEST(every_way_to_make_a_communicator_is_told_once))
