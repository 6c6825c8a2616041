/* How a row says what it has found.  A row that says nothing is kept. */
#ifndef CONFORM_JUDGE_H
#define CONFORM_JUDGE_H

#include <mpi.h>

/* As the MPI library's own header has them, and mpit_events.h defines what is missing; in that of
 * the ABI they are no macros. */
#if defined(MPI_T_ERR_NOT_ACCESSIBLE) && defined(MPI_T_ERR_NOT_SUPPORTED)
#define CONFORM_HAS_CODES_OF_5 1
#elif defined(MPI_ABI_VERSION)
#if MPI_ABI_VERSION > 0
#define CONFORM_HAS_CODES_OF_5 1
#endif
#endif

#include <mpit_events.h>
#include <stdbool.h>

/* It is broken, and goes on; the first few are told. */
void judge_broken(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* What it is about to look at: which one a crash is of. */
void judge_at(const char *what);

/* It cannot be judged, as what it is about is not there: it ends here. */
void judge_absent(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

#define CHECK(condition, ...)                                                                      \
    do {                                                                                           \
        if (!(condition))                                                                          \
            judge_broken(__VA_ARGS__);                                                             \
    } while (0)

/* A call and the code that it has to return; true if it did. */
#define EXPECT(call, code) judge_code(#call, (call), code)
#define SUCCEEDS(call)     EXPECT(call, MPI_SUCCESS)
bool judge_code(const char *call, int seen, int expected);

/* A call that has to return an error, whichever. */
#define FAILS(call) judge_failure(#call, call)
void judge_failure(const char *call, int seen);

/* The name of a code of MPI_T, or its number; until the next call but three. */
const char *judge_code_name(int code);

struct judge_code {
    const char *name;
    int code;
};
extern const struct judge_code judge_codes[];
extern const int judge_ncodes;

/* Rows of rows.def. */
#define GROUP(name, state, process)
#define ROW(name, demand, where, what) void row_##name(void);
#include "rows.def"

#endif
