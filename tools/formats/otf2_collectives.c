#include "config.h"

#include "tools/formats/otf2_content.h"

#include "tools/ground/tool.h"

#include <stdlib.h>
#include <string.h>

/* Bytes that sums of are numbers, whatever a record says. */
static const int64_t MOST = INT64_C(1) << 40;

static const enum tool_otf2_flow flows[] = {
#define COLLECTIVE(Name, OP, role, flow) TOOL_OTF2_FLOW_##flow,
#include "tools/formats/otf2_collectives.def"
};

/* ---- what each rank has made */

/* One of a rank, and those of all ranks, by rank and then in their order. */
struct made {
    int rank, thread, call;
    uint64_t begin;
};

struct list {
    const struct tool_otf2_content *content;
    struct made *made;
    int n, *first; /* [ranks + 1] of each rank */
};

static int by_rank(const void *a, const void *b)
{
    const struct made *one = a, *other = b;

    if (one->rank != other->rank)
        return one->rank < other->rank ? -1 : 1;
    if (one->begin != other->begin)
        return one->begin < other->begin ? -1 : 1;
    if (one->thread != other->thread)
        return one->thread < other->thread ? -1 : 1;
    return one->call < other->call ? -1 : one->call > other->call;
}

/* False: it may be on MPI_COMM_WORLD or not, or nobody knows when it was. */
static bool is_clear(const struct tool_otf2_span *span, const struct mpit_record_called *call)
{
    return span->known && *call->comm;
}

/* False: it is not known what it has made, from the beginning on. */
static bool add_thread(struct list *list, int which, int *room)
{
    const struct tool_otf2_thread *thread = &list->content->thread[which];

    if (!thread->its || thread->its->lost)
        return false;
    for (int i = 0; i < thread->its->ncalled; i++) {
        const struct mpit_record_called *call = &thread->its->called[i];

        if (!list->content->region[thread->span[i].region].blocks)
            continue;
        if (!is_clear(&thread->span[i], call))
            return false;
        if (!tool_otf2_is_on_world(list->content, call))
            continue;
        if (list->n == *room) {
            list->made =
                tool_grow(list->made, (size_t)*room, (size_t)*room + 64, sizeof *list->made);
            *room += *room + 64;
        }
        list->made[list->n++] = (struct made){thread->rank, which, i, thread->span[i].begin};
    }
    return true;
}

static bool list_all(struct list *list)
{
    const int ranks = list->content->record->nranks;
    int room = 0, at = 0;

    for (int i = 0; i < list->content->nthread; i++)
        if (!add_thread(list, i, &room))
            return false;
    if (list->n)
        qsort(list->made, (size_t)list->n, sizeof *list->made, by_rank);
    list->first = tool_allocate((size_t)ranks + 1, sizeof *list->first);
    for (int rank = 0; rank <= ranks; rank++) {
        while (at < list->n && list->made[at].rank < rank)
            at++;
        list->first[rank] = at;
    }
    return true;
}

/* ---- one that all have made */

static const struct mpit_record_called *call_of(const struct list *list, const struct made *made)
{
    return &list->content->thread[made->thread].its->called[made->call];
}

static const struct tool_otf2_span *span_of(const struct list *list, const struct made *made)
{
    return &list->content->thread[made->thread].span[made->call];
}

static int operation_of(const struct list *list, const struct made *made)
{
    return list->content->region[span_of(list, made)->region].collective;
}

static bool has_root(int operation)
{
    const enum tool_otf2_flow flow = flows[operation];

    return flow == TOOL_OTF2_FLOW_BCAST || flow == TOOL_OTF2_FLOW_SCATTER ||
           flow == TOOL_OTF2_FLOW_SCATTERV || flow == TOOL_OTF2_FLOW_GATHER ||
           flow == TOOL_OTF2_FLOW_REDUCE;
}

static int root_of(const struct list *list, const struct made *made)
{
    const struct mpit_record_called *call = call_of(list, made);

    if (!has_root(operation_of(list, made)) || strcmp(call->way, "root") != 0 || call->peer < 0 ||
        call->peer >= list->content->record->nranks)
        return -1;
    return (int)call->peer;
}

/* Whether all ranks have come to the same one and left it. */
static bool is_whole(const struct list *list, int number)
{
    const struct made *first = &list->made[list->first[0] + number];

    for (int rank = 0; rank < list->content->record->nranks; rank++) {
        const struct made *made = &list->made[list->first[rank] + number];

        if (made - list->made >= list->first[rank + 1] || !span_of(list, made)->returned ||
            call_of(list, made)->error || operation_of(list, made) != operation_of(list, first) ||
            root_of(list, made) != root_of(list, first))
            return false;
    }
    return !has_root(operation_of(list, first)) || root_of(list, first) >= 0;
}

/* ---- its bytes */

/* What the ranks say of it: how long what each has given is; of parts for all, or from all, one of
 * them.  `known` is false where one does not say so whom the standard asks. */
struct amounts {
    bool known;
    int64_t root, sum;
};

static struct amounts amounts_of(const struct list *list, int number, enum tool_otf2_flow flow,
                                 int root)
{
    const bool root_alone = flow == TOOL_OTF2_FLOW_BCAST || flow == TOOL_OTF2_FLOW_SCATTER;
    struct amounts amounts = {.known = flow != TOOL_OTF2_FLOW_UNKNOWN};

    for (int rank = 0; flow != TOOL_OTF2_FLOW_NOTHING && rank < list->content->record->nranks;
         rank++) {
        const int64_t bytes = call_of(list, &list->made[list->first[rank] + number])->bytes;

        if (root_alone && rank != root)
            continue;
        amounts.known = amounts.known && bytes >= 0 && bytes <= MOST;
        amounts.sum += amounts.known ? bytes : 0;
        amounts.root = rank == root ? bytes : amounts.root;
    }
    return amounts;
}

static void put_sizes(struct tool_otf2_collective *its, int rank, int64_t ranks,
                      const struct amounts *amounts, int64_t bytes)
{
    const bool is_root = rank == its->root;
    int64_t sent = bytes, received = bytes;

    switch (flows[its->operation]) {
    case TOOL_OTF2_FLOW_NOTHING:
    case TOOL_OTF2_FLOW_UNKNOWN:
        sent = received = 0;
        break;
    case TOOL_OTF2_FLOW_BCAST:
        sent = is_root ? amounts->root : 0;
        received = is_root ? 0 : amounts->root;
        break;
    case TOOL_OTF2_FLOW_SCATTER:
        sent = is_root ? ranks * amounts->root : 0;
        received = amounts->root;
        break;
    case TOOL_OTF2_FLOW_SCATTERV:
        sent = is_root ? amounts->sum : 0;
        break;
    case TOOL_OTF2_FLOW_GATHER:
        received = is_root ? amounts->sum : 0;
        break;
    case TOOL_OTF2_FLOW_REDUCE:
        received = is_root ? bytes : 0;
        break;
    case TOOL_OTF2_FLOW_ALLGATHER:
        received = amounts->sum;
        break;
    case TOOL_OTF2_FLOW_ALLTOALL:
        sent = received = ranks * bytes;
        break;
    case TOOL_OTF2_FLOW_EXSCAN:
        received = rank ? bytes : 0;
        break;
    case TOOL_OTF2_FLOW_ALLREDUCE:
        break;
    }
    its->sized = amounts->known;
    its->sent = its->sized ? (uint64_t)sent : 0;
    its->received = its->sized ? (uint64_t)received : 0;
}

/* ---- */

static void put(const struct list *list, int number, struct tool_otf2_content *content)
{
    const int ranks = content->record->nranks;
    const struct made *first = &list->made[list->first[0] + number];
    const int operation = operation_of(list, first), root = root_of(list, first);
    const struct amounts amounts = amounts_of(list, number, flows[operation], root);

    for (int rank = 0; rank < ranks; rank++) {
        const struct made *made = &list->made[list->first[rank] + number];
        struct tool_otf2_collective *its = &content->collective[content->ncollective++];

        *its = (struct tool_otf2_collective){
            .thread = made->thread, .call = made->call, .operation = operation, .root = root};
        put_sizes(its, rank, ranks, &amounts, amounts.known ? call_of(list, made)->bytes : 0);
    }
}

static int by_call(const void *a, const void *b)
{
    const struct tool_otf2_collective *one = a, *other = b;

    if (one->thread != other->thread)
        return one->thread < other->thread ? -1 : 1;
    return one->call < other->call ? -1 : one->call > other->call;
}

void tool_otf2_collectives(struct tool_otf2_content *content)
{
    struct list list = {.content = content};

    if (list_all(&list)) {
        content->collective = tool_allocate((size_t)list.n + 1, sizeof *content->collective);
        for (int i = list.first[0]; i < list.first[1] && is_whole(&list, i); i++)
            put(&list, i, content);
        qsort(content->collective, (size_t)content->ncollective, sizeof *content->collective,
              by_call);
    }
    free(list.made);
    free(list.first);
}
