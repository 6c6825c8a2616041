/* Requests and messages that were there before a variable was started that another session looks
 * at: they are not its own, or their time before is not (SESS-1). */
#include "watch.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { BEFORE_US = 300000, AFTER_US = 100000 };

#define TIMER MPI_T_PVAR_CLASS_TIMER

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void init(void)
{
    int provided;

    OK(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided));
    OK(MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided));
}

/* ---- messages that wait in the queue */

static void time_in_the_queue_counts_from_the_start_of_the_timer(void)
{
    MPI_Comm self = MPI_COMM_SELF;
    struct watched all, late, length;
    MPI_Request request;
    double began, most;
    int in, out = 0;

    setenv("MPIT_UMQ_SOURCE", "drain", 1);
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &(int){0}));
    OK(MPI_Init(NULL, NULL));
    all = watch("mpit_umq_time", TIMER, &self);
    late = watch("mpit_umq_time", TIMER, &self);
    length = watch("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, &self);
    start(&all);
    start(&length);
    OK(MPI_Isend(&out, 1, MPI_INT, 0, 0, self, &request));
    CHECK_INT(value(&length), 1);
    usleep(BEFORE_US);
    began = now();
    start(&late);
    usleep(AFTER_US);
    OK(MPI_Recv(&in, 1, MPI_INT, 0, 0, self, MPI_STATUS_IGNORE));
    most = now() - began;
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK(seconds(&all) >= (BEFORE_US + AFTER_US) * 0.9e-6);
    CHECK_THAT(seconds(&late) >= AFTER_US * 0.9e-6 && seconds(&late) <= most, "%.3f of %.3f s",
               seconds(&late), most);
    OK(MPI_Finalize());
}

/* ---- requests that were posted before */

/* Those who read and reset lose nothing. */
static void request_posted_before_a_reset_is_counted(void)
{
    struct watched recvs;
    MPI_Request request;
    unsigned long long got;
    int in, out = 0;

    init();
    recvs = watch("mpit_p2p_recvs", MPI_T_PVAR_CLASS_COUNTER, NULL);
    start(&recvs);
    OK(MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request));
    OK(MPI_T_pvar_readreset(recvs.session, recvs.handle, &got));
    CHECK_INT(got, 0);
    OK(MPI_Send(&out, 1, MPI_INT, 0, 0, MPI_COMM_WORLD));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_INT(value(&recvs), 1);
    OK(MPI_Finalize());
}

enum { RECEIVED, BYTES, ON_COMM, OF_TYPE, FROM_PEER, BY_SIZE, COUNTERS };

static void watch_counters(struct watched counters[COUNTERS])
{
    static MPI_Comm world;
    static MPI_Datatype type;

    world = MPI_COMM_WORLD;
    type = MPI_INT;
    counters[RECEIVED] = watch("mpit_p2p_recvs", MPI_T_PVAR_CLASS_COUNTER, NULL);
    counters[BYTES] = watch("mpit_p2p_recv_bytes", MPI_T_PVAR_CLASS_AGGREGATE, NULL);
    counters[ON_COMM] = watch("mpit_comm_recv_bytes", MPI_T_PVAR_CLASS_AGGREGATE, &world);
    counters[OF_TYPE] = watch("mpit_datatype_recvs", MPI_T_PVAR_CLASS_COUNTER, &type);
    counters[FROM_PEER] = watch("mpit_peer_recv_bytes", MPI_T_PVAR_CLASS_AGGREGATE, &world);
    counters[BY_SIZE] = watch("mpit_recv_sizes", MPI_T_PVAR_CLASS_GENERIC, &world);
    for (int i = 0; i < COUNTERS; i++)
        start(&counters[i]);
}

/* n messages of one int. */
static void check_counters(const struct watched counters[COUNTERS], unsigned long long n)
{
    CHECK_INT(value(&counters[RECEIVED]), n);
    CHECK_INT(value(&counters[BYTES]), n * sizeof(int));
    CHECK_INT(value(&counters[ON_COMM]), n * sizeof(int));
    CHECK_INT(value(&counters[OF_TYPE]), n);
    CHECK_INT(value(&counters[FROM_PEER]), n * sizeof(int));
    CHECK_INT(element(&counters[BY_SIZE], 3), n);
}

static void post(MPI_Request *request)
{
    static int in;

    OK(MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, request));
}

static void complete(MPI_Request *request)
{
    int out = 0;

    OK(MPI_Send(&out, 1, MPI_INT, 0, 0, MPI_COMM_WORLD));
    OK(MPI_Wait(request, MPI_STATUS_IGNORE));
}

static void request_posted_before_the_start_is_not_counted(void)
{
    struct watched all[COUNTERS], late[COUNTERS], alone[COUNTERS];
    MPI_Request before, after;

    init();
    post(&before);
    watch_counters(alone); /* so it is where nobody else looks */
    complete(&before);
    check_counters(alone, 0);
    watch_counters(all);
    post(&before);
    watch_counters(late);
    post(&after);
    check_counters(late, 0);
    complete(&before);
    check_counters(late, 0);
    check_counters(all, 1);
    complete(&after);
    check_counters(late, 1);
    check_counters(all, 2);
    for (int i = 0; i < COUNTERS; i++)
        stop(&late[i]);
    post(&before);
    for (int i = 0; i < COUNTERS; i++)
        start(&late[i]);
    complete(&before);
    check_counters(late, 1);
    check_counters(all, 3);
    OK(MPI_Finalize());
}

static void persistent_request_counts_by_its_starts(void)
{
    struct watched all[COUNTERS], late[COUNTERS];
    MPI_Request request;
    int in;

    init();
    watch_counters(all);
    OK(MPI_Recv_init(&in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request));
    OK(MPI_Start(&request));
    watch_counters(late);
    complete(&request);
    check_counters(late, 0);
    OK(MPI_Start(&request));
    complete(&request);
    check_counters(late, 1);
    check_counters(all, 2);
    OK(MPI_Request_free(&request));
    OK(MPI_Finalize());
}

static void access_begun_before_the_start_is_not_counted(void)
{
    struct watched all, late, of_file;
    char path[] = "/tmp/mpit-late-XXXXXX";
    MPI_Request request;
    MPI_File file;
    int out = 0;

    init();
    close(mkstemp(path));
    OK(MPI_File_open(MPI_COMM_SELF, path, MPI_MODE_RDWR, MPI_INFO_NULL, &file));
    all = watch("mpit_io_calls", MPI_T_PVAR_CLASS_COUNTER, NULL);
    start(&all);
    OK(MPI_File_iwrite_at(file, 0, &out, 1, MPI_INT, &request));
    late = watch("mpit_io_calls", MPI_T_PVAR_CLASS_COUNTER, NULL);
    start(&late);
    of_file = watch("mpit_file_write_bytes", MPI_T_PVAR_CLASS_AGGREGATE, &file);
    start(&of_file);
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_INT(value(&all), 1);
    CHECK_INT(value(&late), 0);
    OK(MPI_File_iwrite_at(file, 0, &out, 1, MPI_INT, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_INT(value(&all), 2);
    CHECK_INT(value(&late), 1);
    CHECK_INT(value(&of_file), sizeof out);
    OK(MPI_File_close(&file));
    unlink(path);
    OK(MPI_Finalize());
}

SUITE(HARNESS_EACH_IN_A_CHILD, TEST(time_in_the_queue_counts_from_the_start_of_the_timer),
      TEST(request_posted_before_a_reset_is_counted),
      TEST(request_posted_before_the_start_is_not_counted),
      TEST(persistent_request_counts_by_its_starts),
      TEST(access_begun_before_the_start_is_not_counted))
