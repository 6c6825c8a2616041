/* The vendor's variables as handles know them: see handle/cvar.h, handle/pvar.h. */
#ifndef MPIT_VENDOR_HANDLES_H
#define MPIT_VENDOR_HANDLES_H

#include "handle/cvar.h"
#include "handle/pvar.h"
#include "vendor/variable.h"

/* What is registered; its ops find the variable beside it. */
struct mpit_vendor_cvar {
    struct mpit_cvar cvar;
    struct mpit_vendor_variable vendor;
    struct mpit_vendor_cvar *next; /* of those that are not listed: take.c */
};
struct mpit_vendor_pvar {
    struct mpit_pvar pvar;
    struct mpit_vendor_variable vendor;
};

/* Of every variable of the vendor's: each handle has a view. */
MPIT_INTERNAL extern const struct mpit_cvar_ops mpit__vendor_cvar_ops;
MPIT_INTERNAL extern const struct mpit_pvar_ops mpit__vendor_pvar_ops;

#endif
