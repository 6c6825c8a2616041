#include "config.h"

#include "tools/ground/manual_page.h"

#include "tools/ground/tool.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* From the folder of the command, which stands in bin/ and in lib/mpit/<back end>/. */
static const char *const folders[] = {"../share/man/man1", "../../../share/man/man1"};
/* As it was installed, or as a packager has compressed it. */
static const char *const endings[] = {"1", "1.gz"};

static void open_page(const char *folder, const char *name)
{
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        for (size_t j = 0; j < sizeof endings / sizeof *endings; j++) {
            char *path = tool_print("%s/%s/mpit-%s.%s", folder, folders[i], name, endings[j]);

            if (access(path, R_OK) == 0)
                execlp("man", "man", path, (char *)NULL);
            free(path);
        }
}

void tool_manual_page(const char *name)
{
    char *program = isatty(STDOUT_FILENO) ? realpath("/proc/self/exe", NULL) : NULL;

    if (!program)
        return;
    *strrchr(program, '/') = '\0';
    open_page(program, name);
    free(program);
}
