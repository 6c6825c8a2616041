/* A record as a trace of OTF2, which Vampir, the tools of Score-P and Hatchet read: the last calls
 * of each thread, and the messages between them. */
#ifndef TOOL_FORMATS_OTF2_H
#define TOOL_FORMATS_OTF2_H

#include <stdbool.h>

#include "record/record.h"

/* Makes the folder, which may be there if it is empty.  False after having said why there is none:
 * then nothing is left of it. */
bool tool_otf2_write_record(const struct mpit_record *record, const char *folder);

#endif
