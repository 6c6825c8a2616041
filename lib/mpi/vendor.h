/* The vendor's MPI, and every other PMPI tool below us: the only way down.
 *
 * mpit__next.PMPI_x is the vendor's function; mpit__next.MPI_x is the same, or the x of a PMPI
 * tool that lies below us in the link.  Every entry point sees to it that they are looked up
 * (RTLD_NEXT) before anything is done with them; loading the library does nothing. */
#ifndef MPIT_MPI_VENDOR_H
#define MPIT_MPI_VENDOR_H

#include "mpit_events.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ground/internal.h"
#include "mpi/available.h"
#include "mpi/facts.h"

struct mpit_next {
#define OVERRIDDEN(name) __typeof__(&PMPI_##name) MPI_##name, PMPI_##name;
#include "mpi/overridden.def"
#define USE(name) __typeof__(&PMPI_##name) PMPI_##name;
#include "mpi/uses.def"
#undef USE
};

MPIT_INTERNAL extern struct mpit_next mpit__next;

/* Of a function that has another name since MPI 4 (uses.def) the one that is there. */
#define MPIT_NEXT_OF(later, before)                                                                \
    MPIT_IF_THERE(later, mpit__next.PMPI_##later, mpit__next.PMPI_##before)

/* Fills mpit__next, once. */
void mpit__vendor_resolve(void);

/* A number that moves when the variables or categories of the vendor's MPI_T do, by a look that
 * takes no lock: facts.def has its name.  NULL where there is none, or a tool below us answers for
 * some of them. */
MPIT_INTERNAL extern int (*mpit__vendor_stamp)(void);

/* Whether it has the functions of events (MPI 4.0). */
bool mpit__vendor_has_events(void);

/* MPI_Init has been called; between it and MPI_Finalize; as the vendor says it. */
bool mpit__vendor_is_initialized(void);
bool mpit__vendor_is_up(void);

/* Whether there are objects of MPI that can be asked about: it is up, or a session is open
 * (MPI 4.0, 11.3), in which there may be communicators but not MPI_COMM_WORLD.  by: sessions that a
 * hook saw opened, closed. */
bool mpit__vendor_has_objects(void);
void mpit__vendor_count_sessions(int by);

/* From the MPI_Init to the MPI_Finalize that came by: there are objects, and nobody needs to be
 * asked. */
MPIT_INTERNAL extern _Atomic bool mpit__vendor_runs;

/* The thread level that the vendor gave for MPI; MPI_THREAD_SINGLE before MPI_Init. */
int mpit__vendor_thread_level(void);

/* MPI_Wtime. */
double mpit__vendor_wtime(void);

/* First line of the vendor's library version. */
void mpit__vendor_version(char *buffer, size_t size);

/* A key for any MPI handle (a pointer or, without its sign, an int): never 0 for a live one, and
 * the two upper bits are free. */
#define MPIT_KEY(handle)                                                                           \
    ((uint64_t)(uintptr_t)(handle) & (sizeof(handle) == sizeof(int) ? UINT32_MAX : UINT64_MAX))

/* MPICH's handles are ints, but in the standard's ABI (MPI 5.0, 20), which has pointers, and for
 * the handles that are constants small numbers. */
#if defined(MPIT_MPICH) && !defined(MPIT_ABI)
#define MPIT_NUMBERED_HANDLES 1
#endif
enum { MPIT_ABI_HANDLES = 0x1000 }; /* the first that is no constant */

/* A value that can only be an MPI handle passed in place of its address. */
static inline bool mpit__vendor_is_no_address(const void *pointer)
{
#if defined(MPIT_NUMBERED_HANDLES)
    /* Something is in the two upper bits; no program is loaded there. */
    return (uintptr_t)pointer <= UINT32_MAX && (uintptr_t)pointer >> 30 != 0;
#elif defined(MPIT_ABI)
    return (uintptr_t)pointer < MPIT_ABI_HANDLES;
#else
    (void)pointer;
    return false;
#endif
}

/* Whether code at this address is the MPI library's, so that a call from there is the library's own
 * and not the program's. */
bool mpit__vendor_holds(const void *code);

/* The bytes of one element, 64-bit.  Only for types that the program used in a call that
 * succeeded: anything else would call its error handler. */
uint64_t mpit__vendor_type_size(MPI_Datatype datatype);

/* A request that the vendor gives out for many operations at once, complete from the start.
 *   empty, empty_send  NULL where it has no address of its own */
MPIT_INTERNAL extern const void *mpit__vendor_empty, *mpit__vendor_empty_send;
static inline bool mpit__vendor_request_is_shared(MPI_Request request)
{
#if defined(MPIT_NUMBERED_HANDLES)
    /* The two upper bits of a handle say how it is stored; 01 is built in. */
    return (unsigned)request >> 30 == 1;
#elif defined(MPIT_MPICH)
    /* The object begins with that handle. */
    return MPIT_KEY(request) >= MPIT_ABI_HANDLES && *(const unsigned *)request >> 30 == 1;
#else
    return request == mpit__vendor_empty || request == mpit__vendor_empty_send;
#endif
}

/* Bytes received and whether the operation was cancelled, from a status of a completed receive. */
static inline uint64_t mpit__status_bytes(const MPI_Status *status)
{
#if defined(HAVE_MPI_STATUS__UCOUNT)
    return status->_ucount;
#elif defined(HAVE_MPI_STATUS_COUNT_LO)
    return (uint64_t)(uint32_t)status->count_lo |
           (uint64_t)((uint32_t)status->count_hi_and_cancelled >> 1) << 32;
#else
    MPI_Count bytes = 0;
    return MPIT_NEXT_OF(Get_elements_c, Get_elements_x)(status, MPI_BYTE, &bytes) == MPI_SUCCESS &&
                   bytes > 0
               ? (uint64_t)bytes
               : 0;
#endif
}

/* Fills in the status of a message that matches, as a probe does; MPI_ERROR is not touched, since
 * only calls over several requests set it (3.2.5). */
static inline void mpit__status_set(MPI_Status *status, int source, int tag, uint64_t bytes)
{
    status->MPI_SOURCE = source;
    status->MPI_TAG = tag;
#if defined(HAVE_MPI_STATUS__UCOUNT)
    status->_ucount = bytes;
    status->_cancelled = 0;
#elif defined(HAVE_MPI_STATUS_COUNT_LO)
    status->count_lo = (int)(uint32_t)bytes;
    status->count_hi_and_cancelled = (int)(bytes >> 32) << 1;
#else
    MPIT_NEXT_OF(Status_set_elements_c, Status_set_elements_x)(status, MPI_BYTE, (MPI_Count)bytes);
    mpit__next.PMPI_Status_set_cancelled(status, 0);
#endif
}

static inline bool mpit__status_cancelled(const MPI_Status *status)
{
#if defined(HAVE_MPI_STATUS__UCOUNT)
    return status->_cancelled;
#elif defined(HAVE_MPI_STATUS_COUNT_LO)
    return status->count_hi_and_cancelled & 1;
#else
    int flag = 0;
    return mpit__next.PMPI_Test_cancelled(status, &flag) == MPI_SUCCESS && flag;
#endif
}

#endif
