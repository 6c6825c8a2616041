#include "config.h"

#include "cvar/compare.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cvar/cvar.h"
#include "ground/hash.h"
#include "ground/message.h"
#include "mpi/agree.h"
#include "mpi/session.h"
#include "mpi/vendor.h"
#include "settings/foreign.h"

/* What is known of the processes; nothing more once they have not all come. */
struct comparison {
    double until;
    mpit_agree_late *late;
    enum mpit_agreement found;
};

/* Whether it is known that a number is not the same in all processes. */
static bool differs(struct comparison *comparison, uint64_t number)
{
    if (comparison->found != MPIT_NOT_ALL)
        comparison->found = mpit__agree_number(number, comparison->until, comparison->late);
    return comparison->found == MPIT_DIFFERENT;
}

/* "rank 0 has auto, rank 3 has tsc": each value with the first rank that has it.  False where what
 * was gathered is the same, as they differ behind it. */
static bool describe(const char *gathered, int nranks, char *buffer, size_t size)
{
    const char(*texts)[MPIT_STRING] = (const char(*)[MPIT_STRING])gathered;
    size_t n = 0;
    int values = 0;

    for (int rank = 0; rank < nranks && n < size; rank++) {
        int first = 0;

        while (strcmp(texts[first], texts[rank]) != 0)
            first++;
        values += first == rank;
        if (first == rank)
            n += (size_t)snprintf(buffer + n, size - n, "%srank %d has %s", rank ? ", " : "", rank,
                                  texts[rank][0] ? texts[rank] : "nothing");
    }
    return values > 1;
}

static void gather_and_say(const struct comparison *comparison, const char *what, const char *text)
{
    char all[768] = "";
    int nranks;
    char *texts = mpit__agree_gather(text, &nranks, comparison->until);

    if (texts && describe(texts, nranks, all, sizeof all)) {
        mpit__message(MPIT_WARN, "%s not the same in all processes, as they must be: %s", what,
                      all);
    } else if (mpit__world_of_job().rank == 0) {
        mpit__message(MPIT_WARN, "%s not the same in all processes, as they must be", what);
    }
    free(texts);
}

static bool must_be_equal(const struct mpit_cvar *cvar)
{
    return cvar->scope == MPI_T_SCOPE_ALL_EQ || cvar->scope == MPI_T_SCOPE_GROUP_EQ;
}

static void print_own(const struct mpit_cvar *cvar, char text[MPIT_TEXT])
{
    union mpit_value value;

    mpit__cvar_get(cvar, NULL, &value);
    mpit__cvar_print(cvar, &value, text, MPIT_TEXT);
}

static uint64_t digest_of_all(void)
{
    uint64_t digest = mpit__cvar_word() + mpit__foreign_digest();
    char text[MPIT_TEXT];
    const struct mpit_cvar *cvar;

    for (size_t i = 0; (cvar = mpit__cvar_own_at(i)); i++) {
        if (!must_be_equal(cvar))
            continue;
        print_own(cvar, text);
        digest += mpit__hash_add(mpit__hash_of(cvar->name), text);
    }
    return digest;
}

static void compare_own(struct comparison *comparison, const struct mpit_cvar *cvar)
{
    char text[MPIT_TEXT], what[128];

    print_own(cvar, text);
    if (!differs(comparison, mpit__hash_of(text)))
        return;
    snprintf(what, sizeof what, "the values of %s are", cvar->name);
    gather_and_say(comparison, what, text);
}

static void compare_foreign(struct comparison *comparison)
{
    char settings[MPIT_STRING];

    if (!differs(comparison, mpit__foreign_digest()))
        return;
    mpit__foreign_print(settings, sizeof settings);
    gather_and_say(comparison, "the settings for " MPIT_VENDOR_NAME " are", settings);
}

enum mpit_agreement mpit__compare_processes(double until, mpit_agree_late *late, uint64_t word)
{
    struct comparison comparison = {until, late, MPIT_COMMON};
    const struct mpit_cvar *cvar;
    char build[64];

    if (!differs(&comparison, digest_of_all() + word))
        return comparison.found;
    if (differs(&comparison, mpit__cvar_word())) {
        snprintf(build, sizeof build, PACKAGE_VERSION " (%016" PRIx64 ")", mpit__cvar_word());
        gather_and_say(&comparison, "the builds of libmpit are", build);
        return MPIT_DIFFERENT;
    }
    for (size_t i = 0; (cvar = mpit__cvar_own_at(i)); i++)
        if (must_be_equal(cvar))
            compare_own(&comparison, cvar);
    compare_foreign(&comparison);
    return comparison.found == MPIT_NOT_ALL ? MPIT_NOT_ALL : MPIT_DIFFERENT;
}
