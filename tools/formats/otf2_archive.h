/* What writes the parts of a trace of OTF2. */
#ifndef TOOL_FORMATS_OTF2_ARCHIVE_H
#define TOOL_FORMATS_OTF2_ARCHIVE_H

#include <otf2/otf2.h>

#include "tools/formats/otf2_content.h"

/* What a call, a message or a collective says besides, under a key.
 *
 *   ATTRIBUTE(name, key, type, what) */
#define TOOL_OTF2_ATTRIBUTES(ATTRIBUTE)                                                            \
    ATTRIBUTE(COMM, "comm", STRING, "communicator: its name, or a number of its own")              \
    ATTRIBUTE(TO, "to", UINT64, "rank in the communicator that it sends to")                       \
    ATTRIBUTE(FROM, "from", UINT64, "rank in the communicator that it has received from")          \
    ATTRIBUTE(ROOT, "root", UINT64, "rank in the communicator that is the root")                   \
    ATTRIBUTE(PEER, "peer", UINT64, "rank in the communicator that it is about")                   \
    ATTRIBUTE(TAG, "tag", UINT64, "tag of the message")                                            \
    ATTRIBUTE(BYTES, "bytes", UINT64, "what it has received, was given or had room for")           \
    ATTRIBUTE(BY, "request of", STRING, "the call that had started the request")                   \
    ATTRIBUTE(MORE, "requests besides", UINT64, "how many it has waited for besides")              \
    ATTRIBUTE(ERROR, "error class", UINT64, "class of the error with which it has failed")         \
    ATTRIBUTE(POLLED, "polled", UINT8, "1: it has asked in vain, and again until it is left")      \
    ATTRIBUTE(RETURNED, "returned", UINT8, "0: it had not returned when the record was made")      \
    ATTRIBUTE(SIZED, "sizes known", UINT8, "0: how many bytes went is not known")
enum {
#define ATTRIBUTE(name, ...) TOOL_OTF2_ATTRIBUTE_##name,
    TOOL_OTF2_ATTRIBUTES(ATTRIBUTE)
#undef ATTRIBUTE
        TOOL_OTF2_NATTRIBUTES
};

/* Locations are threads, and groups of them ranks, by their numbers in the content; regions are its
 * functions.  An error leaves through the handler of the library. */
struct tool_otf2_archive {
    const struct tool_otf2_content *content;
    OTF2_Archive *archive;
    struct tool_otf2_names string;
    struct tool_otf2_names comm; /* by the name that messages have; the first is MPI_COMM_WORLD */
    uint64_t *events;            /* [nthread]: how many there are */
};

/* Events, and the strings and communicators that they name; false as soon as one fails. */
bool tool_otf2_write_events(struct tool_otf2_archive *its);

/* Then what they are about. */
void tool_otf2_write_definitions(struct tool_otf2_archive *its);

#endif
