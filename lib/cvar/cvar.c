#include "config.h"

#include "cvar/cvar.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "category/category.h"
#include "clock.h"
#include "cvar/effects.h"
#include "cvar/environment.h"
#include "message.h"
#include "registry.h"

struct mpit_config mpit__config;

static struct mpit_cvar own[] = {
#define CVAR(short_, type_, enumeration_, scope_, bind_, verbosity_, category_, standard_, desc_)  \
    {                                                                                              \
        .name = "mpit_" #short_, .desc = desc_, .category = #category_, .standard = standard_,     \
        .type = MPIT_##type_, .enumtype = enumeration_, .scope = MPI_T_SCOPE_##scope_,             \
        .bind = MPI_T_BIND_##bind_, .verbosity = MPI_T_VERBOSITY_##verbosity_,                     \
        .value = &mpit__config.short_,                                                             \
    },
#include "cvar/cvars.def"
#undef CVAR
};

enum { OWN = sizeof own / sizeof *own };

static bool is_asked_for(const struct mpit_cvar *cvar)
{
    return cvar->scope == MPI_T_SCOPE_CONSTANT || cvar->scope == MPI_T_SCOPE_READONLY;
}

static void set_defaults(void)
{
    for (size_t i = 0; i < OWN; i++) {
        own[i].effect = mpit__cvar_effect(own[i].name);
        if (!is_asked_for(&own[i]) &&
            !mpit__cvar_parse(&own[i], own[i].standard, own[i].value))
            abort(); /* a wrong row of cvars.def: no test gets past this */
    }
    mpit__clock_choose(MPIT_CLOCK_AUTO);
}

static void setup(void)
{
    set_defaults();
    mpit__environment_read(own, OWN);
}

void mpit__cvar_setup(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, setup);
}

void mpit__cvar_add_own(void)
{
    for (size_t i = 0; i < OWN; i++)
        mpit__category_add_cvar(own[i].category,
                                mpit__registry_add(&mpit__cvars, own[i].name, &own[i]));
}

bool mpit__cvar_parse(const struct mpit_cvar *cvar, const char *text, union mpit_value *value)
{
    const struct mpit_item *item =
        cvar->enumtype ? mpit__enum_item_by_name(cvar->enumtype, text) : NULL;

    if (item) {
        value->integer = item->value;
        return true;
    }
    return mpit__types[cvar->type].parse(text, value) &&
           (!cvar->enumtype || mpit__enum_item_by_value(cvar->enumtype, value->integer));
}

static bool is_allowed(const struct mpit_cvar *cvar, const union mpit_value *value)
{
    if (cvar->type == MPIT_CHAR && !memchr(value->text, '\0', sizeof value->text))
        return false;
    if (cvar->enumtype && !mpit__enum_item_by_value(cvar->enumtype, value->integer))
        return false;
    return !cvar->effect || !cvar->effect->allowed || cvar->effect->allowed(value);
}

int mpit__cvar_set(const struct mpit_cvar *cvar, struct mpit_object *object,
                   const union mpit_value *value)
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
    if (cvar->type == MPIT_CHAR)
        strcpy(cvar->value->text, value->text);
    else
        memcpy(cvar->value, value, mpit__types[cvar->type].size);
    return MPI_SUCCESS;
}

void mpit__cvar_get(const struct mpit_cvar *cvar, const struct mpit_object *object,
                    union mpit_value *value)
{
    *value = *cvar->value;
    if (cvar->effect && cvar->effect->fetch)
        cvar->effect->fetch(object, value);
}

void mpit__cvar_set_profiling(int on)
{
    static const struct mpit_cvar *profiling;
    union mpit_value value = {.integer = on};

    for (size_t i = 0; !profiling && i < OWN; i++)
        if (own[i].value == &mpit__config.profiling)
            profiling = &own[i];
    mpit__cvar_setup();
    mpit__cvar_set(profiling, NULL, &value);
}

int mpit__cvar_count(const struct mpit_cvar *cvar)
{
    return cvar->type == MPIT_CHAR ? MPIT_STRING : 1;
}
