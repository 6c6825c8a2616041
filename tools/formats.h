/* What shows a record: the functions that formats.def names.  Each returns 0 or the errno of the
 * failed write. */
#ifndef TOOL_FORMATS_H
#define TOOL_FORMATS_H

#include <stdio.h>

#include "record/record.h"

#define FORMAT(name, write, desc) int write(const struct mpit_record *record, FILE *out);
#include "formats.def"
#undef FORMAT

#endif
