/* The one door for what the library says.  Standard error only, one write a message. */
#ifndef MPIT_GROUND_MESSAGE_H
#define MPIT_GROUND_MESSAGE_H

/* The items of the enumeration mpit_verbose, in order. */
enum mpit_level { MPIT_QUIET, MPIT_WARN, MPIT_INFO, MPIT_DEBUG };

/* Says it where mpit_verbose is at least level: "mpit: [rank N:] …". */
void mpit__message(enum mpit_level level, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same for what every process of a job would say alike: the launcher's rank 0 says it, or the
 * process that no launcher has started. */
void mpit__message_job(enum mpit_level level, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The rank that messages name; -1 before MPI_Init. */
void mpit__message_rank(int rank);

#endif
