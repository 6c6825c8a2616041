/* The settings in force, as plain values, for code that must not know what a variable is.
 *
 * A control variable mpit_<name> whose name stands here keeps its value here; nobody but lib/cvar
 * writes it.  All are 0 before the set-up. */
#ifndef MPIT_GROUND_IN_FORCE_H
#define MPIT_GROUND_IN_FORCE_H

#include <limits.h>

#include "ground/internal.h"
#include "ground/strings_out.h"

/* The items of the enumeration mpit_umq_source, in order. */
enum mpit_umq_source { MPIT_UMQ_AUTO, MPIT_UMQ_VENDOR, MPIT_UMQ_DRAIN, MPIT_UMQ_OFF };

/* The items of the enumeration mpit_readers, in order. */
enum mpit_readers { MPIT_READERS_OWNER, MPIT_READERS_GROUP, MPIT_READERS_ALL };

/* The items of the enumeration mpit_live_mode, in order. */
enum mpit_live_mode { MPIT_LIVE_IS_OFF, MPIT_LIVE_IS_COUNTS, MPIT_LIVE_IS_WHERE };

/* mpit_recorder=all. */
#define MPIT_RECORDER_ALL UINT_MAX

typedef char mpit_text[MPIT_TEXT];

#define MPIT_IN_FORCE_EACH(FIELD)                                                                  \
    FIELD(int, verbose) /* enum mpit_level */                                                      \
    FIELD(int, check)                                                                              \
    FIELD(int, umq_source)     /* enum mpit_umq_source */                                          \
    FIELD(int, report_readers) /* enum mpit_readers */                                             \
    FIELD(int, report_full)                                                                        \
    FIELD(int, vendor_variables)                                                                   \
    FIELD(int, null_objects)                                                                       \
    FIELD(unsigned, handle_limit)                                                                  \
    FIELD(unsigned, session_limit)                                                                 \
    FIELD(unsigned, umq_warn)                                                                      \
    FIELD(unsigned long, umq_drain_bytes)                                                          \
    FIELD(unsigned, site_depth)                                                                    \
    FIELD(unsigned, recorder)            /* calls a thread; MPIT_RECORDER_ALL */                   \
    FIELD(unsigned long, recorder_limit) /* bytes */                                               \
    FIELD(unsigned long, memory_limit)   /* bytes */                                               \
    FIELD(long long, peer_limit)                                                                   \
    FIELD(double, report_patience) /* seconds */                                                   \
    FIELD(double, sample_interval) /* seconds */                                                   \
    FIELD(int, live)               /* enum mpit_live_mode */                                       \
    FIELD(mpit_text, recorder_file)                                                                \
    FIELD(mpit_text, report)                                                                       \
    FIELD(mpit_text, live_dir)                                                                     \
    FIELD(mpit_text, live_job)

struct mpit_in_force {
#define FIELD(type, name) type name;
    MPIT_IN_FORCE_EACH(FIELD)
#undef FIELD
};
MPIT_INTERNAL extern struct mpit_in_force mpit__in_force;

/* One of them that another thread may be setting; a text is set before anybody looks. */
#define MPIT_IN_FORCE(name)                                                                        \
    ({                                                                                             \
        __typeof__(mpit__in_force.name) now_;                                                      \
        __atomic_load(&mpit__in_force.name, &now_, __ATOMIC_RELAXED);                              \
        now_;                                                                                      \
    })

#endif
