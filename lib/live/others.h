/* The segments of other processes of this job on this node, which stand in the folder of this
 * one's. */
#ifndef MPIT_LIVE_OTHERS_H
#define MPIT_LIVE_OTHERS_H

#include <limits.h>
#include <stdbool.h>

#include "live/layout.h"

/* Opens a file for reading, whatever it is, without waiting for anybody; -1: it cannot be read. */
int mpit__others_open(const char *path);

/* The head of a segment that this version understands. */
bool mpit__others_read(int file, struct mpit_live_head *head);

/* Whether it is one of this process's job; when MPI has begun there, whether of its MPI_COMM_WORLD,
 * with the same clock. */
bool mpit__others_is_of_job(const struct mpit_live_head *head);
bool mpit__others_is_of_world(const struct mpit_live_head *head);

/* Gives the path of each file in the folder that is named as a segment.  Not to be called from a
 * signal handler. */
enum { MPIT_OTHERS_PATH = PATH_MAX };
void mpit__others_each(void (*look)(const char *path));

#endif
