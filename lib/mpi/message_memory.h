/* What a message costs that is matched and not received: resident memory of the MPI library. */
#ifndef MPIT_MPI_MESSAGE_MEMORY_H
#define MPIT_MPI_MESSAGE_MEMORY_H

#include <stdint.h>

/* Of a message of so many bytes, about. */
uint64_t mpit__message_memory(uint64_t bytes);

#endif
