/* The names of records: what a name with %j or %p stands for, and the next one where there is a
 * record of that name already. */
#ifndef MPIT_RECORD_NAME_H
#define MPIT_RECORD_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* Puts in the job's number for %j, as the batch system says it, else the process id of who started
 * this process; this process's for %p; % for %%.  False if it does not fit: it is cut then. */
bool mpit__name_expand(const char *pattern, char *name, size_t size);

/* The number goes before the ending: job.json, job.2.json, job.3.json. */
bool mpit__name_number(const char *name, int number, char *numbered, size_t size);

/* Makes an empty file of the first of these names that is free, so that no other process takes it.
 * False if none can be made: `taken` is then the name itself, for an error to be found with it. */
bool mpit__name_take(const char *name, char *taken, size_t size);

#endif
