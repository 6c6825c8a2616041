/* What was seen of jobs and their ranks, wherever it comes from, and what is judged of it. */
#ifndef TOOL_WHERE_JOB_H
#define TOOL_WHERE_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include "live/layout.h"

/* Ranks of a job: what claims more is broken. */
enum { WHERE_LARGEST = 1 << 18 };

/* In place of ranks and tags: those of MPI itself, whatever numbers an MPI has for them. */
enum { WHERE_ANY = -1, WHERE_NOBODY = -2, WHERE_ROOT = -3, WHERE_UNKNOWN = -4 };

/* A lock that a rank has on the memory of a rank of a window (WHERE_ANY: of all), or wants. */
struct where_lock {
    int target;
    bool exclusive, wanted;
};

/* How often a rank of a window has been in groups of another one's. */
struct where_partner {
    int rank;
    uint32_t starts, completes, posts, waits;
};

struct where_window {
    int nlock, npartner;
    bool more_locks, more_partners; /* that there was no row for */
    struct where_lock lock[MPIT_LIVE_LOCKS];
    struct where_partner partner[MPIT_LIVE_PARTNERS];
};

/* A communicator as one rank has it.  It is the same in all that have its hash and number.  Windows
 * and files have those of the communicator that they were made on, and are told apart by how many
 * of their kind had been made on it before. */
enum where_meeting { WHERE_COMM, WHERE_WINDOW, WHERE_FILE, WHERE_MEETINGS };
struct where_comm {
    uint64_t id, key, hash, side;
    uint32_t number;
    enum where_meeting meets;
    uint32_t nth;                  /* of a window or file */
    uint32_t made[WHERE_MEETINGS]; /* of a communicator: how many, with those that have ended */
    int size, rank;
    bool inter;
    bool unsure;    /* `calls`, or what was made, may be other ones elsewhere */
    uint64_t calls; /* collective calls on it that are over */
    struct where_window *window;
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
    bool in_files;  /* it may be waiting for a file system: it sleeps, or has moved bytes */
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
    uint64_t cpu, io;
    bool on_disk; /* in a wait of the system that signals do not end */
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

struct where_job *where_job_add(struct where_jobs *jobs, const char *name);
/* Of the ranks that are new nothing has been seen. */
void where_job_size(struct where_job *job, int size);

/* A call of which no argument is known. */
struct where_call where_no_call(void);

/* Whether a rank is in a call, whatever else is true of it. */
bool where_is_inside(const struct where_rank *rank);
/* Whether all that nothing is seen of have been started, and have not come to MPI_Init yet; else
 * some may be where nobody has looked. */
bool where_are_to_come(const struct where_job *job);
/* It is in or past MPI_Finalize. */
bool where_is_leaving(const struct where_rank *rank);

#endif
