/* The names of records: what a name with %j, %p and so on stands for, and the next one where there
 * is a record of that name already. */
#ifndef MPIT_RECORD_NAME_H
#define MPIT_RECORD_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* Puts in the job's number for %j, as the batch system says it, else the process id of who started
 * this process; this process's for %p; the year, the month and the day of now for %Y, %m and %d,
 * local time; the name of the user for %u, as the environment has it, else his number; the name of
 * the program for %n; % for %%.  False if it does not fit: it is cut then. */
bool mpit__name_expand(const char *pattern, char *name, size_t size);

/* Whether the command packs a record of that name: it ends in .json.gz.  The library writes it as
 * it is, and whoever reads one looks at its first bytes. */
bool mpit__name_is_packed(const char *name);

/* The number goes before the ending: job.json, job.2.json, job.3.json; job.2.json.gz. */
bool mpit__name_number(const char *name, int number, char *numbered, size_t size);

/* Gives a file that is whole the first of these names that is free; a link, or what no record is,
 * is replaced instead.  No other process takes that name, and none finds less than the whole there.
 * 0, and the name in `placed`; or an errno. */
int mpit__name_place(const char *file, const char *name, char *placed, size_t size);

#endif
