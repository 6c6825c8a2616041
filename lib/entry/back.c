/* A back end: what the front finds in it (mpi/attach.h). */
#include "config.h"

#include "entry/life.h"
#include "mpi/jump_slot.h"

MPIT_EXPORTED extern const struct mpit_back mpit_back;

const struct mpit_back mpit_back = {
    .version = PACKAGE_VERSION,
    .mpi = MPIT_VENDOR_NAME " " MPIT_VENDOR_VERSION,
    .attach = mpit__jump_attach,
    .catch_up = mpit__catch_up,
    .look_back = mpit__look_back,
};
