/* Correct uses of variables that the vendor crashes on: quirks.def says which, we refuse them. */
#ifndef MPIT_VENDOR_QUIRK_H
#define MPIT_VENDOR_QUIRK_H

#include <stdbool.h>

#include "mpi/facts.h"

struct mpit_object;
struct mpit_vendor_variable;

struct mpit_quirk {
    enum mpit_mpi mpi;
    const char *from, *until; /* versions */
    const char *kind, *pattern;
    /* Whether the vendor would crash on the variable now, with this object (NULL: none). */
    bool (*crashes)(struct mpit_vendor_variable *variable, const struct mpit_object *object);
};

/* The row for a variable, NULL if none is known to crash.  kind: "cvar" or "pvar". */
const struct mpit_quirk *mpit__quirk_find(const char *kind, const char *name);

/* Whether no handle may be allocated now, and none of before used. */
bool mpit__quirk_forbids(struct mpit_vendor_variable *variable, const struct mpit_object *object);

/* The same of a variable that is not taken yet, by kind and name. */
bool mpit__quirk_forbids_named(const char *kind, const char *name);

/* The vendor's variables have changed: what was found of them may be so no more. */
void mpit__quirk_look_again(void);

#endif
