/* What tests/mpi/arguments.sh asks of arguments: each call of calls.def with right ones, and with
 * each of them wrong in turn. */
#ifndef TESTS_ARGUMENTS_H
#define TESTS_ARGUMENTS_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

/* A call, as calls.def has it. */
struct call {
    const char *name, *family, *via, *formals;
    int (*make)(void);
};

/* One argument of the call that is made: where it stands, and what its formal says. */
struct argument {
    void *at;
    size_t size;
    char type[64], name[32];
    int depth;     /* of pointers; an array is one */
    bool is_const; /* what it points to */
    bool is_array;
};

enum { MOST_ARGUMENTS = 16 };

/* What can be wrong with one; of these only those are made that its type and its name allow. */
enum wrong {
    RIGHT,
    A_NULL,
    FREED,
    UNCOMMITTED,
    UNFIT,
    NEGATIVE,
    HUGE_ONE,
    TOO_HIGH,
    IGNORED,
    IN_PLACE,
    FIRST_NEGATIVE,
    FIRST_NULL,
    FIRST_FREED,
    WRONGS
};
extern const char *const wrong_words[WRONGS];

/* Splits the text of the formals; `list` has `at` and `size` already. */
void arguments_read(const char *formals, struct argument list[], int n);

/* Objects that all calls share, before a process is made for each. */
void arguments_begin(bool own_handler);
void arguments_end(void);

/* What a call needs beforehand, and its right arguments. */
void arguments_put(const struct call *call, struct argument list[], int n);

/* Whether an argument can be wrong in this way; makes it so. */
bool arguments_can_be(const struct argument *argument, enum wrong wrong);
void arguments_spoil(struct argument *argument, enum wrong wrong);

/* What came of it, and of correct calls afterwards, in words. */
void arguments_tell(const struct call *call, const struct argument list[], int n, int rc);
void arguments_go_on(const struct call *call);

/* More of the line. */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Objects that may be watched. */
extern MPI_Comm arguments_comm, arguments_cart;
extern MPI_Win arguments_win;
extern MPI_Info arguments_info;
extern MPI_Group arguments_group;
extern MPI_Errhandler arguments_handler;

/* Everything that libmpit can be asked for (arguments_watch.c). */
void arguments_watch(void);

#endif
