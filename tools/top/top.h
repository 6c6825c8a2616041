/* `mpit top`: what running jobs do, by their segments (segment.h).
 *
 * A look is what stands there now (look.c); what has come between two of them is put into the
 * later one (recent.c).  It is shown as JSON, as OpenMetrics, as tables (tables.c), and
 * these on a screen that is refreshed (screen.c). */
#ifndef TOOL_TOP_TOP_H
#define TOOL_TOP_TOP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum tool_top_state {
    TOOL_TOP_STARTING,
    TOOL_TOP_RUNNING,
    TOOL_TOP_FINALIZING,
    TOOL_TOP_STOPPED, /* up to here there is a process with MPI in it */
    TOOL_TOP_UNKNOWN, /* of another node */
    TOOL_TOP_ENDED,
    TOOL_TOP_ABORTED,
    TOOL_TOP_DEAD,
    TOOL_TOP_STATES
};
const char *tool_top_state_name(enum tool_top_state state);
static inline bool tool_top_lives(enum tool_top_state state)
{
    return state <= TOOL_TOP_STOPPED;
}

struct tool_top_amounts {
    uint64_t sends, send_bytes, recvs, recv_bytes, collectives;
    double mpi; /* seconds in MPI */
};

struct tool_top_call {
    char name[48];
    double seconds;
};

struct tool_top_rank {
    int rank; /* -1: not known yet */
    char host[64];
    int64_t pid;
    uint64_t pid_start;
    enum tool_top_state state;
    double seconds;     /* since the end of MPI_Init; NAN: nobody knows when it died */
    int64_t unexpected; /* length of the queues; -1: nobody follows it */
    bool more;          /* at least so many */
    char in[48];        /* the call that it is in, "" for none, and where that is not told */
    struct tool_top_amounts total;
    struct tool_top_call *call; /* [ncall], in all, those with time */
    int ncall;

    /* What has come since the look before, or in all where there was none. */
    struct tool_top_amounts recent;
    struct tool_top_call *recent_call; /* [ncall] */
    double period;
};

struct tool_top_job {
    char name[400]; /* with its world behind it, where it is one that was spawned */
    char command[512];
    char vendor[128], mpit[32];
    int size; /* of its MPI_COMM_WORLD, or how many of it are here if these are more */
    enum tool_top_state state;
    struct tool_top_rank *rank; /* [n] */
    int n;

    /* Over its ranks: sums, by the second where there is a look before. */
    int living;
    double seconds;
    double share; /* of MPI in the time of its ranks, recently; NAN */
    double messages, bytes;
    char most[48];      /* the call with most time, recently; "": none */
    int64_t unexpected; /* -1 */
    bool more;
    double imbalance; /* NAN */
};

struct tool_top_look {
    struct tool_top_job *job; /* [n], running ones first */
    int n;
    int64_t at; /* CLOCK_MONOTONIC in ns */
    bool is_first;
};

/* folder: NULL for the default one; wanted: name of a job or pid of a process of it; NULL: all. */
struct tool_top_look tool_top_look(const char *folder, const char *wanted);
void tool_top_free(struct tool_top_look *look);

/* Fills what is recent; before: NULL for a first look. */
void tool_top_compare(struct tool_top_look *look, const struct tool_top_look *before);

/* The job of this name; NULL. */
struct tool_top_job *tool_top_find(const struct tool_top_look *look, const char *name);

void tool_top_write_json(const struct tool_top_look *look, FILE *out);
void tool_top_write_openmetrics(const struct tool_top_look *look, FILE *out);

/* With the ranks of each job where one was asked for.  columns: 0 for lines of any length. */
void tool_top_write_text(const struct tool_top_look *look, bool ranks, int columns, FILE *out);

struct tool_top_wanted {
    const char *folder, *job; /* as in tool_top_look */
    double interval;          /* seconds */
};

/* Until somebody quits.  False where this is no terminal to draw on. */
bool tool_top_screen(const struct tool_top_wanted *wanted, int *code);

#endif
