#include "config.h"

#include "cvar/cvar.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "category/category.h"
#include "cvar/effects.h"
#include "cvar/tunables.h"
#include "ground/clock.h"
#include "ground/hash.h"
#include "ground/in_force.h"
#include "ground/letters.h"
#include "ground/lock.h"
#include "ground/message.h"
#include "registry/registry.h"

/* What is not in mpit__in_force, since only effects know it, is kept here: numbers side by side, so
 * that a process without settings writes to few pages. */
union number {
    long long whole;
    double real;
};
#define AS_TEXT(name)
#define AS_NUMBER(name)            union number name;
#define NUMBERS_CHAR               AS_TEXT
#define NUMBERS_INT                AS_NUMBER
#define NUMBERS_UNSIGNED           AS_NUMBER
#define NUMBERS_UNSIGNED_LONG      AS_NUMBER
#define NUMBERS_UNSIGNED_LONG_LONG AS_NUMBER
#define NUMBERS_COUNT              AS_NUMBER
#define NUMBERS_DOUBLE             AS_NUMBER
static struct {
#define CVAR(short_, type_, ...) NUMBERS_##type_(short_)
    struct {
#include "cvar/cvars.def"
    };
#undef AS_TEXT
#undef AS_NUMBER
#define AS_TEXT(name) mpit_text name;
#define AS_NUMBER(name)
    struct {
#include "cvar/cvars.def"
    };
#undef CVAR
} here;

static struct mpit_cvar own[] = {
#define CVAR(short_, type_, enumeration_, scope_, bind_, verbosity_, category_, effect_,           \
             standard_, desc_)                                                                     \
    {                                                                                              \
        .name = "mpit_" #short_,                                                                   \
        .desc = desc_,                                                                             \
        .category = #category_,                                                                    \
        .standard = standard_,                                                                     \
        .type = MPIT_##type_,                                                                      \
        .enumtype = enumeration_,                                                                  \
        .scope = MPI_T_SCOPE_##scope_,                                                             \
        .bind = MPI_T_BIND_##bind_,                                                                \
        .verbosity = MPI_T_VERBOSITY_##verbosity_,                                                 \
        .value = &here.short_,                                                                     \
        .ops = &mpit__cvar_own_ops,                                                                \
        .effect = &mpit__effect_##effect_,                                                         \
    },
#include "cvar/cvars.def"
#undef CVAR
};

enum { OWN = sizeof own / sizeof *own };

static struct mpit_origin origins[OWN];

static struct mpit_cvar *find_own(const char *name)
{
    for (size_t i = 0; i < OWN; i++)
        if (strcmp(own[i].name, name) == 0)
            return &own[i];
    return NULL;
}

static size_t size_of(const struct mpit_cvar *cvar)
{
    return cvar->type == MPIT_CHAR ? MPIT_TEXT : mpit__types[cvar->type].size;
}

/* A wrong row of cvars.def or in_force.h: no test gets past this. */
static void need(bool is_right)
{
    if (!is_right)
        abort();
}

static void place_in_force(void)
{
    static const struct {
        const char *name;
        void *place;
        size_t size;
    } fields[] = {
#define FIELD(type, name) {"mpit_" #name, &mpit__in_force.name, sizeof mpit__in_force.name},
        MPIT_IN_FORCE_EACH(FIELD)
#undef FIELD
    };

    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        struct mpit_cvar *cvar = find_own(fields[i].name);

        need(cvar && size_of(cvar) == fields[i].size);
        cvar->value = fields[i].place;
    }
}

static bool is_asked_for(const struct mpit_cvar *cvar)
{
    return cvar->scope == MPI_T_SCOPE_CONSTANT || cvar->scope == MPI_T_SCOPE_READONLY;
}

/* The same one is not written again: its page may not have been touched. */
static void keep_text(char *kept, const char *text)
{
    if (strcmp(kept, text) != 0)
        strcpy(kept, text);
}

/* Those who use a number do not lock for it; a text is set before they look. */
static void keep(const struct mpit_cvar *cvar, const union mpit_value *value)
{
    if (cvar->type == MPIT_CHAR)
        keep_text(cvar->value, value->text);
    else if (size_of(cvar) == sizeof value->unsigned_int)
        __atomic_store_n((unsigned *)cvar->value, value->unsigned_int, __ATOMIC_RELAXED);
    else
        __atomic_store_n((unsigned long *)cvar->value, value->unsigned_long, __ATOMIC_RELAXED);
}

void mpit__cvar_set_defaults(void)
{
    place_in_force();
    for (size_t i = 0; i < OWN; i++) {
        union mpit_value standard = {0};

        own[i].origin = &origins[i];
        origins[i] = (struct mpit_origin){0};
        if (is_asked_for(&own[i]))
            continue;
        need(mpit__cvar_parse(&own[i], own[i].standard, &standard));
        keep(&own[i], &standard);
    }
    mpit__clock_choose(MPIT_CLOCK_AUTO);
}

const struct mpit_cvar *mpit__cvar_own_at(size_t index)
{
    return index < OWN ? &own[index] : NULL;
}

uint64_t mpit__cvar_word(void)
{
    uint64_t word = mpit__hash_of(PACKAGE_VERSION);

    for (size_t i = 0; i < OWN; i++)
        word = mpit__hash_add(word, own[i].name);
    return word;
}

const struct mpit_cvar *mpit__cvar_own(const char *name)
{
    return find_own(name);
}

void mpit__cvar_add_own(void)
{
    mpit__tunables_describe(own, OWN);
    for (size_t i = 0; i < OWN; i++)
        mpit__category_add_cvar(own[i].category,
                                mpit__registry_add(&mpit__cvars, own[i].name, &own[i]));
}

/* A word that its effect has for the largest number; NULL: none. */
static const char *word_of_most(const struct mpit_cvar *cvar)
{
    return cvar->type == MPIT_UNSIGNED && cvar->effect ? cvar->effect->most : NULL;
}

/* Of any variable but a text. */
static bool parse(const struct mpit_cvar *cvar, const char *text, union mpit_value *value)
{
    const struct mpit_item *item =
        cvar->enumtype ? mpit__enum_item_by_name(cvar->enumtype, text) : NULL;
    const char *most = word_of_most(cvar);

    if (item) {
        value->integer = item->value;
        return true;
    }
    if (most && mpit__is_word(text, most)) {
        value->unsigned_int = UINT_MAX;
        return true;
    }
    if (cvar->enumtype == &mpit__enum_mpit_switch) {
        bool on;

        value->integer = mpit__parse_switch(text, &on) && on;
        return mpit__parse_switch(text, &on);
    }
    return mpit__types[cvar->type].parse(text, value) &&
           (!cvar->enumtype || mpit__enum_item_by_value(cvar->enumtype, value->integer));
}

bool mpit__cvar_parse(const struct mpit_cvar *cvar, const char *text, union mpit_value *value)
{
    char word[MPIT_STRING];

    return cvar->type == MPIT_CHAR
               ? mpit__types[MPIT_CHAR].parse(text, value)
               : mpit__without_blanks(text, word, sizeof word) && parse(cvar, word, value);
}

int mpit__cvar_print(const struct mpit_cvar *cvar, const union mpit_value *value, char *buffer,
                     size_t size)
{
    const struct mpit_item *item =
        cvar->enumtype ? mpit__enum_item_by_value(cvar->enumtype, value->integer) : NULL;
    const char *most = word_of_most(cvar);

    if (item)
        return snprintf(buffer, size, "%s", item->name);
    if (most && value->unsigned_int == UINT_MAX)
        return snprintf(buffer, size, "%s", most);
    return mpit__types[cvar->type].print(value, buffer, size);
}

static void describe_items(const struct mpit_enum *enumeration, char *buffer, size_t size)
{
    size_t n = (size_t)snprintf(buffer, size, "one of");

    for (int i = 0; i < enumeration->n && n < size; i++)
        n += (size_t)snprintf(buffer + n, size - n, " %s", enumeration->items[i].name);
}

void mpit__cvar_describe_allowed(const struct mpit_cvar *cvar, char *buffer, size_t size)
{
    if (cvar->enumtype)
        describe_items(cvar->enumtype, buffer, size);
    else if (cvar->effect && cvar->effect->allows)
        snprintf(buffer, size, "%s", cvar->effect->allows);
    else
        snprintf(buffer, size, "%s", mpit__types[cvar->type].allows);
}

static bool is_allowed(const struct mpit_cvar *cvar, const union mpit_value *value)
{
    if (cvar->type == MPIT_CHAR && !memchr(value->text, '\0', sizeof value->text))
        return false;
    if (cvar->enumtype && !mpit__enum_item_by_value(cvar->enumtype, value->integer))
        return false;
    return !cvar->effect || !cvar->effect->allowed || cvar->effect->allowed(value);
}

bool mpit__cvar_is_standard(const struct mpit_cvar *cvar, const union mpit_value *value)
{
    union mpit_value standard = {0};

    return !mpit__cvar_parse(cvar, cvar->standard, &standard) ||
           mpit__types[cvar->type].compare(value, &standard) == 0;
}

void mpit__cvar_restore(const struct mpit_cvar *cvar)
{
    union mpit_value standard = {0};

    if (!mpit__cvar_parse(cvar, cvar->standard, &standard))
        return;
    keep(cvar, &standard);
    *cvar->origin = (struct mpit_origin){0};
}

int mpit__cvar_set(const struct mpit_cvar *cvar, struct mpit_object *object,
                   const union mpit_value *value, struct mpit_origin origin)
{
    const struct mpit_cvar_effect *effect = cvar->effect;
    int rc;

    if (is_asked_for(cvar))
        return MPI_T_ERR_CVAR_SET_NEVER;
    if (!is_allowed(cvar, value))
        return MPI_T_ERR_INVALID;
    if (effect && effect->settable && (rc = effect->settable(object)) != MPI_SUCCESS)
        return rc;
    if (effect && effect->apply && (rc = effect->apply(object, value)) != MPI_SUCCESS)
        return rc;
    if (object)
        return MPI_SUCCESS;
    keep(cvar, value);
    *cvar->origin = origin;
    return MPI_SUCCESS;
}

void mpit__cvar_get(const struct mpit_cvar *cvar, const struct mpit_object *object,
                    union mpit_value *value)
{
    memcpy(value, cvar->value, size_of(cvar));
    if (cvar->effect && cvar->effect->fetch)
        cvar->effect->fetch(object, value);
}

void mpit__cvar_set_profiling(int on)
{
    union mpit_value value = {.integer = on};

    mpit__lock(MPIT_LOCK_INTERFACE);
    mpit__cvar_set(mpit__cvar_own("mpit_profiling"), NULL, &value,
                   (struct mpit_origin){"MPI_Pcontrol", 0});
    mpit__unlock(MPIT_LOCK_INTERFACE);
}

int mpit__cvar_count(const struct mpit_cvar *cvar)
{
    return cvar->type == MPIT_CHAR ? MPIT_TEXT : 1;
}
