/* What is written, packed (gzip): tool_source_open reads it, and so do gunzip and zcat. */
#ifndef TOOL_RECORDS_PACKED_H
#define TOOL_RECORDS_PACKED_H

#include "ground/file.h"

/* Has it written, and writes it packed; 0 or an errno.  The stream is left open. */
int tool_packed_write(mpit_file_writer *write_it, const void *what, FILE *out);

#endif
