#include "record/fields.h"

#include "record/record.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define FAMILY(name_) .name = name_
#define IN_SECONDS    .unit = "seconds"
#define IN_BYTES      .unit = "bytes"

/* Of a quantity of the machine (MPIT_RECORD_RESOURCES), by its kind. */
#define UNIT_SECONDS   "seconds"
#define UNIT_NUMBER    NULL
#define UNIT_BYTES     "bytes"
#define ENDING_SECONDS "_seconds"
#define ENDING_NUMBER  ""
#define ENDING_BYTES   "_bytes"
#define COLUMN_SECONDS MPIT_CSV_TOTAL
#define COLUMN_NUMBER  MPIT_CSV_COUNT
#define COLUMN_BYTES   MPIT_CSV_BYTES

/* Rows of tables, and tables inside of them. */
/* clang-format off */

/* A quantity over the ranks. */

static const struct mpit_field spread_fields[] = {
    {MPIT_FIELD("total", struct mpit_spread, total), .since = 1, IN_SECONDS,
     .what = "Over all ranks.", .csv = {MPIT_CSV_TOTAL}},
    {MPIT_FIELD("min", struct mpit_spread, min), .since = 1, IN_SECONDS,
     .what = "On the rank where it is least.", .csv = {MPIT_CSV_MIN}},
    {MPIT_FIELD("min_rank", struct mpit_spread, min_rank), .since = 1, .least = -1,
     .what = "The rank where it is least; -1: there is none.", .csv = {MPIT_CSV_MIN_RANK}},
    {MPIT_FIELD("max", struct mpit_spread, max), .since = 1, IN_SECONDS,
     .what = "On the rank where it is most.", .csv = {MPIT_CSV_MAX}},
    {MPIT_FIELD("max_rank", struct mpit_spread, max_rank), .since = 1, .least = -1,
     .what = "The rank where it is most; -1: there is none.", .csv = {MPIT_CSV_MAX_RANK}},
};
static const struct mpit_group spread_group =
    MPIT_GROUP("spread", struct mpit_spread, spread_fields);

/* Ranks. */

enum { STATE_TURN = 1, PEAK_TURN, PART_TURN, THREADS_TURN, RESOURCES_TURN };

static const struct mpit_field rank_fields[] = {
    {MPIT_FIELD("rank", struct mpit_record_rank, rank), .since = 1,
     .what = "Rank in MPI_COMM_WORLD.", .csv = {MPIT_CSV_RANK}, .metric = {.label = "rank"}},
    {MPIT_FIELD("host", struct mpit_record_rank, host), .since = 1,
     .what = "Name of the node.", .csv = {MPIT_CSV_HOST}, .metric = {.label = "host"}},
    {MPIT_FIELD("pid", struct mpit_record_rank, pid), .since = 1, .what = "Process on the node."},
    {MPIT_FIELD("wall", struct mpit_record_rank, wall), .since = 1, IN_SECONDS,
     .what = "From the end of MPI_Init until all ranks had come to MPI_Finalize, or of the first "
             "session to the last.",
     .csv = {MPIT_CSV_TOTAL, "rank,wall"}, .metric = {FAMILY("mpit_rank_wall_seconds")}},
    {MPIT_FIELD("mpi", struct mpit_record_rank, mpi), .since = 1, IN_SECONDS,
     .what = "In MPI calls, and of MPI_Finalize what finalize_wait is.",
     .csv = {MPIT_CSV_TOTAL, "rank,mpi"},
     .metric = {FAMILY("mpit_rank_mpi_seconds")}},
    {MPIT_FIELD("paused", struct mpit_record_rank, paused), IN_SECONDS,
     .what = "Of the wall time, while nothing was recorded (MPI_Pcontrol 0).",
     .csv = {MPIT_CSV_TOTAL, "rank,paused", .rare = true},
     .metric = {FAMILY("mpit_rank_paused_seconds")}},
    {MPIT_FIELD("threads", struct mpit_record_rank, threads),
     .what = "Threads that have called MPI, as many as there were at a time: of more than one the "
             "times of calls are sums, and what was outside of MPI is not known.",
     .csv = {MPIT_CSV_COUNT, "rank_threads,threads", THREADS_TURN},
     .metric = {FAMILY("mpit_rank_threads")}},
    {MPIT_FIELD("mpi_open", struct mpit_record_rank, mpi_open),
     .what = "Whether it may be in a call, or have been when it died, that is not in mpi: what was "
             "outside of MPI is not known then."},
    {MPIT_FIELD("state", struct mpit_record_rank, state),
     .what = "What has become of it: ended; running, alive when the record was made; dead, gone "
             "without having ended; missing, of which nothing is known.",
     .csv = {MPIT_CSV_NAME, "rank_state", STATE_TURN, .rare = true}},
    {MPIT_FIELD("in", struct mpit_record_rank, in),
     .what = "The call that it was in when it was lost; empty: in none, or it is not known.",
     .csv = {MPIT_CSV_NAME, "rank_in", STATE_TURN, .rare = true}},
    {MPIT_FIELD("processors", struct mpit_record_rank, processors),
     .what = "Processors of the node that it may run on, as 0-3,8; empty: not known."},
    {MPIT_FIELD("busy_threads", struct mpit_record_rank, busy_threads),
     .what = "Threads, of those at the end, that ran or waited for a processor half of the time "
             "that the process was there.",
     .csv = {MPIT_CSV_COUNT, "rank_threads,busy", THREADS_TURN},
     .metric = {FAMILY("mpit_rank_busy_threads")}},
    {MPIT_FIELD("busy_processors", struct mpit_record_rank, busy_processors),
     .what = "How many processors these may run on."},
    {MPIT_FIELD("unexpected_peak", struct mpit_record_rank, unexpected_peak),
     .what = "Most messages that lay in its unexpected queues at a time, where they are followed "
             "(MPIT_WATCH=queue).",
     .csv = {MPIT_CSV_COUNT, "rank_unexpected_peak,messages", PEAK_TURN},
     .metric = {FAMILY("mpit_rank_unexpected_peak")}},
    {MPIT_FIELD("unexpected_more", struct mpit_record_rank, unexpected_more),
     .what = "Whether there were more at a time, left with the MPI library (mpit_umq_drain_bytes): "
             "unexpected_peak is at least so many."},
    {MPIT_FIELD("unexpected_source", struct mpit_record_rank, unexpected_source),
     .what = "The rank in MPI_COMM_WORLD that had sent most of these, when they were nearly as "
             "many."},
    {MPIT_FIELD("unexpected_tag", struct mpit_record_rank, unexpected_tag),
     .what = "The tag of what that rank had sent; where the MPI library counts, of the oldest."},
    {MPIT_FIELD("unexpected_most", struct mpit_record_rank, unexpected_most),
     .what = "How many these were; where the MPI library counts, with any tag."},
#define PART(name, title, what_)                                                                   \
    {MPIT_FIELD(#name, struct mpit_record_rank, part[MPIT_PART_##name]), IN_SECONDS,               \
     .what = what_, .csv = {MPIT_CSV_TOTAL, "rank," #name, PART_TURN},                             \
     .metric = {FAMILY("mpit_rank_" #name "_seconds")}},
    MPIT_RECORD_PARTS(PART)
#undef PART
#define RESOURCE(name, kind, sum, title, what_)                                                    \
    {MPIT_FIELD(#name, struct mpit_record_rank, had.name), .unit = UNIT_##kind,                    \
     .what = what_ ": from the end of MPI_Init until the rank came to MPI_Finalize.",              \
     .csv = {COLUMN_##kind, "rank_resource," #name, RESOURCES_TURN},                               \
     .metric = {FAMILY("mpit_rank_" #name ENDING_##kind)}},
    MPIT_RECORD_RESOURCES(RESOURCE)
#undef RESOURCE
};
static const struct mpit_group rank_group =
    MPIT_GROUP("rank", struct mpit_record_rank, rank_fields);

/* Calls. */

enum { MESSAGES_TURN = 1 };

static const struct mpit_field call_rank_fields[] = {
    {MPIT_FIELD("rank", struct mpit_record_call_rank, rank),
     .what = "Rank in MPI_COMM_WORLD that has called an MPI function.", .csv = {MPIT_CSV_RANK}},
    {MPIT_FIELD("rank_count", struct mpit_record_call_rank, count),
     .what = "Calls of an MPI function by one rank.", .csv = {MPIT_CSV_COUNT, "call_rank"}},
    {MPIT_FIELD("rank_bytes", struct mpit_record_call_rank, bytes), IN_BYTES,
     .what = "Passed to an MPI function by one rank.", .csv = {MPIT_CSV_BYTES, "call_rank"}},
    {MPIT_FIELD("rank_seconds", struct mpit_record_call_rank, seconds), IN_SECONDS,
     .what = "In an MPI function, of one rank.", .csv = {MPIT_CSV_TOTAL, "call_rank"}},
};
static const struct mpit_group call_rank_group =
    MPIT_GROUP("call_rank", struct mpit_record_call_rank, call_rank_fields);

static const struct mpit_field call_fields[] = {
    {MPIT_FIELD("name", struct mpit_record_call, name), .since = 1,
     .what = "Name of an MPI function.", .csv = {MPIT_CSV_NAME}, .metric = {.label = "call"}},
    {MPIT_FIELD("count", struct mpit_record_call, count), .since = 1,
     .what = "Calls of an MPI function, over all ranks.", .csv = {MPIT_CSV_COUNT, "call"},
     .metric = {FAMILY("mpit_calls")}},
    {MPIT_FIELD("bytes", struct mpit_record_call, bytes), .since = 1, IN_BYTES,
     .what = "Passed to an MPI function, over all ranks.", .csv = {MPIT_CSV_BYTES, "call"},
     .metric = {FAMILY("mpit_call_bytes")}},
    {MPIT_FIELD("time", struct mpit_record_call, time), .since = 1, IN_SECONDS,
     .group = &spread_group, .what = "In an MPI function, over all ranks.",
     .csv = {MPIT_CSV_TOTAL, "call"}, .metric = {FAMILY("mpit_call_seconds")}},
    {MPIT_FIELD("messages", struct mpit_record_call, messages),
     .what = "How many times bytes were handed over: messages, contributions to a collective.",
     .csv = {MPIT_CSV_COUNT, "call_messages", MESSAGES_TURN, .rare = true}},
    {.type = MPIT_FIELD_COLUMNS, .offset = offsetof(struct mpit_record_call, rank),
     .count_offset = offsetof(struct mpit_record_call, nrank), .group = &call_rank_group},
};
static const struct mpit_group call_group =
    MPIT_GROUP("call", struct mpit_record_call, call_fields);

/* Collectives. */

enum { COLLECTIVES_TURN = 1 };

static const struct mpit_field collective_fields[] = {
    {MPIT_FIELD("operation", struct mpit_record_collective, operation),
     .what = "A collective operation, with its nonblocking and persistent forms.",
     .csv = {MPIT_CSV_NAME}, .metric = {.label = "operation"}},
    {MPIT_FIELD("least", struct mpit_record_collective, least), IN_BYTES,
     .what = "Fewest that a process has handed in to those that count here.",
     .csv = {MPIT_CSV_MIN}, .metric = {.label = "least"}},
    {MPIT_FIELD("most", struct mpit_record_collective, most), IN_BYTES,
     .what = "Most that a process has handed in to those that count here.",
     .csv = {MPIT_CSV_MAX}, .metric = {.label = "most"}},
    {MPIT_FIELD("count", struct mpit_record_collective, count),
     .what = "Collectives to which a process has handed in so much, each counted by each of its "
             "ranks.",
     .csv = {MPIT_CSV_COUNT, "collective", COLLECTIVES_TURN},
     .metric = {FAMILY("mpit_collective_calls"), .turn = COLLECTIVES_TURN}},
    {MPIT_FIELD("bytes", struct mpit_record_collective, bytes), IN_BYTES,
     .what = "Handed in to collectives of an operation and size, over all ranks.",
     .csv = {MPIT_CSV_BYTES, "collective", COLLECTIVES_TURN},
     .metric = {FAMILY("mpit_collective_bytes"), .turn = COLLECTIVES_TURN}},
    {MPIT_FIELD("seconds", struct mpit_record_collective, seconds), IN_SECONDS,
     .what = "In the calls that make or start collectives of an operation and size, over all "
             "ranks.",
     .csv = {MPIT_CSV_TOTAL, "collective", COLLECTIVES_TURN},
     .metric = {FAMILY("mpit_collective_seconds"), .turn = COLLECTIVES_TURN}},
};
static const struct mpit_group collective_group =
    MPIT_GROUP("collective", struct mpit_record_collective, collective_fields);

/* Communicators and files. */

enum { USES_TURN = 1 };

#define USED(kind, key, amount_, what_)                                                            \
    {MPIT_FIELD(key, struct mpit_record_use, amount[MPIT_AMOUNT_##amount_].count),                 \
     .what = what_ ", over all ranks.", .csv = {MPIT_CSV_COUNT, kind "_" key, USES_TURN},          \
     .metric = {FAMILY("mpit_" kind "_" key), .turn = USES_TURN}},                                 \
    {MPIT_FIELD(key "_bytes", struct mpit_record_use, amount[MPIT_AMOUNT_##amount_].bytes),        \
     IN_BYTES, .what = what_ ", over all ranks.",                                                  \
     .csv = {MPIT_CSV_BYTES, kind "_" key, USES_TURN},                                             \
     .metric = {FAMILY("mpit_" kind "_" key "_bytes"), .turn = USES_TURN}}

static const struct mpit_field communicator_fields[] = {
    {MPIT_FIELD("name", struct mpit_record_use, name),
     .what = "Of communicators, as the program has given it (MPI_Comm_set_name); empty: all that "
             "have none.",
     .csv = {MPIT_CSV_NAME}, .metric = {.label = "communicator"}},
    {MPIT_FIELD("size", struct mpit_record_use, size),
     .what = "Processes of each of these, of an intercommunicator of the other side; 0: not known.",
     .csv = {MPIT_CSV_MAX}, .metric = {.label = "size"}},
    {MPIT_FIELD("ranks", struct mpit_record_use, nrank),
     .what = "How many ranks have used communicators of a name and size.",
     .csv = {MPIT_CSV_COUNT, "communicator_ranks", USES_TURN},
     .metric = {FAMILY("mpit_communicator_ranks"), .turn = USES_TURN}},
    {MPIT_FIELD("count", struct mpit_record_use, made),
     .what = "How many communicators of a name and size each rank has used, over all ranks.",
     .csv = {MPIT_CSV_COUNT, "communicator", USES_TURN},
     .metric = {FAMILY("mpit_communicators"), .turn = USES_TURN}},
    USED("communicator", "sends", sends, "Sends that were started on communicators of a name"),
    USED("communicator", "recvs", recvs, "Receives that were completed on communicators of a name"),
    USED("communicator", "collectives", collectives, "Collectives on communicators of a name"),
    {MPIT_FIELD("collectives_joined", struct mpit_record_use, collectives_joined),
     .what = "Of these the calls of which it is known who came last, in jobs of several nodes.",
     .csv = {MPIT_CSV_COUNT, "communicator_collectives_joined", USES_TURN},
     .metric = {FAMILY("mpit_communicator_collectives_joined"), .turn = USES_TURN}},
    {MPIT_FIELD("seconds", struct mpit_record_use, seconds), IN_SECONDS,
     .what = "In calls that name communicators of a name and size, over all ranks.",
     .csv = {MPIT_CSV_TOTAL, "communicator", USES_TURN},
     .metric = {FAMILY("mpit_communicator_seconds"), .turn = USES_TURN}},
};
static const struct mpit_group communicator_group =
    MPIT_GROUP("communicator", struct mpit_record_use, communicator_fields);

static const struct mpit_field file_fields[] = {
    {MPIT_FIELD("name", struct mpit_record_use, name),
     .what = "Of a file, as MPI_File_open got it; of a long one the end; empty: files that there "
             "was no row for.",
     .csv = {MPIT_CSV_NAME}, .metric = {.label = "file"}},
    {MPIT_FIELD("ranks", struct mpit_record_use, nrank),
     .what = "How many ranks have opened a file.",
     .csv = {MPIT_CSV_COUNT, "file_ranks", USES_TURN},
     .metric = {FAMILY("mpit_file_ranks"), .turn = USES_TURN}},
    {MPIT_FIELD("opens", struct mpit_record_use, made),
     .what = "How often a file was opened, over all ranks.",
     .csv = {MPIT_CSV_COUNT, "file", USES_TURN},
     .metric = {FAMILY("mpit_file_opens"), .turn = USES_TURN}},
    USED("file", "reads", reads, "Reads of a file that were completed"),
    USED("file", "writes", writes, "Writes of a file that were completed"),
    {MPIT_FIELD("seconds", struct mpit_record_use, seconds), IN_SECONDS,
     .what = "In calls that name a file, over all ranks.",
     .csv = {MPIT_CSV_TOTAL, "file", USES_TURN},
     .metric = {FAMILY("mpit_file_seconds"), .turn = USES_TURN}},
};
static const struct mpit_group file_group =
    MPIT_GROUP("file", struct mpit_record_use, file_fields);

/* Pairs. */

enum { ONE_SIDED_TURN = 1 };

static const struct mpit_field pair_fields[] = {
    {MPIT_FIELD("sender", struct mpit_record_pair, sender), .since = 1,
     .what = "Rank in MPI_COMM_WORLD that sends; of one-sided operations the origin, which calls "
             "them.",
     .csv = {MPIT_CSV_SENDER},
     .metric = {.label = "sender"}},
    {MPIT_FIELD("receiver", struct mpit_record_pair, receiver), .since = 1, .least = -1,
     .what = "Rank in MPI_COMM_WORLD that receives, or on whose window the operation is, the "
             "target; -1: one outside of it.",
     .csv = {MPIT_CSV_RECEIVER}, .metric = {.label = "receiver"}},
    {MPIT_FIELD("messages", struct mpit_record_pair, messages), .since = 1,
     .what = "Sent point-to-point between two ranks of MPI_COMM_WORLD.",
     .csv = {MPIT_CSV_COUNT, "pair,messages"}, .metric = {FAMILY("mpit_pair_messages")}},
    {MPIT_FIELD("bytes", struct mpit_record_pair, bytes), .since = 1, IN_BYTES,
     .what = "Sent point-to-point between two ranks of MPI_COMM_WORLD.",
     .csv = {MPIT_CSV_BYTES, "pair,messages"}, .metric = {FAMILY("mpit_pair_bytes")}},
    {MPIT_FIELD("one_sided", struct mpit_record_pair, one_sided),
     .what = "One-sided operations (puts, gets, accumulates and those that fetch) of one rank of "
             "MPI_COMM_WORLD on windows of another; a get counts for who gets.",
     .csv = {MPIT_CSV_COUNT, "pair,one_sided", ONE_SIDED_TURN, .rare = true},
     .metric = {FAMILY("mpit_pair_one_sided"), .turn = ONE_SIDED_TURN, .rare = true}},
    {MPIT_FIELD("one_sided_bytes", struct mpit_record_pair, one_sided_bytes), IN_BYTES,
     .what = "Read or written at the target by these.",
     .csv = {MPIT_CSV_BYTES, "pair,one_sided", ONE_SIDED_TURN},
     .metric = {FAMILY("mpit_pair_one_sided_bytes"), .turn = ONE_SIDED_TURN, .rare = true}},
};
static const struct mpit_group pair_group =
    MPIT_GROUP("pair", struct mpit_record_pair, pair_fields);

/* Sizes. */

enum { SIZES_TURN = 1 };

static const struct mpit_field size_fields[] = {
    {MPIT_FIELD("least", struct mpit_record_size, least), IN_BYTES,
     .what = "Of the smallest messages that count here.", .csv = {MPIT_CSV_NAME},
     .metric = {.label = "least"}},
    {MPIT_FIELD("most", struct mpit_record_size, most), IN_BYTES,
     .what = "Of the largest messages that count here.", .metric = {.label = "most"}},
    {MPIT_FIELD("sends", struct mpit_record_size, sends),
     .what = "Messages of so many bytes that were sent, over all ranks.",
     .csv = {MPIT_CSV_COUNT, "size_sends", SIZES_TURN},
     .metric = {FAMILY("mpit_size_sends"), .turn = SIZES_TURN}},
    {MPIT_FIELD("recvs", struct mpit_record_size, recvs),
     .what = "Messages of so many bytes that were received, over all ranks.",
     .csv = {MPIT_CSV_COUNT, "size_recvs", SIZES_TURN},
     .metric = {FAMILY("mpit_size_recvs"), .turn = SIZES_TURN}},
};
static const struct mpit_group size_group =
    MPIT_GROUP("size", struct mpit_record_size, size_fields);

/* Waits. */

enum { WAITS_TURN = 1 };

static const struct mpit_field wait_fields[] = {
    {MPIT_FIELD("rank", struct mpit_record_wait, rank),
     .what = "Rank in MPI_COMM_WORLD that has waited, or for which messages have.",
     .csv = {MPIT_CSV_RANK}, .metric = {.label = "rank"}},
    {MPIT_FIELD("for", struct mpit_record_wait, for_rank), .least = -1,
     .what = "The rank that it has waited for, or that has sent them; -1: one outside of "
             "MPI_COMM_WORLD.",
     .csv = {MPIT_CSV_MAX_RANK}, .metric = {.label = "for"}},
    {MPIT_FIELD("kind", struct mpit_record_wait, kind),
     .what = "late_sender: receives have waited for the other rank to send; late_receiver: its "
             "messages lay waiting for a receive; blocked_send: sends have waited for it to "
             "receive; late_arrival: collectives have waited for it, which came last; "
             "late_finalize: MPI_Finalize has, for the same.",
     .csv = {MPIT_CSV_NAME}, .metric = {.label = "kind"}},
    {MPIT_FIELD("count", struct mpit_record_wait, count),
     .what = "How often one rank has waited for another one.",
     .csv = {MPIT_CSV_COUNT, "wait", WAITS_TURN},
     .metric = {FAMILY("mpit_waits"), .turn = WAITS_TURN}},
    {MPIT_FIELD("seconds", struct mpit_record_wait, seconds), IN_SECONDS,
     .what = "That one rank has waited for another one; of a late_receiver what is known of it, "
             "null: nothing.",
     .csv = {MPIT_CSV_TOTAL, "wait", WAITS_TURN},
     .metric = {FAMILY("mpit_wait_seconds"), .turn = WAITS_TURN}},
};
static const struct mpit_group wait_group =
    MPIT_GROUP("wait", struct mpit_record_wait, wait_fields);

/* Sites. */

enum { SITES_TURN = 1 };

static const struct mpit_field site_fields[] = {
    {MPIT_FIELD("call", struct mpit_record_site, call),
     .what = "The MPI function that was called; other: of all places that there was no row for.",
     .csv = {MPIT_CSV_NAME}, .metric = {.label = "call"}},
    {MPIT_FIELD("function", struct mpit_record_site, function),
     .what = "The function that has called; empty: not known.",
     .csv = {MPIT_CSV_FUNCTION}, .metric = {.label = "function"}},
    {MPIT_FIELD("file", struct mpit_record_site, file),
     .what = "The source file that the call stands in; empty: not known.",
     .csv = {MPIT_CSV_FILE}, .metric = {.label = "file"}},
    {MPIT_FIELD("line", struct mpit_record_site, line),
     .what = "The line of that; 0: not known.",
     .csv = {MPIT_CSV_LINE}, .metric = {.label = "line"}},
    {MPIT_FIELD("module", struct mpit_record_site, module),
     .what = "The program or library that the call stands in; empty: none.",
     .csv = {MPIT_CSV_MODULE}, .metric = {.label = "module"}},
    {MPIT_FIELD("build_id", struct mpit_record_site, build_id),
     .what = "What tells one build of the module from others, in hexadecimal digits; empty: it has "
             "none.",
     .csv = {MPIT_CSV_BUILD_ID}, .metric = {.label = "build_id"}},
    {MPIT_FIELD("offset", struct mpit_record_site, offset),
     .what = "Where the call returns to: an address as the module's file has them.",
     .csv = {MPIT_CSV_OFFSET}, .metric = {.label = "offset"}},
    {MPIT_FIELD("inlined", struct mpit_record_site, inlined),
     .what = "The functions that the compiler has put into `function` and that the call stands in, "
             "innermost first, each with the place in its caller; empty: none, or not known."},
    {MPIT_FIELD("count", struct mpit_record_site, count),
     .what = "Calls from one place in the program, over all ranks.",
     .csv = {MPIT_CSV_COUNT, "site", SITES_TURN},
     .metric = {FAMILY("mpit_site_calls"), .turn = SITES_TURN}},
    {MPIT_FIELD("bytes", struct mpit_record_site, bytes), IN_BYTES,
     .what = "Bytes that calls from one place in the program were given, over all ranks.",
     .csv = {MPIT_CSV_BYTES, "site", SITES_TURN},
     .metric = {FAMILY("mpit_site_bytes"), .turn = SITES_TURN}},
    {MPIT_FIELD("seconds", struct mpit_record_site, seconds), IN_SECONDS,
     .what = "Time of the calls from one place in the program, over all ranks.",
     .csv = {MPIT_CSV_TOTAL, "site", SITES_TURN},
     .metric = {FAMILY("mpit_site_seconds"), .turn = SITES_TURN}},
    {MPIT_FIELD("waited", struct mpit_record_site, waited), IN_SECONDS,
     .what = "Time that calls from one place waited for the other side of a message, over all "
             "ranks; where waits were watched.",
     .csv = {MPIT_CSV_TOTAL, "site_waited", SITES_TURN, .rare = true},
     .metric = {FAMILY("mpit_site_waited_seconds"), .turn = SITES_TURN, .rare = true}},
};
static const struct mpit_group site_group =
    MPIT_GROUP("site", struct mpit_record_site, site_fields);

/* The efficiency. */

static const struct mpit_field efficiency_fields[] = {
    {MPIT_FIELD("parallel", struct mpit_record_efficiency, parallel),
     .what = "Mean time of a rank outside of MPI, by the longest wall time that was recorded: the "
             "product of the other two."},
    {MPIT_FIELD("load_balance", struct mpit_record_efficiency, load_balance),
     .what = "Mean time of a rank outside of MPI, by the longest of a rank."},
    {MPIT_FIELD("communication", struct mpit_record_efficiency, communication),
     .what = "The longest time of a rank outside of MPI, by the longest wall time that was "
             "recorded: the product of the next two."},
    {MPIT_FIELD("serialisation", struct mpit_record_efficiency, serialisation),
     .what = "The longest time of a rank outside of MPI, by the longest that one works and waits "
             "for others that come late: what it would take if nothing took a transfer."},
    {MPIT_FIELD("transfer", struct mpit_record_efficiency, transfer),
     .what = "The longest time that a rank works and waits for others that come late, by the "
             "longest wall time that was recorded."},
};
static const struct mpit_group efficiency_group =
    MPIT_GROUP("efficiency", struct mpit_record_efficiency, efficiency_fields);

/* Verdicts. */

static const struct mpit_field verdict_fields[] = {
    {MPIT_FIELD("id", struct mpit_record_verdict, id),
     .what = "Name of the rule, as in mpit-report(1)."},
    {MPIT_FIELD("text", struct mpit_record_verdict, text),
     .what = "A sentence: what there is, with its figures, and what to do about it."},
    {.key = "ranks", .type = MPIT_FIELD_INTS,
     .offset = offsetof(struct mpit_record_verdict, rank),
     .count_offset = offsetof(struct mpit_record_verdict, nrank),
     .what = "The ranks that it is about, those that others wait for; none: all of them."},
    {MPIT_FIELD("value", struct mpit_record_verdict, value),
     .what = "The figure that decides: a share, or times the mean, or a number of messages or "
             "bytes."},
};
static const struct mpit_group verdict_group =
    MPIT_GROUP("verdict", struct mpit_record_verdict, verdict_fields);

/* Regions. */

enum { AMOUNTS_TURN = 1, OPEN_TURN, REGION_RESOURCES_TURN };

static const struct mpit_field span_fields[] = {
    {MPIT_FIELD("span_rank", struct mpit_record_span, rank),
     .what = "Rank in MPI_COMM_WORLD that was in a region."},
    {MPIT_FIELD("span_begin", struct mpit_record_span, begin), IN_SECONDS,
     .what = "When a rank entered a region, since the end of MPI_Init."},
    {MPIT_FIELD("span_end", struct mpit_record_span, end), IN_SECONDS,
     .what = "When a rank left a region, since the end of MPI_Init; of one that it never left when "
             "the record was made."},
};
static const struct mpit_group span_group =
    MPIT_GROUP("span", struct mpit_record_span, span_fields);

static const struct mpit_field region_fields[] = {
    {MPIT_FIELD("label", struct mpit_record_region, label), .since = 1,
     .what = "The label that MPI_Pcontrol got.", .csv = {MPIT_CSV_NAME},
     .metric = {.label = "region"}},
    {MPIT_FIELD("entries", struct mpit_record_region, entries), .since = 1,
     .what = "How often a region of MPI_Pcontrol was entered, over all ranks.",
     .csv = {MPIT_CSV_COUNT, "region_wall"}, .metric = {FAMILY("mpit_region_entries")}},
    {MPIT_FIELD("open", struct mpit_record_region, open), .since = 1,
     .what = "Entries of a region that had no end, over all ranks.",
     .csv = {MPIT_CSV_COUNT, "region_open", OPEN_TURN, .rare = true},
     .metric = {FAMILY("mpit_region_open")}},
#define AMOUNT(name, title)                                                                        \
    {MPIT_FIELD(#name, struct mpit_record_region, amount[MPIT_AMOUNT_##name].count), .since = 1,   \
     .what = "Inside of a region, over all ranks: " title ".",                                     \
     .csv = {MPIT_CSV_COUNT, "region_" #name, AMOUNTS_TURN},                                       \
     .metric = {FAMILY("mpit_region_" #name), .turn = AMOUNTS_TURN}},                             \
    {MPIT_FIELD(#name "_bytes", struct mpit_record_region, amount[MPIT_AMOUNT_##name].bytes),      \
     .since = 1, IN_BYTES, .what = "Inside of a region, over all ranks: " title ".",               \
     .csv = {MPIT_CSV_BYTES, "region_" #name, AMOUNTS_TURN},                                       \
     .metric = {FAMILY("mpit_region_" #name "_bytes"), .turn = AMOUNTS_TURN}},
    MPIT_RECORD_AMOUNTS(AMOUNT)
#undef AMOUNT
    {MPIT_FIELD("wall", struct mpit_record_region, wall), .since = 1, IN_SECONDS,
     .group = &spread_group, .what = "Inside of a region, over all ranks.",
     .csv = {MPIT_CSV_TOTAL, "region_wall"}, .metric = {FAMILY("mpit_region_wall_seconds")}},
    {MPIT_FIELD("mpi", struct mpit_record_region, mpi), .since = 1, IN_SECONDS,
     .group = &spread_group, .what = "In MPI calls inside of a region, over all ranks.",
     .csv = {MPIT_CSV_TOTAL, "region_mpi"}, .metric = {FAMILY("mpit_region_mpi_seconds")}},
    {MPIT_FIELD("outside", struct mpit_record_region, outside), IN_SECONDS,
     .group = &spread_group, .what = "Inside of a region and outside of MPI, over all ranks."},
    {MPIT_FIELD("efficiency", struct mpit_record_region, efficiency), .group = &efficiency_group,
     .what = "As that of the job, by the longest time that a rank was inside of the region."},
#define RESOURCE(name, kind, sum, title, what_)                                                    \
    {MPIT_FIELD(#name, struct mpit_record_region, had.name), .unit = UNIT_##kind,                  \
     .what = what_ ": inside of a region, over all ranks (peak_memory: of one).",                  \
     .csv = {COLUMN_##kind, "region_resource_" #name, REGION_RESOURCES_TURN},                      \
     .metric = {FAMILY("mpit_region_" #name ENDING_##kind), .turn = REGION_RESOURCES_TURN}},
    MPIT_RECORD_RESOURCES_AT_ONCE(RESOURCE)
#undef RESOURCE
    {.type = MPIT_FIELD_COLUMNS, .offset = offsetof(struct mpit_record_region, span),
     .count_offset = offsetof(struct mpit_record_region, nspan), .group = &span_group},
};
static const struct mpit_group region_group =
    MPIT_GROUP("region", struct mpit_record_region, region_fields);

/* Time series. */

static const struct mpit_field sample_fields[] = {
    {MPIT_FIELD("at", struct mpit_record_sample, at), .since = 1, IN_SECONDS,
     .what = "When the sample was taken, since the end of MPI_Init.", .csv = {MPIT_CSV_AT}},
    {MPIT_FIELD("mpi", struct mpit_record_sample, mpi), .since = 1, IN_SECONDS,
     .what = "In MPI calls, since the end of MPI_Init.", .csv = {MPIT_CSV_TOTAL, "sample_mpi"}},
#define AMOUNT(name, title)                                                                        \
    {MPIT_FIELD(#name, struct mpit_record_sample, amount[MPIT_AMOUNT_##name].count), .since = 1,   \
     .what = "Since the end of MPI_Init: " title ".",                                              \
     .csv = {MPIT_CSV_COUNT, "sample_" #name}},                                                    \
    {MPIT_FIELD(#name "_bytes", struct mpit_record_sample, amount[MPIT_AMOUNT_##name].bytes),      \
     .since = 1, IN_BYTES, .what = "Since the end of MPI_Init: " title ".",                        \
     .csv = {MPIT_CSV_BYTES, "sample_" #name}},
    MPIT_RECORD_AMOUNTS(AMOUNT)
#undef AMOUNT
#define STATE(name)                                                                                \
    {MPIT_FIELD("seen_" #name, struct mpit_record_sample, seen[MPIT_STATE_##name]), .since = 1,    \
     .what = "Looks since the end of MPI_Init that found the rank in the state " #name ".",        \
     .csv = {MPIT_CSV_COUNT, "sample_seen_" #name}},
    MPIT_STATES_EACH(STATE)
#undef STATE
#define LEVEL(name, title)                                                                         \
    {MPIT_FIELD("most_" #name, struct mpit_record_sample, most[MPIT_RECORD_LEVEL_##name]),         \
     .since = 1, .what = "Most that was seen since the sample before: " title ".",                 \
     .csv = {MPIT_CSV_COUNT, "sample_most_" #name}},
    MPIT_RECORD_LEVELS(LEVEL)
#undef LEVEL
#define RESOURCE(name, kind, sum, title, what_)                                                    \
    {MPIT_FIELD(#name, struct mpit_record_sample, had.name), .unit = UNIT_##kind,                  \
     .what = what_ ": since the end of MPI_Init.",                                                 \
     .csv = {COLUMN_##kind, "sample_resource_" #name}},
    MPIT_RECORD_RESOURCES_AT_ONCE(RESOURCE)
#undef RESOURCE
};
static const struct mpit_group sample_group =
    MPIT_GROUP("sample", struct mpit_record_sample, sample_fields);

static const struct mpit_field series_fields[] = {
    {MPIT_FIELD("rank", struct mpit_record_series, rank), .since = 1,
     .what = "Rank in MPI_COMM_WORLD.", .csv = {MPIT_CSV_RANK}},
    {MPIT_FIELD("asked", struct mpit_record_series, asked), .since = 1, IN_SECONDS,
     .what = "Between two looks at the process."},
    {MPIT_FIELD("interval", struct mpit_record_series, interval), .since = 1, IN_SECONDS,
     .what = "Between the samples that were kept."},
    {.type = MPIT_FIELD_COLUMNS, .offset = offsetof(struct mpit_record_series, sample),
     .count_offset = offsetof(struct mpit_record_series, nsample), .group = &sample_group,
     .since = 1},
};
static const struct mpit_group series_group =
    MPIT_GROUP("series", struct mpit_record_series, series_fields);

/* Programs and settings. */

static const struct mpit_field program_fields[] = {
    {MPIT_FIELD("command", struct mpit_record_program, command), .since = 1,
     .what = "A program with its arguments."},
    {MPIT_FIELD("first_rank", struct mpit_record_program, first), .since = 1,
     .what = "Lowest rank in MPI_COMM_WORLD that runs it."},
    {MPIT_FIELD("ranks", struct mpit_record_program, nranks), .since = 1, .least = 1,
     .what = "How many ranks run it."},
};
static const struct mpit_group program_group =
    MPIT_GROUP("program", struct mpit_record_program, program_fields);

/* Last calls. */

static const struct mpit_field called_fields[] = {
    {MPIT_FIELD("call", struct mpit_record_called, call), .what = "Function that was called."},
    {MPIT_FIELD("comm", struct mpit_record_called, comm),
     .what = "The communicator: its name, if no other has that, else a number that is the same in "
             "all ranks; empty: the call has none, or it is not known."},
    {MPIT_FIELD("way", struct mpit_record_called, way), .absent = true,
     .what = "What peer is: from for the source, to for the destination, or root."},
    {MPIT_FIELD("peer", struct mpit_record_called, peer),
     .what = "Rank in the communicator that it sends to, or has received from, or the root; null: "
             "there is none, or it is not known."},
    {MPIT_FIELD("tag", struct mpit_record_called, tag), .what = "Tag of the message."},
    {MPIT_FIELD("bytes", struct mpit_record_called, bytes), .unit = "bytes",
     .what = "What it has received, or was given, or had room for; null: not known."},
    {MPIT_FIELD("by", struct mpit_record_called, by), .absent = true,
     .what = "Of a call that has waited: the one that had started the request."},
    {MPIT_FIELD("more", struct mpit_record_called, more), .absent = true,
     .what = "How many requests it has waited for besides that."},
    {MPIT_FIELD("error", struct mpit_record_called, error), .absent = true,
     .what = "Class of the error with which it has failed."},
    {MPIT_FIELD("polled", struct mpit_record_called, polled), .absent = true,
     .what = "Whether it has asked for what was not there, again and again from begin to end."},
    {MPIT_FIELD("begin", struct mpit_record_called, begin), IN_SECONDS,
     .what = "When it was called, since the first rank came out of MPI_Init."},
    {MPIT_FIELD("end", struct mpit_record_called, end), IN_SECONDS,
     .what = "When it returned, by the same clock; null: it has not."},
};
static const struct mpit_group called_group =
    MPIT_GROUP("called", struct mpit_record_called, called_fields);

static const struct mpit_field recorder_fields[] = {
    {MPIT_FIELD("rank", struct mpit_record_recorder, rank),
     .what = "Rank in MPI_COMM_WORLD whose calls were kept."},
    {MPIT_FIELD("thread", struct mpit_record_recorder, thread),
     .what = "Number of the thread that has made the calls."},
    {MPIT_FIELD("lost", struct mpit_record_recorder, lost),
     .what = "How many calls the thread had made before these."},
    {MPIT_FIELD("ready", struct mpit_record_recorder, ready), IN_SECONDS,
     .what = "When the rank came out of MPI_Init, since the first one did."},
    {.key = "calls", .type = MPIT_FIELD_LIST, .group = &called_group,
     .offset = offsetof(struct mpit_record_recorder, called),
     .count_offset = offsetof(struct mpit_record_recorder, ncalled),
     .what = "The last calls, in the order in which they were made."},
};
static const struct mpit_group recorder_group =
    MPIT_GROUP("recorder", struct mpit_record_recorder, recorder_fields);

static const struct mpit_field message_fields[] = {
    {MPIT_FIELD("sender", struct mpit_record_message, sender),
     .what = "Rank in MPI_COMM_WORLD that has sent a message."},
    {MPIT_FIELD("sender_thread", struct mpit_record_message, sender_thread),
     .what = "Its thread, as in recorder."},
    {MPIT_FIELD("send", struct mpit_record_message, send),
     .what = "By which of the calls there, from 0."},
    {MPIT_FIELD("receiver", struct mpit_record_message, receiver),
     .what = "Rank in MPI_COMM_WORLD that has received it."},
    {MPIT_FIELD("receiver_thread", struct mpit_record_message, receiver_thread),
     .what = "Its thread, as in recorder."},
    {MPIT_FIELD("receive", struct mpit_record_message, receive),
     .what = "By which of the calls there, from 0: that has received it, or has completed its "
             "request."},
    {MPIT_FIELD("tag", struct mpit_record_message, tag), .what = "Its tag."},
    {MPIT_FIELD("bytes", struct mpit_record_message, bytes), .unit = "bytes",
     .what = "How long it was; null: not known."},
};
static const struct mpit_group message_group =
    MPIT_GROUP("message", struct mpit_record_message, message_fields);

static const struct mpit_field setting_fields[] = {
    {MPIT_FIELD("name", struct mpit_record_setting, name), .since = 1,
     .what = "Name of a control variable."},
    {MPIT_FIELD("value", struct mpit_record_setting, value), .since = 1,
     .what = "Its value at the end, as it is read in a configuration file."},
    {MPIT_FIELD("source", struct mpit_record_setting, source), .since = 1,
     .what = "What has set it: a file with the line, a variable of the environment, a function."},
};
static const struct mpit_group setting_group =
    MPIT_GROUP("setting", struct mpit_record_setting, setting_fields);

/* The job. */

enum { LOST_TURN = 1 };

#define RECORD_LIST(key_, member, elements)                                                        \
    .key = key_, .type = MPIT_FIELD_LIST, .offset = offsetof(struct mpit_record, member),          \
    .count_offset = offsetof(struct mpit_record, n##member), .group = elements

static const struct mpit_field record_fields[] = {
    {MPIT_FIELD("mpit", struct mpit_record, mpit), .since = 1,
     .what = "Version of mpit that wrote the record."},
    {MPIT_FIELD("vendor", struct mpit_record, vendor), .since = 1,
     .what = "The MPI library, as it names itself."},
    {MPIT_FIELD("command", struct mpit_record, command), .since = 1,
     .what = "Program of rank 0 with its arguments."},
    {MPIT_FIELD("start", struct mpit_record, start), .since = 1,
     .what = "When rank 0 started: ISO 8601, in UTC."},
    {MPIT_FIELD("user", struct mpit_record, batch.user), .absent = true,
     .what = "Who ran rank 0: the name that the environment has, else the number.",
     .csv = {MPIT_CSV_NAME, "job_user", .rare = true}},
    {MPIT_FIELD("job", struct mpit_record, batch.job), .absent = true,
     .what = "The batch system's number of the job; there is none where no batch system tells one.",
     .csv = {MPIT_CSV_NAME, "job_number", .rare = true}},
    {MPIT_FIELD("account", struct mpit_record, batch.account), .absent = true,
     .what = "The account or project that the batch system charges for the job; there is none "
             "where it does not tell.",
     .csv = {MPIT_CSV_NAME, "job_account", .rare = true}},
    {MPIT_FIELD("folder", struct mpit_record, batch.folder), .absent = true,
     .what = "The working directory in which MPI began on rank 0.",
     .csv = {MPIT_CSV_NAME, "job_folder", .rare = true}},
    {MPIT_FIELD("complete", struct mpit_record, complete), .since = 1,
     .what = "Whether it is of a whole job, or of one rank that has closed its sessions: "
             "false for what did not get to the end."},
    {MPIT_FIELD("reason", struct mpit_record, reason), .since = 1,
     .what = "What made the rank write a record that is not complete, or what ended the job."},
    {MPIT_FIELD("nranks", struct mpit_record, nranks), .since = 1, .least = 1,
     .what = "Size of MPI_COMM_WORLD, in sessions alone of mpi://WORLD."},
    {MPIT_FIELD("lost_records", struct mpit_record, lost_records), .since = 1,
     .what = "Objects that went unrecorded (mpit_memory_limit).",
     .csv = {MPIT_CSV_COUNT, "lost,records", LOST_TURN, .rare = true},
     .metric = {FAMILY("mpit_lost_records")}},
    {RECORD_LIST("verdicts", verdict, &verdict_group),
     .what = "What takes most of the time and what to do about it, most important first; of jobs "
             "that came to their end."},
    {RECORD_LIST("ranks", rank, &rank_group), .since = 1,
     .what = "All ranks, or the one that wrote a record that is not complete; of a job that died "
             "all ranks."},
    {RECORD_LIST("calls", call, &call_group), .since = 1,
     .what = "MPI functions that were called, most time first."},
    {RECORD_LIST("communicators", communicator, &communicator_group),
     .what = "Communicators that were used, those of a name and size together, most seconds "
             "first."},
    {RECORD_LIST("collectives", collective, &collective_group),
     .what = "Collectives by operation and by what a process hands in, most seconds first."},
    {RECORD_LIST("files", file, &file_group),
     .what = "Files that were opened by MPI_File_open, most seconds first."},
    {RECORD_LIST("pairs", pair, &pair_group), .since = 1,
     .what = "Pairs of ranks with messages, most bytes first."},
    {MPIT_FIELD("eager_limit", struct mpit_record, eager_limit), IN_BYTES,
     .what = "Up to which a message between processes of one node was sent without waiting for its "
             "receive; 0: not known."},
    {RECORD_LIST("sizes", size, &size_group),
     .what = "How many messages there were of which size, fewest bytes first."},
    {MPIT_FIELD("efficiency", struct mpit_record, efficiency), .group = &efficiency_group,
     .what = "How much of the time of the ranks was spent outside of MPI, and what kept it from "
             "being all."},
    {RECORD_LIST("waits", wait, &wait_group),
     .what = "Pairs of ranks of which one has waited for the other, most seconds first; as far as "
             "that was watched (mpit_watch=waits)."},
    {MPIT_FIELD("waits_seen", struct mpit_record, waits_seen),
     .what = "Share of the collectives that ranks have come to of which it is known who came "
             "last."},
    {MPIT_FIELD("waits_kept", struct mpit_record, waits_kept),
     .what = "Share of the collectives that were looked at one by one for that; where it is less, "
             "these were chosen evenly, and stand for the others."},
    {MPIT_FIELD("waits_unsure", struct mpit_record, waits_unsure),
     .what = "Seconds that ranks have waited in collectives for whom it is not known: each wait is "
             "shorter than four times what the clocks of the nodes may be wrong by."},
    {RECORD_LIST("sites", site, &site_group),
     .what = "Places in the program that have called MPI, most seconds first; as far as that was "
             "watched (mpit_watch=sites)."},
    {MPIT_FIELD("stray_region_ends", struct mpit_record, stray_ends),
     .what = "MPI_Pcontrol(4) outside of any region, over all ranks.",
     .csv = {MPIT_CSV_COUNT, "region_stray,ends", .rare = true},
     .metric = {FAMILY("mpit_region_stray_ends")}},
    {RECORD_LIST("regions", region, &region_group),
     .what = "Regions of MPI_Pcontrol, with what is inside of them."},
    {RECORD_LIST("series", series, &series_group),
     .what = "Time series of the ranks that were sampled."},
    {RECORD_LIST("recorder", recorder, &recorder_group),
     .what = "The last calls of each thread (mpit_recorder), of a job that died or hung, or where "
             "they were asked for."},
    {RECORD_LIST("recorder_messages", message, &message_group),
     .what = "Messages of which the call that sent and the one that received stand in recorder, as "
             "far as that can be told for certain."},
    {MPIT_FIELD("launcher", struct mpit_record, launcher),
     .what = "What mpit run started, with its arguments; empty where it did not, or was ended."},
    {MPIT_FIELD("exit_code", struct mpit_record, exit_code),
     .what = "Of the launcher, as a shell has it: 128 and its number for a signal."},
    {RECORD_LIST("programs", program, &program_group),
     .what = "What the ranks run, where they do not all run the command."},
    {RECORD_LIST("settings", setting, &setting_group),
     .what = "Control variables that something has set, on rank 0."},
};
const struct mpit_group mpit__record_group =
    MPIT_GROUP("record", struct mpit_record, record_fields);

/* clang-format on */

const void *mpit__field_elements(const struct mpit_field *field, const void *thing, int *n)
{
    const void *elements;

    memcpy(n, (const char *)thing + field->count_offset, sizeof *n);
    memcpy(&elements, (const char *)thing + field->offset, sizeof elements);
    return elements;
}

bool mpit__group_has_columns(const struct mpit_group *group)
{
    for (size_t i = 0; i < group->n; i++)
        if (group->field[i].type >= MPIT_FIELD_LIST)
            return false;
    return true;
}

bool mpit__field_by_columns(const struct mpit_field *field, const void *thing)
{
    int n;

    if (field->type != MPIT_FIELD_LIST || !mpit__group_has_columns(field->group))
        return false;
    mpit__field_elements(field, thing, &n);
    return n > MPIT_RECORD_MANY;
}

bool mpit__field_is_absent(const struct mpit_field *field, const char *member)
{
    if (!field->absent)
        return false;
    return field->type == MPIT_FIELD_COUNT ? !*(const uint64_t *)member : !*member;
}

bool mpit__field_number(char text[MPIT_NUMBER], const struct mpit_field *field, const void *member)
{
    switch (field->type) {
    case MPIT_FIELD_INT:
        snprintf(text, MPIT_NUMBER, "%d", *(const int *)member);
        return *(const int *)member >= 0;
    case MPIT_FIELD_COUNT:
        snprintf(text, MPIT_NUMBER, "%" PRIu64, *(const uint64_t *)member);
        return true;
    case MPIT_FIELD_LEVEL:
        snprintf(text, MPIT_NUMBER, "%" PRId64, *(const int64_t *)member);
        return *(const int64_t *)member >= 0;
    case MPIT_FIELD_SECONDS:
        mpit__number_write(text, 'f', 9, *(const double *)member);
        return isfinite(*(const double *)member);
    default:
        return false;
    }
}
