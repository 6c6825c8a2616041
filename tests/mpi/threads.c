/* Counts under MPI_THREAD_MULTIPLE, on 2 ranks with 4 threads each, while others read and reset:
 * ACC-4, PROF-5 with threads, INIT-6. */
#include "watch.h"

#include <pthread.h>

enum { THREADS = 4, MESSAGES = 3000, WINDOW = 20 };

static MPI_Comm comms[THREADS];
static _Atomic bool over;
static struct watched sends, recvs, bytes;
static unsigned long long taken[3];

/* Each pair of threads, one a rank, on its own communicator: blocking, nonblocking and arrays. */
static void *exchange(void *comm)
{
    MPI_Comm mine = *(MPI_Comm *)comm;
    MPI_Request requests[2 * WINDOW];
    int in[WINDOW], out[WINDOW] = {0};

    for (int i = 0; i < MESSAGES; i += WINDOW) {
        for (int k = 0; k < WINDOW; k++) {
            MPI_Irecv(&in[k], 1, MPI_INT, 1 - rank, k, mine, &requests[k]);
            MPI_Isend(&out[k], 1, MPI_INT, 1 - rank, k, mine, &requests[WINDOW + k]);
        }
        if (i & WINDOW)
            MPI_Waitall(2 * WINDOW, requests, MPI_STATUSES_IGNORE);
        else
            for (int k = 0; k < 2 * WINDOW; k++)
                MPI_Wait(&requests[k], MPI_STATUS_IGNORE);
        MPI_Sendrecv(out, 1, MPI_INT, 1 - rank, 0, in, 1, MPI_INT, 1 - rank, 0, mine,
                     MPI_STATUS_IGNORE);
    }
    return NULL;
}

static unsigned long long take(const struct watched *watched)
{
    unsigned long long got = 0;

    OK(MPI_T_pvar_readreset(watched->session, watched->handle, &got));
    return got;
}

static void *read_and_reset(void *nothing)
{
    (void)nothing;
    while (!over) {
        taken[0] += take(&sends);
        taken[1] += take(&recvs);
        taken[2] += take(&bytes);
    }
    return NULL;
}

/* Sessions and handles come and go: the watch mask changes all the time. */
static void *start_and_stop(void *nothing)
{
    (void)nothing;
    while (!over) {
        MPI_T_pvar_session session;
        MPI_T_pvar_handle handle;
        int index, count;

        MPI_T_pvar_get_index("mpit_live_requests", MPI_T_PVAR_CLASS_HIGHWATERMARK, &index);
        MPI_T_pvar_session_create(&session);
        MPI_T_pvar_handle_alloc(session, index, NULL, &handle, &count);
        MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES);
        MPI_T_pvar_session_free(&session);
    }
    return NULL;
}

/* Runs the threads of one rank with another one beside them. */
static void run_with(void *(*beside)(void *))
{
    pthread_t thread[THREADS], other;

    over = false;
    for (int i = 0; i < THREADS; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
    MPI_Barrier(MPI_COMM_WORLD);
    if (pthread_create(&other, NULL, beside, NULL) != 0)
        need_failed("threads");
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&thread[i], NULL, exchange, &comms[i]) != 0)
            need_failed("threads");
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    over = true;
    pthread_join(other, NULL);
    for (int i = 0; i < THREADS; i++)
        MPI_Comm_free(&comms[i]);
}

enum { ALL = THREADS * (MESSAGES + MESSAGES / WINDOW) };

/* The same answer in all ranks, which must stay in step. */
static bool anywhere(bool here)
{
    int there = here;

    OK(MPI_Allreduce(MPI_IN_PLACE, &there, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD));
    return there;
}

/* Whoever asks for levels later is to know them. */
static void count_requests_from_here(void)
{
    static struct watched live;

    if (!live.session)
        live = watch("mpit_live_requests", MPI_T_PVAR_CLASS_LEVEL, NULL);
}

static void counts_of_four_threads_are_exact_while_read_and_reset(void)
{
    count_requests_from_here();
    sends = watch("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, NULL);
    recvs = watch("mpit_p2p_recvs", MPI_T_PVAR_CLASS_COUNTER, NULL);
    bytes = watch("mpit_p2p_recv_bytes", MPI_T_PVAR_CLASS_AGGREGATE, NULL);
    taken[0] = taken[1] = taken[2] = 0;
    start(&sends);
    start(&recvs);
    start(&bytes);
    /* Once more, where the reader never had its turn meanwhile. */
    for (int runs = 1; runs <= 20 && !anywhere(taken[0] > 0); runs++) {
        taken[1] = taken[2] = 0;
        run_with(read_and_reset);
        CHECK_INT(taken[0] + take(&sends), ALL);
        CHECK_INT(taken[1] + take(&recvs), ALL);
        CHECK_INT(taken[2] + take(&bytes), ALL * 4);
    }
    CHECK(anywhere(taken[0] > 0));
    unwatch(&sends);
    unwatch(&recvs);
    unwatch(&bytes);
}

static void counts_of_four_threads_are_exact_while_watches_come_and_go(void)
{
    struct watched live = watch("mpit_live_requests", MPI_T_PVAR_CLASS_LEVEL, NULL);

    count_requests_from_here();
    sends = watch("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, NULL);
    recvs = watch("mpit_p2p_recvs", MPI_T_PVAR_CLASS_COUNTER, NULL);
    start(&sends);
    start(&recvs);
    run_with(start_and_stop);
    CHECK_INT(value(&sends), ALL);
    CHECK_INT(value(&recvs), ALL);
    start(&live);
    CHECK_INT(value(&live), 0);
    unwatch(&live);
    unwatch(&sends);
    unwatch(&recvs);
}

static void *make_and_free(void *nothing)
{
    MPI_T_pvar_session session;

    (void)nothing;
    MPI_T_pvar_session_create(&session);
    while (!over) {
        MPI_T_pvar_handle handle;
        int index, count;
        MPI_Comm world = MPI_COMM_WORLD;

        MPI_T_pvar_get_index("mpit_prq_length", MPI_T_PVAR_CLASS_HIGHWATERMARK, &index);
        MPI_T_pvar_handle_alloc(session, index, &world, &handle, &count);
        MPI_T_pvar_start(session, handle);
        MPI_T_pvar_read(session, handle, &count);
        MPI_T_pvar_handle_free(session, &handle);
    }
    MPI_T_pvar_session_free(&session);
    return NULL;
}

/* The levels come back to nothing whatever the threads did. */
static void levels_of_four_threads_return_to_zero(void)
{
    MPI_Comm world = MPI_COMM_WORLD;
    struct watched live = watch("mpit_live_requests", MPI_T_PVAR_CLASS_LEVEL, NULL);
    struct watched high = watch("mpit_live_requests", MPI_T_PVAR_CLASS_HIGHWATERMARK, NULL);
    struct watched posted = watch("mpit_prq_length", MPI_T_PVAR_CLASS_LEVEL, &world);

    start(&live);
    start(&high);
    start(&posted);
    run_with(make_and_free);
    CHECK_INT(value(&live), 0);
    CHECK_INT(value(&posted), 0);
    CHECK(value(&high) >= 1 && value(&high) <= THREADS * 2 * WINDOW);
    unwatch(&live);
    unwatch(&high);
    unwatch(&posted);
}

/* ---- the interface itself -------------------------------------------------------------------- */

static void *init_and_finalize(void *nothing)
{
    (void)nothing;
    for (int i = 0; i < 2000; i++) {
        int provided = -1, n = 0;

        OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
        CHECK_INT(provided, MPI_THREAD_MULTIPLE);
        OK(MPI_T_pvar_get_num(&n));
        CHECK(n > 0);
        OK(MPI_T_finalize());
    }
    return NULL;
}

static void interface_is_initialized_by_eight_threads_at_once(void)
{
    pthread_t thread[8];

    for (int i = 0; i < 8; i++)
        if (pthread_create(&thread[i], NULL, init_and_finalize, NULL) != 0)
            need_failed("threads");
    for (int i = 0; i < 8; i++)
        pthread_join(thread[i], NULL);
}

static MPI_T_pvar_session shared_session;
static MPI_T_pvar_handle shared_handle[200];
static _Atomic int freed, refused;

static void *free_all(void *nothing)
{
    (void)nothing;
    for (int i = 0; i < 200; i++) {
        MPI_T_pvar_handle mine = shared_handle[i];
        int rc = MPI_T_pvar_handle_free(shared_session, &mine);

        freed += rc == MPI_SUCCESS;
        refused += rc == MPI_T_ERR_INVALID_HANDLE;
    }
    return NULL;
}

static void handle_freed_by_four_threads_is_freed_once(void)
{
    pthread_t thread[4];
    int index = pvar_of("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER), count;

    freed = refused = 0;
    OK(MPI_T_pvar_session_create(&shared_session));
    for (int i = 0; i < 200; i++)
        OK(MPI_T_pvar_handle_alloc(shared_session, index, NULL, &shared_handle[i], &count));
    for (int i = 0; i < 4; i++)
        if (pthread_create(&thread[i], NULL, free_all, NULL) != 0)
            need_failed("threads");
    for (int i = 0; i < 4; i++)
        pthread_join(thread[i], NULL);
    CHECK_INT(freed, 200);
    CHECK_INT(refused, 600);
    OK(MPI_T_pvar_session_free(&shared_session));
}

SUITE(HARNESS_MPI_IS_UP, TEST(counts_of_four_threads_are_exact_while_read_and_reset),
      TEST(counts_of_four_threads_are_exact_while_watches_come_and_go),
      TEST(levels_of_four_threads_return_to_zero),
      TEST(interface_is_initialized_by_eight_threads_at_once),
      TEST(handle_freed_by_four_threads_is_freed_once))
