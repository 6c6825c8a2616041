/* The events of MPI's beginning and end, of the world and of sessions. */
#ifndef MPIT_ENTRY_LIFE_EVENTS_H
#define MPIT_ENTRY_LIFE_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

enum mpit_model { MPIT_MODEL_WORLD, MPIT_MODEL_SESSION }; /* as Open MPI has them */

/* Whether anybody is told of it: what nobody wants to know is not asked for. */
bool mpit__life_event_is_wanted(void);

/* instance: of a session its handle; of the world it is not looked at. */
void mpit__life_event_begun(enum mpit_model model, int thread_level, uint64_t instance);
void mpit__life_event_ends(enum mpit_model model, uint64_t instance);

#endif
