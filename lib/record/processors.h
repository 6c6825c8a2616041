/* Lists of processors. */
#ifndef MPIT_RECORD_PROCESSORS_H
#define MPIT_RECORD_PROCESSORS_H

/* How many of such figures as "0-3,8" there are; 0 where it is no such list. */
int mpit__processors(const char *list);

#endif
