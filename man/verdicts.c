/* Writes what mpit-report(1) says of each verdict of a report, from the rows of verdicts.def. */
#include "config.h"

#include "troff.h"

static void verdict(const char *id, const char *when, const char *remedy)
{
    printf(".TP\n.B ");
    put(id);
    printf("\nWhere ");
    put(when);
    printf(": ");
    put(remedy);
    printf(".\n");
}

int main(void)
{
#define VERDICT(id, when, remedy) verdict(#id, when, remedy);
#include "record/verdicts.def"
#undef VERDICT
    return ferror(stdout) || fflush(stdout) != 0;
}
