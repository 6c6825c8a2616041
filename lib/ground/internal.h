/* For what the hot path reaches: without it the compiler goes through the global offset table for
 * every variable that another file defines. */
#ifndef MPIT_GROUND_INTERNAL_H
#define MPIT_GROUND_INTERNAL_H

#define MPIT_INTERNAL __attribute__((visibility("hidden")))

/* For what programs call; lib/libmpit.map lists the names. */
#define MPIT_EXPORTED __attribute__((visibility("default")))

#define MPIT_LIKELY(condition) __builtin_expect(!!(condition), 1)

/* For what a watched call goes through: expanded where it stands, so that the frame of the call is
 * registers and the row's constants fold. */
#define MPIT_HOT static inline __attribute__((always_inline))

/* For what must not burden its caller, whose locals it takes the address of. */
#define MPIT_APART __attribute__((noinline))

/* Keeps the compiler from going back to what the value was made from: from testing bits of the
 * watch word before the vendor's call and keeping each answer for after it, from adding up the
 * address of a thread's data anew at each use. */
#define MPIT_OPAQUE(value) __asm__("" : "+r"(value))

#endif
