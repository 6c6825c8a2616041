/* What the events are about: when, where, which functions and communicators. */
#include "config.h"

#include "tools/formats/otf2_archive.h"

#include "record/readable.h"
#include "tools/ground/tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Groups: who there is, and of these, by their numbers there, MPI_COMM_WORLD. */
enum { PROCESSES, WORLD };

/* The machine is the first node of the system; hosts are below it. */
enum { MACHINE };

struct definitions {
    struct tool_otf2_archive *its;
    OTF2_GlobalDefWriter *writer;
    uint32_t written; /* strings */
};

/* What would move a terminal's cursor comes as \xNN. */
static void write_strings(struct definitions *to)
{
    enum { LONGEST = 512, AS_HEXADECIMAL = 4 };
    char visible[AS_HEXADECIMAL * LONGEST + 1];

    for (; to->written < to->its->string.n; to->written++) {
        mpit__visible(visible, sizeof visible, to->its->string.name[to->written]);
        OTF2_GlobalDefWriter_WriteString(to->writer, to->written, visible);
    }
}

/* A string stands before what names it. */
static OTF2_StringRef string(struct definitions *to, const char *text)
{
    const OTF2_StringRef ref = tool_otf2_name(&to->its->string, text);

    write_strings(to);
    return ref;
}

/* ---- when */

enum { NANOSECONDS = 1000000000 };

/* When the trace begins, to a second: the record has no more. */
static uint64_t start_of(const struct tool_otf2_content *content)
{
    struct tm date = {0};
    const char *end = strptime(content->record->start, "%Y-%m-%dT%H:%M:%S", &date);
    const int64_t seconds = end ? timegm(&date) : 0;

    if (seconds <= content->zero / NANOSECONDS || seconds > INT64_MAX / NANOSECONDS)
        return OTF2_UNDEFINED_TIMESTAMP;
    return (uint64_t)(seconds * NANOSECONDS - content->zero);
}

static void write_clock(struct definitions *to)
{
    OTF2_GlobalDefWriter_WriteClockProperties(to->writer, NANOSECONDS, 0, to->its->content->length,
                                              start_of(to->its->content));
}

static void write_attributes(struct definitions *to)
{
    static const struct {
        const char *key, *what;
        OTF2_Type type;
    } attributes[] = {
#define ATTRIBUTE(name, key, type, what) {key, what, OTF2_TYPE_##type},
        TOOL_OTF2_ATTRIBUTES(ATTRIBUTE)
#undef ATTRIBUTE
    };

    for (OTF2_AttributeRef i = 0; i < TOOL_OTF2_NATTRIBUTES; i++) {
        const OTF2_StringRef key = string(to, attributes[i].key);

        OTF2_GlobalDefWriter_WriteAttribute(to->writer, i, key, string(to, attributes[i].what),
                                            attributes[i].type);
    }
}

/* ---- where */

static const char *host_of(const struct mpit_record_rank *rank)
{
    return rank && *rank->host ? rank->host : "unknown";
}

/* Numbered from 1 on, as they are met. */
static OTF2_SystemTreeNodeRef node(struct definitions *to, struct tool_otf2_names *hosts,
                                   const char *host)
{
    const uint32_t known = hosts->n, number = tool_otf2_name(hosts, host);
    const OTF2_SystemTreeNodeRef ref = MACHINE + 1 + number;

    if (number == known) {
        const OTF2_StringRef name = string(to, host);

        OTF2_GlobalDefWriter_WriteSystemTreeNode(to->writer, ref, name, string(to, "node"),
                                                 MACHINE);
        OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(to->writer, ref,
                                                       OTF2_SYSTEM_TREE_DOMAIN_SHARED_MEMORY);
    }
    return ref;
}

/* NULL: the record does not know it.  To be freed. */
static const struct mpit_record_rank **list_ranks(const struct mpit_record *record)
{
    const struct mpit_record_rank **rank = tool_allocate((size_t)record->nranks, sizeof *rank);

    for (int i = 0; i < record->nrank; i++)
        if (record->rank[i].rank >= 0 && record->rank[i].rank < record->nranks)
            rank[record->rank[i].rank] = &record->rank[i];
    return rank;
}

static void write_system(struct definitions *to)
{
    const struct mpit_record *record = to->its->content->record;
    const struct mpit_record_rank **rank = list_ranks(record);
    const OTF2_StringRef machine = string(to, "machine");
    struct tool_otf2_names hosts = {0};
    char name[32];

    OTF2_GlobalDefWriter_WriteSystemTreeNode(to->writer, MACHINE, machine, machine,
                                             OTF2_UNDEFINED_SYSTEM_TREE_NODE);
    OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(to->writer, MACHINE,
                                                   OTF2_SYSTEM_TREE_DOMAIN_MACHINE);
    for (int i = 0; i < record->nranks; i++) {
        const OTF2_SystemTreeNodeRef on = node(to, &hosts, host_of(rank[i]));

        snprintf(name, sizeof name, "MPI Rank %d", i);
        OTF2_GlobalDefWriter_WriteLocationGroup(to->writer, (OTF2_LocationGroupRef)i,
                                                string(to, name), OTF2_LOCATION_GROUP_TYPE_PROCESS,
                                                on, OTF2_UNDEFINED_LOCATION_GROUP);
    }
    tool_otf2_names_free(&hosts);
    free(rank);
}

static void write_location(struct definitions *to, int number)
{
    const struct tool_otf2_thread *thread = &to->its->content->thread[number];
    const OTF2_LocationRef ref = (OTF2_LocationRef)number;
    char name[32];

    snprintf(name, sizeof name, "thread %d", thread->its ? thread->its->thread : 0);
    OTF2_GlobalDefWriter_WriteLocation(to->writer, ref, string(to, name),
                                       OTF2_LOCATION_TYPE_CPU_THREAD, to->its->events[number],
                                       (OTF2_LocationGroupRef)thread->rank);
    if (thread->its && thread->its->lost)
        OTF2_GlobalDefWriter_WriteLocationProperty(
            to->writer, ref, string(to, "calls that were lost before these"), OTF2_TYPE_UINT64,
            (OTF2_AttributeValue){.uint64 = thread->its->lost});
    OTF2_Archive_CloseDefWriter(to->its->archive, OTF2_Archive_GetDefWriter(to->its->archive, ref));
}

/* Definitions of a thread alone, of which there are none, stand in a file that readers ask for. */
static void write_locations(struct definitions *to)
{
    OTF2_Archive_OpenDefFiles(to->its->archive);
    for (int i = 0; i < to->its->content->nthread; i++)
        write_location(to, i);
    OTF2_Archive_CloseDefFiles(to->its->archive);
}

/* ---- functions */

static OTF2_RegionRole role_of(const struct tool_otf2_region *region)
{
    static const OTF2_RegionRole of_state[MPIT_STATES] = {
        [MPIT_STATE_compute] = OTF2_REGION_ROLE_FUNCTION,
        [MPIT_STATE_send] = OTF2_REGION_ROLE_POINT2POINT,
        [MPIT_STATE_recv] = OTF2_REGION_ROLE_POINT2POINT,
        [MPIT_STATE_wait] = OTF2_REGION_ROLE_POINT2POINT,
        [MPIT_STATE_probe] = OTF2_REGION_ROLE_POINT2POINT,
        [MPIT_STATE_collective] = OTF2_REGION_ROLE_COLL_OTHER,
        [MPIT_STATE_rma] = OTF2_REGION_ROLE_RMA,
        [MPIT_STATE_io] = OTF2_REGION_ROLE_FILE_IO,
    };
    static const OTF2_RegionRole of_collective[] = {
#define COLLECTIVE(Name, OP, role, flow) OTF2_REGION_ROLE_##role,
#include "tools/formats/otf2_collectives.def"
    };

    return region->collective >= 0 ? of_collective[region->collective] : of_state[region->state];
}

static void write_functions(struct definitions *to)
{
    const struct tool_otf2_content *content = to->its->content;

    for (uint32_t i = 0; i < content->call.n; i++) {
        const OTF2_StringRef name = string(to, content->call.name[i]);

        OTF2_GlobalDefWriter_WriteRegion(to->writer, i, name, name, OTF2_UNDEFINED_STRING,
                                         role_of(&content->region[i]), OTF2_PARADIGM_MPI,
                                         OTF2_REGION_FLAG_NONE, OTF2_UNDEFINED_STRING, 0, 0);
    }
}

/* ---- communicators */

static void write_groups(struct definitions *to)
{
    const uint32_t ranks = (uint32_t)to->its->content->record->nranks;
    uint64_t *member = tool_allocate(ranks, sizeof *member);

    for (uint32_t i = 0; i < ranks; i++)
        member[i] = i;
    OTF2_GlobalDefWriter_WriteGroup(to->writer, PROCESSES, string(to, "MPI processes"),
                                    OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI,
                                    OTF2_GROUP_FLAG_NONE, ranks, member);
    OTF2_GlobalDefWriter_WriteGroup(to->writer, WORLD, string(to, "MPI_COMM_WORLD"),
                                    OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
                                    OTF2_GROUP_FLAG_NONE, ranks, member);
    free(member);
}

/* Who is in one is not known: messages have the ranks of their ends in MPI_COMM_WORLD. */
static void write_comms(struct definitions *to)
{
    static const char ranks[] = "by ranks of MPI_COMM_WORLD";

    for (uint32_t i = 0; i < to->its->comm.n; i++) {
        const char *its = to->its->comm.name[i];
        char *name =
            i ? tool_print("%s, %s", *its ? its : "unknown", ranks) : tool_print("%s", its);

        OTF2_GlobalDefWriter_WriteComm(to->writer, i, string(to, name), WORLD,
                                       i ? 0 : OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
        free(name);
    }
}

void tool_otf2_write_definitions(struct tool_otf2_archive *its)
{
    struct definitions to = {its, OTF2_Archive_GetGlobalDefWriter(its->archive), 0};

    if (!to.writer)
        return;
    write_clock(&to);
    OTF2_GlobalDefWriter_WriteParadigm(to.writer, OTF2_PARADIGM_MPI, string(&to, "MPI"),
                                       OTF2_PARADIGM_CLASS_PROCESS);
    write_attributes(&to);
    write_system(&to);
    write_locations(&to);
    write_functions(&to);
    write_groups(&to);
    write_comms(&to);
    OTF2_Archive_CloseGlobalDefWriter(its->archive, to.writer);
}
