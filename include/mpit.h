/* libmpit: what it offers beyond the MPI tool information interface of mpi.h. */
#ifndef MPIT_H
#define MPIT_H

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define MPIT_PUBLIC __attribute__((visibility("default")))
#else
#define MPIT_PUBLIC
#endif

/* const char *mpit_version(void)
 * The version of the library that is running, as in "0.1.0"; never NULL, never freed.
 * A program that finds this symbol runs under libmpit.
 * From any thread and any signal handler, at any time. */
MPIT_PUBLIC const char *mpit_version(void);

#ifdef __cplusplus
}
#endif

#endif
