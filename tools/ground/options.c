#include "config.h"

#include "tools/ground/options.h"

#include "tools/ground/tool.h"

#include <stdio.h>
#include <string.h>

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

static void (*shown_to)(const struct poptOption *options, const char *arguments);

void tool_options_show_to(void (*look)(const struct poptOption *options, const char *arguments))
{
    shown_to = look;
}

int tool_options_parse(poptContext context, const struct poptOption *options, const char *arguments)
{
    int option;

    if (shown_to) {
        shown_to(options, arguments);
        return TOOL_OK;
    }
    poptSetOtherOptionHelp(context, arguments);
    while ((option = poptGetNextOpt(context)) >= 0) {
        if (option == 'h') {
            poptPrintHelp(context, stdout, 0);
            return tool_output_finish();
        }
    }
    return option == -1 ? TOOL_GO_ON : refuse(context, option, options);
}

int tool_options_range(const char *option, int value, int least, int most)
{
    if (value >= least && value <= most)
        return TOOL_GO_ON;
    tool_complain("%s %d: expected %d to %d", option, value, least, most);
    return TOOL_USAGE;
}

int tool_options_find(const char *given, const char *what, const char *const *names, int n,
                      const char *help)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(given, names[i]))
            return i;

    const char *meant = mpit__nearest(given, names, n);
    if (meant)
        tool_complain("%s: unknown %s; did you mean %s?", given, what, meant);
    else
        tool_complain("%s: unknown %s; %s shows them", given, what, help);
    return -1;
}
