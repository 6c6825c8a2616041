/* MPI_Isendrecv and MPI_Isendrecv_replace, where the vendor has them: see exchange.c. */
#ifndef MPIT_QUEUE_EXCHANGE_H
#define MPIT_QUEUE_EXCHANGE_H

/* MPI_Finalize is called: waits for what is still being sent, as the program would have. */
void mpit__exchange_end(void);

#endif
