/* mpit_watch: quantities that are watched from MPI_Init on, by name. */
#ifndef MPIT_CVAR_WATCH_LIST_H
#define MPIT_CVAR_WATCH_LIST_H

#include <stdbool.h>
#include <stdint.h>

/* The watch bits of "counts,bytes,…"; false if a word is none of them. */
bool mpit__watch_list_parse(const char *text, uint32_t *mask);

#endif
