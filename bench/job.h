/* Starting measured programs: their commands, what they print, where they are. */
#ifndef BENCH_JOB_H
#define BENCH_JOB_H

#include <stdbool.h>
#include <stddef.h>

/* It could not be measured: nothing is said of what was to be measured. */
enum { BENCH_JOB_FAILED = 3 };

/* One line on standard error, and exit with BENCH_JOB_FAILED. */
__attribute__((noreturn, format(printf, 1, 2))) void bench_job_fail(const char *format, ...);

/* Words of a command; each is freed with it. */
struct bench_job {
    char *argv[64];
    int argc;
};

__attribute__((format(printf, 2, 3))) void bench_job_word(struct bench_job *job, const char *format,
                                                          ...);
void bench_job_free(struct bench_job *job);

/* Runs the command, with its standard output in `text`; it has its own process group, which ends
 * whole after `seconds`.  How it ended, as waitpid says it; -1: not in time. */
int bench_job_run(const struct bench_job *job, int seconds, char *text, size_t size);

/* The same, and fails unless the exit is 0; `what` names it. */
void bench_job_run_well(const struct bench_job *job, const char *what, int seconds, char *text,
                        size_t size);

/* A file that was named with an option must be there; one that was not (NULL) is looked for in two
 * places, seen from this program's directory.  NULL if it is in neither. */
char *bench_job_file(const char *option, const char *named, const char *first, const char *second);

/* Whether two paths name one file. */
bool bench_job_same_file(const char *a, const char *b);

/* "what 3 of 15" on standard error: on a terminal, where each is written over the one before. */
void bench_job_progress(const char *what, int done, int all);

/* Puts the numbers of n jobs in a random order. */
void bench_job_shuffle(int *jobs, int n);

/* "name": "text" of JSON on standard output. */
void bench_job_json_string(const char *name, const char *text);

#endif
