/* What rows look at: variables and categories, with room for all that MPI libraries say. */
#ifndef CONFORM_VARIABLES_H
#define CONFORM_VARIABLES_H

#include "judge.h"

#include <stddef.h>
#include <stdint.h>

enum { NAME = 1024, TEXT = 16384 };

struct cvar {
    char name[NAME], desc[TEXT];
    int name_len, desc_len, verbosity, bind, scope;
    MPI_Datatype datatype;
    MPI_T_enum enumtype;
};
struct pvar {
    char name[NAME], desc[TEXT];
    int name_len, desc_len, verbosity, class, bind, readonly, continuous, atomic;
    MPI_Datatype datatype;
    MPI_T_enum enumtype;
};
struct category {
    char name[NAME], desc[TEXT];
    int name_len, desc_len, cvars, pvars, categories;
};

/* How many there are; 0 where that cannot be had. */
int count_cvars(void);
int count_pvars(void);
int count_categories(void);

/* The code that the MPI library returns. */
int get_cvar(int index, struct cvar *cvar);
int get_pvar(int index, struct pvar *pvar);
int get_category(int index, struct category *category);

#define EACH(i, count) for (int i = 0, i##_end = (count); i < i##_end; i++)

/* A session of performance variables; the row is absent where there is none. */
MPI_T_pvar_session a_session(void);

/* Indices that are none, of n. */
enum { WRONG = 4 };
int wrong_index(int i, int n);

/* The bytes of an element; 0: of no datatype that the interface may use. */
size_t size_of(MPI_Datatype datatype);
bool is_verbosity(int verbosity);
bool is_bind(int bind);
bool is_class(int class);

/* A buffer for a value of so many elements, and whether what stands behind them is untouched. */
enum { VALUE = 1 << 18 };
void *value_begins(void);
bool value_has_ended(const void *value, int count, size_t size);

/* An object to bind to, where there is one now; NULL otherwise, and where none is wanted. */
void *object_of(int bind, bool *is_there);

/* Whether a child lives that allocates and reads it: what crashes is the affair of one row, and not
 * of all. */
bool cvar_is_safe(int index);
bool pvar_is_safe(int index);

/* Hands names of a set out once: false where the name was given before. */
struct names {
    char **name;
    int n, room;
};
bool is_new_name(struct names *names, const char *name, int beside);

#endif
