/* bench/overhead --check: what is allowed, and whether it is kept. README has the method. */
#include "overhead.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An interval that reaches farther over a limit does not show that it is held: in ns a call (or
 * instructions); where others have a part in how long a call takes, in parts of that.  How two
 * ranks poll past each other, and what a file system does, moves figures by more than we take: a
 * variant that does more may be the faster one there. */
static const double RESOLUTION = 0.5, RESOLUTION_OF_CALL = 0.1;

static double resolution_of(const struct bench_overhead *run, int c)
{
    const struct bench_overhead_case *of = &bench_overhead_cases[c];

    if (run->instructions || (of->ranks == 1 && !bench_overhead_is_for(FOR_IO, c)))
        return RESOLUTION;
    return RESOLUTION_OF_CALL * mpib_median(run->cells[PLAIN][c].figure, run->measured[c]) /
           of->calls;
}

/* ---- limits */

static double ns(const struct bench_overhead *run, double limit, int round)
{
    return limit * bench_slower(run->vendor, run->cells[PLAIN][CASE_yardstick].figure[round]);
}

static double ns_a_call(const struct bench_overhead *run, double a_call, int c, int round)
{
    return ns(run, a_call * bench_overhead_cases[c].calls, round);
}

static double limit_counts(const struct bench_overhead *run, int c, int round)
{
    const struct bench_overhead_case *of = &bench_overhead_cases[c];

    return ns(run, 4.0 * (of->calls - 2 * of->irecvs) + 15.0 * of->irecvs, round);
}

static double limit_clock(const struct bench_overhead *run, int c, int round)
{
    return 2 * bench_overhead_cases[c].calls * run->cells[PLAIN][CASE_clock_read].figure[round];
}

/* Two readings of the counter are nobody's merit, and nobody's fault. */
static double limit_ipm(const struct bench_overhead *run, int c, int round)
{
    const double floor =
        2 * bench_overhead_cases[c].calls * run->cells[PLAIN][CASE_tick_read].figure[round];
    const double ipm = run->cells[IPM][c].figure[round] - run->cells[PLAIN][c].figure[round];

    return floor + (ipm - floor) / 3;
}

/* That a thread says where it is. */
static double limit_where(const struct bench_overhead *run, int c, int round)
{
    return ns_a_call(run, 2.0, c, round);
}

/* That the last calls are kept. */
static double limit_recorder(const struct bench_overhead *run, int c, int round)
{
    return ns_a_call(run, 3.0, c, round);
}

/* That who waits for whom is known. */
static double limit_waits(const struct bench_overhead *run, int c, int round)
{
    return ns_a_call(run, 5.0, c, round);
}

/* That it is known from where in the program calls are made. */
static double limit_sites(const struct bench_overhead *run, int c, int round)
{
    return ns_a_call(run, 4.0, c, round);
}

/* Of instructions: an unwatched hook may test one word more than an empty wrapper does. */
static double limit_word_test(const struct bench_overhead *run, int c, int round)
{
    enum { LOAD_COMPARE_BRANCH = 3 };

    (void)run;
    (void)round;
    return LOAD_COMPARE_BRANCH * bench_overhead_cases[c].calls;
}

/* ---- targets */

struct target {
    const char *what;
    int variant, base;
    bench_overhead_limit *limit; /* NULL: nothing is allowed over the base */
    unsigned kinds;
    const char *only; /* the one case that it is about; NULL: all of the kinds */
};

static const struct target of_time[BENCH_OVERHEAD_TARGETS] = {
    {"unwatched: at most the empty wrapper", UNWATCHED, WRAPPER, NULL, FOR_ALL, NULL},
    {"counts and bytes: at most 4 ns a blocking call or send, 15 ns a nonblocking receive", COUNTS,
     PLAIN, limit_counts, FOR_ALL & ~FOR_IO, NULL},
    {"counts and bytes of file access: at most 4 ns a call over a wrapper that returns", COUNTS,
     RETURNING, limit_counts, FOR_IO, NULL},
    {"time: at most 2 clock reads a call over counts and bytes", TIME, COUNTS, limit_clock, FOR_ALL,
     NULL},
    {"report: over two readings of the processor's counter, at most a third of what IPM adds",
     REPORT, PLAIN, limit_ipm, FOR_P2P, "self_isend"},
    {"live: no more than the report alone", LIVE, REPORT, NULL, FOR_ALL, NULL},
    {"where: at most 2 ns a call over live", WHERE, LIVE, limit_where, FOR_ALL, NULL},
    {"recorder: at most 3 ns a call over where", RECORDER, WHERE, limit_recorder, FOR_ALL, NULL},
    {"waits: at most 5 ns a call over time", WAITS, TIME, limit_waits, FOR_ALL, NULL},
    {"sites: at most 4 ns a call over report", SITES, REPORT, limit_sites, FOR_ALL, NULL},
};

static const struct target of_instructions[] = {
    {"unwatched: at most the empty wrapper and the test of one word, in instructions", UNWATCHED,
     WRAPPER, limit_word_test, FOR_ALL, NULL},
    {"live: not one more than the report alone, in instructions", LIVE, REPORT, NULL, FOR_ALL,
     NULL},
};

static bool is_about(const struct target *t, int c)
{
    return bench_overhead_is_for(t->kinds, c) &&
           (!t->only || strcmp(t->only, bench_overhead_cases[c].name) == 0);
}

static void target_check(struct bench_overhead *run, const struct target *t, int c)
{
    struct bench_overhead_finding *f = &run->findings[run->findings_made++];

    *f = (struct bench_overhead_finding){t->what, c, BENCH_UNDECIDED, {NAN, NAN, NAN}};
    if (bench_overhead_measured(run, t->variant, c) && bench_overhead_measured(run, t->base, c) &&
        (t->limit != limit_ipm || bench_overhead_measured(run, IPM, c))) {
        f->excess = bench_overhead_over(run, t->variant, t->base, c, t->limit);
        f->verdict = bench_verdict(f->excess, resolution_of(run, c));
    }
}

static void targets_check(struct bench_overhead *run, const struct target *targets, int n)
{
    run->findings_made = 0;
    for (int t = 0; t < n; t++) {
        for (int c = 0; c < CASES; c++) {
            if (run->selected[c] && is_about(&targets[t], c))
                target_check(run, &targets[t], c);
        }
    }
}

/* ---- verdicts */

/* Could more rounds decide what has to be decided, or acquit who was found guilty by chance? */
static bool is_open(const struct bench_overhead_finding *f)
{
    if (isnan(f->excess.middle))
        return false;
    return f->verdict == BENCH_MISSED ||
           (f->verdict == BENCH_UNDECIDED && bench_overhead_cases[f->c].decides);
}

/* Which cases those are; false: none. */
static bool open_cases(struct bench_overhead *run)
{
    bool any = false;

    memset(run->open, 0, sizeof run->open);
    for (int i = 0; i < run->findings_made; i++) {
        if (is_open(&run->findings[i])) {
            run->open[run->findings[i].c] = true;
            any = true;
        }
    }
    run->open[CASE_clock_read] = run->open[CASE_tick_read] = run->open[CASE_yardstick] =
        any; /* limits are in them */
    return any;
}

void bench_overhead_rounds_check(struct bench_overhead *run)
{
    int block = run->rounds;

    targets_check(run, of_time, BENCH_OVERHEAD_TARGETS);
    for (int look = 1;
         look < run->looks && open_cases(run) && run->rounds + block <= MPIB_ROUNDS_MOST; look++) {
        run->rounds += block;
        bench_overhead_rounds_run(run, run->rounds - block);
        targets_check(run, of_time, BENCH_OVERHEAD_TARGETS);
    }
}

void bench_overhead_instructions_check(struct bench_overhead *run)
{
    targets_check(run, of_instructions, sizeof of_instructions / sizeof of_instructions[0]);
}

int bench_overhead_exit(const struct bench_overhead *run)
{
    int code = BENCH_HELD;

    for (int i = 0; i < run->findings_made; i++) {
        const struct bench_overhead_finding *f = &run->findings[i];

        if (f->verdict == BENCH_MISSED)
            return BENCH_MISSED;
        if (f->verdict == BENCH_UNDECIDED && bench_overhead_cases[f->c].decides)
            code = BENCH_UNDECIDED;
    }
    return code;
}
