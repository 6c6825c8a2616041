/* What the judge (conform/README) has found: of each row, with each library. */
#ifndef TOOL_CONFORM_CONFORM_H
#define TOOL_CONFORM_CONFORM_H

#include <stdbool.h>
#include <stdio.h>

enum conform_verdict { CONFORM_NOT_OFFERED, CONFORM_KEPT, CONFORM_BROKEN, CONFORM_VERDICTS };
extern const char *const conform_words[CONFORM_VERDICTS];

/* The MPI library alone; with libmpit before it. */
enum conform_library { CONFORM_PLAIN, CONFORM_MPIT, CONFORM_LIBRARIES };
extern const char *const conform_libraries[CONFORM_LIBRARIES + 1]; /* ends with NULL, as: */
extern const char *const conform_formats[];

struct conform_finding {
    enum conform_verdict verdict;
    char *seen; /* what was expected, and seen; what is not offered; NULL: nothing to say */
};

struct conform_row {
    char *group, *name, *demand, *where, *what;
    bool alone; /* its process has no other row */
    struct conform_finding found[CONFORM_LIBRARIES];
};

struct conform_rows {
    struct conform_row *row; /* [n] */
    int n, judged;           /* those that are looked at stand first */
    bool is_judged[CONFORM_LIBRARIES];
    char *mpi; /* which it is */
};

/* ---- the program that looks: with the command in front that starts it, or none */
struct conform_program {
    char *path;
    const char *const *launcher; /* [launchers] */
    int launchers;
};

/* Its rows, all of them not offered yet; false after a message. */
bool conform_take_rows(const struct conform_program *program, struct conform_rows *rows);

/* Whether libmpit is there when it is to be; false after a message. */
bool conform_has_libmpit(const struct conform_program *program);
void conform_free_rows(struct conform_rows *rows);

/* Runs all of them with a library. */
void conform_judge(const struct conform_program *program, enum conform_library library,
                   struct conform_rows *rows);

/* A run of it in a process group of its own, whose lines on standard output are handed over as they
 * come.  Returns how it ended: NULL after an ordinary end, else "Segmentation fault" or the like,
 * to be freed. */
char *conform_run(const struct conform_program *program, enum conform_library library,
                  const char *group, const char *row, void (*line)(char *line, void *context),
                  void *context);

/* ---- what is written of it */
int conform_count(const struct conform_rows *rows, enum conform_library library,
                  enum conform_verdict verdict);
void conform_write_text(const struct conform_rows *rows, FILE *out);
void conform_write_json(const struct conform_rows *rows, FILE *out);
void conform_write_junit(const struct conform_rows *rows, FILE *out);

#endif
