/* Our control variables: the table, its values, and how they are set. */
#ifndef MPIT_CVAR_CVAR_H
#define MPIT_CVAR_CVAR_H

#include <stdbool.h>

#include "ground/internal.h"
#include "handle/cvar.h"
#include "settings/origin.h"

/* What a variable does beyond keeping its value; every member may be NULL.  object is the one
 * that the handle is bound to; NULL where the variable binds to none, and for the value that new
 * objects start with. */
struct mpit_cvar_effect {
    /* Whether the value makes sense; the enumeration is checked already. */
    bool (*allowed)(const union mpit_value *value);
    const char *allows; /* what makes sense, for messages; NULL: what the type holds */
    const char *most;   /* the word for the largest MPI_UNSIGNED; NULL: there is none */
    /* MPI_SUCCESS, or why it cannot be set at this time. */
    int (*settable)(const struct mpit_object *object);
    /* Puts it in force; an MPI_T code, and nothing is changed, if that fails. */
    int (*apply)(struct mpit_object *object, const union mpit_value *value);
    /* The value, where it is not the one that is kept. */
    void (*fetch)(const struct mpit_object *object, union mpit_value *value);
};

/* Of every variable of ours. */
MPIT_INTERNAL extern const struct mpit_cvar_ops mpit__cvar_own_ops;

/* Gives all of ours their defaults; the first thing in the set-up. */
void mpit__cvar_set_defaults(void);

/* Our variables: by index, NULL past the last, and by exact name, NULL if it is none. */
const struct mpit_cvar *mpit__cvar_own_at(size_t index);
const struct mpit_cvar *mpit__cvar_own(const char *name);

/* The version of libmpit and the names of its variables as a number. */
uint64_t mpit__cvar_word(void);

void mpit__cvar_add_own(void);

/* Reads a text as a value of the variable: an item's name or number where it has an enumeration. */
bool mpit__cvar_parse(const struct mpit_cvar *cvar, const char *text, union mpit_value *value);

/* Whether a value is the default; and back to that, as if nobody had set it: nothing else is done
 * about it. */
bool mpit__cvar_is_standard(const struct mpit_cvar *cvar, const union mpit_value *value);
void mpit__cvar_restore(const struct mpit_cvar *cvar);

/* Writes a value so that it can be read by mpit__cvar_parse.  As snprintf. */
int mpit__cvar_print(const struct mpit_cvar *cvar, const union mpit_value *value, char *buffer,
                     size_t size);

/* The words for what it takes: "one of off on". */
void mpit__cvar_describe_allowed(const struct mpit_cvar *cvar, char *buffer, size_t size);

/* Sets it after every check; MPI_SUCCESS or the MPI_T code.  A refused value changes nothing. */
int mpit__cvar_set(const struct mpit_cvar *cvar, struct mpit_object *object,
                   const union mpit_value *value, struct mpit_origin origin);
void mpit__cvar_get(const struct mpit_cvar *cvar, const struct mpit_object *object,
                    union mpit_value *value);

/* MPI_Pcontrol. */
void mpit__cvar_set_profiling(int on);

/* Elements of a value: MPIT_TEXT of a text, else 1. */
int mpit__cvar_count(const struct mpit_cvar *cvar);

#endif
