/* The one way for what the library says.  Standard error only, one write a message. */
#ifndef MPIT_GROUND_MESSAGE_H
#define MPIT_GROUND_MESSAGE_H

/* The items of the enumeration mpit_verbose, in order. */
enum mpit_level { MPIT_QUIET, MPIT_WARN, MPIT_INFO, MPIT_DEBUG };

/* Says it where mpit_verbose is at least level: "mpit: [rank N:] …". */
void mpit__message(enum mpit_level level, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* One line a job, never one a rank.  What comes to all processes alike, as a setting does, rank 0
 * says, or the process that no launcher has started. */
void mpit__message_job(enum mpit_level level, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* What can be so on one node and not on another, or of some ranks alone: of the processes of a node
 * that have it to say the first one says it, and if the job has others, on which node.  What it is
 * about is the format, and `topic`, if it is not NULL. */
void mpit__message_node(enum mpit_level level, const char *topic, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The rank that messages name; -1 before MPI_Init. */
void mpit__message_rank(int rank);

#endif
