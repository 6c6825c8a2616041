/* What every MPI test program has in common.
 *
 * A program is a list of tests whose names are sentences.  For each test every rank prints one
 * line: "ok: name", or "FAIL: name: why" for each thing that is wrong.  A check that fails does not
 * end the test, so that the ranks stay in step.
 *
 *   program                 runs all of its tests
 *   program NAME...         runs these
 *   program --list          prints their names
 *
 * With HARNESS_PLAIN=1 a test that needs a variable of ours where there is none prints "absent:
 * name" and is no failure: tests/conformance.sh runs the programs on the plain vendor so. */
#ifndef MPIT_TESTS_MPI_HARNESS_H
#define MPIT_TESTS_MPI_HARNESS_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

enum { TEXT = 2048 };

struct test {
    const char *name;
    void (*run)(void);
};
#define TEST(name) {#name, name},

/* MPI and MPI_T up (thread level MULTIPLE) around all tests, in one process a rank; or each test in
 * a child process of its own, which has neither: it may crash, or initialize in any order. */
enum harness_mode { HARNESS_MPI_IS_UP, HARNESS_EACH_IN_A_CHILD };

int harness_main(int argc, char **argv, enum harness_mode mode, const struct test *tests, size_t n);
#define SUITE(mode, ...)                                                                           \
    int main(int argc, char **argv)                                                                \
    {                                                                                              \
        static const struct test tests[] = {__VA_ARGS__};                                          \
        return harness_main(argc, argv, mode, tests, sizeof tests / sizeof *tests);                \
    }

extern int rank, ranks; /* in MPI_COMM_WORLD */

/* The test fails, and goes on. */
void fail_at(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#define FAIL(...) fail_at(__FILE__, __LINE__, __VA_ARGS__)
#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition))                                                                          \
            FAIL("%s", #condition);                                                                \
    } while (0)
/* What the failure is about stands in the message: the variable, the call. */
#define CHECK_FOR(what, condition)                                                                 \
    do {                                                                                           \
        if (!(condition))                                                                          \
            FAIL("%s: %s", what, #condition);                                                      \
    } while (0)
#define CHECK_INT(found, expected) check_int(__FILE__, __LINE__, #found, (found), (expected))
/* An MPI_T call and the code that it must return. */
#define CHECK_RC(call, expected) check_int(__FILE__, __LINE__, #call, (call), (expected))
#define OK(call) CHECK_RC(call, MPI_SUCCESS)
bool check_int(const char *file, int line, const char *what, long long found, long long expected);

/* Ends the test here: what it needs is not there. */
void need_failed(const char *what) __attribute__((noreturn));

/* Indices by name; a variable that is not there ends the test. */
int cvar_of(const char *name);
int pvar_of(const char *name, int var_class);

/* Metadata, whole; false (and a failure) if get_info fails. */
struct cvar_info {
    char name[TEXT], desc[TEXT];
    int name_len, desc_len, verbosity, binding, scope;
    MPI_Datatype datatype;
    MPI_T_enum enumtype;
};
struct pvar_info {
    char name[TEXT], desc[TEXT];
    int name_len, desc_len, verbosity, var_class, binding, readonly, continuous, atomic;
    MPI_Datatype datatype;
    MPI_T_enum enumtype;
};
bool cvar_info(int index, struct cvar_info *info);
bool pvar_info(int index, struct pvar_info *info);
bool is_own(const char *name);
size_t size_of(MPI_Datatype datatype); /* of the seven; 0 of any other */

/* A handle with its session, for one variable. */
struct watched {
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handle;
    int index, count;
    MPI_Datatype datatype;
};
struct watched watch_on(MPI_T_pvar_session session, const char *name, int var_class, void *object);
struct watched watch(const char *name, int var_class, void *object); /* in a session of its own */
void unwatch(struct watched *watched);                               /* and frees that session */
void start(const struct watched *watched);
void stop(const struct watched *watched);
unsigned long long value(const struct watched *watched); /* of the only element, unsigned types */
unsigned long long element(const struct watched *watched, int i);
double seconds(const struct watched *watched);

/* The object to bind to for a kind of binding, NULL where this program has none at hand. */
void *object_for(int binding);

/* An int cvar by name. */
int cvar_get(const char *name);
int cvar_set(const char *name, int to); /* the code of the write */

#endif
