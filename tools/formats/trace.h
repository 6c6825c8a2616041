/* What the parts of a trace share. */
#ifndef TOOL_FORMATS_TRACE_H
#define TOOL_FORMATS_TRACE_H

#include "record/record.h"

#include <stdbool.h>
#include <stdio.h>

struct tool_trace {
    const struct mpit_record *record;
    FILE *out;
    bool any; /* there is an event before */
};

/* The viewers take process 0 for none, and threads of one number for the same, whatever process
 * they are in: rank 0 is thread 1 of process 1. */
int tool_trace_number(int rank);

/* When a rank came out of MPI_Init, since the first one did: seconds; 0: not known. */
double tool_trace_ready(const struct tool_trace *trace, int rank);

/* Begins an event; what follows is of the caller, and the last brace. */
void tool_trace_event(struct tool_trace *trace, const char *phase, const char *name, int rank,
                      int thread);

/* trace_calls.c: the last calls of each thread, and the messages between them. */
void tool_trace_write_calls(struct tool_trace *trace);

#endif
