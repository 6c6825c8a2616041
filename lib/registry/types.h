/* The seven datatypes of MPI_T (14.3.5): the only place that switches on them. */
#ifndef MPIT_REGISTRY_TYPES_H
#define MPIT_REGISTRY_TYPES_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ground/strings_out.h"

enum mpit_type {
    MPIT_INT,
    MPIT_UNSIGNED,
    MPIT_UNSIGNED_LONG,
    MPIT_UNSIGNED_LONG_LONG,
    MPIT_COUNT,
    MPIT_CHAR,
    MPIT_DOUBLE,
    MPIT_TYPES
};

/* One value of any of the types. */
union mpit_value {
    int integer;
    unsigned unsigned_int;
    unsigned long unsigned_long;
    unsigned long long unsigned_long_long;
    MPI_Count count;
    char text[MPIT_TEXT];
    double real;
};

struct mpit_type_row {
    const char *name;   /* "MPI_INT" */
    const char *allows; /* its values, for messages */
    MPI_Datatype mpi;
    size_t size; /* of one element */

    /* Reads the whole text; "64k", "2M", "10ms" are understood where they make sense.
     * False, and value untouched, if it is no value of this type. */
    bool (*parse)(const char *text, union mpit_value *value);
    /* As snprintf. */
    int (*print)(const union mpit_value *value, char *buffer, size_t size);
    /* -1, 0, 1 */
    int (*compare)(const union mpit_value *a, const union mpit_value *b);
    /* Between the 64-bit totals that hooks keep and an element; put saturates, get refuses what
     * a total cannot hold.  NULL for MPI_CHAR. */
    void (*put)(uint64_t total, void *element);
    bool (*get)(const void *element, uint64_t *total);
    /* element += by, element -= by; integers wrap around.  NULL for MPI_CHAR. */
    void (*add)(void *element, const void *by);
    void (*subtract)(void *element, const void *by);
};

/* A word for yes or no: on, yes, true, 1 and off, no, false, 0, in any case. */
/* Whether two texts say the same: word by word, or as numbers, or as words for yes or no. */
bool mpit__same_value(const char *a, const char *b);

bool mpit__parse_switch(const char *text, bool *on);

extern const struct mpit_type_row mpit__types[MPIT_TYPES];

#endif
