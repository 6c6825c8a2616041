#include "config.h"

#include "cvar/compare.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cvar/cvar.h"
#include "settings/foreign.h"
#include "ground/hash.h"
#include "ground/message.h"
#include "mpi/agree.h"
#include "mpi/vendor.h"

static void say_waiting(void)
{
    mpit__message(MPIT_WARN, "MPI_Init waits for processes that do not compare their settings: set "
                             "MPIT_CHECK=on in all processes or in none");
}

/* Whether all processes have the same. */
static bool is_common(uint64_t digest)
{
    uint64_t mine[2] = {digest, ~digest}, least[2] = {0, 0};
    MPI_Request request;

    if (mpit__next.PMPI_Iallreduce(mine, least, 2, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD,
                                   &request) != MPI_SUCCESS ||
        !mpit__agree_wait(&request, HUGE_VAL, say_waiting))
        return true;
    return least[0] == ~least[1];
}

/* "rank 0 has auto, rank 3 has tsc": each value with the first rank that has it. */
static void describe(const char (*texts)[MPIT_STRING], int nranks, char *buffer, size_t size)
{
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
    char mine[MPIT_STRING] = "", all[768] = "";
    char (*texts)[MPIT_STRING] = NULL;
    int rank, nranks;

    mpit__next.PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mpit__next.PMPI_Comm_size(MPI_COMM_WORLD, &nranks);
    snprintf(mine, sizeof mine, "%s", text);
    if (rank == 0)
        texts = calloc((size_t)nranks, sizeof *texts);
    if (mpit__next.PMPI_Gather(mine, MPIT_STRING, MPI_CHAR, texts, MPIT_STRING, MPI_CHAR, 0,
                               MPI_COMM_WORLD) == MPI_SUCCESS &&
        texts) {
        describe((const char (*)[MPIT_STRING])texts, nranks, all, sizeof all);
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
