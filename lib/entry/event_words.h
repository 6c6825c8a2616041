/* What the numbers mean that elements of our events count in: hints of their event types. */
#ifndef MPIT_ENTRY_EVENT_WORDS_H
#define MPIT_ENTRY_EVENT_WORDS_H

#include <mpi.h>

/* Puts "operation.0" as "MPI_Barrier", "label.1" as the second region's label, and so on: a key for
 * each number that the element may have now.  Nothing for other event types. */
void mpit__event_words(int event, MPI_Info info);

#endif
