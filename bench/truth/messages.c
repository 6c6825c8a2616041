/* Waits in messages: one that is late to send or to receive, one after the other, by turns. */
#include "config.h"

#include "bench/truth/truth.h"

#include <mpi.h>
#include <stdlib.h>

enum { LARGE = 1 << 20 };

static char large[LARGE], received[LARGE];

static void send_token(int to)
{
    int value = 0;

    MPI_Send(&value, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
}

static void receive_token(int from)
{
    int value;

    MPI_Recv(&value, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* ---- one */

void bench_do_slow_in_ring(int degree)
{
    int next = (bench_rank + 1) % bench_ranks, last = (bench_rank + bench_ranks - 1) % bench_ranks;

    for (int i = 0, out = 0, in; i < BENCH_STEPS; i++) {
        bench_step(bench_rank == 1, degree);
        MPI_Sendrecv(&out, 1, MPI_INT, next, 0, &in, 1, MPI_INT, last, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
}

static void exchange_halo(int doubles)
{
    int left = bench_rank > 0 ? bench_rank - 1 : MPI_PROC_NULL,
        right = bench_rank < bench_ranks - 1 ? bench_rank + 1 : MPI_PROC_NULL;
    static double out[1024], in[2][1024];
    MPI_Request request[4];
    MPI_Status status[4];

    MPI_Irecv(in[0], doubles, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &request[0]);
    MPI_Irecv(in[1], doubles, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &request[1]);
    MPI_Isend(out, doubles, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &request[2]);
    MPI_Isend(out, doubles, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &request[3]);
    MPI_Waitall(4, request, status);
}

/* All wait for one in the end: with as many steps again as there are ranks between. */
void bench_do_slow_in_halo(int degree)
{
    for (int i = 0; i < BENCH_STEPS; i++) {
        bench_step(bench_rank == bench_ranks / 2, degree);
        exchange_halo(100);
    }
}

void bench_do_compute_halo(int degree)
{
    for (int i = 0; i < BENCH_STEPS; i++) {
        bench_compute(BENCH_STEP_MS * (100 - degree) / 100.0);
        exchange_halo(100);
    }
}

/* Messages that wait for their receive. */
void bench_do_receive_late(int degree)
{
    for (int i = 0; i < BENCH_STEPS; i++) {
        bench_step(bench_rank == 0, degree);
        if (bench_rank > 0)
            MPI_Send(large, LARGE, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
        for (int other = 1; bench_rank == 0 && other < bench_ranks; other++)
            MPI_Recv(received, LARGE, MPI_CHAR, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* All others want to be served by the first one, which takes so many milliseconds for each. */
void bench_do_serve_one_by_one(int degree)
{
    for (int i = 0; i < BENCH_STEPS; i++) {
        bench_sleep(60);
        if (bench_rank > 0)
            MPI_Send(large, LARGE, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
        for (int other = 1; bench_rank == 0 && other < bench_ranks; other++) {
            MPI_Recv(received, LARGE, MPI_CHAR, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            bench_sleep(degree);
        }
    }
}

/* ---- one after the other */

/* One works at a time. */
void bench_do_pass_token(int degree)
{
    int next = (bench_rank + 1) % bench_ranks, last = (bench_rank + bench_ranks - 1) % bench_ranks;

    for (int i = 0; i < BENCH_STEPS; i++) {
        if (i > 0 || bench_rank > 0)
            receive_token(last);
        bench_sleep((double)BENCH_STEP_MS * degree / 100 / bench_ranks);
        if (i < BENCH_STEPS - 1 || bench_rank < bench_ranks - 1)
            send_token(next);
    }
}

/* Of so many blocks each waits for the one of the rank before it: there and back. */
void bench_do_sweep(int degree)
{
    double ms = BENCH_BODY_MS / 4.0 / (degree + bench_ranks - 1);

    for (int i = 0; i < 4; i++) {
        int step = i % 2 ? -1 : 1, from = bench_rank - step, to = bench_rank + step;

        for (int block = 0; block < degree; block++) {
            if (from >= 0 && from < bench_ranks)
                receive_token(from);
            bench_sleep(ms);
            if (to >= 0 && to < bench_ranks)
                send_token(to);
        }
    }
}

void bench_do_take_turns(int degree)
{
    for (int i = 0; i < BENCH_STEPS; i++) {
        if (bench_rank == i % 2) {
            bench_sleep((double)BENCH_STEP_MS * degree / 100);
            send_token(!bench_rank);
        } else {
            receive_token(!bench_rank);
        }
    }
}

void bench_do_slow_in_turn(int degree)
{
    for (int i = 0, out = 0, in; i < BENCH_STEPS; i++) {
        bench_step(bench_rank == i % 2, degree);
        MPI_Sendrecv(&out, 1, MPI_INT, !bench_rank, 0, &in, 1, MPI_INT, !bench_rank, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* The first hands out work to who asks, and does none. */
void bench_do_hand_out(int degree)
{
    enum { TASKS = 8, MS = 150 };
    int left = TASKS * (bench_ranks - 1);

    for (int asking = bench_ranks - 1, task, none; bench_rank == 0 && asking > 0;) {
        MPI_Status status;

        MPI_Recv(&none, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        task = left-- > 0;
        asking -= !task;
        MPI_Send(&task, 1, MPI_INT, status.MPI_SOURCE, 0, MPI_COMM_WORLD);
    }
    for (int task = 1, none = 0; bench_rank > 0 && task;) {
        MPI_Sendrecv(&none, 1, MPI_INT, 0, 0, &task, 1, MPI_INT, 0, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        if (task)
            bench_sleep(MS - degree);
    }
}

/* ---- questions */

/* The first asks for what the second sends late. */
void bench_do_ask_by_test(int degree)
{
    int value, there = 0;
    MPI_Request request;

    if (bench_rank == 1) {
        bench_sleep((double)BENCH_BODY_MS * degree / 100);
        send_token(0);
    }
    if (bench_rank != 0)
        return;
    MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    while (!there)
        MPI_Test(&request, &there, MPI_STATUS_IGNORE);
}

/* Two ask each other by turns: nobody has more to do. */
void bench_do_ask_by_probe(int degree)
{
    for (int i = 0, there = 0; i < BENCH_STEPS; i++, there = 0) {
        if (bench_rank == i % 2) {
            bench_sleep((double)BENCH_STEP_MS * degree / 100);
            send_token(!bench_rank);
            continue;
        }
        while (!there)
            MPI_Iprobe(!bench_rank, 0, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
        receive_token(!bench_rank);
    }
}
