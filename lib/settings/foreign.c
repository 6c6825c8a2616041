#include "config.h"

#include "settings/foreign.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ground/hash.h"
#include "ground/message.h"

static struct mpit_foreign *first;

static struct mpit_foreign **find(const char *name)
{
    struct mpit_foreign **link = &first;

    while (*link && strcmp((*link)->name, name) != 0)
        link = &(*link)->next;
    return link;
}

static void give(struct mpit_foreign *kept)
{
    if (!kept)
        return;
    free(kept->name);
    free(kept->value);
    free(kept);
}

/* NULL without memory. */
static struct mpit_foreign *make(const char *name, const char *value, struct mpit_origin origin)
{
    struct mpit_foreign *made = calloc(1, sizeof *made);

    if (!made)
        return NULL;
    made->name = strdup(name);
    made->value = strdup(value);
    made->origin = origin;
    if (made->name && made->value)
        return made;
    give(made);
    return NULL;
}

static bool is_same(const struct mpit_foreign *kept, const char *value, struct mpit_origin origin)
{
    return strcmp(kept->value, value) == 0 && kept->origin.where == origin.where &&
           kept->origin.line == origin.line;
}

void mpit__foreign_keep(const char *name, const char *value, struct mpit_origin origin)
{
    struct mpit_foreign **link = find(name), *kept;

    if (*link && is_same(*link, value, origin))
        return;
    kept = make(name, value, origin);
    if (!kept) {
        mpit__message_node(MPIT_WARN, NULL, "out of memory: %s is not set", name);
        return;
    }
    if (*link) {
        kept->next = (*link)->next;
        kept->renewed = (*link)->placed || (*link)->renewed;
    }
    give(*link);
    *link = kept;
}

struct mpit_foreign *mpit__foreign_first(void)
{
    return first;
}

struct mpit_origin mpit__foreign_origin(const char *name)
{
    const struct mpit_foreign *kept = *find(name);

    return kept && !kept->refused ? kept->origin : (struct mpit_origin){0};
}

uint64_t mpit__foreign_digest(void)
{
    uint64_t sum = 0;

    /* A sum: the order of the environment is not the same everywhere. */
    for (const struct mpit_foreign *kept = first; kept; kept = kept->next)
        sum += mpit__hash_add(mpit__hash_of(kept->name), kept->value);
    return sum;
}

void mpit__foreign_print(char *buffer, size_t size)
{
    size_t n = 0;

    buffer[0] = '\0';
    for (const struct mpit_foreign *kept = first; kept && n < size; kept = kept->next)
        n += (size_t)snprintf(buffer + n, size - n, "%s%s=%s", n ? ";" : "", kept->name,
                              kept->value);
}

void mpit__foreign_forget(void)
{
    while (first) {
        struct mpit_foreign *next = first->next;

        give(first);
        first = next;
    }
}
