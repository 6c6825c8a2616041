/* Writes what mpit-report(1) says of each verdict of a report, from the rows of verdicts.def. */
#include "config.h"

#include <stdlib.h>

#include "troff.h"

static void verdict(const char *id, const char *when, const char *remedy)
{
    char text[1024];
    int length = snprintf(text, sizeof text, "Where %s: %s.", when, remedy);
    if (length < 0 || (size_t)length >= sizeof text)
        abort();
    printf(".TP\n.B ");
    put(id);
    putchar('\n');
    put_lines(text);
}

int main(void)
{
#define VERDICT(id, when, remedy) verdict(#id, when, remedy);
#include "record/verdicts.def"
#undef VERDICT
    return ferror(stdout) || fflush(stdout) != 0;
}
