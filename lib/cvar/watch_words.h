/* The words of mpit_watch, in the order in which they are shown.
 *
 *   WORD(name, bits, desc)   the first one is FIRST, for lists of them
 *     bits   of the watch mask (profile/watch.h)
 *     desc   what is watched, in parentheses behind the name */
#ifndef MPIT_CVAR_WATCH_WORDS_H
#define MPIT_CVAR_WATCH_WORDS_H

#define MPIT_WATCH_WORDS(FIRST, WORD)                                                              \
    FIRST(counts, MPIT_WATCH_COUNTS | MPIT_WATCH_COMM | MPIT_WATCH_COMPLETE,                       \
          "of messages, collective calls, one-sided operations and file accesses")                 \
    WORD(bytes, MPIT_WATCH_BYTES | MPIT_WATCH_COMM | MPIT_WATCH_COMPLETE, "that these move")       \
    WORD(time, MPIT_WATCH_TIME, "in MPI calls")                                                    \
    WORD(waits, MPIT_WATCH_WAITS | MPIT_WATCH_TIME | MPIT_WATCH_BYTES, "of calls, and for whom")   \
    WORD(sites,                                                                                    \
         MPIT_WATCH_SITES | MPIT_WATCH_CALLS | MPIT_WATCH_TIME | MPIT_WATCH_BYTES |                \
             MPIT_WATCH_COMPLETE,                                                                  \
         "of calls in the program")                                                                \
    WORD(peers, MPIT_WATCH_PEERS | MPIT_WATCH_COMM | MPIT_WATCH_COMPLETE,                          \
         "messages to and from each rank")                                                         \
    WORD(sizes, MPIT_WATCH_SIZES | MPIT_WATCH_COMM | MPIT_WATCH_BYTES | MPIT_WATCH_COMPLETE,       \
         "of messages")                                                                            \
    WORD(requests, MPIT_WATCH_REQUESTS | MPIT_WATCH_COMPLETE, "that are not complete")             \
    WORD(state, MPIT_WATCH_STATE, "what the process does")                                         \
    WORD(queue, MPIT_WATCH_QUEUE, "of unexpected messages")

/* "counts, bytes, …" */
#define MPIT_WATCH_NAME(name, bits, desc)      #name
#define MPIT_WATCH_NEXT_NAME(name, bits, desc) ", " #name

#define MPIT_WATCH_NAMES MPIT_WATCH_WORDS(MPIT_WATCH_NAME, MPIT_WATCH_NEXT_NAME)

/* "counts (of …), bytes (…), …" */
#define MPIT_WATCH_ITEM(name, bits, desc)      #name " (" desc ")"
#define MPIT_WATCH_NEXT_ITEM(name, bits, desc) ", " #name " (" desc ")"

#define MPIT_WATCH_ITEMS MPIT_WATCH_WORDS(MPIT_WATCH_ITEM, MPIT_WATCH_NEXT_ITEM)

#endif
