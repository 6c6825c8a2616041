/* What the front says: once it has read how much is to be said. */
#ifndef MPIT_FRONT_MESSAGES_H
#define MPIT_FRONT_MESSAGES_H

/* As a warning, once a node (ground/message.h): an MPI, a back end, a program is there or not. */
void mpit__front_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
