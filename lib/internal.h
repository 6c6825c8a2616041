/* For what the hot path reaches: without it the compiler goes through the global offset table for
 * every variable that another file defines. */
#ifndef MPIT_INTERNAL_H
#define MPIT_INTERNAL_H

#define MPIT_INTERNAL __attribute__((visibility("hidden")))

/* For functions that read what another thread may be writing, and say why that is right. */
#define MPIT_READS_RACING __attribute__((no_sanitize("thread")))

#endif
