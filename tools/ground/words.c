#include "config.h"

#include "tools/ground/words.h"

#include "tools/ground/tool.h"

#include <string.h>

/* "0-3, 7"; of many pieces the first: "0, 2, 4, ... (1000 in all)". */
char *tool_words_ranks(const int *ranks, int n)
{
    enum { PIECES = 24 };
    char *all = tool_print("%s", n == 1 ? "rank " : "ranks ");
    int pieces = 0;

    for (int i = 0, end; i < n; i = end) {
        if (pieces++ == PIECES) {
            tool_append(&all, ", ... (%d in all)", n);
            break;
        }
        for (end = i + 1; end < n && ranks[end] == ranks[end - 1] + 1; end++)
            ;
        if (end - i < 3)
            end = i + 1;
        if (end == i + 1)
            tool_append(&all, "%s%d", i ? ", " : "", ranks[i]);
        else
            tool_append(&all, "%s%d-%d", i ? ", " : "", ranks[i], ranks[end - 1]);
    }
    return all;
}

const char *tool_words_ordinal(uint64_t n)
{
    return n % 100 / 10 == 1 ? "th"
           : n % 10 == 1     ? "st"
           : n % 10 == 2     ? "nd"
           : n % 10 == 3     ? "rd"
                             : "th";
}

size_t tool_words_call(const char *call)
{
    const size_t n = strlen(call);

    return n > strlen("MPI_") && !strcmp(call + n - 2, "_c") ? n - 2 : n;
}

bool tool_words_same_call(const char *one, const char *other)
{
    const size_t n = tool_words_call(one);

    return n == tool_words_call(other) && !strncmp(one, other, n);
}
