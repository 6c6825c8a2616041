/* The rows of collectives.def as operations that can be measured. */
#include "config.h"

#include "ground.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum blocks { NONE, ONE, EACH, AROUND };
enum rootedness { EQUAL, ROOTED };

struct row {
    const char *name;
    enum rootedness rooted;
    enum blocks sends, receives;
    void (*execute)(void *self, MPI_Comm comm, int root, int M);
};

struct operation {
    MPIB_coll_container container; /* first: a pointer to it is one to us */
    const struct row *row;
    int rank, blocks;
    char *out, *in;
    int *counts, *places; /* of the v and w forms, for every block */
    MPI_Aint *addresses;
    MPI_Datatype *types;
    MPI_Comm ring;
};

/* ---- the calls --------------------------------------------------------------------------------
 */

#define SPREAD(...) __VA_ARGS__

/* Not every row uses every parameter. */
#define COLLECTIVE(Name, name, rooted, sends, receives, actuals)                                   \
    static void execute_##name(void *self, MPI_Comm comm, int root, int M)                         \
    {                                                                                              \
        const struct operation *o = self;                                                          \
        (void)o, (void)comm, (void)root, (void)M;                                                  \
        MPI_##Name actuals;                                                                        \
    }                                                                                              \
    static void execute_i##name(void *self, MPI_Comm comm, int root, int M)                        \
    {                                                                                              \
        const struct operation *o = self;                                                          \
        MPI_Request request;                                                                       \
        (void)o, (void)comm, (void)root, (void)M;                                                  \
        MPI_I##name(SPREAD actuals, &request);                                                     \
        MPI_Wait(&request, MPI_STATUS_IGNORE);                                                     \
    }
#include "collectives.def"
#undef COLLECTIVE

static const struct row rows[] = {
#define COLLECTIVE(Name, name, rooted, sends, receives, actuals)                                   \
    {#name, rooted, sends, receives, execute_##name},                                              \
        {"i" #name, rooted, sends, receives, execute_i##name},
#include "collectives.def"
#undef COLLECTIVE
};

/* ---- what they work on ------------------------------------------------------------------------
 */

static int count_of(enum blocks blocks, int size)
{
    static const int fixed[] = {[NONE] = 0, [ONE] = 1, [AROUND] = 2};

    return blocks == EACH ? size : fixed[blocks];
}

/* The most on either side. */
static int most_blocks(const struct row *row, int size)
{
    int sends = count_of(row->sends, size), receives = count_of(row->receives, size);

    return sends > receives ? sends : receives;
}

/* Written before, so that the pages exist; but not where the call never looks. */
static char *make_out(const struct operation *o, int root, int size, int M)
{
    size_t bytes = (size_t)count_of(o->row->sends, size) * (size_t)M;
    char *out = mpib_allocate(1, bytes);

    if (!(o->row->rooted == ROOTED && o->row->sends == EACH && o->rank != root))
        memset(out, 1, bytes);
    return out;
}

static void make_arrays(struct operation *o, int M)
{
    size_t n = (size_t)o->blocks;

    o->counts = mpib_allocate(n, sizeof *o->counts);
    o->places = mpib_allocate(n, sizeof *o->places);
    o->addresses = mpib_allocate(n, sizeof *o->addresses);
    o->types = mpib_allocate(n, sizeof *o->types);
    for (int i = 0; i < o->blocks; i++) {
        o->counts[i] = M;
        o->places[i] = i * M;
        o->addresses[i] = (MPI_Aint)i * M;
        o->types[i] = MPI_BYTE;
    }
}

static void make_ring(struct operation *o, MPI_Comm comm, int size)
{
    const int periodic = 1;

    o->ring = MPI_COMM_NULL;
    if (o->row->sends == AROUND || o->row->receives == AROUND)
        MPI_Cart_create(comm, 1, &size, &periodic, 0, &o->ring);
}

/* The places of blocks are ints in MPI-3.1: what does not fit there cannot be asked for. */
static int initialize(void *self, MPI_Comm comm, int root, int M)
{
    struct operation *o = self;
    int size;

    MPI_Comm_size(comm, &size);
    MPI_Comm_rank(comm, &o->rank);
    o->blocks = most_blocks(o->row, size);
    if ((long long)o->blocks * M > INT_MAX)
        return MPI_ERR_COUNT;
    o->out = make_out(o, root, size, M);
    o->in = mpib_allocate(1, (size_t)count_of(o->row->receives, size) * (size_t)M);
    make_arrays(o, M);
    make_ring(o, comm, size);
    return MPI_SUCCESS;
}

static void finalize(void *self, MPI_Comm comm, int root)
{
    struct operation *o = self;

    (void)comm, (void)root;
    if (o->ring != MPI_COMM_NULL)
        MPI_Comm_free(&o->ring);
    free(o->types);
    free(o->addresses);
    free(o->places);
    free(o->counts);
    free(o->in);
    free(o->out);
}

/* ---- the list -----------------------------------------------------------------------------------
 */

int MPIB_coll_count(void)
{
    return sizeof rows / sizeof *rows;
}

const char *MPIB_coll_name(int i)
{
    return rows[i].name;
}

int MPIB_coll_max_size(int i, int size)
{
    int blocks = most_blocks(&rows[i], size);

    return blocks ? INT_MAX / blocks : 0;
}

MPIB_coll_container *MPIB_coll_container_alloc(int i)
{
    struct operation *o = mpib_allocate(1, sizeof *o);

    o->container = (MPIB_coll_container){initialize, rows[i].execute, finalize};
    o->row = &rows[i];
    return &o->container;
}

void MPIB_coll_container_free(MPIB_coll_container *container)
{
    free(container);
}
