/* Events by name, what is known of them, and handles that record what is raised, for the MPI test
 * programs. */
#ifndef MPIT_TESTS_MPI_RECORDER_H
#define MPIT_TESTS_MPI_RECORDER_H

#include <mpit_events.h>

#include "watch.h"

enum { ELEMENTS = 16 };

/* Index by name; an event that is not there ends the test. */
int event_of(const char *name);

/* Metadata, whole; false (and a failure) if get_info fails. */
struct event_info {
    char name[TEXT], desc[TEXT];
    int name_len, desc_len, verbosity, elements, binding;
    MPI_Datatype types[ELEMENTS];
    MPI_Aint displacements[ELEMENTS];
    MPI_T_enum enumtype;
};
bool event_info(int index, struct event_info *info);

/* The number that an element of an instance is. */
double element_of(MPI_T_event_instance instance, const struct event_info *info, int element);
/* Which element of that name there is; one that is not there ends the test. */
int element_named(const struct event_info *info, const char *name);

/* ---- recording ---- */

enum { KEPT = 4096 };

/* What a handle was told: all of the first KEPT events, the number of all. */
struct recorder {
    MPI_T_event_registration handle;
    struct event_info info;
    _Atomic int seen;
    double values[KEPT][ELEMENTS];
    MPI_Count stamps[KEPT];
};
/* Registered at all levels; `object` is NULL for what is bound to nothing. */
void record(struct recorder *recorder, const char *name, void *object);
void end_record(struct recorder *recorder);
/* What has been recorded so far is forgotten. */
void forget(struct recorder *recorder);
/* The element `name` of event i. */
double told(struct recorder *recorder, int i, const char *name);
/* What that number means by the hints of the event type, as they are now; empty where nothing. */
enum { WORD = 64 };
void told_word(struct recorder *recorder, int i, const char *name, char word[WORD]);

#endif
