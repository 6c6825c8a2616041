#include "config.h"

#include "cvar/assign.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cvar/cvar.h"
#include "ground/letters.h"
#include "ground/message.h"
#include "ground/nearest.h"
#include "settings/environment.h"
#include "settings/foreign.h"
#include "settings/site.h"

enum { LABEL = 512, NAMES = 256 };

static void report_unknown(const struct mpit_setting *setting)
{
    char text[LABEL], known[NAMES][MPIT_ENVIRONMENT_NAME], where[LABEL];
    const char *names[NAMES], *nearest;
    bool direct = mpit__setting_is_direct(setting->origin);
    size_t n = 0;

    for (const struct mpit_cvar *cvar; n < NAMES && (cvar = mpit__cvar_own_at(n)); n++) {
        if (direct && strncmp(setting->origin.where, "MPIT_CVAR_", 10) != 0)
            mpit__environment_name(cvar->name, known[n]);
        else
            snprintf(known[n], sizeof known[n], "%s", cvar->name);
        names[n] = known[n];
    }
    mpit__origin_print(setting->origin, where, sizeof where);
    snprintf(text, sizeof text, "%s",
             direct && strncmp(where, "MPIT_CVAR_", 10) != 0 ? where : setting->name);
    nearest = mpit__nearest(text, names, (int)n);
    mpit__message_job(MPIT_WARN, "%s%s%s is not a variable of ours and is ignored%s%s",
                      direct ? "" : where, direct ? "" : ": ", direct ? where : text,
                      nearest ? "; the nearest is " : "; mpit list --cvars shows them",
                      nearest ? nearest : "");
}

static bool is_never_set(const struct mpit_cvar *cvar)
{
    return cvar->scope == MPI_T_SCOPE_CONSTANT || cvar->scope == MPI_T_SCOPE_READONLY;
}

static int try_to_set(const struct mpit_cvar *cvar, const struct mpit_setting *setting)
{
    union mpit_value value;

    if (is_never_set(cvar))
        return MPI_T_ERR_CVAR_SET_NEVER;
    if (!mpit__cvar_parse(cvar, setting->value, &value))
        return MPI_T_ERR_INVALID;
    return mpit__cvar_set(cvar, NULL, &value, setting->origin);
}

static void set_own(const struct mpit_cvar *cvar, const struct mpit_setting *setting)
{
    char label[LABEL], allowed[LABEL], now[MPIT_TEXT];
    union mpit_value value;
    int rc = try_to_set(cvar, setting);

    if (rc == MPI_SUCCESS)
        return;
    mpit__setting_label(setting->name, setting->value, setting->origin, label, sizeof label);
    mpit__cvar_get(cvar, NULL, &value);
    mpit__cvar_print(cvar, &value, now, sizeof now);
    if (is_never_set(cvar)) {
        mpit__message_job(MPIT_WARN, "%s is ignored: %s cannot be set", label, cvar->name);
    } else if (rc == MPI_T_ERR_CVAR_SET_NOT_NOW || rc == MPI_T_ERR_CVAR_SET_NEVER) {
        mpit__message_job(MPIT_WARN, "%s is ignored: %s cannot be set any more; it stays %s", label,
                          cvar->name, now[0] ? now : "empty");
    } else {
        mpit__cvar_describe_allowed(cvar, allowed, sizeof allowed);
        mpit__message_job(MPIT_WARN, "%s is ignored: %s takes %s; it stays %s", label, cvar->name,
                          allowed, now[0] ? now : "empty");
    }
}

static void assign(const struct mpit_setting *setting)
{
    const struct mpit_cvar *cvar;
    char where[LABEL];

    if (setting->error) {
        mpit__origin_print(setting->origin, where, sizeof where);
        mpit__message_job(MPIT_WARN, "%s is ignored: %s", where, setting->error);
        return;
    }
    cvar = mpit__cvar_own(setting->name);
    if (cvar)
        set_own(cvar, setting);
    else if (mpit__site_has(setting->name))
        return; /* the front has done what it says */
    else if (mpit__begins_with_word(setting->name, "mpit_"))
        report_unknown(setting);
    else
        mpit__foreign_keep(setting->name, setting->value, setting->origin);
}

/* First what decides whether the others may speak, last what begins to record: from then on some of
 * the others cannot be set. */
enum turn { SPEAKS, SETS, RECORDS, TURNS };

static enum turn turn_of(const struct mpit_setting *setting)
{
    const char *name = setting->name ? setting->name : "";

    if (strcmp(name, "mpit_verbose") == 0)
        return SPEAKS;
    return strcmp(name, "mpit_watch") == 0 ? RECORDS : SETS;
}

void mpit__assign_all(const struct mpit_settings *list)
{
    for (enum turn turn = SPEAKS; turn < TURNS; turn++)
        for (const struct mpit_setting *setting = list->first; setting; setting = setting->next)
            if (turn_of(setting) == turn)
                assign(setting);
}
