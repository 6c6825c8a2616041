/* A copy of the segment of this process, for who reads it later. */
#ifndef MPIT_LIVE_COPY_H
#define MPIT_LIVE_COPY_H

/* Writes it to the file of a name, over an older copy: all but the calls in rings (MPIT_LIVE_
 * RECORDER), which are 0 there.  As in a segment the head comes last to a new one.  0 or an
 * errno. */
int mpit__live_copy(const char *path);

#endif
