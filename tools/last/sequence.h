/* The collectives of a rank on a communicator, which have numbers.
 *
 * The how-manyth of its communicator a collective is, is the same in all ranks.  It is known where
 * none was lost from the ring, and else by how many have returned on the communicator. */
#ifndef TOOL_LAST_SEQUENCE_H
#define TOOL_LAST_SEQUENCE_H

#include "tools/last/job.h"

/* The first is the nth. */
struct last_sequence {
    const struct last_thread *thread;
    struct tool_recorded **call;
    uint64_t nth;
    int n;
    bool two_groups;
};

bool last_is_on(const struct tool_recorded *call, uint32_t comm);

/* False: it is not known which they are. */
bool last_sequence_take(const struct last_thread *thread, uint32_t comm,
                        struct last_sequence *sequence);
/* The number behind the last one. */
uint64_t last_sequence_end(const struct last_sequence *sequence);
struct tool_recorded *last_sequence_nth(const struct last_sequence *sequence, uint64_t nth);

/* Whether all processes have to give as much to it. */
bool last_give_as_much(const char *call);

void last_say_ranks(const struct last_difference *those, char **text);
/* "MPI_Bcast with root 3 of 8 bytes" */
void last_say_call(char **text, const struct tool_recorded *call);

/* differ.c: when the first of those began that differ in the nth; 0: none does. */
int64_t last_compare_nth(const struct last_sequence *sequence, int n, uint64_t nth,
                         struct last_difference *differs);
/* behind.c: when that began in which others wait for those who have not come there; 0: none has
 * not. */
int64_t last_compare_ends(const struct last_sequence *sequence, int n,
                          struct last_difference *differs);

#endif
