#include "config.h"

#include "cvar/environment.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hook/watch.h"
#include "message.h"

extern char **environ;

enum { NAME_MAX_LENGTH = 64 };

static void environment_name(const struct mpit_cvar *cvar, char name[NAME_MAX_LENGTH])
{
    size_t i;

    for (i = 0; cvar->name[i] && i < NAME_MAX_LENGTH - 1; i++)
        name[i] = (char)toupper((unsigned char)cvar->name[i]);
    name[i] = '\0';
}

static void describe_allowed(const struct mpit_cvar *cvar, char *buffer, size_t size)
{
    size_t n = 0;

    if (cvar->type == MPIT_CHAR) {
        snprintf(buffer, size, "a text of at most %d characters", MPIT_STRING - 1);
        return;
    }
    if (!cvar->enumtype) {
        snprintf(buffer, size, "a number that %s holds", mpit__types[cvar->type].name);
        return;
    }
    n = (size_t)snprintf(buffer, size, "one of");
    for (int i = 0; i < cvar->enumtype->n && n < size; i++)
        n += (size_t)snprintf(buffer + n, size - n, " %s", cvar->enumtype->items[i].name);
}

static void read_one(const struct mpit_cvar *cvar)
{
    char name[NAME_MAX_LENGTH], allowed[256];
    union mpit_value value;
    const char *text;
    int rc;

    environment_name(cvar, name);
    text = secure_getenv(name);
    if (!text)
        return;
    describe_allowed(cvar, allowed, sizeof allowed);
    rc = mpit__cvar_parse(cvar, text, &value) ? mpit__cvar_set(cvar, NULL, &value)
                                              : MPI_T_ERR_INVALID;
    if (rc == MPI_T_ERR_CVAR_SET_NEVER)
        mpit__message_job(MPIT_WARN, "%s=%s is ignored: %s cannot be set", name, text, cvar->name);
    else if (rc != MPI_SUCCESS)
        mpit__message_job(MPIT_WARN, "%s=%s is ignored: %s takes %s; it stays %s", name, text,
                          cvar->name, allowed, cvar->standard[0] ? cvar->standard : "empty");
}

/* Names that are not of one variable. */
static const char *const others[] = {"MPIT_WATCH"};

static bool is_known(const char *name, size_t length, const struct mpit_cvar *cvars, size_t n)
{
    char known[NAME_MAX_LENGTH];

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strlen(others[i]) == length && strncmp(others[i], name, length) == 0)
            return true;
    for (size_t i = 0; i < n; i++) {
        environment_name(&cvars[i], known);
        if (strlen(known) == length && strncmp(known, name, length) == 0)
            return true;
    }
    return false;
}

/* Levenshtein's distance; names are short. */
static unsigned distance(const char *a, size_t length, const char *b)
{
    unsigned row[NAME_MAX_LENGTH + 1], diagonal, above;
    size_t m = strlen(b);

    for (size_t j = 0; j <= m; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; i <= length; i++) {
        diagonal = row[0];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= m; j++) {
            above = row[j];
            row[j] = diagonal + (a[i - 1] != b[j - 1]);
            if (above + 1 < row[j])
                row[j] = above + 1;
            if (row[j - 1] + 1 < row[j])
                row[j] = row[j - 1] + 1;
            diagonal = above;
        }
    }
    return row[m];
}

static void report_unknown(const char *name, size_t length, const struct mpit_cvar *cvars, size_t n)
{
    char known[NAME_MAX_LENGTH], nearest[NAME_MAX_LENGTH] = "";
    unsigned best = (unsigned)-1;

    for (size_t i = 0; i < n; i++) {
        unsigned d;

        environment_name(&cvars[i], known);
        d = distance(name, length, known);
        if (d < best) {
            best = d;
            strcpy(nearest, known);
        }
    }
    mpit__message_job(MPIT_WARN, "%.*s is not a variable of ours and is ignored; the nearest is %s",
                      (int)length, name, nearest);
}

/* Quantities that are watched from the start, by the names of variables.md: see HACKING. */
static const struct {
    const char *name;
    uint32_t mask;
} quantities[] = {
    {"counts", MPIT_WATCH_COUNTS | MPIT_WATCH_COMM | MPIT_WATCH_COMPLETE},
    {"bytes", MPIT_WATCH_BYTES | MPIT_WATCH_COMM | MPIT_WATCH_COMPLETE},
    {"time", MPIT_WATCH_TIME},
    {"peers", MPIT_WATCH_PEERS | MPIT_WATCH_COMM | MPIT_WATCH_COMPLETE},
    {"sizes", MPIT_WATCH_SIZES | MPIT_WATCH_COMM | MPIT_WATCH_BYTES | MPIT_WATCH_COMPLETE},
    {"requests", MPIT_WATCH_REQUESTS | MPIT_WATCH_COMPLETE},
    {"state", MPIT_WATCH_STATE},
};

static void read_watch(void)
{
    const char *text = secure_getenv("MPIT_WATCH");
    size_t length;

    for (; text && *text; text += length + (text[length] == ',')) {
        size_t i = 0, n = sizeof quantities / sizeof *quantities;

        length = strcspn(text, ",");
        while (i < n && (strlen(quantities[i].name) != length ||
                         strncmp(quantities[i].name, text, length) != 0))
            i++;
        if (i < n)
            mpit__watch_add(&mpit__watch, quantities[i].mask);
        else
            mpit__message_job(MPIT_WARN,
                              "MPIT_WATCH: %.*s is ignored: it takes a list of counts, bytes, "
                              "time, peers, sizes, requests, state",
                              (int)length, text);
    }
}

void mpit__environment_read(const struct mpit_cvar *cvars, size_t n)
{
    /* What is said of the others depends on it. */
    for (size_t i = 0; i < n; i++)
        if (cvars[i].value == &mpit__config.verbose)
            read_one(&cvars[i]);
    for (size_t i = 0; i < n; i++)
        if (cvars[i].value != &mpit__config.verbose)
            read_one(&cvars[i]);
    read_watch();
    for (char **entry = environ; entry && *entry; entry++) {
        size_t length = strcspn(*entry, "=");

        if (strncmp(*entry, "MPIT_", 5) == 0 && length < NAME_MAX_LENGTH &&
            !is_known(*entry, length, cvars, n))
            report_unknown(*entry, length, cvars, n);
    }
}
