/* Messages, collectives, one-sided operations and a file on 4 ranks: what it counts is in
 * mixed.def.  mixed.F90 makes the same calls in Fortran. */
#include <mpi.h>
#include <stdio.h>

void mixed_watch(void);
int mixed_check(int rank);

static int rank, ranks, right, left;
static int in[32], out[32];

static void messages(void)
{
    MPI_Comm world = MPI_COMM_WORLD;
    MPI_Request request[2];
    MPI_Status status[2];
    MPI_Message message;

    if (rank % 2 == 0)
        MPI_Send(out, 10, MPI_INT, right, 1, world);
    MPI_Recv(in, 32, MPI_INT, left, 1, world, MPI_STATUS_IGNORE);
    if (rank % 2 != 0)
        MPI_Send(out, 10, MPI_INT, right, 1, world);

    MPI_Irecv(in, 32, MPI_INT, MPI_ANY_SOURCE, 2, world, &request[0]);
    MPI_Isend(out, 20, MPI_INT, right, 2, world, &request[1]);
    MPI_Waitall(2, request, status);

    MPI_Sendrecv(out, 5, MPI_INT, right, 3, in, 5, MPI_INT, left, 3, world, MPI_STATUS_IGNORE);

    MPI_Recv_init(in, 3, MPI_INT, left, 4, world, &request[0]);
    MPI_Send_init(out, 3, MPI_INT, right, 4, world, &request[1]);
    for (int i = 0; i < 4; i++) {
        MPI_Startall(2, request);
        MPI_Waitall(2, request, status);
    }
    MPI_Request_free(&request[0]);
    MPI_Request_free(&request[1]);

    MPI_Isend(out, 6, MPI_INT, right, 5, world, &request[0]);
    MPI_Mprobe(left, 5, world, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(in, 32, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);

    MPI_Send(out, 9, MPI_INT, MPI_PROC_NULL, 6, world);
    MPI_Recv(in, 9, MPI_INT, MPI_PROC_NULL, 6, world, MPI_STATUS_IGNORE);
}

static void more_messages(void)
{
    MPI_Comm world = MPI_COMM_WORLD, half, inter;
    MPI_Request request[2];
    MPI_Datatype pair;
    int index;

    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Isend(out, 3, pair, right, 7, world, &request[0]);
    MPI_Recv(in, 8, pair, left, 7, world, MPI_STATUS_IGNORE);
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    MPI_Type_free(&pair);

    MPI_Irecv(in, 32, MPI_INT, left, 8, world, &request[0]);
    MPI_Issend(out, 4, MPI_INT, right, 8, world, &request[1]);
    MPI_Waitany(2, request, &index, MPI_STATUS_IGNORE);
    MPI_Waitany(2, request, &index, MPI_STATUS_IGNORE);

    MPI_Isend(out, 1, MPI_INT, right, 9, world, &request[0]);
    MPI_Request_free(&request[0]);
    MPI_Recv(in, 1, MPI_INT, left, 9, world, MPI_STATUS_IGNORE);

    MPI_Irecv(in, 32, MPI_INT, left, 10, world, &request[0]);
    MPI_Cancel(&request[0]);
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);

    MPI_Pcontrol(0);
    MPI_Sendrecv(out, 7, MPI_INT, right, 11, in, 7, MPI_INT, left, 11, world, MPI_STATUS_IGNORE);
    MPI_Pcontrol(1);

    MPI_Comm_split(world, rank % 2, rank, &half);
    MPI_Intercomm_create(half, 0, world, 1 - rank % 2, 12, &inter);
    MPI_Sendrecv(out, 2, MPI_INT, rank / 2, 13, in, 2, MPI_INT, rank / 2, 13, inter,
                 MPI_STATUS_IGNORE);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

static void collectives(void)
{
    MPI_Comm world = MPI_COMM_WORLD, same;
    MPI_Request request;

    MPI_Barrier(world);
    MPI_Bcast(in, 7, MPI_INT, 1, world);
    MPI_Bcast(in, 7, MPI_INT, 1, world);
    MPI_Allreduce(out, in, 2, MPI_INT, MPI_SUM, world);
    MPI_Allreduce(MPI_IN_PLACE, in, 2, MPI_INT, MPI_SUM, world);
    if (rank == 0)
        MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, 3, MPI_INT, 0, world);
    else
        MPI_Gather(out, 3, MPI_INT, NULL, 0, MPI_DATATYPE_NULL, 0, world);
    MPI_Scatter(out, 2, MPI_INT, in, 2, MPI_INT, 0, world);
    MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, world);
    MPI_Ireduce(out, in, 4, MPI_INT, MPI_SUM, 0, world, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_dup(world, &same);
    MPI_Allreduce(out, in, 1, MPI_INT, MPI_SUM, same);
    MPI_Comm_free(&same);
}

static void more_collectives(void)
{
    MPI_Comm world = MPI_COMM_WORLD, ring;
    MPI_Request request;
    MPI_Datatype types[4] = {MPI_INT, MPI_INT, MPI_INT, MPI_INT};
    int upwards[4] = {1, 2, 3, 4}, places[4] = {0, 1, 3, 6}, ones[4] = {1, 1, 1, 1};
    int bytes[4] = {0, 4, 8, 12}, size[1] = {4}, periodic[1] = {1};

    MPI_Ibarrier(world, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Ibcast(in, 2, MPI_INT, 3, world, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Gatherv(out, rank + 1, MPI_INT, in, upwards, places, MPI_INT, 0, world);
    MPI_Scatterv(out, upwards, places, MPI_INT, in, rank + 1, MPI_INT, 2, world);
    MPI_Allgather(out, 2, MPI_INT, in, 2, MPI_INT, world);
    MPI_Allgatherv(out, rank + 1, MPI_INT, in, upwards, places, MPI_INT, world);
    MPI_Alltoallv(out, ones, places, MPI_INT, in, ones, places, MPI_INT, world);
    MPI_Alltoallw(out, ones, bytes, types, in, ones, bytes, types, world);
    MPI_Reduce_scatter(out, in, upwards, MPI_INT, MPI_SUM, world);
    MPI_Reduce_scatter_block(out, in, 2, MPI_INT, MPI_SUM, world);
    MPI_Scan(out, in, 3, MPI_INT, MPI_SUM, world);
    MPI_Exscan(out, in, 3, MPI_INT, MPI_SUM, world);
    MPI_Cart_create(world, 1, size, periodic, 0, &ring);
    MPI_Neighbor_allgather(out, 2, MPI_INT, in, 2, MPI_INT, ring);
    MPI_Comm_free(&ring);
}

static void one_sided(void)
{
    int *memory;
    MPI_Request request;
    MPI_Win win;

    MPI_Win_allocate(32, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_fence(0, win);
    MPI_Put(out, 3, MPI_INT, right, 0, 3, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Get(in, 2, MPI_INT, right, 0, 2, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Accumulate(out, 1, MPI_INT, right, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Fetch_and_op(out, in, MPI_INT, right, 0, MPI_SUM, win);
    MPI_Rget(in, 2, MPI_INT, right, 1, 2, MPI_INT, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_unlock(right, win);
    MPI_Win_free(&win);
}

static void file_access(const char *path)
{
    MPI_Offset mine = (MPI_Offset)rank * 32;
    MPI_Request request;
    MPI_File file;

    MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_write_at_all(file, mine, out, 8, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_at_all_begin(file, mine, out, 8, MPI_INT);
    MPI_File_write_at_all_end(file, out, MPI_STATUS_IGNORE);
    /* What another process has written for us in a collective write may come later. */
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_read_at(file, mine, in, 8, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_iread_at(file, mine, in, 4, MPI_INT, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
}

int main(int argc, char **argv)
{
    int wrong, all;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    right = (rank + 1) % ranks;
    left = (rank + ranks - 1) % ranks;
    mixed_watch();
    messages();
    more_messages();
    collectives();
    more_collectives();
    one_sided();
    file_access("mixed.data");
    wrong = mixed_check(rank);
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("mixed: %d wrong values\n", all);
    MPI_Finalize();
    return all != 0;
}
