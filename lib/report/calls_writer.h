/* Every call of the process in files (mpit_recorder_file).
 *
 * A thread of ours takes what other threads put into their rings (profile/recorder.h), which do not
 * know of it: it looks often enough that no ring goes round meanwhile, and what it misses is
 * counted.  A copy of the segment stands beside the files: it says what the numbers mean in them.
 * A forked process has no part in it. */
#ifndef MPIT_REPORT_CALLS_WRITER_H
#define MPIT_REPORT_CALLS_WRITER_H

/* MPI is up: the end of MPI_Init, or of the first session. */
void mpit__calls_writer_begin(void);

/* The program makes no more calls, as far as that is known: the rest is written. */
void mpit__calls_writer_end(void);

/* After that: what the segment says has changed. */
void mpit__calls_writer_seal(void);

#endif
