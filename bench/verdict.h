/* What is said of a target. */
#ifndef BENCH_VERDICT_H
#define BENCH_VERDICT_H

#include "../mpib/median.h"

/* The numbers are exit statuses as well. */
enum bench_verdict { BENCH_HELD, BENCH_MISSED, BENCH_UNDECIDED };

/* Of the interval by which something lies over its limit: it is held where that reaches no farther
 * over it than `resolution`, by which two builds of the same differ; missed where all of it lies
 * farther; else a wider interval would make of what is held what is missed. */
enum bench_verdict bench_verdict(struct mpib_interval excess, double resolution);

/* Limits in ns are of the processor that they were set on: how many times as much is allowed here,
 * where a version of MPI takes so many ns for the case "yardstick".  Never less than once; once,
 * where it is not known what that version took there. */
double bench_slower(const char *vendor, double yardstick);

/* That, where it is more than once or not known. */
void bench_slower_print(const char *vendor, double yardstick);

/* For people, where what is missed stands out, and for scripts. */
const char *bench_verdict_text(enum bench_verdict verdict);
const char *bench_verdict_json(enum bench_verdict verdict);

#endif
