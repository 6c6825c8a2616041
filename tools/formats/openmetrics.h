/* Families of OpenMetrics, of any things: their fields say which are labels and which families. */
#ifndef TOOL_FORMATS_OPENMETRICS_H
#define TOOL_FORMATS_OPENMETRICS_H

#include <stdio.h>

#include "record/fields.h"

/* In rows of fields. */
#define FAMILY(name_) .metric = {.name = name_}
#define LABEL(thing, member)                                                                       \
    {                                                                                              \
        MPIT_FIELD(NULL, thing, member), .metric = {.label = #member }                             \
    }
/* A text that may not be known. */
#define LABEL_IF_KNOWN(name, thing, member)                                                        \
    {                                                                                              \
        MPIT_FIELD(NULL, thing, member), .absent = true, .metric = {.label = name }                \
    }

/* All families of a group, each with the samples of all n things; none where n is 0.  The
 * second thing with the same labels gets a number behind the first of these. */
void tool_openmetrics_write_families(const struct mpit_group *group, const void *first, int n,
                                     FILE *out);

#endif
