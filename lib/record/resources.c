/* What processes have had of the machine: sums, and what came since. */
#include "record/record.h"

#define IS_KNOWN_SECONDS(value) isfinite(value)
#define IS_KNOWN_NUMBER(value)  ((value) >= 0)
#define IS_KNOWN_BYTES(value)   IS_KNOWN_NUMBER(value)

#define SUM_ADD(a, b)  ((a) + (b))
#define SUM_MOST(a, b) ((a) > (b) ? (a) : (b))

/* Counters of a system go back now and then, where threads have ended: by less than is told. */
#define SINCE_ADD(now, before)  ((now) > (before) ? (now) - (before) : 0)
#define SINCE_MOST(now, before) (now)

void mpit__resources_add(struct mpit_record_resources *sum,
                         const struct mpit_record_resources *more)
{
#define ROW(name, kind, how, ...)                                                                  \
    if (IS_KNOWN_##kind(sum->name) && IS_KNOWN_##kind(more->name))                                 \
        sum->name = SUM_##how(sum->name, more->name);                                              \
    else                                                                                           \
        sum->name = MPIT_UNKNOWN_##kind;
    MPIT_RECORD_RESOURCES(ROW)
#undef ROW
}

struct mpit_record_resources mpit__resources_since(const struct mpit_record_resources *now,
                                                   const struct mpit_record_resources *before)
{
    struct mpit_record_resources since = MPIT_RESOURCES_UNKNOWN;

#define ROW(name, kind, how, ...)                                                                  \
    if (IS_KNOWN_##kind(now->name) && IS_KNOWN_##kind(before->name))                               \
        since.name = SINCE_##how(now->name, before->name);
    MPIT_RECORD_RESOURCES(ROW)
#undef ROW
    return since;
}
