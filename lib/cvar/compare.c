#include "config.h"

#include "cvar/compare.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cvar/cvar.h"
#include "ground/hash.h"
#include "ground/message.h"
#include "mpi/agree.h"
#include "settings/foreign.h"

static void say_waiting(void)
{
    mpit__message(MPIT_WARN, "MPI_Init waits for processes that do not compare their settings: set "
                             "MPIT_CHECK=on in all processes or in none");
}

/* Whether all processes have the same. */
static bool is_common(uint64_t digest)
{
    return mpit__agree_is_common(digest, say_waiting);
}

/* "rank 0 has auto, rank 3 has tsc": each value with the first rank that has it. */
static void describe(const char *gathered, int nranks, char *buffer, size_t size)
{
    const char(*texts)[MPIT_STRING] = (const char(*)[MPIT_STRING])gathered;
    size_t n = 0;

    for (int rank = 0; rank < nranks && n < size; rank++) {
        int first = 0;

        while (strcmp(texts[first], texts[rank]) != 0)
            first++;
        if (first == rank)
            n += (size_t)snprintf(buffer + n, size - n, "%srank %d has %s", rank ? ", " : "", rank,
                                  texts[rank][0] ? texts[rank] : "nothing");
    }
}

static void gather_and_say(const char *what, const char *text)
{
    char all[768] = "";
    int nranks;
    char *texts = mpit__agree_gather(text, &nranks);

    if (texts) {
        describe(texts, nranks, all, sizeof all);
        mpit__message(MPIT_WARN, "%s not the same in all processes, as they must be: %s", what,
                      all);
    }
    free(texts);
}

static bool must_be_equal(const struct mpit_cvar *cvar)
{
    return cvar->scope == MPI_T_SCOPE_ALL_EQ || cvar->scope == MPI_T_SCOPE_GROUP_EQ;
}

static void print_own(const struct mpit_cvar *cvar, char text[MPIT_STRING])
{
    union mpit_value value;

    mpit__cvar_get(cvar, NULL, &value);
    mpit__cvar_print(cvar, &value, text, MPIT_STRING);
}

/* Of the version too: another one may have other variables. */
static uint64_t digest_of_all(void)
{
    uint64_t digest = mpit__hash_of(PACKAGE_VERSION) + mpit__foreign_digest();
    char text[MPIT_STRING];
    const struct mpit_cvar *cvar;

    for (size_t i = 0; (cvar = mpit__cvar_own_at(i)); i++) {
        if (!must_be_equal(cvar))
            continue;
        print_own(cvar, text);
        digest += mpit__hash_add(mpit__hash_of(cvar->name), text);
    }
    return digest;
}

static void compare_own(const struct mpit_cvar *cvar)
{
    char text[MPIT_STRING], what[128];

    print_own(cvar, text);
    if (is_common(mpit__hash_of(text)))
        return;
    snprintf(what, sizeof what, "the values of %s are", cvar->name);
    gather_and_say(what, text);
}

void mpit__compare_processes(void)
{
    char settings[MPIT_STRING];
    const struct mpit_cvar *cvar;

    if (is_common(digest_of_all()))
        return;
    if (!is_common(mpit__hash_of(PACKAGE_VERSION))) {
        gather_and_say("the versions of libmpit are", PACKAGE_VERSION);
        return;
    }
    for (size_t i = 0; (cvar = mpit__cvar_own_at(i)); i++)
        if (must_be_equal(cvar))
            compare_own(cvar);
    if (is_common(mpit__foreign_digest()))
        return;
    mpit__foreign_print(settings, sizeof settings);
    gather_and_say("the settings for " MPIT_VENDOR_NAME " are", settings);
}
