/* A job of this program, as it is started from outside, and what it says. */
#ifndef COMMAND_JOB_H
#define COMMAND_JOB_H

#include <jansson.h>
#include <stdbool.h>

/* Whether a launcher has started this process already; whether it is the first of such, who speaks
 * for all. */
bool command_job_is_inside(void);
bool command_job_is_first(void);

/* Whether a launcher has started several, of which MPI knows this one: it is another MPI's. */
bool command_job_is_another_mpi(int ranks);

/* This program, or what chooses it by the launcher, by its path. */
char *command_job_program(void);

/* Runs a command with the standard error of this process.  Its JSON, to be freed; NULL where there
 * is none: then why has been said, by the job or here, and the result is the exit code for it. */
int command_job_run(char *const *command, json_t **record);

#endif
