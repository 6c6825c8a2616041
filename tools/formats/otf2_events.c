/* The events of each thread: its calls, the messages that it has sent and received, the collectives
 * that it has come to. */
#include "config.h"

#include "tools/formats/otf2_archive.h"

#include <string.h>

/* What of the content is not written yet: all of it stands in the order of events. */
struct cursor {
    struct tool_otf2_archive *its;
    OTF2_EvtWriter *writer;
    OTF2_AttributeList *list;
    int thread, sent, received, collective;
};

/* ---- attributes */

static void add_number(const struct cursor *at, OTF2_AttributeRef key, int64_t number)
{
    if (number >= 0)
        OTF2_AttributeList_AddUint64(at->list, key, (uint64_t)number);
}

static void add_text(const struct cursor *at, OTF2_AttributeRef key, const char *text)
{
    if (*text)
        OTF2_AttributeList_AddStringRef(at->list, key, tool_otf2_name(&at->its->string, text));
}

static OTF2_AttributeRef key_of(const char *way)
{
    return !strcmp(way, "to")     ? TOOL_OTF2_ATTRIBUTE_TO
           : !strcmp(way, "from") ? TOOL_OTF2_ATTRIBUTE_FROM
           : !strcmp(way, "root") ? TOOL_OTF2_ATTRIBUTE_ROOT
                                  : TOOL_OTF2_ATTRIBUTE_PEER;
}

static void add_arguments(const struct cursor *at, const struct mpit_record_called *call)
{
    add_text(at, TOOL_OTF2_ATTRIBUTE_COMM, call->comm);
    add_number(at, key_of(call->way), call->peer);
    add_number(at, TOOL_OTF2_ATTRIBUTE_TAG, call->tag);
    add_number(at, TOOL_OTF2_ATTRIBUTE_BYTES, call->bytes);
    add_text(at, TOOL_OTF2_ATTRIBUTE_BY, call->by);
    if (call->more)
        OTF2_AttributeList_AddUint64(at->list, TOOL_OTF2_ATTRIBUTE_MORE, call->more);
    if (call->error)
        OTF2_AttributeList_AddUint64(at->list, TOOL_OTF2_ATTRIBUTE_ERROR, call->error);
    if (call->polled)
        OTF2_AttributeList_AddUint8(at->list, TOOL_OTF2_ATTRIBUTE_POLLED, 1);
}

/* ---- messages: sent when their call begins, received when theirs ends */

static void write_sends(struct cursor *at, int call, OTF2_TimeStamp when)
{
    const struct tool_otf2_content *content = at->its->content;

    for (; at->sent < content->nmessage; at->sent++) {
        const struct tool_otf2_message *message = content->sent[at->sent];

        if (message->from != at->thread || message->send != call)
            return;
        OTF2_EvtWriter_MpiSend(at->writer, NULL, when, (uint32_t)message->its->receiver,
                               tool_otf2_name(&at->its->comm, message->comm),
                               (uint32_t)message->its->tag, (uint64_t)message->its->bytes);
    }
}

static void write_receives(struct cursor *at, int call, OTF2_TimeStamp when)
{
    const struct tool_otf2_content *content = at->its->content;

    for (; at->received < content->nmessage; at->received++) {
        const struct tool_otf2_message *message = content->received[at->received];

        if (message->to != at->thread || message->receive != call)
            return;
        OTF2_EvtWriter_MpiRecv(at->writer, NULL, when, (uint32_t)message->its->sender,
                               tool_otf2_name(&at->its->comm, message->comm),
                               (uint32_t)message->its->tag, (uint64_t)message->its->bytes);
    }
}

/* ---- collectives */

static const struct tool_otf2_collective *collective_of(struct cursor *at, int call)
{
    const struct tool_otf2_content *content = at->its->content;
    const struct tool_otf2_collective *its = &content->collective[at->collective];

    if (at->collective == content->ncollective || its->thread != at->thread || its->call != call)
        return NULL;
    at->collective++;
    return its;
}

static void write_collective(const struct cursor *at, const struct tool_otf2_collective *its,
                             OTF2_TimeStamp when)
{
    static const OTF2_CollectiveOp operations[] = {
#define COLLECTIVE(Name, OP, role, flow) OTF2_COLLECTIVE_OP_##OP,
#include "tools/formats/otf2_collectives.def"
    };

    if (!its->sized)
        OTF2_AttributeList_AddUint8(at->list, TOOL_OTF2_ATTRIBUTE_SIZED, 0);
    OTF2_EvtWriter_MpiCollectiveEnd(at->writer, at->list, when, operations[its->operation], 0,
                                    its->root < 0 ? OTF2_UNDEFINED_UINT32 : (uint32_t)its->root,
                                    its->sent, its->received);
}

/* ---- calls */

/* Writing an event empties the list. */
static bool write_call(struct cursor *at, int number)
{
    const struct tool_otf2_thread *thread = &at->its->content->thread[at->thread];
    const struct tool_otf2_span *span = &thread->span[number];
    const struct tool_otf2_collective *collective = collective_of(at, number);
    OTF2_ErrorCode error;

    if (!span->known)
        return true;
    add_arguments(at, &thread->its->called[number]);
    error = OTF2_EvtWriter_Enter(at->writer, at->list, span->begin, span->region);
    write_sends(at, number, span->begin);
    if (collective)
        OTF2_EvtWriter_MpiCollectiveBegin(at->writer, NULL, span->begin);
    write_receives(at, number, span->end);
    if (collective)
        write_collective(at, collective, span->end);
    if (!span->returned)
        OTF2_AttributeList_AddUint8(at->list, TOOL_OTF2_ATTRIBUTE_RETURNED, 0);
    return error == OTF2_SUCCESS &&
           OTF2_EvtWriter_Leave(at->writer, at->list, span->end, span->region) == OTF2_SUCCESS;
}

/* A thread without calls has an empty file: readers ask for one. */
static bool write_thread(struct cursor *at)
{
    const struct tool_otf2_thread *thread = &at->its->content->thread[at->thread];
    bool good = true;

    at->writer = OTF2_Archive_GetEvtWriter(at->its->archive, (OTF2_LocationRef)at->thread);
    if (!at->writer)
        return false;
    for (int i = 0; good && thread->its && i < thread->its->ncalled; i++)
        good = write_call(at, i);
    OTF2_EvtWriter_GetNumberOfEvents(at->writer, &at->its->events[at->thread]);
    return OTF2_Archive_CloseEvtWriter(at->its->archive, at->writer) == OTF2_SUCCESS && good;
}

bool tool_otf2_write_events(struct tool_otf2_archive *its)
{
    struct cursor at = {.its = its, .list = OTF2_AttributeList_New()};
    bool good = at.list && OTF2_Archive_OpenEvtFiles(its->archive) == OTF2_SUCCESS;

    tool_otf2_name(&its->comm, "MPI_COMM_WORLD");
    for (; good && at.thread < its->content->nthread; at.thread++)
        good = write_thread(&at);
    OTF2_AttributeList_Delete(at.list);
    return good && OTF2_Archive_CloseEvtFiles(its->archive) == OTF2_SUCCESS;
}
