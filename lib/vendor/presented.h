/* Elements of the vendor's types and of ours, and the way between them. */
#ifndef MPIT_VENDOR_PRESENTED_H
#define MPIT_VENDOR_PRESENTED_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

#include "registry/types.h"

enum mpit_number { MPIT_NUMBER_SIGNED, MPIT_NUMBER_UNSIGNED, MPIT_NUMBER_REAL };

struct mpit_presented {
    MPI_Datatype mpi;
    size_t size;       /* of an element */
    enum mpit_type as; /* what it is shown as */
    enum mpit_number kind;
    /* An element as a number: a long double holds every value of every type exactly. */
    long double (*load)(const void *element);
    /* The nearest value that the type has; false if that is another one. */
    bool (*store)(long double number, void *element);
};

/* The row of a datatype, NULL if there is none. */
const struct mpit_presented *mpit__presented(MPI_Datatype datatype);

/* count elements from one type to the other; false if a value had to be changed. */
bool mpit__presented_convert(const struct mpit_presented *from, const void *source,
                             const struct mpit_presented *to, void *target, int count);

#endif
