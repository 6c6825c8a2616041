/* pml_monitoring_flush: a text variable that keeps a file's name, and at its stop writes what was
 * sent on the communicator since its start to <name>.<rank in MPI_COMM_WORLD>.prof, in the form of
 * Open MPI's monitoring (profile2mat.pl and aggregate_profile.pl of its distribution read it). */
#ifndef MPIT_PVAR_FLUSH_H
#define MPIT_PVAR_FLUSH_H

#include "handle/pvar.h"

int mpit__flush_open(struct mpit_handle *handle, int *count);
void mpit__flush_close(struct mpit_handle *handle);
mpit_pvar_operation mpit__flush_start, mpit__flush_stop, mpit__flush_read, mpit__flush_write,
    mpit__flush_reset;
bool mpit__flush_peek(const struct mpit_found *found, void *buf);

#endif
