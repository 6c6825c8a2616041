/* What the segment says of the process that it belongs to, and where it stands. */
#ifndef MPIT_LIVE_PROCESS_H
#define MPIT_LIVE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "live/layout.h"

/* Process, machine, job, rank and size as far as the launcher has told, command. */
void mpit__process_describe(struct mpit_live_head *head);

/* Whether the launcher says that it has started as many processes on this node; of one that is
 * alone nobody says anything. */
bool mpit__process_has_company(int size);

/* The folder of segments (mpit_live_dir), made where it is missing; NULL, after having said why,
 * where it is none that nobody else can write to. */
const char *mpit__process_folder(void);

/* The name of a segment of this process in a folder. */
void mpit__process_file(const char *folder, char *path, size_t size);

/* The command line of this process, with blanks between the arguments. */
void mpit__process_command(char *command, size_t size);

/* When a process has started, in ticks of the clock since the system did; 0: nobody knows. */
uint64_t mpit__process_start(long pid);

/* What stands in a small file, as far as it has room, with a zero behind it; the bytes of it. */
size_t mpit__process_read(const char *name, char *text, size_t size);

#endif
