/* Stack for later. */
#ifndef MPIT_GROUND_STACK_H
#define MPIT_GROUND_STACK_H

/* Has as much of the stack of the first thread mapped, below where it stands now, as a report and
 * the calls of the MPI library in it take: it cannot grow any more in a process whose address space
 * is used up (RLIMIT_AS), and that would be a SIGSEGV.  Stacks of other threads do not grow. */
void mpit__stack_reserve(void);

#endif
