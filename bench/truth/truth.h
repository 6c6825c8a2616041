/* What the cases of truth.def share: who a rank is, how it works, and how long it has. */
#ifndef BENCH_TRUTH_H
#define BENCH_TRUTH_H

/* How long a case is about, and in how many steps. */
enum { BENCH_BODY_MS = 1200, BENCH_STEPS = 8, BENCH_STEP_MS = BENCH_BODY_MS / BENCH_STEPS };

extern int bench_rank, bench_ranks;
extern const char *bench_file; /* a name for who writes one */

double bench_now(void);

/* Works by sleeping, which needs no processor; by computing, for so long on a processor.  What they
 * took more than that is known (bench_work_excess), in seconds. */
void bench_sleep(double ms);
void bench_compute(double ms);
double bench_work_excess(void);

/* One of the BENCH_STEPS: who is late works for all of it, the others so much less. */
void bench_step(int is_late, int degree);

/* bench_do_<run> of each case. */
#define CASE(name, ranks, kind, run, ...) void bench_do_##run(int degree);
#include "bench/truth/truth.def"
#undef CASE

#endif
