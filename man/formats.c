/* Writes what mpit-report(1) says of each format of a report, from the rows of formats.def. */
#include "config.h"

#include "troff.h"

static void format(const char *name, const char *desc)
{
    printf(".TP\n.B ");
    put(name);
    putchar('\n');
    put_lines(desc);
}

int main(void)
{
#define FORMAT(name, ending, samples, write, desc) format(#name, desc);
#define FOLDER(name, ending, write, needs, desc)   format(#name, desc);
#include "../tools/formats/formats.def"
    return ferror(stdout) || fflush(stdout) != 0;
}
