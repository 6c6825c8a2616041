/* What the front and a back end have of each other.
 *
 * The front is libmpit.so: it exports every function, and knows no MPI.  A back end is built for
 * one MPI, and does what is to be done.  Each exported function is a jump through a slot of the
 * front, into which the back end puts where that leads. */
#ifndef MPIT_MPI_ATTACH_H
#define MPIT_MPI_ATTACH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void mpit_function(void);

/* The function that a call jumps to, and what the one who put it there had looked up before.  On
 * x86-64 any load acquires; of a plain one the compiler makes a single jump through memory. */
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
#define MPIT_AT(place) place
#else
#define MPIT_AT(place) __atomic_load_n(&(place), __ATOMIC_ACQUIRE)
#endif
#define MPIT_PUT_AT(place, function) __atomic_store_n(&(place), function, __ATOMIC_RELEASE)

struct mpit_front {
    const char *(*name)(size_t slot); /* of n, in the order of overridden.def and offered.def */
    mpit_function **slots;            /* [n] */
    size_t n;
    void *(*next)(
        const char *name); /* a function of the MPI below, or of a tool before it; or NULL */
    bool rested;           /* calls have gone to the MPI before there was a back end: … */
    const bool *passed;    /* … [n], of these functions */
};

struct mpit_back {
    const char *version; /* of libmpit */
    const char *mpi;     /* "Open MPI 4.1.4", as it was built */

    /* Puts its functions into the slots; 0, or -1 where there is none for one of its own. */
    int (*attach)(const struct mpit_front *front);

    /* Takes up an MPI that is up already, once it is attached. */
    void (*catch_up)(void);

    /* What there is to say when the process ends and no call has come by. */
    void (*look_back)(void);
};

/* What a back end exports: a struct mpit_back. */
#define MPIT_BACK_NAME "mpit_back"

/* What the library keeps of each thread, in the front: what is loaded while a program runs has
 * little room for that.  The first word is MPIT_UNREGISTERED at first, all others are 0. */
enum { MPIT_THREAD_ROOM = 1024 };
#define MPIT_UNREGISTERED (UINTPTR_MAX - 1)

#endif
