#include "config.h"

#include "cvar/tunables.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cvar/cvar.h"
#include "cvar/effects.h"
#include "enum/enum.h"
#include "mpi/facts.h"
#include "mpi/own_settings.h"
#include "settings/foreign.h"
#include "settings/settings.h"

enum { DESC = 384 };

/* What a variable of ours is in a range of versions, and the switch that it needs to be heeded, or
 * NULL. */
struct row {
    enum mpit_mpi mpi;
    const char *from, *until, *own, *variable, *with;
};
static const struct row rows[] = {
#define ENUM(name, items)
#define TUNABLE(short_, type, enumeration, standard, desc)
#define TUNES(mpi, from, until, short_, variable, with)                                            \
    {MPIT_MPI_##mpi, from, until, "mpit_tune_" #short_, variable, with},
#include "mpi/tunables.def"
#undef TUNES
#undef TUNABLE
#undef ENUM
};

static const struct {
    enum mpit_mpi mpi;
    const char *from, *until, *own, *word, *theirs;
} renamed[] = {
#define ENUM(name, items)
#define TUNABLE(short_, type, enumeration, standard, desc)
#define TUNES(mpi, from, until, short_, variable, with)
#define RENAMED(mpi, from, until, short_, word, theirs)                                            \
    {MPIT_MPI_##mpi, from, until, "mpit_tune_" #short_, word, theirs},
#include "mpi/tunables.def"
#undef TUNES
#undef TUNABLE
#undef ENUM
};

static const struct limit {
    enum mpit_mpi mpi;
    const char *from, *until, *own;
    uint64_t bytes;
    struct {
        const char *by, *which;
    } chosen[2];
} limits[] = {
#define ENUM(name, items)
#define TUNABLE(short_, type, enumeration, standard, desc)
#define TUNES(mpi, from, until, short_, variable, with)
#define LIMIT(mpi, from, until, short_, bytes, chooser, chosen, other, chosen_there, seen)         \
    {MPIT_MPI_##mpi,       from,  until,                                                           \
     "mpit_tune_" #short_, bytes, {{chooser, chosen}, {other, chosen_there}}},
#include "mpi/tunables.def"
#undef TUNES
#undef TUNABLE
#undef ENUM
};

/* The next row from `row` on that is about the MPI below; NULL past the last. */
static const struct row *below(const struct row *row)
{
    for (; row < rows + sizeof rows / sizeof *rows; row++)
        if (mpit__mpi_is(row->mpi, row->from, row->until))
            return row;
    return NULL;
}

/* What the library describes as a list of words has the same words in each version, and not the
 * same numbers; where it lists numbers, its words are not ours.  A switch is a number to both. */
static bool goes_by_name(const struct mpit_cvar *cvar)
{
    return MPIT_FACT(describes_items) && cvar->enumtype &&
           strcmp(cvar->enumtype->name, cvar->name) == 0;
}

static const char *their_word(const char *own, const char *word)
{
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
        if (mpit__mpi_is(renamed[i].mpi, renamed[i].from, renamed[i].until) &&
            strcmp(renamed[i].own, own) == 0 && strcmp(renamed[i].word, word) == 0)
            return renamed[i].theirs;
    return word;
}

/* The value as the library takes it. */
static void print(const struct mpit_cvar *cvar, const union mpit_value *value, char text[MPIT_TEXT])
{
    const struct mpit_item *item =
        cvar->enumtype ? mpit__enum_item_by_value(cvar->enumtype, value->integer) : NULL;
    const char *word = item ? their_word(cvar->name, item->name) : NULL;

    if (word && (goes_by_name(cvar) || word != item->name))
        snprintf(text, MPIT_TEXT, "%s", word);
    else
        mpit__types[cvar->type].print(value, text, MPIT_TEXT);
}

static bool is_kept[sizeof rows / sizeof *rows];

static void keep(const struct mpit_cvar *cvar, const struct row *row)
{
    char text[MPIT_TEXT];
    union mpit_value value;

    mpit__cvar_get(cvar, NULL, &value);
    print(cvar, &value, text);
    if (row->with)
        mpit__foreign_keep(row->with, "1", *cvar->origin);
    mpit__foreign_keep(row->variable, text, *cvar->origin);
    is_kept[row - rows] = true;
}

/* The default means that the library does as it does by itself, so nothing is set then. */
static bool is_default(const struct mpit_cvar *cvar)
{
    union mpit_value value;

    mpit__cvar_get(cvar, NULL, &value);
    return mpit__cvar_is_standard(cvar, &value);
}

/* What a file says gives way to what the environment has for the library itself, and the variable
 * is at its default then. */
static bool gives_way(const struct mpit_cvar *cvar, const struct row *row)
{
    char name[MPIT_OWN_NAME], text[MPIT_TEXT], theirs[MPIT_TEXT];
    const char *value = mpit__vendor_own_setting(row->variable, name);
    union mpit_value now;

    if (!value || cvar->origin->line == 0)
        return false;
    mpit__cvar_get(cvar, NULL, &now);
    print(cvar, &now, theirs);
    mpit__cvar_print(cvar, &now, text, sizeof text);
    mpit__setting_gives_way(cvar->name, text, *cvar->origin, name, value,
                            mpit__same_value(theirs, value));
    mpit__cvar_restore(cvar);
    return true;
}

/* What MPI_T has written since the set-up is to be handed over. */
static _Atomic bool is_set_up, has_changed;

void mpit__tunables_keep(bool anew)
{
    if (anew)
        memset(is_kept, 0, sizeof is_kept);
    for (const struct row *row = rows; (row = below(row)); row++) {
        const struct mpit_cvar *cvar = mpit__cvar_own(row->own);

        if ((!is_default(cvar) && !gives_way(cvar, row)) || is_kept[row - rows])
            keep(cvar, row);
    }
    atomic_store(&is_set_up, true);
}

bool mpit__tunables_have_changed(void)
{
    return atomic_exchange(&has_changed, false);
}

static bool is_ours_to_set(const char *own)
{
    for (const struct row *row = rows; (row = below(row)); row++)
        if (strcmp(row->own, own) == 0 && is_kept[row - rows])
            return true;
    return false;
}

/* A limit of the library's own is not known any more once another one was set. */
static int apply(const char *own, const union mpit_value *value)
{
    const struct mpit_cvar *cvar = mpit__cvar_own(own);

    if (!atomic_load(&is_set_up))
        return MPI_SUCCESS;
    if (!cvar->enumtype && is_ours_to_set(own) && mpit__cvar_is_standard(cvar, value))
        return MPI_T_ERR_CVAR_SET_NOT_NOW;
    atomic_store(&has_changed, true);
    return MPI_SUCCESS;
}

#define ENUM(name, items)
#define TUNABLE(short_, type, enumeration, standard, desc)                                         \
    static int apply_##short_(struct mpit_object *object, const union mpit_value *value)           \
    {                                                                                              \
        (void)object;                                                                              \
        return apply("mpit_tune_" #short_, value);                                                 \
    }                                                                                              \
    const struct mpit_cvar_effect mpit__effect_tune_##short_ = {                                   \
        .settable = mpit__before_init_only,                                                        \
        .apply = apply_##short_,                                                                   \
    };
#define TUNES(mpi, from, until, short_, variable, with)
#include "mpi/tunables.def"
#undef TUNES
#undef TUNABLE
#undef ENUM

void mpit__tunables_describe(struct mpit_cvar *own, size_t n)
{
    static char texts[sizeof rows / sizeof *rows][DESC];

    for (const struct row *row = rows; (row = below(row)); row++) {
        char *text = texts[row - rows];

        for (size_t i = 0; i < n && !text[0]; i++) {
            if (strcmp(own[i].name, row->own) != 0)
                continue;
            snprintf(text, DESC, "%s" MPIT_TUNABLE_HERE, own[i].desc, row->variable);
            own[i].desc = text;
        }
    }
}

/* ---- limits */

/* What stands in the environment of a variable of the library's, where settings of ours are put as
 * well; NULL: nothing. */
static const char *in_environment(const char *variable)
{
    char name[DESC];

    if (!MPIT_NAME(environment))
        return NULL;
    snprintf(name, sizeof name, "%s%s", MPIT_NAME(environment), variable);
    return getenv(name);
}

/* "self,vader", or all but some: "^tcp". */
static bool may_be_chosen(const char *by, const char *which)
{
    const char *chosen = in_environment(by);

    return !chosen || (*chosen == '^') != (strstr(chosen, which) != NULL);
}

static uint64_t limit_of(const struct limit *limit, const char *variable)
{
    const char *set = in_environment(variable);
    unsigned long long bytes;
    char *end;

    for (size_t i = 0; i < sizeof limit->chosen / sizeof *limit->chosen; i++)
        if (!may_be_chosen(limit->chosen[i].by, limit->chosen[i].which))
            return 0;
    if (!set)
        return limit->bytes;
    bytes = strtoull(set, &end, 10);
    return *end ? 0 : bytes;
}

uint64_t mpit__tunables_limit(const char *own)
{
    const struct row *row = rows;

    while ((row = below(row)) && strcmp(row->own, own) != 0)
        row++;
    for (size_t i = 0; row && i < sizeof limits / sizeof *limits; i++)
        if (strcmp(limits[i].own, own) == 0 &&
            mpit__mpi_is(limits[i].mpi, limits[i].from, limits[i].until))
            return limit_of(&limits[i], row->variable);
    return 0;
}
