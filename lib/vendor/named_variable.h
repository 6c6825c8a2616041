/* One control variable of the MPI library, by name and as text, through its own MPI_T. */
#ifndef MPIT_VENDOR_NAMED_VARIABLE_H
#define MPIT_VENDOR_NAMED_VARIABLE_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

enum { MPIT_NAMED_LENGTH = 128, MPIT_NAMED_DESC = 4096 };

struct mpit_named_variable {
    int index, bind, scope;
    bool crashes; /* the vendor does, when it is read or written: it is not */
    MPI_Datatype type;
    MPI_T_enum enumeration;
    char desc[MPIT_NAMED_DESC];
};

/* The first call takes the reference on the vendor's MPI_T. */
bool mpit__named_variable_find(const char *name, struct mpit_named_variable *variable);

/* The name of the vendor's that a misspelt one probably meant. */
bool mpit__named_variable_nearest(const char *name, char nearest[MPIT_NAMED_LENGTH]);

/* Whether the text is a value of it: an item's name or number, a size, a word for yes or no. */
bool mpit__named_variable_takes(const struct mpit_named_variable *variable, const char *text);
void mpit__named_variable_allowed(const struct mpit_named_variable *variable, char *buffer,
                                   size_t size);

bool mpit__named_variable_is_writable(const struct mpit_named_variable *variable);

/* An MPI_T code of the vendor's. */
int mpit__named_variable_write(const struct mpit_named_variable *variable, const char *text);

/* The value in force as text; whether it is what a text says. */
void mpit__named_variable_read(const struct mpit_named_variable *variable, char *buffer,
                                size_t size);
bool mpit__named_variable_is(const struct mpit_named_variable *variable, const char *text);

#endif
