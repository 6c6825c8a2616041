/* Whether a job can be run: its launcher and its programs, before anything is started. */
#ifndef TOOL_RUN_CHECK_JOB_H
#define TOOL_RUN_CHECK_JOB_H

#include "tools/job/launcher.h"

/* Finds whose launcher it is that argv begins with.  Goes to the command of the job's own MPI, if
 * it is another; else returns TOOL_GO_ON, or an exit code after having said why not. */
int tool_run_check_job(char *const *argv, enum tool_launcher *launcher);

/* Says with which errno a program could not be started; the exit code. */
int tool_run_complain_start(const char *program, int error);

#endif
