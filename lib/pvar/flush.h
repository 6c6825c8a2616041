/* pml_monitoring_flush: a text variable that keeps a file's name, and at its stop writes what was
 * sent on the communicator since its start to <name>.<rank in MPI_COMM_WORLD>.prof, in the form of
 * Open MPI's monitoring (profile2mat.pl and aggregate_profile.pl of its distribution read it). */
#ifndef MPIT_PVAR_FLUSH_H
#define MPIT_PVAR_FLUSH_H

#include <stdbool.h>

#include "ledger/object.h"

struct mpit_flush;

/* What a handle needs, without a name; what is there is used anew.  False without memory. */
bool mpit__flush_make(struct mpit_flush **flush);

/* The name, at most MPIT_STRING characters with its end; false, and nothing is changed, for a
 * longer one. */
bool mpit__flush_rename(struct mpit_flush *flush, const char *name);
void mpit__flush_name(const struct mpit_flush *flush, char *name);

/* The handle is started, is stopped: nothing is written without a name. */
void mpit__flush_begin(struct mpit_flush *flush, struct mpit_object *comm);
void mpit__flush_write(struct mpit_flush *flush, struct mpit_object *comm);

#endif
