/* The life of the process: life.c. */
#ifndef MPIT_ENTRY_LIFE_H
#define MPIT_ENTRY_LIFE_H

/* Takes up an MPI whose MPI_Init has gone by before this back end was there: nobody has asked for
 * anything till then.  Once; and not before MPI is up. */
void mpit__catch_up(void);

/* When the process ends: says so where a report was asked for, MPI has been up, and no MPI_Init of
 * the program has come by us, or no MPI_Finalize. */
void mpit__look_back(void);

#endif
