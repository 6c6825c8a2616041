/* The last calls of a job, and in what its ranks differ first. */
#ifndef TOOL_LAST_JOB_H
#define TOOL_LAST_JOB_H

#include "tools/live/recorder.h"

/* The calls of a thread of a rank. */
struct last_thread {
    struct tool_recording its;
    const struct tool_segment *segment;
    bool is_over;    /* its process is no more */
    bool is_settled; /* that, or it has made no call for a second: all that stands there is of one
                      * moment */
};

/* The first operation in which ranks differ, and those that are fewer. */
struct last_difference {
    int *rank, n; /* none: they do not differ, as far as this is known */
    char *text;
};

struct last_job {
    char *name;
    int size;    /* ranks; 0: not known */
    int64_t now; /* the latest that is known, ns of CLOCK_MONOTONIC */
    struct last_thread *thread;
    int n;
    struct last_difference differs;
};

/* Of the segments of one job, which must stay. */
void last_job_take(const struct tool_segment *segment, int n, struct last_job *job);
void last_job_free(struct last_job *job);

/* The name of a communicator, "MPI_COMM_WORLD", or "comm 1a2b3c4d"; of none "". */
void last_comm_name(const struct last_thread *thread, uint32_t comm, char name[64]);

/* collectives.c: in which one ranks differ first, and who; and, of a job that is still, who has not
 * come to one in which others wait. */
void last_compare_collectives(struct last_job *job);
void last_find_behind(struct last_job *job);

/* Nobody has moved for a second: who has not come will not. */
bool last_is_still(const struct last_job *job);

/* messages.c: who has not sent what others wait for in the end.  Of a job that is still. */
void last_find_sender(struct last_job *job);

void last_differs_add(struct last_difference *differs, int rank);
void last_differs_forget(struct last_difference *differs);

/* text.c, json.c: of each thread the calls that began so many seconds before the end at most, and
 * so many of them.  rank: of this alone; -1: of all. */
struct last_part {
    int rank;
    double seconds;
    int calls;
};
void last_show(const struct last_job *job, const struct last_part *part);
void last_write_json(const struct last_job *job, int n, const struct last_part *part);

/* The first call of a thread that is asked for; its number of calls where none is. */
int last_first(const struct last_job *job, const struct last_thread *thread,
               const struct last_part *part);

#endif
