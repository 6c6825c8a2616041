/* Whom a rank waits for, if it does. */
#ifndef TOOL_WHERE_WAIT_EDGES_H
#define TOOL_WHERE_WAIT_EDGES_H

#include <string.h>

#include "tools/where/job.h"

struct where_edges {
    int *to, n, room;
    bool *has;      /* [size of the job]; NULL: they are few */
    int holders;    /* the first of them have a lock that it waits for */
    bool any;       /* one of them will do */
    bool doubt;     /* it may be none of them */
    bool unseen;    /* or for one of whom nothing is known */
    bool unknown;   /* it cannot be said, or nobody: what it waits for is under way */
    bool under_way; /* nobody, since all have come */
};

bool where_edges_have(const struct where_edges *edges, int to);
/* Unless it is there. */
void where_edges_add(struct where_edges *edges, const struct where_job *job, int to);
/* Of those that have it some are not there, or do not say that they have it. */
void where_edges_lack(struct where_edges *edges, const struct where_job *job);

void where_edges_free(struct where_edges *edges);

static inline bool where_begins(const char *name, const char *with)
{
    return !strncmp(name, with, strlen(with));
}

#endif
