/* The last calls of a process, as its segment has them (mpit_recorder). */
#ifndef TOOL_LIVE_RECORDER_H
#define TOOL_LIVE_RECORDER_H

#include "tools/live/segment.h"

enum tool_peer_is { TOOL_PEER_NONE, TOOL_PEER_SOURCE, TOOL_PEER_DEST, TOOL_PEER_ROOT };

struct tool_recorded {
    const char *call; /* these two are kept as long as the program */
    const char
        *by;       /* of a call that has waited: the one that has started the request; else empty */
    uint32_t more; /* … and how many requests besides */
    uint32_t comm; /* the number by which all its processes know the communicator; 0: not known */
    enum tool_peer_is peer_is;
    int32_t peer, tag; /* MPIT_LIVE_NO_NUMBER: none, any, or not known */
    int32_t size;      /* bytes of an element, of a collective; the same */
    double bytes;      /* NAN: not known */
    int error;         /* class; 0: it has not failed */
    bool is_collective;
    bool in_vain;       /* it has asked for what was not there, and again until `end` */
    bool received;      /* peer, tag and bytes are those of a message that has come in */
    bool open;          /* the thread is in it: it has no end */
    bool is_odd;        /* others do something else: for who compares */
    int64_t begin, end; /* ns of CLOCK_MONOTONIC of this node */
};

/* A receive that a thread waits for. */
struct tool_recorded_wait {
    uint32_t comm;
    int32_t source, tag; /* MPIT_LIVE_NO_NUMBER: any */
};

/* A message that a call has sent, or received. */
struct tool_recorded_message {
    int call; /* which of the thread's here */
    bool sent;
    uint32_t comm;
    int32_t peer, tag;
    double bytes; /* NAN: not known */
};

struct tool_recording {
    int rank;
    uint32_t thread;
    uint64_t lost;   /* calls before these; where they come from a file, anywhere */
    bool is_cut;     /* there were messages before these, or may have been, … */
    bool ends_early; /* … and, where they come from a file, after these */
    bool is_of_file;
    struct tool_recorded *call;
    int n;
    struct tool_recorded_message *message; /* in the order in which they were sent and received */
    int nmessage;
    struct tool_recorded_wait wait[MPIT_LIVE_AWAITS]; /* of the call that it is in, the first … */
    int nwait;
};

/* Those of all threads of a process, in the order in which they stand there; to be freed with what
 * they hold.  All of them, where files of them have been read (calls_file.h). */
int tool_recordings(const struct tool_segment *segment, struct tool_recording **list);
void tool_recording_free(struct tool_recording *its); /* what one holds */

/* The thread has been in a call for a second that it has not come out of, by `now`. */
bool tool_recording_is_stuck(const struct tool_recording *its, int64_t now);

/* By the clock of this node, as begin and end of calls are: now, and when the process came out of
 * MPI_Init; 0: it has not, or that is not known. */
int64_t tool_recorded_now(const struct tool_segment *segment);
int64_t tool_recorded_ready(const struct tool_segment *segment);

/* The rank of the process in a communicator; -1: not known any more. */
int tool_recorded_rank(const struct tool_segment *segment, uint32_t comm);
/* Whether it is an intercommunicator. */
bool tool_recorded_has_two_groups(const struct tool_segment *segment, uint32_t comm);

/* Messages on it that the process has sent to a rank, or received from it, ever. */
uint64_t tool_recorded_messages(const struct tool_segment *segment, uint32_t comm, int32_t peer,
                                bool received);

/* Collectives on a communicator that have returned, ever; 0: not known any more. */
uint64_t tool_recorded_collectives(const struct tool_segment *segment, uint32_t comm);

/* The name that the program has given to a communicator, as this process knows it; empty: none. */
void tool_recorded_comm(const struct tool_segment *segment, uint32_t comm, char name[64]);

#endif
