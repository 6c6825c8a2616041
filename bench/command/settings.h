/* What `mpit-bench` was asked for. */
#ifndef MPIT_BENCH_SETTINGS_H
#define MPIT_BENCH_SETTINGS_H

#include "../mpib/mpib.h"

#include <stdbool.h>

enum bench_format { BENCH_TEXT, BENCH_JSON, BENCH_CSV };

/* Of the operations, those that are no collective of MPIB_coll_name. */
enum { BENCH_P2P = -1 };

/* In place of a method that is compared with. */
enum { BENCH_NO_METHOD = -1 };

/* Plain values: rank 0 reads the command line, and the others get this as it is. */
struct bench_settings {
    int exit_code; /* TOOL_GO_ON, or: nothing to measure */
    int operation; /* an index, or BENCH_P2P */
    int method;    /* a row of methods.def; of no meaning for BENCH_P2P */
    int compare;   /* another row, or BENCH_NO_METHOD */
    int rounds;    /* of a comparison */
    int root, peer;
    MPIB_msgset sizes;
    MPIB_precision precision;
};

/* For rank 0 alone. */
struct bench_wishes {
    enum bench_format format;
    bool quiet;
    char *plot; /* or NULL */
};

/* `ranks`: how many there are.  What is wrong has been said when this returns. */
void mpit__bench_settings_read(int argc, const char **argv, int ranks,
                               struct bench_settings *settings, struct bench_wishes *wishes);

const char *mpit__bench_operation_name(const struct bench_settings *settings);
const char *mpit__bench_method_name(const struct bench_settings *settings);
const char *mpit__bench_compare_name(const struct bench_settings *settings);

enum bench_method {
#define METHOD(name, what) BENCH_METHOD_##name,
#include "methods.def"
#undef METHOD
    BENCH_METHODS
};

#endif
