/* Families of OpenMetrics, of any things: their fields say which are labels and which families. */
#ifndef TOOL_OPENMETRICS_H
#define TOOL_OPENMETRICS_H

#include <stdio.h>

#include "record/fields.h"

/* In rows of fields. */
#define FAMILY(name_) .metric = {.name = name_}
#define LABEL_AS(name, thing, member)                                                              \
    {                                                                                              \
        MPIT_FIELD(NULL, thing, member), .metric = {.label = name }                                \
    }
#define LABEL(thing, member) LABEL_AS(#member, thing, member)

/* All families of a group, each with the samples of all n things; none where n is 0.  The
 * second thing with the same labels gets a number behind the first of these. */
void tool_openmetrics_write_families(const struct mpit_group *group, const void *first, int n,
                                     FILE *out);

#endif
