#include "config.h"

#include "options.h"

#include "../tools/ground/tool.h"

#include <stdlib.h>
#include <string.h>

void bench_options_must(int code)
{
    if (code != TOOL_GO_ON)
        exit(code == TOOL_OK ? EXIT_SUCCESS : BENCH_USAGE);
}

/* No option is looked for behind the first word: so the words are the last of argv. */
int bench_options_words(int argc, char **argv, const struct poptOption *table, const char *usage)
{
    poptContext context =
        poptGetContext(NULL, argc, (const char **)argv, table, POPT_CONTEXT_POSIXMEHARDER);
    int words = 0;

    bench_options_must(tool_options_parse(context, table, usage));
    while (poptGetArg(context))
        words++;
    poptFreeContext(context);
    return argc - words;
}

void bench_options_read(int argc, char **argv, const struct poptOption *table, const char *what)
{
    char *usage = tool_print("[OPTION...]\n%s", what);
    int first = bench_options_words(argc, argv, table, usage);

    free(usage);
    if (first == argc)
        return;
    tool_complain("%s: there are options only", argv[first]);
    bench_options_must(TOOL_USAGE);
}

void bench_options_only(char *list, const char *what, const char *const *names, int n,
                        bool *selected)
{
    char *save = NULL;

    memset(selected, !list, (size_t)n * sizeof *selected);
    for (char *name = list ? strtok_r(list, ",", &save) : NULL; name;
         name = strtok_r(NULL, ",", &save)) {
        int i = tool_options_find(name, what, names, n, "--list");

        if (i < 0)
            bench_options_must(TOOL_USAGE);
        selected[i] = true;
    }
    free(list);
}
