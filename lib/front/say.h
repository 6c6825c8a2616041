/* What the front says: once it has read how much is to be said. */
#ifndef MPIT_FRONT_SAY_H
#define MPIT_FRONT_SAY_H

/* For what every process of a job would say alike (ground/message.h), as a warning. */
void mpit__front_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
