/* `mpit where`: what the ranks of jobs are in, as it was looked at, and what follows from that.
 *
 * where_look.c makes it of segments, where_json.c of what another `mpit where --json` has written;
 * where_edges.c says who waits for whom, where_judge.c what is wrong, and where_words.c says it. */
#ifndef TOOL_WHERE_H
#define TOOL_WHERE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "live/layout.h"
#include "segment.h"

/* Ranks of a job: what claims more is broken. */
enum { WHERE_LARGEST = 1 << 18 };

/* In place of ranks and tags: those of MPI itself, whatever numbers an MPI has for them. */
enum { WHERE_ANY = -1, WHERE_NOBODY = -2, WHERE_ROOT = -3, WHERE_UNKNOWN = -4 };

/* A communicator as one rank has it.  It is the same in all that have its hash and number. */
struct where_comm {
    uint64_t id, hash, side;
    uint32_t number;
    int size, rank;
    bool inter;
    uint64_t calls; /* collective calls on it that are over */
    char name[64];
};

/* A call; what is not among its arguments is unknown: WHERE_UNKNOWN, an empty name. */
struct where_call {
    char name[48];
    int comm;        /* of the rank's communicators; -1 */
    uint64_t number; /* the how-manyth collective on it; 0: it is none */
    bool completes, on_window, on_file;
    bool counted; /* is among those that are numbered */
    int dest, source, tag, recv_tag, root;
    int64_t bytes, received; /* -1: unknown */
    char op[40];
};

struct where_awaited {
    uint32_t kind; /* enum mpit_live_awaited_kind */
    char call[48];
    int comm, peer, tag;
};

struct where_traffic {
    int comm, peer;
    uint64_t sends, recvs;
};

enum where_state {
    WHERE_MISSING, /* there is nothing of it */
    WHERE_INIT,
    WHERE_OUTSIDE,
    WHERE_INSIDE,
    WHERE_FINALIZE,
    WHERE_ENDED,
    WHERE_DEAD,
    WHERE_STOPPED,
    WHERE_UNTOLD, /* it runs, and does not say where it is: without mpit_live=where */
    WHERE_STATES
};

struct where_rank {
    int rank;
    enum where_state state;
    bool here;      /* on this node */
    bool tells;     /* with mpit_live=where */
    bool polls;     /* in a loop of calls that ask for the same, in vain: `now` is one of them */
    bool moved;     /* between the two looks */
    bool asleep;    /* it has used no time of a processor between them */
    double seconds; /* that it has been there for */
    char host[64];
    int64_t pid;
    struct where_call now;                              /* that it is in */
    struct where_call before[MPIT_LIVE_CALLS_MADE - 1]; /* the last first */
    int nbefore;
    int awaiting, nawait;
    struct where_awaited await[MPIT_LIVE_AWAITS];
    struct where_comm *comm;
    int ncomm;
    struct where_traffic *traffic; /* not of another node */
    int ntraffic;
    uint64_t mark; /* of the first look: what moves when it does */
    uint64_t cpu;
};

/* How sure it is, the least first. */
enum where_certainty {
    WHERE_WAITS,      /* somebody does, and whoever he waits for may still come */
    WHERE_NOT_JUDGED, /* whom he waits for is not known */
    WHERE_MAY_HANG,   /* he has waited for long, for one who may still come */
    WHERE_HANGS,      /* nobody can come any more */
};

struct where_verdict {
    const char *kind;
    enum where_certainty certainty;
    int *rank, n; /* those who differ */
    char *text;
};

struct where_group {
    int *rank, n;
    const struct where_rank *first;
};

struct where_job {
    char *name;
    int size;                /* of its world; what has not been seen is WHERE_MISSING */
    struct where_rank *rank; /* [size] */
    int expected_here;       /* so many of them the launcher has started here; -1: unknown */
    bool has_places;         /* with mpit_live=where */
    bool cannot_be_told;     /* of some nothing has been seen */
    struct where_verdict *verdict;
    int nverdict;
    struct where_group *group;
    int ngroup;
};
struct where_jobs {
    struct where_job *job;
    int n;
};

/* One look at the segments of a job; a second one, later, says in the first who has moved. */
void where_look(const struct tool_segment *segment, int n, struct where_job *job);
void where_look_again(const struct tool_segment *segment, int n, struct where_job *job);

/* Whom a rank waits for, if it does. */
struct where_edges {
    int *to, n;
    bool any;       /* one of them will do */
    bool unseen;    /* or for one of whom nothing is known */
    bool unknown;   /* it cannot be said, or nobody: what it waits for is under way */
    bool under_way; /* nobody, since all have come */
};
struct where_edges where_edges_of(const struct where_job *job, int rank);

/* Whether all processes of a communicator make it. */
bool where_is_collective(const struct where_call *call);

/* The same collective: of one group are those who are in it. */
bool where_is_with(const struct where_job *job, int left, int right);
/* What a rank has called in place of the collective that another one is in; NULL: nothing that is
 * still known. */
const struct where_call *where_call_instead(const struct where_job *job, int who, int to);
/* How many ranks the communicator has of the collective that one is in. */
int where_members(const struct where_job *job, int rank);
/* The rank in the job of a peer of a communicator; -1 where that is unknown. */
int where_peer(const struct where_job *job, const struct where_rank *rank, int comm, int peer);
bool where_is_same_comm(const struct where_comm *left, const struct where_comm *right);
const struct where_comm *where_comm_like(const struct where_rank *rank,
                                         const struct where_comm *comm);

/* Messages from one to another that have left and have not been received. */
uint64_t where_under_way(const struct where_job *job, int from, int to);

/* Fills in groups and verdicts. */
void where_judge(struct where_job *job, double patience);
void where_verdict_add(struct where_job *job, const char *kind, enum where_certainty certainty,
                       const int *ranks, int n, char *text);
/* Of all that is said of a job the surest; less than WHERE_NOT_JUDGED: nothing hangs. */
enum where_certainty where_certainty_of(const struct where_job *job);

/* "in MPI_Recv from 3, tag 9, for 31 s"; to be freed. */
char *where_words(const struct where_job *job, int rank, bool with_time);
char *where_words_ranks(const int *ranks, int n);
char *where_words_seconds(double seconds);

void where_show(const struct where_jobs *jobs);
void where_write_json(const struct where_jobs *jobs);
/* False after a message. */
bool where_read_json(const char *path, struct where_jobs *jobs);
struct where_job *where_job_add(struct where_jobs *jobs, const char *name);
void where_job_size(struct where_job *job, int size);

#endif
