/* What the command says: errors, the end of its output, and guesses at what was meant. */
#include "config.h"

#include "tool.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *complainer = "mpit";

void mpit__complain_as(const char *name)
{
    complainer = name;
}

/* One line whatever was put into it: names come from the command line and from files. */
void mpit__complain(const char *format, ...)
{
    char *line;
    va_list arguments;

    va_start(arguments, format);
    int length = vasprintf(&line, format, arguments);
    va_end(arguments);
    if (length < 0) {
        fprintf(stderr, "%s: out of memory\n", complainer);
        return;
    }
    for (char *p = line; *p; p++)
        if ((unsigned char)*p < 0x20 || *p == 0x7f)
            *p = '?';
    fprintf(stderr, "%s: %s\n", complainer, line);
    free(line);
}

/* Called right after the last write: errno is still that of the write that failed. */
int mpit__output_finish(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return TOOL_OK;
    if (errno == EPIPE)
        return TOOL_OK;
    mpit__complain("standard output: %s; the output is not whole", strerror(errno ? errno : EIO));
    return TOOL_FAILED;
}

static int smallest(int a, int b, int c)
{
    int ab = a < b ? a : b;
    return ab < c ? ab : c;
}

/* Levenshtein's distance; words longer than the rows are compared by their beginning. */
static int distance(const char *a, const char *b)
{
    enum { LONGEST = 64 };
    int row[LONGEST + 1];
    int na = (int)strnlen(a, LONGEST), nb = (int)strnlen(b, LONGEST);

    for (int j = 0; j <= nb; j++)
        row[j] = j;
    for (int i = 1; i <= na; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= nb; j++) {
            int above = row[j];
            row[j] = smallest(above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1]));
            diagonal = above;
        }
    }
    return row[nb];
}

const char *mpit__nearest(const char *word, const char *const *words, int n)
{
    const char *best = NULL;
    int limit = (int)strlen(word) / 3 + 2; /* farther is not a misspelling */

    for (int i = 0; i < n; i++) {
        int d = distance(word, words[i]);
        if (d < limit) {
            best = words[i];
            limit = d;
        }
    }
    return best;
}

void *mpit__allocate(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);

    if (!memory) {
        mpit__complain("out of memory");
        exit(TOOL_FAILED);
    }
    return memory;
}

char *mpit__print(const char *format, ...)
{
    char *text;
    va_list arguments;

    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0) {
        mpit__complain("out of memory");
        exit(TOOL_FAILED);
    }
    return text;
}
