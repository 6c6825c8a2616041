/* `mpit get NAME…`: values of control variables, for scripts. */
#include "config.h"

#include "tools/ground/options.h"
#include "tools/ground/tool.h"
#include "tools/interface/backs.h"
#include "tools/interface/variables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct tool_variable *find(const struct tool_variables *all, const char *name)
{
    for (int i = 0; i < all->ncvar; i++)
        if (all->cvar[i].name && !strcmp(all->cvar[i].name, name))
            return &all->cvar[i];
    return NULL;
}

static int refuse(const struct tool_variables *all, const char *name)
{
    const char *meant = tool_cvar_nearest(all, name);

    if (meant)
        tool_complain("%s: no such control variable; did you mean %s?", name, meant);
    else
        tool_complain("%s: no such control variable; mpit list --all --cvars shows them", name);
    return TOOL_FAILED;
}

static int print(const struct tool_variables *all, const char *name, bool source)
{
    const struct tool_variable *variable = find(all, name);

    if (!variable)
        return refuse(all, name);
    if (!variable->value) {
        tool_complain("%s: it has no value here: it is bound to an MPI object, or cannot be read",
                      name);
        return TOOL_FAILED;
    }
    tool_output_text(variable->value);
    if (source) {
        putchar('\t');
        tool_output_text(variable->source ? variable->source : "");
    }
    putchar('\n');
    return TOOL_OK;
}

static bool is_own(const char *name)
{
    return !strncmp(name, "mpit_", 5);
}

struct wanted {
    const char **names; /* NULL behind the last */
    int source;
};

static int print_wanted(const struct tool_variables *all, void *context)
{
    const struct wanted *wanted = context;
    int exit_code = TOOL_OK, code;

    for (const char **name = wanted->names; *name; name++)
        if (print(all, *name, wanted->source) != TOOL_OK)
            exit_code = TOOL_FAILED;
    code = tool_output_finish();
    return exit_code ? exit_code : code;
}

static int get(struct wanted *wanted)
{
    bool vendor = false;

    for (const char **name = wanted->names; *name; name++)
        vendor = vendor || !is_own(*name);
    return tool_variables_show(vendor, true, print_wanted, wanted);
}

int tool_get_main(int argc, const char **argv)
{
    struct wanted wanted = {0};
    char *mpi = NULL;
    const struct poptOption table[] = {
        {"source", 's', POPT_ARG_NONE, &wanted.source, 0,
         "with a tab and where the value came from", NULL},
        TOOL_OPTION_MPI(&mpi),
        TOOL_OPTION_HELP,
        POPT_TABLEEND,
    };
    poptContext context = poptGetContext(NULL, argc, argv, table, 0);
    int code = tool_options_parse(context, table, "[OPTION...] NAME...");

    wanted.names = poptGetArgs(context);
    if (code == TOOL_GO_ON && !wanted.names) {
        tool_complain("no name; mpit get mpit_clock prints one value, mpit config all");
        code = TOOL_USAGE;
    }
    if (code == TOOL_GO_ON)
        code = tool_backs_choose(mpi);
    if (code == TOOL_GO_ON)
        code = get(&wanted);
    poptFreeContext(context);
    free(mpi);
    return code;
}
