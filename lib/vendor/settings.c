#include "config.h"

#include "vendor/settings.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ground/letters.h"
#include "ground/message.h"
#include "mpi/own_settings.h"
#include "mpi/tool.h"
#include "mpi/vendor.h"
#include "registry/types.h"
#include "settings/foreign.h"
#include "settings/settings.h"
#include "vendor/discover.h"
#include "vendor/text.h"
#include "vendor/variable.h"

enum { LABEL = 512, NAME = 128 };

/* MPI was initialised before the set-up: what the vendor reads in its own is not read any more. */
static bool too_late;

static void say(struct mpit_foreign *kept, const char *now, const char *why)
{
    char label[LABEL];

    mpit__setting_label(kept->name, kept->value, kept->origin, label, sizeof label);
    kept->refused = true;
    if (now)
        mpit__message_job(MPIT_WARN, "%s is not in force: %s is %s, because %s", label, kept->name,
                          *now ? now : "empty", why);
    else
        mpit__message_job(MPIT_WARN, "%s is not in force: %s", label, why);
}

static void say_unknown(struct mpit_foreign *kept)
{
    char nearest[NAME], why[LABEL];
    bool near = mpit__vendor_variable_nearest(kept->name, nearest, sizeof nearest);

    snprintf(why, sizeof why,
             "%s has no variable of that name here, or its component is not in use%s%s",
             MPIT_VENDOR_NAME, near ? "; the nearest is " : "", near ? nearest : "");
    say(kept, NULL, why);
}

static bool is_writable(const struct mpit_vendor_variable *variable)
{
    return variable->bind == MPI_T_BIND_NO_OBJECT && variable->can_change;
}

/* What MPI_Init takes from the environment alone. */
static bool put_early(struct mpit_foreign *kept, const char *now)
{
    const char *words = mpit__vendor_early_words(kept->name);
    char why[LABEL];

    if (!words)
        return true;
    if (too_late || mpit__vendor_is_initialized()) {
        say(kept, now, "MPI_Init has looked at it already: set it before");
        return false;
    }
    if (mpit__vendor_put_early(kept->name, kept->value))
        return true;
    snprintf(why, sizeof why, "it takes one of %s", words);
    say(kept, now, why);
    return false;
}

/* Writes it where the vendor lets variables be written; says why not. */
static void write_it(struct mpit_foreign *kept, struct mpit_vendor_variable *variable)
{
    char now[LABEL] = "", why[LABEL], allowed[LABEL - 16];
    int rc;

    mpit__vendor_text_read(variable, now, sizeof now);
    if (!mpit__vendor_text_fits(variable, kept->value)) {
        mpit__vendor_text_allowed(variable, allowed, sizeof allowed);
        snprintf(why, sizeof why, "it takes %s", allowed);
        say(kept, now, why);
    } else if (!is_writable(variable)) {
        say(kept, now,
            too_late ? "it is read-only after MPI_Init: set it before" : "it is read-only");
    } else if (!put_early(kept, now)) {
        return;
    } else if ((rc = mpit__vendor_text_write(variable, kept->value)) != MPI_SUCCESS) {
        snprintf(why, sizeof why, "%s refused it (code %d)", MPIT_VENDOR_NAME, rc);
        say(kept, now, why);
    }
}

/* Whether only the variable can tell if the value is one: any of them may take a number. */
static bool is_word(const char *padded)
{
    union mpit_value number;
    char value[LABEL];
    bool on;

    if (!mpit__without_blanks(padded, value, sizeof value))
        return true;
    return !mpit__parse_switch(value, &on) &&
           !mpit__types[MPIT_UNSIGNED_LONG_LONG].parse(value, &number);
}

/* Says what is wrong with a value, in a process of its own: there the MPI library may open its
 * components, which takes it a while, and after which it would not read the environment again.
 * Returns 1 if it cannot be, 0 if it can. */
static int refuse_in_child(struct mpit_foreign *kept)
{
    struct mpit_vendor_variable *variable;
    char now[LABEL] = "", allowed[LABEL - 16], why[LABEL];
    bool crashes;

    variable = mpit__vendor_variable_named(kept->name, &crashes);
    if (!variable || mpit__vendor_text_fits(variable, kept->value))
        return 0;
    mpit__vendor_text_read(variable, now, sizeof now);
    mpit__vendor_text_allowed(variable, allowed, sizeof allowed);
    snprintf(why, sizeof why, "it takes %s", allowed);
    say(kept, now, why);
    return 1;
}

/* A process that cannot be made, or does not end well, has found nothing wrong. */
static bool is_refused(struct mpit_foreign *kept)
{
    int status = 0;
    pid_t child = fork();

    if (child == 0)
        _exit(refuse_in_child(kept));
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    kept->refused = child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 1;
    return kept->refused;
}

/* The reader of Open MPI knows k, M and G and the other words for yes and no. */
static void put_into_environment(const struct mpit_foreign *kept)
{
    char name[LABEL], number[32], bare[LABEL];
    const char *value = kept->value;
    union mpit_value parsed;
    size_t length;
    bool on;

    if (!is_word(value) && mpit__without_blanks(value, bare, sizeof bare))
        value = bare;
    length = strlen(value);
    if (mpit__parse_switch(value, &on)) {
        value = on ? "1" : "0";
    } else if (length && strchr("BT", value[length - 1]) &&
               mpit__types[MPIT_UNSIGNED_LONG_LONG].parse(value, &parsed)) {
        mpit__types[MPIT_UNSIGNED_LONG_LONG].print(&parsed, number, sizeof number);
        value = number;
    }
    if (snprintf(name, sizeof name, "%s%s", MPIT_NAME(environment), kept->name) < (int)sizeof name)
        setenv(name, value, 1);
}

/* Once its MPI_T is up the MPI library has looked at the environment, and does not again. */
static void put_into_variable(struct mpit_foreign *kept)
{
    struct mpit_vendor_variable *variable;
    bool crashes;

    if (!mpit__vendor_mpit_is_open())
        return;
    variable = mpit__vendor_variable_named(kept->name, &crashes);
    if (variable && !mpit__vendor_text_is(variable, kept->value) &&
        !(is_writable(variable) && mpit__vendor_text_write(variable, kept->value) == MPI_SUCCESS) &&
        !mpit__vendor_text_force(variable, kept->value))
        write_it(kept, variable);
}

/* Whether the MPI library's own environment has another value, which wins over a file's. */
static bool gives_way(const struct mpit_foreign *kept)
{
    char name[MPIT_OWN_NAME];
    const char *own = mpit__vendor_own_setting(kept->name, name);

    return own && !kept->renewed &&
           mpit__setting_gives_way(kept->name, kept->value, kept->origin, name, own,
                                   mpit__same_value(kept->value, own));
}

static void put(struct mpit_foreign *kept)
{
    struct mpit_vendor_variable *variable;
    bool crashes;

    if (gives_way(kept)) {
        kept->refused = true;
        return;
    }
    if (MPIT_NAME(environment) && !too_late) {
        if (is_word(kept->value) && is_refused(kept))
            return;
        put_into_environment(kept);
        put_into_variable(kept);
        return;
    }
    variable = mpit__vendor_variable_named(kept->name, &crashes);
    if (variable)
        write_it(kept, variable);
    else if (crashes)
        say(kept, NULL, MPIT_VENDOR_NAME " may crash on it");
    else
        say_unknown(kept);
}

void mpit__vendor_settings_put(void)
{
    too_late = mpit__foreign_first() && mpit__vendor_is_up();
    for (struct mpit_foreign *kept = mpit__foreign_first(); kept; kept = kept->next) {
        if (!kept->placed)
            put(kept);
        kept->placed = true;
    }
}

static void check(struct mpit_foreign *kept)
{
    char now[LABEL] = "";
    bool crashes;
    struct mpit_vendor_variable *variable = mpit__vendor_variable_named(kept->name, &crashes);

    if (crashes) {
        mpit__message_job(MPIT_INFO, "%s is not read back: " MPIT_VENDOR_NAME " may crash on it",
                          kept->name);
        return;
    }
    if (!variable) {
        say_unknown(kept);
        return;
    }
    if (!mpit__vendor_text_is(variable, kept->value))
        write_it(kept, variable);
    if (kept->refused)
        return;
    mpit__vendor_text_read(variable, now, sizeof now);
    if (mpit__vendor_text_is(variable, kept->value))
        mpit__message_job(MPIT_INFO, "%s is %s", kept->name, now);
    else
        say(kept, now, "the MPI library has changed it");
}

void mpit__vendor_settings_check(void)
{
    for (struct mpit_foreign *kept = mpit__foreign_first(); kept; kept = kept->next)
        if (!kept->refused)
            check(kept);
}
