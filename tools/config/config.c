/* `mpit config`: every setting of ours, as a configuration file that can be read back. */
#include "config.h"

#include "tools/ground/options.h"
#include "tools/ground/tool.h"
#include "tools/interface/backs.h"
#include "tools/interface/variables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options {
    char *match;
    int set;
};

static bool needs_quotes(const char *value)
{
    size_t length = strlen(value);

    if (!length)
        return false;
    return strpbrk(value, "\"\\#\n\t\r;") || strchr(" \v\f", value[0]) ||
           strchr(" \v\f", value[length - 1]);
}

/* What is quoted takes twice its length at most. */
static char *quote(const char *value)
{
    char *quoted = tool_allocate(2 * strlen(value) + sizeof "\"\"", 1), *end = quoted;

    *end++ = '"';
    for (; *value; value++) {
        if (strchr("\n\t\"\\", *value))
            *end++ = '\\';
        *end++ = *value == '\n' ? 'n' : *value == '\t' ? 't' : *value;
    }
    strcpy(end, "\"");
    return quoted;
}

static void print_setting(const struct tool_variable *variable)
{
    /* What cannot be set is shown, and not read back. */
    bool settable =
        variable->kind != MPI_T_SCOPE_CONSTANT && variable->kind != MPI_T_SCOPE_READONLY;

    printf("%s%s = ", settable ? "" : "# ", variable->name);
    if (needs_quotes(variable->value)) {
        char *quoted = quote(variable->value);

        tool_output_text(quoted);
        free(quoted);
    } else {
        tool_output_text(variable->value);
    }
    printf("  # %s\n", settable ? variable->source : "cannot be set");
}

static bool is_shown(const struct tool_variable *variable, const struct options *options)
{
    if (!variable->own || !variable->name || !variable->value || !variable->source)
        return false;
    if (options->set && !strcmp(variable->source, "default"))
        return false;
    return tool_name_matches(variable->name, options->match);
}

static int print_all(const struct tool_variables *all, void *context)
{
    const struct options *options = context;
    int n = 0;

    for (int i = 0; i < all->ncvar; i++)
        n += is_shown(&all->cvar[i], options);
    if (!n && options->match && !options->set) {
        tool_complain("no name matches '%s'", options->match);
        return TOOL_FAILED;
    }
    for (int i = 0; i < all->ncvar; i++)
        if (is_shown(&all->cvar[i], options))
            print_setting(&all->cvar[i]);
    return tool_output_finish();
}

int tool_config_main(int argc, const char **argv)
{
    struct options options = {0};
    char *mpi = NULL;
    const struct poptOption table[] = {
        TOOL_OPTION_MATCH(&options.match),
        {"set", 's', POPT_ARG_NONE, &options.set, 0, "only those that something has set", NULL},
        TOOL_OPTION_MPI(&mpi),
        TOOL_OPTION_HELP,
        POPT_TABLEEND,
    };
    poptContext context = poptGetContext(NULL, argc, argv, table, 0);
    int code = tool_options_parse(context, table, "[OPTION...]");
    const char *stray = poptPeekArg(context);

    if (code == TOOL_GO_ON && stray) {
        tool_complain("%s: not an option; mpit get %s prints one value", stray, stray);
        code = TOOL_USAGE;
    }
    if (code == TOOL_GO_ON)
        code = tool_backs_choose(mpi);
    if (code == TOOL_GO_ON)
        code = tool_variables_show(false, true, print_all, &options);
    poptFreeContext(context);
    free(mpi);
    free(options.match);
    return code;
}
