/* Regions of a program that runs with libmpit or without it, and is not linked with it:
 *
 *   #include <mpi.h>
 *   #include <mpit_region.h>
 *
 *   mpit_region_begin("solve");
 *   ...
 *   mpit_region_end();
 *
 * What they do says mpit.h.  Without libmpit each is one call that does nothing: MPI_Pcontrol
 * (MPI 3.1, 14.2.4), whose levels 3 and 4 mean this to libmpit and nothing to an MPI library. */
#ifndef MPIT_REGION_H
#define MPIT_REGION_H

#if !defined(MPI_VERSION)
#error "mpit_region.h wants mpi.h before it"
#endif
#if defined(MPIT_H)
#error "mpit.h has these functions already, for programs that are linked with libmpit"
#endif

static inline int mpit_region_begin(const char *label)
{
    return MPI_Pcontrol(3, label);
}

static inline int mpit_region_end(void)
{
    return MPI_Pcontrol(4);
}

#endif
