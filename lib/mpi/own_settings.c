#include "config.h"

#include "mpi/own_settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ground/letters.h"
#include "mpi/facts.h"
#include "mpi/jump_slot.h"
#include "mpi/vendor.h"

static const struct {
    enum mpit_mpi mpi;
    const char *from, *until, *begins, *instead;
} names[] = {
#define OWN_NAME(mpi, from, until, begins, instead, seen)                                          \
    {MPIT_MPI_##mpi, from, until, begins, instead},
#include "mpi/own_settings.def"
};

static const struct {
    enum mpit_mpi mpi;
    const char *from, *until, *variable, *words;
} early[] = {
#define EARLY(mpi, from, until, variable, words, seen)                                             \
    {MPIT_MPI_##mpi, from, until, variable, words},
#include "mpi/own_settings.def"
};

const char *mpit__vendor_own_setting(const char *variable, char name[MPIT_OWN_NAME])
{
    const char *found = NULL, *value;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i].begins);
        char tried[MPIT_OWN_NAME];

        if (!mpit__mpi_is(names[i].mpi, names[i].from, names[i].until) ||
            strncmp(variable, names[i].begins, length) != 0 ||
            snprintf(tried, sizeof tried, "%s%s", names[i].instead, variable + length) >=
                (int)sizeof tried ||
            !(value = getenv(tried)))
            continue;
        strcpy(name, tried);
        found = value;
    }
    return found;
}

const char *mpit__vendor_early_words(const char *variable)
{
    for (size_t i = 0; i < sizeof early / sizeof *early; i++)
        if (mpit__mpi_is(early[i].mpi, early[i].from, early[i].until) &&
            strcmp(early[i].variable, variable) == 0)
            return early[i].words;
    return NULL;
}

static bool is_one_of(const char *words, const char *text)
{
    size_t length = strlen(text);

    for (const char *word = words; length && *word; word += strspn(word, " ")) {
        size_t n = strcspn(word, " ");

        if (n == length && mpit__begins_with_word(word, text))
            return true;
        word += n;
    }
    return false;
}

bool mpit__vendor_put_early(const char *variable, const char *value)
{
    const char *words = mpit__vendor_early_words(variable);

    return words && is_one_of(words, value) && !mpit__vendor_is_initialized() &&
           setenv(variable, value, 1) == 0;
}

/* A function of the MPI library that no header of MPI has. */
static bool find(const char *name, void *function)
{
    void *found = name ? mpit__jump_next(name) : NULL;

    if (found)
        memcpy(function, &found, sizeof found);
    return found != NULL;
}

bool mpit__vendor_set_anyway(const char *variable, const void *value, size_t size)
{
    enum { IS_SETTABLE = 4, IS_SET_BY_A_CALL = 4 };
    int (*find_index)(const char *name, int *index);
    int (*set_flag)(int index, int flag, bool on);
    int (*set_value)(int index, const void *value, size_t size, int source, const char *file);
    int index, rc;

    if (!find(MPIT_NAME(variable_index), &find_index) ||
        !find(MPIT_NAME(variable_flag), &set_flag) ||
        !find(MPIT_NAME(variable_value), &set_value) || find_index(variable, &index) != 0 ||
        set_flag(index, IS_SETTABLE, true) != 0)
        return false;
    rc = set_value(index, value, size, IS_SET_BY_A_CALL, NULL);
    set_flag(index, IS_SETTABLE, false);
    return rc == 0;
}
