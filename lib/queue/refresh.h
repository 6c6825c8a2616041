/* What is known of the queues, kept up to date while the program makes calls that look for
 * messages: else a rank that polls would know nothing of what piles up meanwhile. */
#ifndef MPIT_QUEUE_REFRESH_H
#define MPIT_QUEUE_REFRESH_H

/* A call that looks is over, and has made progress: looks at all queues that somebody follows, if
 * it is time.  Not under the lock of the queues. */
void mpit__refresh(void);

#endif
