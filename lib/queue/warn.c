#include "config.h"

#include "queue/warn.h"

#include <stdio.h>

#include "message.h"
#include "queue/umq.h"
#include "vendor/vendor.h"

enum { SHOWN = 3 };

static void name_of(const struct mpit_object *comm, char name[MPI_MAX_OBJECT_NAME])
{
    int length = 0;

    if (mpit__next.PMPI_Comm_get_name((MPI_Comm)(uintptr_t)comm->key, name, &length) !=
            MPI_SUCCESS ||
        length == 0)
        snprintf(name, MPI_MAX_OBJECT_NAME, "a communicator without a name");
}

static void describe(const struct mpit_store *store, char *text, size_t size)
{
    const struct mpit_lane *most[SHOWN];
    int found = mpit__store_most_frequent(store, SHOWN, most);
    size_t n = 0;

    for (int i = 0; i < found && n < size; i++)
        n += (size_t)snprintf(text + n, size - n, "%s%u from source %d with tag %d",
                              i ? ", " : "", most[i]->length, most[i]->source, most[i]->tag);
}

void mpit__warn_of_length(struct mpit_umq *umq)
{
    char name[MPI_MAX_OBJECT_NAME] = "", text[256] = "";

    if (umq->object->umq_warn == 0 || umq->warned || umq->store.length <= umq->object->umq_warn)
        return;
    umq->warned = true;
    name_of(umq->object, name);
    describe(&umq->store, text, sizeof text);
    mpit__message(MPIT_WARN,
                  "%u unexpected messages on %s, more than mpit_umq_warn (%u); most of them: %s",
                  umq->store.length, name, umq->object->umq_warn, text);
}
