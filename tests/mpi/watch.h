/* Variables by name, what is known of them, and handles on them, for the MPI test programs. */
#ifndef MPIT_TESTS_MPI_WATCH_H
#define MPIT_TESTS_MPI_WATCH_H

#include "harness.h"

/* Indices by name; a variable that is not there ends the test. */
int cvar_of(const char *name);
int pvar_of(const char *name, int var_class);

enum { TEXT = 2048 };

/* Metadata, whole; false (and a failure) if get_info fails. */
struct cvar_info {
    char name[TEXT], desc[TEXT];
    int name_len, desc_len, verbosity, binding, scope;
    MPI_Datatype datatype;
    MPI_T_enum enumtype;
};
struct pvar_info {
    char name[TEXT], desc[TEXT];
    int name_len, desc_len, verbosity, var_class, binding, readonly, continuous, atomic;
    MPI_Datatype datatype;
    MPI_T_enum enumtype;
};
bool cvar_info(int index, struct cvar_info *info);
bool pvar_info(int index, struct pvar_info *info);
bool is_own(const char *name);
size_t size_of(MPI_Datatype datatype);         /* of the seven; 0 of any other */
size_t size_of_element(MPI_Datatype datatype); /* of an event: the seven and fixed widths */

/* A handle on one variable, with its session. */
struct watched {
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handle;
    int index, count;
    MPI_Datatype datatype;
};
struct watched watch_on(MPI_T_pvar_session session, const char *name, int var_class, void *object);
struct watched watch(const char *name, int var_class, void *object); /* in a session of its own */
void unwatch(struct watched *watched);                               /* and frees that session */
void start(const struct watched *watched);
void stop(const struct watched *watched);
unsigned long long value(const struct watched *watched); /* of the first element, unsigned types */
unsigned long long element(const struct watched *watched, int i);
double seconds(const struct watched *watched); /* of an MPI_DOUBLE, in whatever unit it is */
/* The code with which a handle is allocated; it is freed again. */
int offered(const char *name, int var_class, void *object);

/* Whether such a handle has a value: what is not known is the largest number, and of reals none. */
bool has_value(const char *name, int var_class, void *object);

/* Stands in a program whose levels of requests are to be known whichever tests ran before. */
#define LEVELS_OF_REQUESTS_ARE_KNOWN                                                               \
    __attribute__((constructor)) static void begin_with_requests(void)                             \
    {                                                                                              \
        watch_requests_too();                                                                      \
    }
void watch_requests_too(void);

/* The object to bind to for a kind of binding, NULL where this program has none at hand. */
void *object_for(int binding);

/* An int control variable by name; of an object or, with NULL, of none. */
int cvar_get(const char *name);
int cvar_get_of(const char *name, void *object);
int cvar_set(const char *name, int to); /* the code of the write */
int cvar_set_of(const char *name, void *object, int to);

#endif
