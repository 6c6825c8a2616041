/* Enumerations (14.3.5): names for the values of an MPI_INT variable. */
#ifndef MPIT_ENUM_ENUM_H
#define MPIT_ENUM_ENUM_H

#include <mpi.h>
#include <stdbool.h>

struct mpit_item {
    const char *name;
    int value;
};

struct mpit_enum {
    const char *name;
    int n;
    const struct mpit_item *items;
    int index; /* in mpit__enums */
};

/* Ours: mpit__enum_mpit_state … */
#define ENUM(name, items) extern struct mpit_enum mpit__enum_##name;
#include "enum/enums.def"
#undef ENUM

void mpit__enum_add_own(void);

/* The MPI_T handle of an enumeration, MPI_T_ENUM_NULL of none; and back, NULL if it is not one. */
MPI_T_enum mpit__enum_handle(const struct mpit_enum *enumeration);
const struct mpit_enum *mpit__enum_find(MPI_T_enum handle);

/* The item with a value, with a name; NULL if there is none. */
const struct mpit_item *mpit__enum_item_by_value(const struct mpit_enum *enumeration, int value);
const struct mpit_item *mpit__enum_item_by_name(const struct mpit_enum *enumeration,
                                                const char *name);

#endif
