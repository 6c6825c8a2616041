/* The parts of bench/overhead, and what they work on. */
#ifndef BENCH_OVERHEAD_H
#define BENCH_OVERHEAD_H

#include <mpi.h> /* for OPEN_MPI alone: no part makes an MPI call */
#include <stdbool.h>

#include "../mpib/median.h"
#include "job.h"
#include "verdict.h"

/* ---- cases and variants */

enum kind { NONE, P2P, COLL, RMA, IO, KINDS };

/* Sets of kinds; all that call MPI, and what does not. */
enum {
    FOR_NONE = 1 << NONE,
    FOR_P2P = 1 << P2P,
    FOR_IO = 1 << IO,
    FOR_ALL = (1 << KINDS) - 1 - FOR_NONE
};

enum {
#define CASE(name, ...) CASE_##name,
#include "overhead_cases.def"
#undef CASE
    CASES
};

/* A row of overhead_cases.def, which says what the columns are. */
struct bench_overhead_case {
    const char *name;
    int ranks;
    enum kind kind;
    int calls, irecvs;
    bool decides;
    const char *what;
};

extern const struct bench_overhead_case bench_overhead_cases[CASES];

enum preload { NOTHING, LIBWRAPPER, LIBRETURNING, LIBMPIT, LIBIPM, PRELOADS };

enum {
    PLAIN,
    WRAPPER,
    RETURNING,
    UNWATCHED,
    COUNTS,
    TIME,
    PEERS,
    REPORT,
    LIVE,
    WHERE,
    RECORDER,
    WAITS,
    SITES,
    IPM,
#ifdef OPEN_MPI
    PML_MONITORING,
#endif
    VARIANTS
};

/* What is preloaded, for cases of which kinds it is, what the kernel watches in a case of each
 * kind, what is set in its environment, and whether a report is asked for. */
struct bench_overhead_variant {
    const char *name;
    enum preload preload;
    unsigned kinds;
    const char *watch[KINDS];
    const char *env[2];
    bool report;
    const char *live; /* what others can read of it (mpit_live); NULL: nothing */
    bool by_time; /* what it does depends on how long calls take: its instructions tell nothing */
};

extern const struct bench_overhead_variant bench_overhead_variants[VARIANTS];

/* ---- a run */

/* One variant of one case: a figure a round, or why there is none. */
struct bench_overhead_cell {
    double figure[MPIB_ROUNDS_MOST];
    char missing[256];
};

/* What --check says of one target and one case. */
struct bench_overhead_finding {
    const char *what;
    int c;
    enum bench_verdict verdict;
    struct mpib_interval excess; /* over what is allowed, a call; NAN: not measured */
};

enum { BENCH_OVERHEAD_TARGETS = 10 }; /* rows in overhead_targets.c */

struct bench_overhead {
    /* What is asked for. Rounds are added while --check finds something undecided. */
    int rounds, looks;
    int instructions, rows; /* options that were given */
    bool selected[CASES];
    bool open[CASES];    /* of these in the rounds to come … */
    int measured[CASES]; /* … and rounds that there are */
    char *kernel, *preload[PRELOADS];

    /* Where measured programs write. */
    char temp[64], report[96], log[96], counts[96], segments[96];

    /* What was found. */
    char vendor[256];
    struct bench_overhead_cell cells[VARIANTS][CASES];
    struct bench_overhead_finding findings[BENCH_OVERHEAD_TARGETS * CASES];
    int findings_made;
};

/* The number of a case; -1: there is none of this name. */
int bench_overhead_case_find(const char *name);

/* Is the case of one of these kinds?  Is the variant for it?  Are there figures of it, or will
 * there be: it is selected, and nothing is missing?  Is it to be measured? */
bool bench_overhead_is_for(unsigned kinds, int c);
bool bench_overhead_applies(int v, int c);
bool bench_overhead_measured(const struct bench_overhead *run, int v, int c);
bool bench_overhead_wanted(const struct bench_overhead *run, int v, int c);

/* What is allowed over another variant in a round, an iteration. */
typedef double bench_overhead_limit(const struct bench_overhead *run, int c, int round);

/* How far variant v lies over variant base, round by round, a call, less what is allowed; a limit
 * that is NULL allows nothing. */
struct mpib_interval bench_overhead_over(const struct bench_overhead *run, int v, int base, int c,
                                         bench_overhead_limit *limit);

/* ---- measuring */

/* Rounds of one process (or job) a variant, from this one to run->rounds. */
void bench_overhead_rounds_run(struct bench_overhead *run, int from);

/* The same cases once, counted by callgrind. */
void bench_overhead_instructions_run(struct bench_overhead *run);

/* What both have in common: the words of a command that set the environment of a variant; and to
 * run a command whose last word is the kernel, with the wanted cases of this many ranks.  It is
 * freed. */
void bench_overhead_environment_words(const struct bench_overhead *run, struct bench_job *job,
                                      int v);
void bench_overhead_kernel_run(struct bench_overhead *run, struct bench_job *job, int v, int ranks,
                               int round);

/* ---- what follows from the figures */

/* --check; of rounds, more are run while that can decide something. */
void bench_overhead_rounds_check(struct bench_overhead *run);
void bench_overhead_instructions_check(struct bench_overhead *run);

/* The exit status. */
int bench_overhead_exit(const struct bench_overhead *run);

void bench_overhead_table_print(const struct bench_overhead *run);
void bench_overhead_json_print(const struct bench_overhead *run);
void bench_overhead_rows_print(const struct bench_overhead *run); /* as instructions.def has them */

#endif
