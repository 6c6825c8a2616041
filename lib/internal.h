/* For what the hot path reaches: without it the compiler goes through the global offset table for
 * every variable that another file defines. */
#ifndef MPIT_INTERNAL_H
#define MPIT_INTERNAL_H

#define MPIT_INTERNAL __attribute__((visibility("hidden")))

#endif
