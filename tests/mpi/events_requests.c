/* Events of requests and of many messages, of one process with itself: each kind of request with
 * each call that completes one, and a million messages. */
#include "config.h"

#include "recorder.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TAG = 3, INTS = 5, BYTES = INTS * (int)sizeof(int) };

static struct recorder completed;
static MPI_Comm comm;
static int in[64], out[64];

/* ---- kinds of requests: each starts one, and what it needs beside it ---------------------- */

/* A request of the kind, and the one that it needs to become complete. */
struct pair {
    MPI_Request request, other;
    bool is_persistent;
};

static void isend(struct pair *pair)
{
    OK(MPI_Irecv(out, INTS, MPI_INT, 0, TAG, comm, &pair->other));
    OK(MPI_Isend(in, INTS, MPI_INT, 0, TAG, comm, &pair->request));
}

static void issend(struct pair *pair)
{
    OK(MPI_Irecv(out, INTS, MPI_INT, 0, TAG, comm, &pair->other));
    OK(MPI_Issend(in, INTS, MPI_INT, 0, TAG, comm, &pair->request));
}

static void ibsend(struct pair *pair)
{
    OK(MPI_Irecv(out, INTS, MPI_INT, 0, TAG, comm, &pair->other));
    OK(MPI_Ibsend(in, INTS, MPI_INT, 0, TAG, comm, &pair->request));
}

static void irsend(struct pair *pair)
{
    OK(MPI_Irecv(out, INTS, MPI_INT, 0, TAG, comm, &pair->other));
    OK(MPI_Irsend(in, INTS, MPI_INT, 0, TAG, comm, &pair->request));
}

static void irecv(struct pair *pair)
{
    OK(MPI_Isend(in, INTS, MPI_INT, 0, TAG, comm, &pair->other));
    OK(MPI_Irecv(out, INTS, MPI_INT, 0, TAG, comm, &pair->request));
}

/* With any source and tag: the event has what came. */
static void irecv_any(struct pair *pair)
{
    OK(MPI_Isend(in, INTS, MPI_INT, 0, TAG, comm, &pair->other));
    OK(MPI_Irecv(out, 64, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &pair->request));
}

static void imrecv(struct pair *pair)
{
    MPI_Message message;

    OK(MPI_Isend(in, INTS, MPI_INT, 0, TAG, comm, &pair->other));
    OK(MPI_Mprobe(0, TAG, comm, &message, MPI_STATUS_IGNORE));
    OK(MPI_Imrecv(out, INTS, MPI_INT, &message, &pair->request));
}

static void persistent_send(struct pair *pair)
{
    OK(MPI_Irecv(out, INTS, MPI_INT, 0, TAG, comm, &pair->other));
    OK(MPI_Send_init(in, INTS, MPI_INT, 0, TAG, comm, &pair->request));
    OK(MPI_Start(&pair->request));
    pair->is_persistent = true;
}

static void persistent_recv(struct pair *pair)
{
    OK(MPI_Isend(in, INTS, MPI_INT, 0, TAG, comm, &pair->other));
    OK(MPI_Recv_init(out, INTS, MPI_INT, 0, TAG, comm, &pair->request));
    OK(MPI_Startall(1, &pair->request));
    pair->is_persistent = true;
}

static const struct {
    const char *name, *word;
    void (*start)(struct pair *pair);
} kinds[] = {
    {"MPI_Isend", "send", isend},
    {"MPI_Issend", "send", issend},
    {"MPI_Ibsend", "send", ibsend},
    {"MPI_Irsend", "send", irsend},
    {"MPI_Irecv", "receive", irecv},
    {"MPI_Irecv of anything", "receive", irecv_any},
    {"MPI_Imrecv", "receive", imrecv},
    {"MPI_Send_init", "send", persistent_send},
    {"MPI_Recv_init", "receive", persistent_recv},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* ---- calls that complete one -------------------------------------------------------------- */

static void wait_one(MPI_Request *request)
{
    OK(MPI_Wait(request, MPI_STATUS_IGNORE));
}

static void waitall(MPI_Request *request)
{
    MPI_Status status[1];

    OK(MPI_Waitall(1, request, status));
}

static void waitany(MPI_Request *request)
{
    int index = -1;

    OK(MPI_Waitany(1, request, &index, MPI_STATUS_IGNORE));
    CHECK_INT(index, 0);
}

static void waitsome(MPI_Request *request)
{
    MPI_Status status[1];
    int n = -1, indices[1];

    OK(MPI_Waitsome(1, request, &n, indices, status));
    CHECK_INT(n, 1);
}

static void test(MPI_Request *request)
{
    for (int flag = 0; !flag;)
        OK(MPI_Test(request, &flag, MPI_STATUS_IGNORE));
}

static void testall(MPI_Request *request)
{
    MPI_Status status[1];

    for (int flag = 0; !flag;)
        OK(MPI_Testall(1, request, &flag, status));
}

static void testany(MPI_Request *request)
{
    for (int flag = 0, index; !flag;)
        OK(MPI_Testany(1, request, &index, &flag, MPI_STATUS_IGNORE));
}

static void testsome(MPI_Request *request)
{
    MPI_Status status[1];

    for (int n = 0, indices[1]; n == 0;)
        OK(MPI_Testsome(1, request, &n, indices, status));
}

static const struct {
    const char *name;
    void (*complete)(MPI_Request *request);
} calls[] = {{"MPI_Wait", wait_one},     {"MPI_Waitall", waitall},  {"MPI_Waitany", waitany},
             {"MPI_Waitsome", waitsome}, {"MPI_Test", test},        {"MPI_Testall", testall},
             {"MPI_Testany", testany},   {"MPI_Testsome", testsome}};
enum { CALLS = sizeof calls / sizeof *calls };

/* Of a request that was started after `begin`. */
static void completes_once(const char *kind, const char *call, MPI_Request *request, double begin,
                           void (*complete)(MPI_Request *))
{
    int i = completed.seen;
    double end;

    complete(request);
    end = PMPI_Wtime();
    CHECK_THAT(completed.seen == i + 1, "%s, %s: %d events", kind, call, completed.seen - i);
    CHECK_THAT((int)told(&completed, i, "peer") == 0 && (int)told(&completed, i, "tag") == TAG &&
                   (int)told(&completed, i, "bytes") == BYTES,
               "%s, %s: peer %g, tag %g, %g bytes", kind, call, told(&completed, i, "peer"),
               told(&completed, i, "tag"), told(&completed, i, "bytes"));
    CHECK_THAT(told(&completed, i, "seconds") >= 0 &&
                   told(&completed, i, "seconds") <= (end - begin) * 1.01 + 1e-6,
               "%s, %s: %g s", kind, call, told(&completed, i, "seconds"));
}

/* The one that was completed last. */
static void is_of_kind(const char *of, const char *kind)
{
    char word[WORD];

    told_word(&completed, completed.seen - 1, "kind", word);
    CHECK_THAT(strcmp(word, kind) == 0, "%s: %s", of, word);
}

static void every_kind_of_request_is_completed_once_by_every_call(void)
{
    void *buffer = malloc(4096);
    int size;

    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    OK(MPI_Buffer_attach(buffer, 4096));
    record(&completed, "mpit_request_completed", &comm);
    for (int k = 0; k < KINDS; k++)
        for (int c = 0; c < CALLS; c++) {
            struct pair pair = {.is_persistent = false};
            double begin = PMPI_Wtime();

            kinds[k].start(&pair);
            CHECK_INT(completed.seen, 2 * (k * CALLS + c));
            completes_once(kinds[k].name, calls[c].name, &pair.request, begin, calls[c].complete);
            is_of_kind(kinds[k].name, kinds[k].word);
            completes_once("the other of", kinds[k].name, &pair.other, begin, wait_one);
            if (pair.is_persistent)
                OK(MPI_Request_free(&pair.request));
        }
    CHECK_INT(completed.seen, 2 * KINDS * CALLS);
    end_record(&completed);
    OK(MPI_Buffer_detach(&buffer, &size));
    free(buffer);
    OK(MPI_Comm_free(&comm));
}

/* Of requests that are no messages there is no peer. */
static void requests_that_are_no_messages_say_what_they_are(void)
{
    MPI_Request request;
    char path[] = "events_requests.XXXXXX";
    int *memory;
    MPI_File file;
    MPI_Win win;

    close(mkstemp(path));
    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    OK(MPI_Win_allocate(BYTES, sizeof *memory, MPI_INFO_NULL, comm, &memory, &win));
    record(&completed, "mpit_request_completed", &comm);
    OK(MPI_Ibarrier(comm, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_INT(completed.seen, 1);
    is_of_kind("MPI_Ibarrier", "collective");
    CHECK_INT((int)told(&completed, 0, "peer"), -1);
    OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win));
    OK(MPI_Rput(in, INTS, MPI_INT, 0, 0, INTS, MPI_INT, win, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_INT(completed.seen, 2);
    is_of_kind("MPI_Rput", "one-sided operation");
    CHECK_INT((int)told(&completed, 1, "peer"), 0);
    CHECK_INT((int)told(&completed, 1, "bytes"), BYTES);
    OK(MPI_Win_unlock(0, win));
    OK(MPI_File_open(comm, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                     MPI_INFO_NULL, &file));
    OK(MPI_File_iwrite(file, in, INTS, MPI_INT, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_INT(completed.seen, 3);
    is_of_kind("MPI_File_iwrite", "access to a file");
    CHECK_INT((int)told(&completed, 2, "bytes"), BYTES);
    OK(MPI_File_close(&file));
    end_record(&completed);
    OK(MPI_Win_free(&win));
    OK(MPI_Comm_free(&comm));
}

/* Several at once, null ones and inactive ones among them. */
static void each_request_of_an_array_is_completed_once(void)
{
    MPI_Request requests[22];
    MPI_Status statuses[22];

    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    record(&completed, "mpit_request_completed", &comm);
    for (int i = 0; i < 10; i++) {
        OK(MPI_Irecv(&out[i], 1, MPI_INT, 0, i, comm, &requests[i]));
        OK(MPI_Isend(&in[i], 1, MPI_INT, 0, i, comm, &requests[10 + i]));
    }
    requests[20] = MPI_REQUEST_NULL;
    OK(MPI_Send_init(in, 1, MPI_INT, 0, 0, comm, &requests[21]));
    CHECK_INT(completed.seen, 0);
    OK(MPI_Waitall(22, requests, statuses));
    CHECK_INT(completed.seen, 20);
    OK(MPI_Waitall(22, requests, statuses));
    CHECK_INT(completed.seen, 20);
    OK(MPI_Request_free(&requests[21]));
    end_record(&completed);
    OK(MPI_Comm_free(&comm));
}

/* Who looks without completing it raises none. */
static void a_request_that_is_looked_at_is_not_completed(void)
{
    MPI_Request request, other;
    int flag = 0;

    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    record(&completed, "mpit_request_completed", &comm);
    OK(MPI_Irecv(out, 1, MPI_INT, 0, TAG, comm, &request));
    for (int i = 0; i < 3; i++)
        OK(MPI_Test(&request, &flag, MPI_STATUS_IGNORE));
    CHECK_INT(flag, 0);
    CHECK_INT(completed.seen, 0);
    OK(MPI_Isend(in, 1, MPI_INT, 0, TAG, comm, &other));
    while (!flag)
        OK(MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE));
    CHECK_INT(completed.seen, 0);
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_INT(completed.seen, 1);
    OK(MPI_Wait(&other, MPI_STATUS_IGNORE));
    CHECK_INT(completed.seen, 2);
    end_record(&completed);
    OK(MPI_Comm_free(&comm));
}

/* ---- ways to receive ---------------------------------------------------------------------- */

static struct recorder unexpected, matched;

static void by_recv(void)
{
    OK(MPI_Recv(out, INTS, MPI_INT, 0, TAG, comm, MPI_STATUS_IGNORE));
}

static void by_recv_of_anything(void)
{
    OK(MPI_Recv(out, 64, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, MPI_STATUS_IGNORE));
}

static void by_irecv(void)
{
    MPI_Request request;

    OK(MPI_Irecv(out, INTS, MPI_INT, 0, TAG, comm, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

static void by_sendrecv(void)
{
    OK(MPI_Sendrecv(in, 1, MPI_INT, MPI_PROC_NULL, 0, out, INTS, MPI_INT, 0, TAG, comm,
                    MPI_STATUS_IGNORE));
}

static void by_sendrecv_replace(void)
{
    OK(MPI_Sendrecv_replace(out, INTS, MPI_INT, MPI_PROC_NULL, 0, 0, TAG, comm, MPI_STATUS_IGNORE));
}

static void by_probe_and_recv(void)
{
    int flag = 0;

    OK(MPI_Probe(0, TAG, comm, MPI_STATUS_IGNORE));
    OK(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &flag, MPI_STATUS_IGNORE));
    CHECK(flag);
    by_recv();
}

static void by_mprobe_and_mrecv(void)
{
    MPI_Message message;

    OK(MPI_Mprobe(0, TAG, comm, &message, MPI_STATUS_IGNORE));
    OK(MPI_Mrecv(out, INTS, MPI_INT, &message, MPI_STATUS_IGNORE));
}

static void by_improbe_and_imrecv(void)
{
    MPI_Message message;
    MPI_Request request;

    for (int flag = 0; !flag;)
        OK(MPI_Improbe(MPI_ANY_SOURCE, TAG, comm, &flag, &message, MPI_STATUS_IGNORE));
    OK(MPI_Imrecv(out, INTS, MPI_INT, &message, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

static void by_persistent_receive(void)
{
    MPI_Request request;

    OK(MPI_Recv_init(out, INTS, MPI_INT, 0, TAG, comm, &request));
    OK(MPI_Start(&request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Request_free(&request));
}

static const struct {
    const char *name;
    void (*receive)(void);
} ways[] = {{"MPI_Recv", by_recv},
            {"MPI_Recv of anything", by_recv_of_anything},
            {"MPI_Irecv", by_irecv},
            {"MPI_Sendrecv", by_sendrecv},
            {"MPI_Sendrecv_replace", by_sendrecv_replace},
            {"MPI_Probe", by_probe_and_recv},
            {"MPI_Mprobe", by_mprobe_and_mrecv},
            {"MPI_Improbe", by_improbe_and_imrecv},
            {"MPI_Recv_init", by_persistent_receive}};

static void is_message(const char *way, struct recorder *events, int i)
{
    CHECK_THAT(events->seen == i + 1, "%s: %s: %d events, not %d", way, events->info.name,
               events->seen, i + 1);
    CHECK_THAT((int)told(events, i, "source") == 0 && (int)told(events, i, "tag") == TAG &&
                   (int)told(events, i, "bytes") == BYTES,
               "%s: %s: source %g, tag %g, %g bytes", way, events->info.name,
               told(events, i, "source"), told(events, i, "tag"), told(events, i, "bytes"));
}

/* The message is there before anybody has asked for it. */
static void every_way_to_receive_a_message_is_told_once(void)
{
    MPI_Request request;

    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    record(&unexpected, "mpit_message_unexpected", &comm);
    record(&matched, "mpit_message_matched", &comm);
    for (int i = 0; i < (int)(sizeof ways / sizeof *ways); i++) {
        OK(MPI_Isend(in, INTS, MPI_INT, 0, TAG, comm, &request));
        ways[i].receive();
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        is_message(ways[i].name, &unexpected, i);
        CHECK_INT(told(&unexpected, i, "length"), 1);
        is_message(ways[i].name, &matched, i);
        CHECK_FOR(ways[i].name, told(&matched, i, "unexpected") == 1);
        CHECK_FOR(ways[i].name, matched.stamps[i] >= unexpected.stamps[i]);
    }
    end_record(&unexpected);
    end_record(&matched);
    OK(MPI_Comm_free(&comm));
}

/* The receive is there before the message. */
static void a_receive_that_was_there_before_its_message_is_told_once(void)
{
    MPI_Request request, persistent;

    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    record(&unexpected, "mpit_message_unexpected", &comm);
    record(&matched, "mpit_message_matched", &comm);
    OK(MPI_Recv_init(out, INTS, MPI_INT, 0, TAG, comm, &persistent));
    for (int i = 0; i < 4; i += 2) {
        OK(MPI_Irecv(out, INTS, MPI_INT, MPI_ANY_SOURCE, TAG, comm, &request));
        OK(MPI_Send(in, INTS, MPI_INT, 0, TAG, comm));
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        is_message("MPI_Irecv", &matched, i);
        OK(MPI_Start(&persistent));
        OK(MPI_Send(in, INTS, MPI_INT, 0, TAG, comm));
        OK(MPI_Wait(&persistent, MPI_STATUS_IGNORE));
        is_message("MPI_Recv_init", &matched, i + 1);
    }
    for (int i = 0; i < 4; i++)
        CHECK_INT(told(&matched, i, "unexpected"), 0);
    CHECK_INT(unexpected.seen, 0);
    OK(MPI_Request_free(&persistent));
    end_record(&unexpected);
    end_record(&matched);
    OK(MPI_Comm_free(&comm));
}

/* MPICH has these names, in later versions, for the same. */

static void is_queued(struct recorder *events, int i)
{
    CHECK_FOR(events->info.name, events->seen == i + 1);
    CHECK_FOR(events->info.name, (int)told(events, i, "source") == 0);
    CHECK_FOR(events->info.name, (int)told(events, i, "tag") == TAG);
}

static void names_of_mpich_are_other_names_of_the_same(void)
{
    static struct recorder enqueued, dequeued;
    MPI_Request request;

    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    record(&enqueued, "unexp_message_enqueued", NULL);
    record(&dequeued, "unexp_message_dequeued", NULL);
    OK(MPI_Isend(in, INTS, MPI_INT, 0, TAG, comm, &request));
    by_recv();
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    is_queued(&enqueued, 0);
    is_queued(&dequeued, 0);
    OK(MPI_Irecv(out, INTS, MPI_INT, 0, TAG, comm, &request));
    OK(MPI_Send(in, INTS, MPI_INT, 0, TAG, comm));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_INT(enqueued.seen, 1);
    CHECK_INT(dequeued.seen, 1);
    end_record(&enqueued);
    end_record(&dequeued);
    OK(MPI_Comm_free(&comm));
}

/* A client that was written for MPICH's asks for no more than this. */
static void names_of_mpich_are_bound_and_made_as_there(void)
{
    static const char *const names[] = {"unexp_message_enqueued", "unexp_message_dequeued"};
    static struct event_info info;

    for (int i = 0; i < 2; i++) {
        event_info(event_of(names[i]), &info);
        CHECK_FOR(names[i], info.binding == MPI_T_BIND_NO_OBJECT);
        CHECK_FOR(names[i], info.verbosity == MPI_T_VERBOSITY_USER_BASIC);
        CHECK_FOR(names[i], info.elements == 2);
        for (int k = 0; k < info.elements; k++)
            CHECK_FOR(names[i], info.types[k] == MPI_INT);
        CHECK_INT(element_named(&info, "source"), 0);
        CHECK_INT(element_named(&info, "tag"), 1);
    }
}

/* ---- a million ---------------------------------------------------------------------------- */

enum { MILLION = 1000000, AT_ONCE = 100 };

static long long delivered, told_dropped;
static MPI_T_event_registration handle;

static void deliver(MPI_T_event_instance instance, MPI_T_event_registration of,
                    MPI_T_cb_safety safety, void *data)
{
    (void)instance, (void)of, (void)safety, (void)data;
    delivered++;
}

static void drop(MPI_Count count, MPI_T_event_registration of, int source, MPI_T_cb_safety safety,
                 void *data)
{
    (void)of, (void)source, (void)safety, (void)data;
    told_dropped += count;
}

/* Whether what the event demands is there. */
static void with_a_callback(bool is_there)
{
    OK(MPI_T_event_register_callback(handle, MPI_T_CB_REQUIRE_THREAD_SAFE, MPI_INFO_NULL, NULL,
                                     is_there ? deliver : NULL));
}

/* Every other hundred comes while there is no callback that is enough. */
static void exchange(int n)
{
    MPI_Request requests[AT_ONCE];

    for (int i = 0; i < n; i += AT_ONCE) {
        with_a_callback(i / AT_ONCE % 2 == 0);
        for (int k = 0; k < AT_ONCE; k++)
            OK(MPI_Isend(in, 1, MPI_INT, 0, k, comm, &requests[k]));
        for (int k = 0; k < AT_ONCE; k++)
            OK(MPI_Recv(out, 1, MPI_INT, 0, k, comm, MPI_STATUS_IGNORE));
        OK(MPI_Waitall(AT_ONCE, requests, MPI_STATUSES_IGNORE));
    }
}

static void a_million_messages_are_a_million_events(void)
{
    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    OK(MPI_T_event_handle_alloc(event_of("mpit_message_matched"), &comm, MPI_INFO_NULL, &handle));
    OK(MPI_T_event_set_dropped_handler(handle, drop));
    OK(MPI_T_event_register_callback(handle, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, NULL, deliver));
    exchange(MILLION);
    with_a_callback(true);
    OK(MPI_Sendrecv(in, 1, MPI_INT, 0, 0, out, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE));
    CHECK_INT(delivered, MILLION / 2 + 1);
    CHECK_INT(told_dropped, MILLION / 2);
    OK(MPI_T_event_handle_free(handle, NULL, NULL));
    OK(MPI_Comm_free(&comm));
}

SUITE(HARNESS_MPI_IS_UP, TEST(every_kind_of_request_is_completed_once_by_every_call),
      TEST(requests_that_are_no_messages_say_what_they_are),
      TEST(each_request_of_an_array_is_completed_once),
      TEST(a_request_that_is_looked_at_is_not_completed),
      TEST(every_way_to_receive_a_message_is_told_once),
      TEST(a_receive_that_was_there_before_its_message_is_told_once),
      TEST(names_of_mpich_are_other_names_of_the_same),
      TEST(names_of_mpich_are_bound_and_made_as_there),
      TEST(a_million_messages_are_a_million_events))
