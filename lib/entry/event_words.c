#include "config.h"

#include "entry/event_words.h"

#include <stdio.h>
#include <string.h>

#include "entry/life_events.h"
#include "hook/raise_objects.h"
#include "mpi/families.h"
#include "mpi/vendor.h"
#include "profile/raise.h"
#include "profile/request_events.h"
#include "report/region.h"

/* Each gives the word of a number, false behind the last one. */
typedef bool word_function(int number, char *word, size_t size);

static bool from(const char *const *words, int n, int number, char *word, size_t size)
{
    if (number < n)
        snprintf(word, size, "%s", words[number]);
    return number < n;
}

static bool operation(int number, char *word, size_t size)
{
    return from(mpit__collective_names, MPIT_COLLECTIVES, number, word, size);
}

static bool kind(int number, char *word, size_t size)
{
    static const char *const words[] = {[MPIT_REQUEST_EVENT_SEND] = "send",
                                        [MPIT_REQUEST_EVENT_RECEIVE] = "receive",
                                        [MPIT_REQUEST_EVENT_COLLECTIVE] = "collective",
                                        [MPIT_REQUEST_EVENT_RMA] = "one-sided operation",
                                        [MPIT_REQUEST_EVENT_FILE] = "access to a file"};

    return from(words, sizeof words / sizeof *words, number, word, size);
}

static bool model(int number, char *word, size_t size)
{
    static const char *const words[] = {
        [MPIT_MODEL_WORLD] = "world", [MPIT_MODEL_SESSION] = "session"};

    return from(words, sizeof words / sizeof *words, number, word, size);
}

static bool handled(int number, char *word, size_t size)
{
    static const char *const words[] = {[MPIT_HANDLED_COMM] = "communicator",
                                        [MPIT_HANDLED_WIN] = "window",
                                        [MPIT_HANDLED_FILE] = "file"};

    return from(words, sizeof words / sizeof *words, number, word, size);
}

static bool limit(int number, char *word, size_t size)
{
    static const char *const words[] = {[MPIT_LIMIT_MEMORY] = "mpit_memory_limit"};

    return from(words, sizeof words / sizeof *words, number, word, size);
}

static const struct {
    enum mpit_event event;
    const char *element;
    word_function *word;
} rows[] = {
    {MPIT_EVENT_collective_begin, "operation", operation},
    {MPIT_EVENT_collective_end, "operation", operation},
    {MPIT_EVENT_request_completed, "kind", kind},
    {MPIT_EVENT_region_begin, "label", mpit__region_label},
    {MPIT_EVENT_region_end, "label", mpit__region_label},
    {MPIT_EVENT_initialization, "model", model},
    {MPIT_EVENT_finalization, "model", model},
    {MPIT_EVENT_errhandler_invoked, "object", handled},
    {MPIT_EVENT_limit_reached, "limit", limit},
};

static void put_words(const char *element, word_function *function, MPI_Info info)
{
    char key[MPI_MAX_INFO_KEY], word[64];

    for (int i = 0; function(i, word, sizeof word); i++) {
        snprintf(key, sizeof key, "%s.%d", element, i);
        mpit__next.PMPI_Info_set(info, key, word);
    }
}

void mpit__event_words(int event, MPI_Info info)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if ((int)rows[i].event == event)
            put_words(rows[i].element, rows[i].word, info);
}
