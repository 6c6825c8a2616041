/* Ranks that should do the same: which of them do, and how it is said what others do instead. */
#ifndef TOOL_KINDS_H
#define TOOL_KINDS_H

#include <stdbool.h>

/* How things are told apart; they are numbered from 0. */
struct tool_kinds_by {
    bool (*is_there)(const void *those, int which); /* the others are of no kind */
    bool (*are_alike)(const void *those, int one, int other);
    bool (*is_vague)(const void *those, int which); /* alike to some that are not alike */
    int (*rank)(const void *those, int which);
    void (*say)(const void *those, int which, char **text); /* what it does, after a verb */
};

struct tool_kind {
    int first; /* of it, that is not vague, if one is not */
    int n;
};

struct tool_kinds {
    const struct tool_kinds_by *by;
    const void *those;
    int all; /* things */
    int *of; /* the kind of each; -1: none */
    struct tool_kind *kind;
    int n;
    int most; /* the kind of more things than any other; -1: there is none */
};

/* Of so many things, which must stay; to be freed. */
struct tool_kinds tool_kinds_of(int n, const struct tool_kinds_by *by, const void *those);
void tool_kinds_free(struct tool_kinds *kinds);

/* Of a kind that is not the most; where there is no such, of any. */
bool tool_kinds_is_odd(const struct tool_kinds *kinds, int which);

/* "rank 2 has root 2, ranks 3, 4 root 3", of all that are odd; verb: of one, and of several. */
void tool_kinds_say_odd(const struct tool_kinds *kinds, const char *const verb[2], char **text);

#endif
