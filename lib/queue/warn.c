#include "config.h"

#include "queue/warn.h"

#include <stdio.h>
#include <stdlib.h>

#include "ground/message.h"
#include "mpi/vendor.h"
#include "profile/object.h"
#include "queue/store.h"
#include "queue/umq_length.h"

enum { SHOWN = 3 };

static void name_of(const struct mpit_object *comm, char name[MPI_MAX_OBJECT_NAME])
{
    int length = 0;

    if (mpit__next.PMPI_Comm_get_name((MPI_Comm)(uintptr_t)comm->key, name, &length) !=
            MPI_SUCCESS ||
        length == 0)
        snprintf(name, MPI_MAX_OBJECT_NAME, "a communicator without a name");
}

/* What we have drained, we know one by one. */
static void describe_drained(const struct mpit_store *store, char *text, size_t size)
{
    const struct mpit_lane *most[SHOWN];
    int found = mpit__store_most_frequent(store, SHOWN, most);
    size_t n = 0;

    for (int i = 0; i < found && n < size; i++)
        n += (size_t)snprintf(text + n, size - n, "%s%u from source %d with tag %d", i ? ", " : "",
                              most[i]->length, most[i]->source, most[i]->tag);
}

/* The source of most messages, which is then counted no more. */
static int take_longest(unsigned lengths[], int n)
{
    int longest = 0;

    for (int source = 1; source < n; source++)
        if (lengths[source] > lengths[longest])
            longest = source;
    return longest;
}

/* The vendor tells how many there are from each source, and the tag of the oldest if asked. */
static int describe_source(const struct mpit_object *comm, int source, unsigned length, char *text,
                           size_t size)
{
    MPI_Status status;
    int flag = 0;

    if (mpit__next.PMPI_Iprobe(source, MPI_ANY_TAG, (MPI_Comm)(uintptr_t)comm->key, &flag,
                               &status) != MPI_SUCCESS ||
        !flag)
        return snprintf(text, size, "%u from source %d", length, source);
    return snprintf(text, size, "%u from source %d, the oldest with tag %d", length, source,
                    status.MPI_TAG);
}

static void describe_vendors(struct mpit_object *comm, char *text, size_t size)
{
    unsigned *lengths = calloc((size_t)comm->size, sizeof *lengths);
    bool known = lengths && mpit__vendor_umq_lengths(comm, comm->size, lengths);
    size_t n = 0;

    for (int i = 0; known && i < SHOWN && n < size; i++) {
        int source = take_longest(lengths, comm->size);

        if (lengths[source] == 0)
            break;
        if (i)
            n += (size_t)snprintf(text + n, size - n, "; ");
        if (n < size)
            n += (size_t)describe_source(comm, source, lengths[source], text + n, size - n);
        lengths[source] = 0;
    }
    free(lengths);
}

bool mpit__warn_is_due(const struct mpit_object *comm)
{
    return comm->umq_warn > 0 && !atomic_load(&comm->umq_warned);
}

void mpit__warn_of_length(struct mpit_object *comm, uint64_t length,
                          const struct mpit_store *drained)
{
    char name[MPI_MAX_OBJECT_NAME] = "", text[256] = "";

    if (!mpit__warn_is_due(comm) || length <= comm->umq_warn ||
        atomic_exchange(&comm->umq_warned, true))
        return;
    name_of(comm, name);
    if (drained && drained->length)
        describe_drained(drained, text, sizeof text);
    else
        describe_vendors(comm, text, sizeof text);
    mpit__message_node(
        MPIT_WARN, name,
        "%s%llu unexpected messages on %s, more than mpit_umq_warn (%u); most of them: %s",
        atomic_load(&comm->level[MPIT_LEVEL_UMQ_MORE]) ? "at least " : "",
        (unsigned long long)length, name, comm->umq_warn, text);
}
