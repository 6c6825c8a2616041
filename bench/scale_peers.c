/* What is kept of other ranks: messages to some of many ranks are fed to the code that records them
 * (lib/hook), on a communicator that there is not. */
#include "config.h"

#include "scale.h"

#include <math.h>
#include <stdlib.h>

#include "ground/memory.h"
#include "job.h"
#include "kernel.h"
#include "profile/block.h"
#include "profile/object.h"
#include "table.h"

enum { MOST = 1000000, QUICK_MOST = 10000, AGAIN = 10, MESSAGES = 10000 };

/* The key of a communicator that there is not. */
#define NO_COMM UINT64_C(0x100000000)

/* Of the thread that sends, another one a row: what a thread has had is kept for it. */
static unsigned shard;

/* Whom a rank sends to. */
enum pattern { HALO, POWERS, ALL };
static const char *const pattern_names[] = {"26 neighbours of a cube", "powers of 2 away", "all"};

/* Peer number i of this pattern among n ranks, -1: there are no more. */
static int peer_at(enum pattern pattern, int i, int n)
{
    int side = (int)cbrt((double)n), x, y, z;

    if (pattern == ALL)
        return i < n ? i : -1;
    if (pattern == POWERS)
        return i < 31 && 1 << i < n ? 1 << i : -1;
    if (i >= 26)
        return -1;
    i += i >= 13; /* not itself */
    x = i % 3 - 1;
    y = i / 3 % 3 - 1;
    z = i / 9 - 1;
    return (int)(((long)n + x + (long)side * (y + (long)side * z)) % n);
}

static int met(struct mpit_object *object, struct mpit_block *block, enum pattern pattern, int n)
{
    int i, peer;

    for (i = 0; (peer = peer_at(pattern, i, n)) >= 0; i++) {
        mpit_total *slots = mpit__object_peer_need(object, NO_COMM, shard, block, peer);

        if (!slots)
            bench_job_fail("no memory for %d peers", n);
        mpit__total_add(&slots[MPIT_PEER_SENDS], 1, false);
        mpit__total_add(&slots[MPIT_PEER_SEND_BYTES], 8, false);
    }
    return i;
}

static double again_ns(struct mpit_object *object, struct mpit_block *block, enum pattern pattern,
                       int n)
{
    double best = INFINITY;

    for (int i = 0; i < AGAIN; i++) {
        double begin = bench_kernel_thread_ns();
        int messages = 0;

        while (messages < MESSAGES)
            messages += met(object, block, pattern, n);
        best = fmin(best, (bench_kernel_thread_ns() - begin) / messages);
    }
    return best;
}

/* Neither the vendor nor anybody else knows this communicator: what would be asked is told. */
static struct mpit_object *object_make(int n, bool dense)
{
    struct mpit_object *object = mpit__object_need(MPIT_KIND_comm, NO_COMM);

    if (!object)
        bench_job_fail("no memory for a record");
    object->peer_limit = dense ? n : 0;
    atomic_store(&object->size, n);
    return object;
}

static void row(enum pattern pattern, int n, bool dense)
{
    struct mpit_object *object = object_make(n, dense);
    struct mpit_block *block;
    double begin, first, again, bytes;
    size_t before;
    int peers;

    shard = (shard + 1) % MPIT_SHARED_SHARD;
    block = mpit__object_block_need(object, NO_COMM, shard);
    before = mpit__memory_used();
    begin = bench_kernel_thread_ns();
    peers = met(object, block, pattern, n);
    first = (bench_kernel_thread_ns() - begin) / peers;
    bytes = (double)(mpit__memory_used() - before);
    again = again_ns(object, block, pattern, n);
    bench_table_row((double[]){n, peers, dense, bytes, bytes / peers, first, again});
    mpit__object_gone(MPIT_KIND_comm, NO_COMM);
}

void bench_scale_peers(const struct bench_scale *scale)
{
    static const char *const columns[] = {"ranks",      "peers met", "dense",    "bytes",
                                          "bytes/peer", "first ns",  "again ns", NULL};
    int most = scale->quick ? QUICK_MOST : MOST;

    for (enum pattern pattern = HALO; pattern <= ALL; pattern++) {
        static const char *const names[] = {"peers_halo", "peers_powers", "peers_all"};

        bench_table_begin(names[pattern], pattern_names[pattern], columns);
        for (int n = 100; n <= most; n *= 10) {
            row(pattern, n, true);
            row(pattern, n, false);
        }
        bench_table_end();
    }
    bench_table_note("dense: up to mpit_peer_limit (65536) ranks; sparse beyond");
}
