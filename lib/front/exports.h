/* The names that libmpit.so exports, as a version script for the linker.
 *
 * The preprocessor alone makes lib/libmpit.map of it (see Makefile.am), so that the tables that
 * define the functions also export them.  No version node: a program must find these names whether
 * it was linked with us or with the vendor. */
{
global:
#define FUNCTION(type, name, formals, actuals, without, wakes) name;
#include "front/functions.h"
    mpit__thread;
local:
    *;
};
