#include "config.h"

#include "tools/ground/kinds.h"

#include "tools/ground/tool.h"
#include "tools/ground/words.h"

#include <stdlib.h>

static int kind_of(const struct tool_kinds *kinds, int which)
{
    for (int i = 0; i < kinds->n; i++)
        if (kinds->by->are_alike(kinds->those, kinds->kind[i].first, which))
            return i;
    return kinds->n;
}

static void add(struct tool_kinds *kinds, int which)
{
    const int its = kind_of(kinds, which);

    if (its == kinds->n) {
        kinds->kind = tool_grow(kinds->kind, (size_t)kinds->n, 1, sizeof *kinds->kind);
        kinds->kind[kinds->n++] = (struct tool_kind){.first = which};
    }
    if (kinds->by->is_vague(kinds->those, kinds->kind[its].first))
        kinds->kind[its].first = which;
    kinds->kind[its].n++;
    kinds->of[which] = its;
}

static int find_most(const struct tool_kinds *kinds)
{
    int most = -1, n = 0;

    for (int i = 0; i < kinds->n; i++) {
        const int its = kinds->kind[i].n;

        if (its >= n)
            most = its > n ? i : -1;
        n = its > n ? its : n;
    }
    return most;
}

struct tool_kinds tool_kinds_of(int n, const struct tool_kinds_by *by, const void *those)
{
    struct tool_kinds kinds = {.by = by, .those = those, .all = n};

    kinds.of = tool_allocate((size_t)n + 1, sizeof *kinds.of);
    for (int i = 0; i < n; i++) {
        kinds.of[i] = -1;
        if (by->is_there(those, i))
            add(&kinds, i);
    }
    kinds.most = find_most(&kinds);
    return kinds;
}

void tool_kinds_free(struct tool_kinds *kinds)
{
    free(kinds->of);
    free(kinds->kind);
}

bool tool_kinds_is_odd(const struct tool_kinds *kinds, int which)
{
    return kinds->of[which] >= 0 && kinds->of[which] != kinds->most;
}

/* Of several things of a rank it is there once.  How many there are. */
static int say_ranks(const struct tool_kinds *kinds, int kind, char **text)
{
    int *ranks = tool_allocate((size_t)kinds->all + 1, sizeof *ranks), n = 0;
    char *words;

    for (int i = 0; i < kinds->all; i++) {
        const int rank = kinds->by->rank(kinds->those, i);

        if (kinds->of[i] == kind && (!n || ranks[n - 1] != rank))
            ranks[n++] = rank;
    }
    words = tool_words_ranks(ranks, n);
    tool_append(text, "%s", words);
    free(words);
    free(ranks);
    return n;
}

void tool_kinds_say_odd(const struct tool_kinds *kinds, const char *const verb[2], char **text)
{
    enum { SAID = 4 };
    int said = 0, more = 0;

    for (int i = 0; i < kinds->n; i++) {
        int ranks;

        if (i == kinds->most)
            continue;
        if (said == SAID) {
            more += kinds->kind[i].n;
            continue;
        }
        tool_append(text, "%s", said ? ", " : "");
        ranks = say_ranks(kinds, i, text);
        tool_append(text, " %s%s", said ? "" : verb[ranks > 1], said ? "" : " ");
        said++;
        kinds->by->say(kinds->those, kinds->kind[i].first, text);
    }
    if (more)
        tool_append(text, ", and %d rank%s yet others", more, more == 1 ? "" : "s");
}
