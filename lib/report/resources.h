/* What this process has had of the machine by now. */
#ifndef MPIT_REPORT_RESOURCES_H
#define MPIT_REPORT_RESOURCES_H

#include "record/record.h"

/* Since it began, what the system tells of all threads at once, those that have ended, too. */
struct mpit_record_resources mpit__resources_at_once(void);

/* What is counted from here on, by a look at each thread. */
void mpit__resources_begin(void);

/* Since then; what the system does not tell is not known. */
struct mpit_record_resources mpit__resources_had(void);

/* The same but for what takes a look at each thread. */
struct mpit_record_resources mpit__resources_had_at_once(void);

/* The thread that calls is ours: that it waits for a processor is nothing of the program. */
void mpit__resources_leave_out(void);

#endif
