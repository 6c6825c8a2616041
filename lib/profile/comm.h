/* What is asked of a communicator beyond its size and rank. */
#ifndef MPIT_PROFILE_COMM_H
#define MPIT_PROFILE_COMM_H

#include "profile/object.h"

/* Neighbours that a process sends to in a neighbourhood collective on this communicator. */
int mpit__object_parts(struct mpit_object *comm);

/* The world rank of a peer, -1 outside MPI_COMM_WORLD; for the report. */
void mpit__object_world_ranks(struct mpit_object *object, int n, const int peers[], int world[]);

#endif
