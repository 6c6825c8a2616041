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

/* For the frame of a watched call, which has no array: what guards the stack would cost each call.
 * What it calls is guarded. */
#if defined(__has_attribute)
#if __has_attribute(no_stack_protector)
#define MPIT_UNGUARDED __attribute__((no_stack_protector))
#endif
#endif
#ifndef MPIT_UNGUARDED
#define MPIT_UNGUARDED
#endif

/* Keeps the compiler from going back to what the value was made from: from testing bits of the
 * watch mask before the vendor's call and keeping each answer for after it, from adding up the
 * address of a thread's data anew at each use. */
#define MPIT_OPAQUE(value) __asm__("" : "+r"(value))

/* Gives a variable whatever is in a register, by no instruction: for what is read only where a bit
 * is on that the compiler, which has been kept from going back to it, does not know to be off. */
#define MPIT_ANYTHING(value) __asm__("" : "=r"(value))

#endif
