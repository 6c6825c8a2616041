/* What `mpit-bench` was asked for. */
#ifndef COMMAND_SETTINGS_H
#define COMMAND_SETTINGS_H

#include "../mpib.h"

#include <stdbool.h>

enum command_format { COMMAND_TEXT, COMMAND_JSON, COMMAND_CSV };

/* Of the operations, those that are no collective of MPIB_coll_name. */
enum { COMMAND_P2P = -1 };

enum command_method {
#define METHOD(name, what) COMMAND_METHOD_##name,
#include "methods.def"
#undef METHOD
    COMMAND_METHODS
};

/* Plain values: rank 0 reads the command line, and the others get this as it is. */
struct command_settings {
    int exit_code; /* TOOL_GO_ON, or: nothing to measure */
    int operation; /* an index, or COMMAND_P2P */
    int method;    /* a row of methods.def; of no meaning for COMMAND_P2P */
    int compare[COMMAND_METHODS], ncompare; /* the rows that it is compared with */
    int rounds;                             /* of a comparison */
    enum MPIB_outlier_rule outliers;
    int root, peer;
    MPIB_msgset sizes;
    MPIB_precision precision;
};

/* For rank 0 alone. */
struct command_wishes {
    enum command_format format;
    bool quiet;
    bool is_one_of_several; /* who compares them judges, and reads JSON */
    char *plot;             /* or NULL */
};

/* `ranks`: how many there are.  What is wrong has been said when this returns. */
void command_settings_read(int argc, const char **argv, int ranks,
                           struct command_settings *settings, struct command_wishes *wishes);

const char *command_operation_name(const struct command_settings *settings);
const char *command_method_name(const struct command_settings *settings);
const char *command_compared_name(const struct command_settings *settings, int i);
char *command_compared_names(const struct command_settings *settings); /* for free() */
const char *command_outliers_name(const struct command_settings *settings);

#endif
