#include "config.h"

#include "report/processors.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>

/* More than any node has. */
enum { MOST = 8192 };

static size_t append(char *list, size_t length, size_t size, int first, int last)
{
    const char *between = length ? "," : "";
    int n = first == last ? snprintf(list + length, size - length, "%s%d", between, first)
                          : snprintf(list + length, size - length, "%s%d-%d", between, first, last);

    return length + (size_t)n;
}

/* Of the thread that calls; a program that binds its threads has said where this one is to run. */
void mpit__processors_list(char *list, size_t size)
{
    cpu_set_t set[MOST / CPU_SETSIZE];
    size_t length = 0;

    *list = '\0';
    memset(set, 0, sizeof set);
    if (sched_getaffinity(0, sizeof set, set) != 0)
        return;
    for (int i = 0, end; i < MOST && length < size; i = end + 1) {
        for (end = i; end < MOST && CPU_ISSET_S(end, sizeof set, set);)
            end++;
        if (end > i)
            length = append(list, length, size, i, end - 1);
    }
    if (length >= size)
        *list = '\0';
}
