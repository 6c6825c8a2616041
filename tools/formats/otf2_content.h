/* What a trace of OTF2 has of a record, which may be of anybody's making: no event is taken from it
 * but of ranks, calls and moments that there are, and none that a reader would take for another.
 * Nothing here knows the library OTF2. */
#ifndef TOOL_FORMATS_OTF2_CONTENT_H
#define TOOL_FORMATS_OTF2_CONTENT_H

#include "ground/states.h"
#include "record/record.h"
#include "tools/formats/otf2_names.h"

#include <stdbool.h>
#include <stdint.h>

/* How bytes go in a collective; what each process says is b: see tool_otf2_collectives. */
enum tool_otf2_flow {
    TOOL_OTF2_FLOW_NOTHING,
    TOOL_OTF2_FLOW_UNKNOWN, /* counts are lists, which nobody keeps */
    TOOL_OTF2_FLOW_BCAST,
    TOOL_OTF2_FLOW_SCATTER,
    TOOL_OTF2_FLOW_SCATTERV,
    TOOL_OTF2_FLOW_GATHER,
    TOOL_OTF2_FLOW_REDUCE,
    TOOL_OTF2_FLOW_ALLGATHER,
    TOOL_OTF2_FLOW_ALLTOALL,
    TOOL_OTF2_FLOW_ALLREDUCE,
    TOOL_OTF2_FLOW_EXSCAN
};

/* The blocking collectives that OTF2 has events for (otf2_collectives.def), as numbers. */
enum tool_otf2_operation {
#define COLLECTIVE(Name, OP, role, flow) TOOL_OTF2_OP_##OP,
#include "tools/formats/otf2_collectives.def"
    TOOL_OTF2_OPS
};

/* A function that is called. */
struct tool_otf2_region {
    enum mpit_state state; /* what it is about */
    bool sends, receives;
    int collective; /* its row, of its nonblocking and persistent forms as well; -1: none */
    bool blocks;    /* as the row has it */
};

/* When a call was made and returned: ns since the trace began. */
struct tool_otf2_span {
    bool known; /* else nothing is shown of the call */
    bool returned;
    uint32_t region;
    uint64_t begin, end;
};

struct tool_otf2_thread {
    int rank;
    const struct mpit_record_recorder *its; /* NULL: no calls were kept of the rank */
    struct tool_otf2_span *span;            /* of each of its calls */
};

struct tool_otf2_message {
    const struct mpit_record_message *its;
    const char *comm; /* its communicator; empty: not known */
    int from, send;   /* thread, and the how-manyth of its calls */
    int to, receive;
    int order; /* where messages are sent in the order in which they are received, the how-manyth */
};

/* A process in a collective on MPI_COMM_WORLD that all of them have come to and left. */
struct tool_otf2_collective {
    int thread, call;
    int operation;
    int root; /* -1: it has none */
    bool sized;
    uint64_t sent, received; /* bytes; 0 where not `sized` */
};

struct tool_otf2_content {
    const struct mpit_record *record;
    struct tool_otf2_thread *thread; /* [nthread]: the first of each rank, by rank, then others */
    int nthread;
    struct tool_otf2_names call;     /* the functions … */
    struct tool_otf2_region *region; /* [call.n] … and what they are */
    uint64_t length;                 /* ns from the first moment to the last */
    int64_t zero;                    /* ns of the trace at which the time of the record is 0 */
    bool world;                      /* MPI_COMM_WORLD is what is called so */

    struct tool_otf2_message *message; /* by comm, ranks, tag and order */
    int nmessage;
    struct tool_otf2_message **sent, **received; /* [nmessage]: by thread, call and order */
    struct tool_otf2_collective *collective;     /* [ncollective]: by thread and call */
    int ncollective;
};

/* To be freed in any case.  False after having said why there is nothing to show. */
bool tool_otf2_content(const struct mpit_record *record, struct tool_otf2_content *content);
void tool_otf2_content_free(struct tool_otf2_content *content);

/* What a function is, by its name. */
struct tool_otf2_region tool_otf2_region(const char *call);

/* Whether a call is known to be on MPI_COMM_WORLD. */
bool tool_otf2_is_on_world(const struct tool_otf2_content *content,
                           const struct mpit_record_called *call);

/* Those that can be shown: of which both ends are calls that can have sent and received them.  A
 * reader takes the first message that was sent on a communicator to a rank by another one with a
 * tag for the first that was received: of those for which this is wrong there are none. */
void tool_otf2_messages(struct tool_otf2_content *content);

/* A reader takes the first of each rank for the same one: so there are some only as long as each
 * rank is known to have made the same ones, from the beginning on. */
void tool_otf2_collectives(struct tool_otf2_content *content);

#endif
