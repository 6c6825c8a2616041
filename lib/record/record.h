/* The record of one job: what the ranks gather at the end and what every
 * rendering (text, JSON, the command's formats) is made from.
 *
 * The library fills a record and writes it; the command reads the JSON back
 * into the same structure.  What stands where in the JSON is told by a table
 * (fields.h), which has a row for each member.  Nothing here knows MPI. */
#ifndef MPIT_RECORD_RECORD_H
#define MPIT_RECORD_RECORD_H

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "ground/batch.h"
#include "ground/states.h"
#include "ground/strings_out.h"

/* A quantity over the ranks; min_rank and max_rank say where it was met. */
struct mpit_spread {
    double total, min, max;
    int min_rank, max_rank;
};

/* What a process has had of the machine.  Those of the second table are found by a look at each
 * thread that there is, so regions and samples are without them.
 *
 *   ROW(name, kind, sum, title, what)
 *     name   key in the JSON
 *     kind   SECONDS, NUMBER or BYTES: its type; what is not known is no number, or negative
 *     sum    ADD: it grows, and that of several is their sum; MOST: the most that there was */
#define MPIT_RECORD_RESOURCES_AT_ONCE(ROW)                                                         \
    ROW(user_time, SECONDS, ADD, "user", "Processor time in the program and its libraries")        \
    ROW(system_time, SECONDS, ADD, "system", "Processor time in the system's calls")               \
    ROW(voluntary_switches, NUMBER, ADD, "voluntary switches",                                     \
        "How often a thread gave its processor away to wait or sleep")                             \
    ROW(involuntary_switches, NUMBER, ADD, "involuntary switches",                                 \
        "How often a thread lost its processor to another one while it could have gone on")        \
    ROW(major_faults, NUMBER, ADD, "major faults", "Accesses to memory that had to be read in")    \
    ROW(peak_memory, BYTES, MOST, "peak memory", "Most that was resident since the process began")
#define MPIT_RECORD_RESOURCES_OF_THREADS(ROW)                                                      \
    ROW(processor_wait, SECONDS, ADD, "waited for a processor",                                    \
        "How long threads could have run and had no processor; of those there are at the end")     \
    ROW(migrations, NUMBER, ADD, "migrations",                                                     \
        "How often a thread came to another processor; of those there are at the end")
#define MPIT_RECORD_RESOURCES(ROW)                                                                 \
    MPIT_RECORD_RESOURCES_AT_ONCE(ROW)                                                             \
    MPIT_RECORD_RESOURCES_OF_THREADS(ROW)

#define MPIT_RESOURCE_SECONDS double
#define MPIT_RESOURCE_NUMBER  int64_t
#define MPIT_RESOURCE_BYTES   int64_t
struct mpit_record_resources {
#define ROW(name, kind, ...) MPIT_RESOURCE_##kind name;
    MPIT_RECORD_RESOURCES(ROW)
#undef ROW
};

/* Among initialisers: nobody has looked. */
#define MPIT_UNKNOWN_SECONDS                   NAN
#define MPIT_UNKNOWN_NUMBER                    -1
#define MPIT_UNKNOWN_BYTES                     -1
#define MPIT_RESOURCE_UNKNOWN(name, kind, ...) .name = MPIT_UNKNOWN_##kind,
#define MPIT_RESOURCES_UNKNOWN                                                                     \
    {                                                                                              \
        MPIT_RECORD_RESOURCES(MPIT_RESOURCE_UNKNOWN)                                               \
    }

/* Adds those of another process; what either does not know is not known of both.  What came since a
 * moment at which it was `before`. */
void mpit__resources_add(struct mpit_record_resources *sum,
                         const struct mpit_record_resources *more);
struct mpit_record_resources mpit__resources_since(const struct mpit_record_resources *now,
                                                   const struct mpit_record_resources *before);

/* What the time of a rank goes into: before and after its wall time; and of it, in calls, and in
 * MPI_Finalize for those that come later.
 *
 *   PART(name, title, what)   key in the JSON; heading in the text; what it is */
#define MPIT_RECORD_PARTS(PART)                                                                    \
    PART(init, "MPI_Init", "In MPI_Init, which is not in the wall time.")                          \
    PART(finalize, "MPI_Finalize",                                                                 \
         "In MPI_Finalize, from when all had come there until the record was made.")               \
    PART(point_to_point, "- point-to-point", "In calls that send, receive or probe.")              \
    PART(completion, "- completion", "In MPI_Wait, MPI_Test and the like.")                        \
    PART(collective, "- collectives", "In calls of collectives.")                                  \
    PART(one_sided, "- one-sided", "In one-sided calls.")                                          \
    PART(files, "- files", "In calls of files.")                                                   \
    PART(other, "- other calls", "In all other calls.")                                            \
    PART(finalize_wait, "- waiting in MPI_Finalize",                                               \
         "In MPI_Finalize, until the last rank had come there.")
enum mpit_part {
#define PART(name, title, what) MPIT_PART_##name,
    MPIT_RECORD_PARTS(PART)
#undef PART
        MPIT_PARTS
};

struct mpit_record_rank {
    int rank;
    char host[64];
    int pid;
    double wall;    /* seconds between the end of MPI_Init and the moment when all had come to
                     * MPI_Finalize, or of the first session and the last */
    double mpi;     /* seconds of these in hooked calls, of all its threads, and in MPI_Finalize */
    char state[12]; /* one of MPIT_RANK_…; empty in a record that does not know it */
    char in[48];    /* the call that it was in when it was lost, as far as that is known */
    char processors[64]; /* of the node that it may use: "0-3,8"; empty: unknown */
    /* Threads, of MPI or not, that ran or waited for a processor half of the time, and how many
     * processors these may use; -1: unknown. */
    int64_t busy_threads, busy_processors;
    int64_t unexpected_peak; /* most messages in its unexpected queues; -1: nobody has looked */
    bool unexpected_more;    /* at least so many: some were left with the MPI library */
    /* Whose most of them were when they were about that many: the rank that has sent them, their
     * tag and how many they were; -1: not known. */
    int64_t unexpected_source, unexpected_tag, unexpected_most;
    double part[MPIT_PARTS]; /* seconds; no numbers in a record that does not know them */
    double paused; /* seconds of `wall` in which nothing was recorded (MPI_Pcontrol); no number in a
                    * record that does not know */
    int64_t threads; /* of it that have called MPI, as many as there were at a time; -1: unknown */
    bool mpi_open; /* it may be in a call, or have been when it died, whose time is not in `mpi` */
    struct mpit_record_resources had; /* from the end of MPI_Init until it came to MPI_Finalize */
};

/* Among its initialisers: what nobody has looked at. */
#define MPIT_RECORD_RANK_UNSEEN                                                                    \
    .busy_threads = -1, .busy_processors = -1, .unexpected_peak = -1, .unexpected_source = -1,     \
    .unexpected_tag = -1, .unexpected_most = -1, .had = MPIT_RESOURCES_UNKNOWN

/* What calls of a state belong to.  MPI_Init and MPI_Finalize are not in `wall`, but for the wait
 * there; all others and that are `mpi` together. */
enum mpit_part mpit__part_of_state(enum mpit_state state);

/* Its wall time without what was not recorded, and what of that was outside of MPI: no number where
 * the times of its calls do not tell, as those of several threads may have gone by side by side,
 * and one that has not ended may have taken all the rest. */
double mpit__rank_recorded(const struct mpit_record_rank *rank);
double mpit__rank_outside(const struct mpit_record_rank *rank);
bool mpit__rank_is_vague(const struct mpit_record_rank *rank);

/* What has become of a rank. */
#define MPIT_RANK_ENDED   "ended"
#define MPIT_RANK_RUNNING "running" /* it was alive when the record was made */
#define MPIT_RANK_DEAD    "dead"    /* it is no more, and has not come out of MPI_Finalize */
#define MPIT_RANK_MISSING "missing" /* it has left nothing: no number of it is known */
bool mpit__rank_is(const struct mpit_record_rank *rank, const char *state);

/* What one rank has of a call. */
struct mpit_record_call_rank {
    int rank;
    uint64_t count, bytes;
    double seconds;
};

struct mpit_record_call {
    char name[48]; /* "MPI_Isend" */
    uint64_t count, bytes;
    struct mpit_spread time; /* seconds; ranks that never called it count as 0 */
    uint64_t messages;       /* how many times bytes were handed over; 0: unknown, or no bytes */
    int nrank;
    struct mpit_record_call_rank *rank; /* [nrank]: those that have called it, by rank; older
                                         * records do not know */
};

/* Collectives of an operation to which a process has handed in so many bytes, over all ranks. */
struct mpit_record_collective {
    char operation[48];   /* "MPI_Bcast", of its nonblocking and persistent forms as well */
    uint64_t least, most; /* bytes of one: a class as of mpit_record_size */
    uint64_t count;       /* each rank's own */
    uint64_t bytes;
    double seconds; /* in the calls that make or start them */
};

/* Point-to-point traffic between two ranks of MPI_COMM_WORLD, counted where it is sent, and what
 * the sender has done on windows of the receiver: puts, gets, accumulates, counted where they are
 * called. */
struct mpit_record_pair {
    int sender, receiver; /* -1: outside of MPI_COMM_WORLD */
    uint64_t messages, bytes;
    uint64_t one_sided, one_sided_bytes; /* bytes that are read or written at the receiver */
};

/* How a rank has waited for another one, or messages of that for it. */
struct mpit_record_wait {
    int rank, for_rank; /* in MPI_COMM_WORLD; for_rank -1: outside of it */
    char kind[16];      /* "late_sender", "late_receiver", "blocked_send", "late_arrival",
                         * "late_finalize" */
    uint64_t count;
    double seconds; /* no number: not known */
};

/* A place in the program that has called MPI, over all ranks.  What it is called is empty, and the
 * line 0, as long as nobody has looked for it (the command does). */
struct mpit_record_site {
    char call[48]; /* "MPI_Send", or MPIT_SITES_OTHER */
    char function[256];
    char inlined[256]; /* what the compiler has put into that, innermost first, each with where it
                        * is called from: "send_halo [solve.c:88], step [solve.c:120]" */
    char file[256];
    int line;
    char module[432];  /* the program or library that the place is in; empty: in none */
    char build_id[72]; /* of that, in hexadecimal digits */
    uint64_t offset; /* where the call returns to, as addresses are counted in the module's file */
    uint64_t count, bytes;
    double seconds;
    double waited; /* of these for the other side of a message; no number: waits were not watched */
};

/* The call of a row for all places that there was no row for. */
#define MPIT_SITES_OTHER "other"

/* Shares of the longest wall time that a rank had, as far as that was recorded: of the mean time
 * outside of MPI; of the mean in the longest time outside of MPI; and of that longest time in the
 * wall time.  The first is the product of the others, and the last that of two more: the longest
 * time outside of MPI by what the slowest rank would take where nothing took a transfer, and that
 * by the wall time.  No numbers where no rank is known, or what one did outside of MPI is not; and
 * of the last two where waits are not. */
struct mpit_record_efficiency {
    double parallel, load_balance, communication, serialisation, transfer;
};

/* A sentence that says what takes the time and what to do about it (verdicts.def). */
enum { MPIT_VERDICT_FIGURES = 340 };
struct mpit_record_verdict {
    char id[24];
    char text[576]; /* figures, up to MPIT_VERDICT_FIGURES bytes, and what to do */
    int nrank;
    int *rank;    /* [nrank] which cause it */
    double value; /* the figure that decides */
};

/* What a region counts, each a number of things and their bytes: sends started, receives
 * completed, collectives, one-sided operations, reads and writes of files.
 *
 *   AMOUNT(name, title)   key in the JSON; heading in the text */
#define MPIT_RECORD_AMOUNTS(AMOUNT)                                                                \
    AMOUNT(sends, "sends")                                                                         \
    AMOUNT(recvs, "receives")                                                                      \
    AMOUNT(collectives, "collectives")                                                             \
    AMOUNT(rma, "one-sided")                                                                       \
    AMOUNT(reads, "reads")                                                                         \
    AMOUNT(writes, "writes")
struct mpit_record_amount {
    uint64_t count, bytes;
};
enum mpit_record_amounts {
#define AMOUNT(name, title) MPIT_AMOUNT_##name,
    MPIT_RECORD_AMOUNTS(AMOUNT)
#undef AMOUNT
        MPIT_AMOUNTS
};

/* What communicators of a name and size were used for, or files of a name, over all ranks. */
struct mpit_record_use {
    char name[256]; /* the program's; empty: communicators that have none, and what there was no row
                     * for */
    int size;       /* of communicators: processes that can be sent to; 0: not known, or several */
    int nrank;      /* how many ranks used one */
    uint64_t made;  /* of a communicator how many each of these had, of a file how often it opened
                     * it */
    struct mpit_record_amount amount[MPIT_AMOUNTS];
    int64_t collectives_joined; /* of these the calls of which it is known who came last, by
                                 * themselves or by others that stand for them; -1: not known */
    double seconds;             /* in calls that name it */
};

/* When a rank was in a region: seconds since the end of its MPI_Init. */
struct mpit_record_span {
    int rank;
    double begin, end;
};

/* A part of the program between MPI_Pcontrol(3, label) and its MPI_Pcontrol(4), with the regions
 * inside of it; one that is entered again inside of itself counts its time once. */
struct mpit_record_region {
    char label[64];
    uint64_t entries; /* of all ranks */
    uint64_t open;    /* of these, never left: they count up to the end of the job */
    struct mpit_record_amount amount[MPIT_AMOUNTS];
    /* Seconds that were recorded; ranks that never entered it count as 0. */
    struct mpit_spread wall, mpi;
    struct mpit_spread outside; /* of wall outside of MPI; no number where that is not known */
    struct mpit_record_efficiency efficiency; /* by the longest time that a rank was in it */
    struct mpit_record_resources had;         /* inside of it, over all ranks */
    int nspan;
    struct mpit_record_span *span; /* [nspan]: the longest times of each rank, by rank and begin */
};

/* Levels in a time series.
 *
 *   LEVEL(name, title)   key in the JSON after "most_"; heading in the text */
#define MPIT_RECORD_LEVELS(LEVEL)                                                                  \
    LEVEL(requests, "requests")                                                                    \
    LEVEL(posted, "posted")                                                                        \
    LEVEL(unexpected, "unexpected")
enum mpit_record_levels {
#define LEVEL(name, title) MPIT_RECORD_LEVEL_##name,
    MPIT_RECORD_LEVELS(LEVEL)
#undef LEVEL
        MPIT_RECORD_LEVELS_N
};

/* One process at one moment. Amounts, MPI time and how often it was seen in each state run from
 * the beginning: what happened between two samples is their difference. */
struct mpit_record_sample {
    double at;  /* seconds since the end of MPI_Init */
    double mpi; /* seconds in MPI calls; a call that goes on counts from when it was first seen */
    struct mpit_record_amount amount[MPIT_AMOUNTS];
    uint64_t seen[MPIT_STATES];
    int64_t most[MPIT_RECORD_LEVELS_N]; /* seen since the sample before; -1: nobody watches it */
    struct mpit_record_resources had;   /* since the end of MPI_Init */
};

/* The time series of one rank (mpit_sample_interval). */
struct mpit_record_series {
    int rank;
    double asked;    /* seconds between two looks at the process */
    double interval; /* seconds between the samples that were kept: `asked` doubled so often that
                      * they fit */
    int nsample;
    struct mpit_record_sample *sample; /* [nsample] */
};

/* A call that a thread has made (mpit_recorder).  What it has not, and what is not known, is empty,
 * negative or no number. */
struct mpit_record_called {
    char call[48]; /* "MPI_Recv" */
    char comm[64]; /* its name, where the program gave it one of which there is one alone; else a
                    * number that is the same in all ranks */
    char way[8];   /* of `peer`: "from", "to", "root" */
    int64_t peer;  /* rank in the communicator */
    int64_t tag;
    int64_t bytes;  /* received, or given, or those that there is room for */
    char by[48];    /* of one that has waited: the call that had started the request … */
    uint64_t more;  /* … and how many it has waited for besides */
    uint64_t error; /* class of the error; 0: none */
    bool polled;    /* it has asked for what was not there, and again until `end` */
    double begin;   /* seconds since the first rank came out of MPI_Init */
    double end;     /* no number: it had not returned */
};

/* The last calls of a thread. */
struct mpit_record_recorder {
    int rank, thread;
    uint64_t lost; /* calls before these */
    double ready;  /* when the rank came out of MPI_Init: seconds, as `begin` of a call */
    int ncalled;
    struct mpit_record_called *called; /* [ncalled], the last one last */
};

/* A message of which both ends are among these calls. */
struct mpit_record_message {
    int sender, sender_thread, send;        /* rank, thread; the how-manyth of its calls, from 0 */
    int receiver, receiver_thread, receive; /* … has received it, or completed its request */
    int tag;
    int64_t bytes; /* -1: not known */
};

/* A control variable that somebody has set, in the process that wrote the record (rank 0). */
#define MPIT_SETTING_OF_RUN "mpit run" /* the source of what it sets by itself, for its own ends */
struct mpit_record_setting {
    char name[64], value[MPIT_TEXT], source[256];
};

/* A program with its arguments, where the ranks do not all run the same. */
struct mpit_record_program {
    char command[512];
    int first;  /* lowest rank that runs it */
    int nranks; /* how many do */
};

/* Messages of so many bytes, over all ranks: sent, and received. */
struct mpit_record_size {
    uint64_t least, most; /* bytes */
    uint64_t sends, recvs;
};
/* Sizes fall into classes: one for empty messages, one for each power of two from which on they
 * are; the last of them has all that are larger. */
enum { MPIT_RECORD_SIZES = 64 };

struct mpit_record {
    char mpit[32];     /* our version */
    char vendor[128];  /* first line of MPI_Get_library_version */
    char command[512]; /* the program of rank 0 and its arguments */
    char start[32];    /* of rank 0, UTC, ISO 8601 */
    bool complete;     /* false: a file of one process, written before the end; true of one process
                        * of several: its part, written when its last session closed */
    char reason[256];  /* why it is not complete: "MPI_Pcontrol(2)", "MPI_Abort", … */
    int nranks;        /* size of MPI_COMM_WORLD */
    char
        launcher[512]; /* what `mpit run` started, with its arguments; empty: nothing, or unknown */
    struct mpit_batch batch; /* of rank 0 */
    int exit_code;           /* of the launcher, as a shell has it, where that is known */
    int nrank, ncall, npair, nsize, nwait, nsite, nregion, nseries, nsetting, nprogram;
    int ncollective, ncommunicator, nfile, nrecorder, nmessage;
    struct mpit_record_efficiency efficiency;
    uint64_t
        eager_limit;   /* bytes up to which a message between processes of one node is sent without
                           * waiting for its receive; 0: not known */
    double waits_seen; /* share of the collectives that ranks have come to which could be joined; 0
                        * or no number: none, or nobody watched */
    double waits_kept; /* of those that were joined one by one: they stand for the others */
    double waits_unsure; /* seconds in them for whom clocks of nodes do not tell */
    int nverdict;
    struct mpit_record_verdict *verdict; /* [nverdict]: what explains most of the time first */
    struct mpit_record_rank *rank; /* [nrank]: all ranks, or the one that wrote a partial file */
    struct mpit_record_call *call; /* [ncall]: calls made at least once, most time first */
    struct mpit_record_collective *collective; /* [ncollective]: most seconds first */
    struct mpit_record_use *communicator;      /* [ncommunicator]: most seconds first */
    struct mpit_record_use *file;              /* [nfile]: most seconds first */
    struct mpit_record_pair *pair;             /* [npair]: most bytes first */
    struct mpit_record_size *size;     /* [nsize]: those that there were, fewest bytes first */
    struct mpit_record_wait *wait;     /* [nwait]: most seconds first */
    struct mpit_record_site *site;     /* [nsite]: most seconds first */
    struct mpit_record_region *region; /* [nregion]: in the order in which rank 0 entered them */
    struct mpit_record_series *series; /* [nseries]: of the ranks that sampled, by rank */
    struct mpit_record_recorder *recorder; /* [nrecorder]: by rank and thread */
    struct mpit_record_message *message;   /* [nmessage]: by rank and thread of the receiver */
    struct mpit_record_setting *setting;   /* [nsetting] */
    struct mpit_record_program *program;   /* [nprogram]: none where all ranks run `command` */
    uint64_t stray_ends;                   /* MPI_Pcontrol(4) outside of any region */
    uint64_t lost_records;                 /* objects that went unrecorded (mpit_memory_limit) */
};

/* Adds the value of one rank; a spread starts as MPIT_SPREAD_NONE. */
#define MPIT_SPREAD_NONE ((struct mpit_spread){0, 0, 0, -1, -1})
void mpit__spread_add(struct mpit_spread *spread, double value, int rank);

/* Of ranks that have measured themselves how long they waited in MPI_Finalize: up to the arrival of
 * the last one, which has waited for nobody; and who that is, where waits are watched.  came: when
 * each came there, in seconds by the clock of its node. */
void mpit__record_settle_end(struct mpit_record *record, const double came[]);
bool mpit__record_add_end_waits(struct mpit_record *record);

/* What has been counted of it without any time has none that is known: how long messages lay is
 * seen where the queue is drained. */
void mpit__wait_settle(struct mpit_record_wait *wait);

/* The sum of two times of which either may not be known: of those that are. */
double mpit__sum_of_known(double a, double b);

/* How many of the ranks are not missing. */
int mpit__record_known(const struct mpit_record *record);

/* Adds places, in any order, to those that are there: the same place of several ranks is one.
 * False where there is no memory. */
bool mpit__record_add_sites(struct mpit_record *record, const struct mpit_record_site *more, int n);

/* The same of collectives, of communicators and of files (a list of the record and its length). */
bool mpit__record_add_collectives(struct mpit_record *record,
                                  const struct mpit_record_collective *more, int n);
bool mpit__record_add_uses(struct mpit_record_use **list, int *n,
                           const struct mpit_record_use *more, int nmore);

/* Of those that are there one row for each, most seconds first. */
void mpit__record_sort_uses(struct mpit_record *record);
void mpit__record_sort_spans(struct mpit_record *record); /* by rank and begin */

/* Adds what a rank has of a call, in the order of ranks.  False where there is no memory. */
bool mpit__record_add_call_rank(struct mpit_record_call *call,
                                const struct mpit_record_call_rank *more);

/* Adds a time that a rank was in a region.  False where there is no memory. */
bool mpit__record_add_span(struct mpit_record_region *region, const struct mpit_record_span *more);

/* Adds messages of a class to those that are there; of all classes, MPIT_RECORD_SIZES each.  False
 * where there is no memory. */
bool mpit__record_add_size(struct mpit_record *record, const struct mpit_record_size *more);
bool mpit__record_add_sizes(struct mpit_record *record, const uint64_t sends[],
                            const uint64_t recvs[]);

/* No message of a class. */
struct mpit_record_size mpit__record_size_of(unsigned class);

/* What follows from the rest, when all of that is there: calls by their time, pairs by their bytes,
 * waits and sites by theirs, the most first; the efficiency; the verdicts. */
void mpit__record_finish(struct mpit_record *record);

/* Of that, the verdicts, in place of those that it has (verdicts.c). */
void mpit__record_judge(struct mpit_record *record);

/* What the ranks of a record were about, without those that are missing. */
struct mpit_times {
    struct mpit_spread wall, mpi;        /* seconds */
    struct mpit_spread paused;           /* seconds of the wall time that were not recorded, … */
    struct mpit_spread recorded;         /* … and those that were */
    struct mpit_spread share;            /* of these of a rank in MPI, where there are any */
    struct mpit_spread outside;          /* of these outside of MPI */
    struct mpit_spread part[MPIT_PARTS]; /* seconds */
    int nshare;
    bool vague; /* what some rank did outside of MPI is not known: then that and the share of none
                 * is a number */
};
void mpit__times(const struct mpit_record *record, struct mpit_times *times);
bool mpit__has_ratio(double part, double whole);

/* What a call's time is a part of: the wall time of all ranks; no number where it is none. */
double mpit__times_whole(const struct mpit_times *times);

/* All return 0, or the errno of the failed write.  The stream is left open. */
int mpit__record_write_text(const struct mpit_record *record, FILE *out);
int mpit__record_write_short(const struct mpit_record *record, FILE *out); /* one screen of it */
int mpit__record_write_end(const struct mpit_record *record, FILE *out);   /* part of the text */
int mpit__record_write_json(const struct mpit_record *record, FILE *out);

/* As a part of more, which finishes the stream: JSON with lists as columns, of each list of objects
 * an object of lists, what a drawing takes. */
void mpit__record_write_columns(const struct mpit_record *record, FILE *out);

void mpit__record_free(struct mpit_record *record);

/* Flushes; 0, or the errno of what failed since errno was last set to 0. */
int mpit__stream_finish(FILE *out);

#endif
