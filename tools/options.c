/* Options of the subcommands, over popt. */
#include "config.h"

#include "tool.h"

#include <stdio.h>

enum { MAX_OPTIONS = 32 };

static const char *nearest_option(const char *given, const struct poptOption *options)
{
    const char *names[MAX_OPTIONS];
    int n = 0;

    for (; (options->longName || options->shortName) && n < MAX_OPTIONS; options++)
        if (options->longName)
            names[n++] = options->longName;
    while (*given == '-')
        given++;
    return mpit__nearest(given, names, n);
}

static int refuse(poptContext context, int error, const struct poptOption *options)
{
    const char *given = poptBadOption(context, POPT_BADOPTION_NOALIAS);
    const char *meant = error == POPT_ERROR_BADOPT ? nearest_option(given, options) : NULL;

    if (meant)
        tool_complain("%s: unknown option; did you mean --%s?", given, meant);
    else
        tool_complain("%s: %s; --help lists the options", given, poptStrerror(error));
    return TOOL_USAGE;
}

int tool_options_parse(poptContext context, const struct poptOption *options, const char *arguments)
{
    int option;

    poptSetOtherOptionHelp(context, arguments);
    while ((option = poptGetNextOpt(context)) >= 0) {
        if (option == 'h') {
            poptPrintHelp(context, stdout, 0);
            return tool_output_finish();
        }
    }
    return option == -1 ? TOOL_GO_ON : refuse(context, option, options);
}
