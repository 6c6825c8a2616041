#include "config.h"

#include "../random.h"
#include "queue_traffic.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/available.h"

enum {
    COMMS = 3, /* the shared one, and own[] */
    TAGS = 6,  /* of each worker */
    MOST = 8,  /* messages of one source, tag and communicator in a round */
    RING = 24, /* receives that may be pending */
    RANKS = 4,
    LARGEST = 4 << 20
};

/* A receive that is posted, or has ended and waits for those posted before it. */
struct slot {
    int comm;
    bool done, without_status, is_persistent;
    int source, tag; /* of one without status */
    MPI_Request request;
    MPI_Status status;
    unsigned char *buffer;
};

struct state {
    struct traffic *traffic;
    MPI_Comm comms[COMMS];
    int rank[COMMS], size;
    uint64_t random;
    int next[COMMS][RANKS][TAGS]; /* number of the next message from there */
    int sent[COMMS][RANKS][TAGS];
    struct slot ring[RING];
    int first, n; /* of the ring, in order of posting */
    MPI_Request *sends;
    MPI_Status *statuses;
    unsigned char **sent_buffers;
    int nsends;
};

static unsigned hash(int a, int b, int c, int d, int e)
{
    unsigned long h = 1469598103934665603u;
    int words[] = {a, b, c, d, e};

    for (int i = 0; i < 5; i++)
        h = (h ^ (unsigned)words[i]) * 1099511628211u, h ^= h >> 29;
    return (unsigned)(h >> 16);
}

/* Ranks of the messages are those in their communicator. */
static int size_of(int comm, int source, int dest, int tag, int number)
{
    unsigned h = hash(comm, source, dest, tag, number), kind = h % 2000;

    h /= 2000;
    if (kind < 1600)
        return (int)(h % 65);
    if (kind < 1980)
        return (int)(h % 4097);
    return (int)(h % (kind < 1999 ? 65537 : LARGEST + 1));
}

static unsigned char byte_of(int comm, int source, int dest, int tag, int number, int i)
{
    return (unsigned char)(hash(comm, source, dest, tag, number) + (unsigned)i * 7);
}

static int real_tag(const struct state *s, int comm, int tag)
{
    return comm == 0 ? s->traffic->worker * TAGS + tag : tag;
}

static void between(struct state *s)
{
    if (s->traffic->between)
        s->traffic->between(s->traffic, random_below(&s->random, 1 << 20));
}

static void wrong(const struct state *s, const char *what, int comm, int source, int tag,
                  int number)
{
    FAIL("worker %d: %s: comm %d source %d tag %d message %d", s->traffic->worker, what, comm,
         source, tag, number);
}

static void check(struct state *s, const struct slot *slot)
{
    int source = slot->without_status ? slot->source : slot->status.MPI_SOURCE, count;
    int real = slot->without_status ? slot->tag : slot->status.MPI_TAG;
    int c = slot->comm, tag = real - real_tag(s, c, 0), number, me = s->rank[c];

    if (source < 0 || source >= s->size || tag < 0 || tag >= TAGS) {
        wrong(s, "a status without source or tag", c, source, tag, -1);
        return;
    }
    number = s->next[c][source][tag]++;
    s->traffic->received++;
    if (slot->without_status)
        count = size_of(c, source, me, tag, number);
    else
        MPI_Get_count(&slot->status, MPI_BYTE, &count);
    if (count != size_of(c, source, me, tag, number)) {
        wrong(s, "another size, so another message", c, source, tag, number);
        return;
    }
    for (int i = 0; i < count; i += i < 128 || i > count - 128 ? 1 : 61)
        if (slot->buffer[i] != byte_of(c, source, me, tag, number, i)) {
            wrong(s, "other bytes, so another message", c, source, tag, number);
            return;
        }
}

/* ---- completion: of all that is pending, in one of the ways to ask --------------------------- */

static void ended(struct slot *slot, const MPI_Status *status)
{
    slot->done = true;
    slot->status = *status;
    if (slot->request != MPI_REQUEST_NULL)
        MPI_Request_free(&slot->request); /* a persistent one */
}

static int pending(struct state *s, struct slot *slots[RING], MPI_Request requests[RING])
{
    int n = 0;

    for (int i = 0; i < s->n; i++) {
        struct slot *slot = &s->ring[(s->first + i) % RING];

        if (!slot->done) {
            slots[n] = slot;
            requests[n++] = slot->request;
        }
    }
    return n;
}

static void give_back(int n, struct slot *slots[RING], const MPI_Request requests[RING])
{
    for (int i = 0; i < n; i++)
        slots[i]->request = requests[i];
}

static void complete_one(struct state *s, struct slot *slot)
{
    MPI_Status status;
    int flag = 0;

    switch (random_below(&s->random, 3)) {
    case 0:
        MPI_Wait(&slot->request, &status);
        break;
    case 1:
        while (!flag)
            MPI_Test(&slot->request, &flag, &status);
        break;
    default:
        flag = slot->is_persistent && is_stepped_around("a_persistent_receive_is_asked_for_status");
        while (!flag)
            MPI_Request_get_status(slot->request, &flag, MPI_STATUS_IGNORE);
        MPI_Wait(&slot->request, &status);
    }
    ended(slot, &status);
}

static void complete_some(struct state *s)
{
    struct slot *slots[RING];
    MPI_Request requests[RING];
    MPI_Status statuses[RING];
    int n = pending(s, slots, requests), indices[RING], index, outcount = 0, flag = 0;

    if (n == 0)
        return;
    switch (random_below(&s->random, 7)) {
    case 0:
        MPI_Waitall(n, requests, statuses);
        give_back(n, slots, requests);
        for (int i = 0; i < n; i++)
            ended(slots[i], &statuses[i]);
        return;
    case 1:
        while (!flag)
            MPI_Testall(n, requests, &flag, statuses);
        give_back(n, slots, requests);
        for (int i = 0; i < n; i++)
            ended(slots[i], &statuses[i]);
        return;
    case 2:
        MPI_Waitany(n, requests, &index, statuses);
        give_back(n, slots, requests);
        ended(slots[index], statuses);
        return;
    case 3:
        while (!flag)
            MPI_Testany(n, requests, &index, &flag, statuses);
        give_back(n, slots, requests);
        ended(slots[index], statuses);
        return;
    case 4:
        MPI_Waitsome(n, requests, &outcount, indices, statuses);
        break;
    case 5:
        while (outcount == 0)
            MPI_Testsome(n, requests, &outcount, indices, statuses);
        break;
    default:
        complete_one(s, slots[0]);
        return;
    }
    give_back(n, slots, requests);
    for (int i = 0; i < outcount; i++)
        ended(slots[indices[i]], &statuses[i]);
}

static void check_oldest(struct state *s)
{
    while (s->n > 0 && s->ring[s->first].done) {
        check(s, &s->ring[s->first]);
        s->first = (s->first + 1) % RING;
        s->n--;
    }
}

/* ---- receiving ----------------------------------------------------------------------------- */

enum kind {
    IRECV,
    PERSISTENT,
    LAST_THAT_MAY_BE_POSTED_FIRST = PERSISTENT,
    RECV,
    SENDRECV,
    SENDRECV_REPLACE,
    PROBE,
    IPROBE,
    MPROBE,
    MPROBE_IMRECV,
    IMPROBE,
#if defined(MPIT_HAS_Isendrecv) && defined(MPIT_HAS_Isendrecv_replace)
    ISENDRECV,
    ISENDRECV_REPLACE,
#endif
    KINDS
};

/* With a small count or, where the vendor's MPI has them, with a large one. */
#define COUNTED(s, name, ...)                                                                      \
    (random_below(&(s)->random, 2)                                                                 \
         ? MPI_##name(__VA_ARGS__)                                                                 \
         : MPIT_IF_THERE(name##_c, MPI_##name##_c, MPI_##name)(__VA_ARGS__))

static void start_persistent(struct state *s, struct slot *slot, int source, int tag, MPI_Comm comm)
{
    MPI_Datatype one_byte;

    /* A datatype that is gone before the request is started. */
    MPI_Type_contiguous(1, MPI_BYTE, &one_byte);
    MPI_Type_commit(&one_byte);
    COUNTED(s, Recv_init, slot->buffer, LARGEST, one_byte, source, tag, comm, &slot->request);
    MPI_Type_free(&one_byte);
    if (random_below(&s->random, 2))
        MPI_Start(&slot->request);
    else
        MPI_Startall(1, &slot->request);
    slot->done = false;
    slot->is_persistent = true;
}

#if defined(MPIT_HAS_Isendrecv) && defined(MPIT_HAS_Isendrecv_replace)
/* MPICH sets no status for these (4.0.2): source and tag are known only where they are asked for,
 * and the length by the message that comes next. */
static void start_exchange(struct state *s, struct slot *slot, int source, int tag, MPI_Comm comm,
                           enum kind kind)
{
    slot->done = false;
    slot->without_status = source != MPI_ANY_SOURCE && tag != MPI_ANY_TAG;
    slot->source = source;
    slot->tag = tag;
    if (!slot->without_status)
        COUNTED(s, Irecv, slot->buffer, LARGEST, MPI_BYTE, source, tag, comm, &slot->request);
    else if (kind == ISENDRECV)
        COUNTED(s, Isendrecv, NULL, 0, MPI_BYTE, MPI_PROC_NULL, 0, slot->buffer, LARGEST, MPI_BYTE,
                source, tag, comm, &slot->request);
    else
        COUNTED(s, Isendrecv_replace, slot->buffer, LARGEST, MPI_BYTE, MPI_PROC_NULL, 0, source,
                tag, comm, &slot->request);
}
#endif

static void same_as_probed(struct state *s, const struct slot *slot, const MPI_Status *probed)
{
    int now, then;

    MPI_Get_count(&slot->status, MPI_BYTE, &now);
    MPI_Get_count(probed, MPI_BYTE, &then);
    if (now != then || slot->status.MPI_SOURCE != probed->MPI_SOURCE ||
        slot->status.MPI_TAG != probed->MPI_TAG)
        wrong(s, "a receive of something else than was probed", slot->comm, probed->MPI_SOURCE,
              probed->MPI_TAG, then);
}

static void probe_and_receive(struct state *s, struct slot *slot, int source, int tag,
                              MPI_Comm comm, bool blocking)
{
    MPI_Status probed;
    int flag = 0;

    if (blocking)
        MPI_Probe(source, tag, comm, &probed);
    while (!blocking && !flag)
        MPI_Iprobe(source, tag, comm, &flag, &probed);
    between(s);
    COUNTED(s, Recv, slot->buffer, LARGEST, MPI_BYTE, probed.MPI_SOURCE, probed.MPI_TAG, comm,
            &slot->status);
    same_as_probed(s, slot, &probed);
}

static void match_and_receive(struct state *s, struct slot *slot, int source, int tag,
                              MPI_Comm comm, enum kind kind)
{
    MPI_Message message;
    MPI_Status probed;
    int flag = 0;

    if (kind != IMPROBE)
        MPI_Mprobe(source, tag, comm, &message, &probed);
    while (kind == IMPROBE && !flag)
        MPI_Improbe(source, tag, comm, &flag, &message, &probed);
    between(s);
    if (kind == MPROBE_IMRECV) {
        COUNTED(s, Imrecv, slot->buffer, LARGEST, MPI_BYTE, &message, &slot->request);
        slot->done = false;
        return;
    }
    COUNTED(s, Mrecv, slot->buffer, LARGEST, MPI_BYTE, &message, &slot->status);
    same_as_probed(s, slot, &probed);
}

static void receive(struct state *s, enum kind kind, int c, int source, int tag)
{
    struct slot *slot;
    MPI_Comm comm = s->comms[c];

    while (s->n == RING) {
        complete_some(s);
        check_oldest(s);
    }
    slot = &s->ring[(s->first + s->n) % RING];
    slot->comm = c;
    slot->done = true;
    slot->without_status = slot->is_persistent = false;
    slot->request = MPI_REQUEST_NULL;
    switch (kind) {
    case IRECV:
        COUNTED(s, Irecv, slot->buffer, LARGEST, MPI_BYTE, source, tag, comm, &slot->request);
        slot->done = false;
        break;
    case PERSISTENT:
        start_persistent(s, slot, source, tag, comm);
        break;
    case RECV:
        COUNTED(s, Recv, slot->buffer, LARGEST, MPI_BYTE, source, tag, comm, &slot->status);
        break;
    case SENDRECV:
        COUNTED(s, Sendrecv, NULL, 0, MPI_BYTE, MPI_PROC_NULL, 0, slot->buffer, LARGEST, MPI_BYTE,
                source, tag, comm, &slot->status);
        break;
    case SENDRECV_REPLACE:
        COUNTED(s, Sendrecv_replace, slot->buffer, LARGEST, MPI_BYTE, MPI_PROC_NULL, 0, source, tag,
                comm, &slot->status);
        break;
    case PROBE:
    case IPROBE:
        probe_and_receive(s, slot, source, tag, comm, kind == PROBE);
        break;
#if defined(MPIT_HAS_Isendrecv) && defined(MPIT_HAS_Isendrecv_replace)
    case ISENDRECV:
    case ISENDRECV_REPLACE:
        start_exchange(s, slot, source, tag, comm, kind);
        break;
#endif
    default:
        match_and_receive(s, slot, source, tag, comm, kind);
    }
    s->n++;
    check_oldest(s);
}

/* ---- a round: all send, all receive what was sent to them ------------------------------------ */

static int messages(int round, int comm, int worker, int source, int dest, int tag)
{
    return (int)(hash(round, comm * 64 + worker, source, dest, tag) % MOST);
}

static void send(struct state *s, int c, int dest, int tag)
{
    int me = s->rank[c], number = s->sent[c][dest][tag]++;
    int size = size_of(c, me, dest, tag, number);
    unsigned char *buffer = malloc((size_t)size + 1);

    for (int i = 0; i < size; i++)
        buffer[i] = byte_of(c, me, dest, tag, number, i);
    s->sent_buffers[s->nsends] = buffer;
    (random_below(&s->random, 4) ? MPI_Isend : MPI_Issend)(
        buffer, size, MPI_BYTE, dest, real_tag(s, c, tag), s->comms[c], &s->sends[s->nsends]);
    s->nsends++;
}

static void send_all(struct state *s, int round)
{
    s->nsends = 0;
    for (int i = 0; i < MOST; i++)
        for (int c = 0; c < COMMS; c++)
            for (int dest = 0; dest < s->size; dest++)
                for (int tag = 0; tag < TAGS; tag++)
                    if (i < messages(round, c, s->traffic->worker, s->rank[c], dest, tag)) {
                        send(s, c, dest, tag);
                        if (s->nsends % 16 == 0)
                            between(s);
                    }
}

/* The receives of a round: in each communicator all by source and tag, or all of one kind of
 * wildcard, so that none takes what another one needs. */
struct plan {
    int comm, source, tag;
};

static int make_plan(struct state *s, int round, struct plan *plan)
{
    int n = 0;

    for (int c = 0; c < COMMS; c++) {
        /* On the shared communicator the other workers have messages as well. */
        unsigned wildcards = random_below(&s->random, c == 0 && s->traffic->workers > 1 ? 2 : 4);

        for (int source = 0; source < s->size; source++)
            for (int tag = 0; tag < TAGS; tag++)
                for (int i = messages(round, c, s->traffic->worker, source, s->rank[c], tag); i > 0;
                     i--)
                    plan[n++] = (struct plan){c, wildcards & 1 ? MPI_ANY_SOURCE : source,
                                              wildcards & 2 ? MPI_ANY_TAG : real_tag(s, c, tag)};
    }
    for (int i = n - 1; i > 0; i--) {
        int j = (int)random_below(&s->random, (unsigned)i + 1);
        struct plan p = plan[i];

        plan[i] = plan[j];
        plan[j] = p;
    }
    return n;
}

static void run_round(struct state *s, int round, struct plan *plan)
{
    int n = make_plan(s, round, plan), early = (int)random_below(&s->random, RING), i = 0;

    for (; i < n && i < early; i++)
        receive(s, (enum kind)random_below(&s->random, LAST_THAT_MAY_BE_POSTED_FIRST + 1),
                plan[i].comm, plan[i].source, plan[i].tag);
    send_all(s, round);
    if (round % 3 == 0)
        MPI_Barrier(s->traffic->barrier); /* all is under way */
    for (; i < n; i++) {
        receive(s, (enum kind)random_below(&s->random, KINDS), plan[i].comm, plan[i].source,
                plan[i].tag);
        between(s);
    }
    while (s->n > 0) {
        complete_some(s);
        check_oldest(s);
    }
    MPI_Waitall(s->nsends, s->sends, s->statuses);
    for (int k = 0; k < s->nsends; k++)
        free(s->sent_buffers[k]);
    MPI_Barrier(s->traffic->barrier);
}

void traffic_run(struct traffic *traffic)
{
    size_t most = (size_t)COMMS * RANKS * TAGS * MOST;
    struct state *s = calloc(1, sizeof *s);
    struct plan *plan = malloc(most * sizeof *plan);

    s->traffic = traffic;
    s->comms[0] = traffic->shared;
    s->comms[1] = traffic->own[0];
    s->comms[2] = traffic->own[1];
    for (int c = 0; c < COMMS; c++)
        MPI_Comm_rank(s->comms[c], &s->rank[c]);
    MPI_Comm_size(s->comms[0], &s->size);
    s->random = (uint64_t)(s->rank[0] * 64 + traffic->worker + 1) + traffic->seed * 1000003;
    s->sends = malloc(most * sizeof *s->sends);
    s->statuses = malloc(most * sizeof *s->statuses);
    s->sent_buffers = malloc(most * sizeof *s->sent_buffers);
    for (int i = 0; i < RING; i++)
        s->ring[i].buffer = malloc(LARGEST);
    for (int round = 0; round < traffic->rounds; round++)
        run_round(s, round, plan);
    for (int i = 0; i < RING; i++)
        free(s->ring[i].buffer);
    free(s->sends);
    free(s->statuses);
    free(s->sent_buffers);
    free(plan);
    free(s);
}
