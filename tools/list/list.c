/* `mpit list`: which variables and events there are.  It needs no job: MPI_T works outside of
 * MPI_Init. */
#include "config.h"

#include "tools/list/list.h"

#include "tools/ground/options.h"
#include "tools/ground/tool.h"
#include "tools/interface/backs.h"
#include "tools/interface/names.h"

#include <stdlib.h>

struct options {
    struct tool_list list;
    char *mpi;
    int all, long_form, json, csv, sets;
};

static void write_list(const struct options *options)
{
    if (options->sets && options->json)
        tool_list_write_sets_json(&options->list);
    else if (options->sets)
        tool_list_write_sets(&options->list);
    else if (options->json)
        tool_list_write_json(&options->list);
    else if (options->csv)
        tool_list_write_csv(&options->list);
    else if (options->long_form)
        tool_list_write_long(&options->list);
    else
        tool_list_write_table(&options->list);
}

static const char *contradiction(const struct options *options)
{
    const struct tool_list *list = &options->list;

    if (options->json && options->csv)
        return "--json and --csv exclude each other; give one";
    if (options->sets && options->csv)
        return "--sets and --csv exclude each other; --json is for scripts";
    if (list->class_name && list->cvars)
        return "--class and --cvars exclude each other: control variables have no class";
    if (list->class_name && list->events)
        return "--class and --events exclude each other: events have no class";
    if (list->class_name && list->categories)
        return "--class and --categories exclude each other: categories have no class";
    if (list->verbosity_name && list->categories)
        return "--verbosity and --categories exclude each other: categories have no verbosity";
    return NULL;
}

/* What an option that was given stands for. */
static bool find_constant(const char *option, const char *given, const struct tool_names *names,
                          int *value)
{
    if (!given || tool_names_find(names, given, value))
        return true;
    char *known = tool_names_print(names);
    tool_complain("--%s=%s: unknown; give one of %s", option, given, known);
    free(known);
    return false;
}

static int check(struct options *options, const char *stray)
{
    struct tool_list *list = &options->list;
    const char *wrong = contradiction(options);

    if (stray) {
        tool_complain("%s: not an option; --match '%s' shows variables by name", stray, stray);
        return TOOL_USAGE;
    }
    if (wrong) {
        tool_complain("%s", wrong);
        return TOOL_USAGE;
    }
    if (!find_constant("class", list->class_name, &tool_classes, &list->class) ||
        !find_constant("verbosity", list->verbosity_name, &tool_verbosities, &list->verbosity))
        return TOOL_USAGE;
    return TOOL_GO_ON;
}

static void complete(struct options *options)
{
    struct tool_list *list = &options->list;

    if (!list->cvars && !list->pvars && !list->events && !list->categories) {
        list->pvars = 1;
        list->cvars = !list->class_name;
    }
    if (options->all || options->sets)
        list->own = list->vendor = 1;
    if (!list->own && !list->vendor)
        list->own = 1;
}

static int show(const struct tool_variables *all, void *context)
{
    struct options *options = context;
    int code;

    options->list.all = all;
    code = tool_list_choose(&options->list);
    if (code == TOOL_GO_ON) {
        write_list(options);
        code = tool_output_finish();
    }
    tool_members_free(options->list.members);
    return code;
}

static int list(struct options *options)
{
    complete(options);
    return tool_variables_show(options->list.vendor, options->list.values, show, options);
}

int tool_list_main(int argc, const char **argv)
{
    struct options options = {0};
    struct tool_list *l = &options.list;
    const struct poptOption table[] = {
        {"cvars", 'c', POPT_ARG_NONE, &l->cvars, 0, "control variables only", NULL},
        {"pvars", 'p', POPT_ARG_NONE, &l->pvars, 0, "performance variables only", NULL},
        {"events", 'e', POPT_ARG_NONE, &l->events, 0, "events only", NULL},
        {"categories", 'g', POPT_ARG_NONE, &l->categories, 0, "categories only", NULL},
        TOOL_OPTION_MATCH(&l->match),
        {"category", 0, POPT_ARG_STRING, &l->category, 0,
         "members of this category and of those inside of it", "NAME"},
        {"class", 0, POPT_ARG_STRING, &l->class_name, 0, "performance variables of this class",
         "CLASS"},
        {"verbosity", 0, POPT_ARG_STRING, &l->verbosity_name, 0,
         "variables and events up to this level", "LEVEL"},
        {"own", 0, POPT_ARG_NONE, &l->own, 0, "mpit's own (the default)", NULL},
        {"vendor", 0, POPT_ARG_NONE, &l->vendor, 0, "those of the MPI below", NULL},
        {"all", 'a', POPT_ARG_NONE, &options.all, 0, "both", NULL},
        {"values", 'v', POPT_ARG_NONE, &l->values, 0, "with the values of control variables", NULL},
        {"long", 'l', POPT_ARG_NONE, &options.long_form, 0,
         "whole descriptions, verbosity, enumerations, members", NULL},
        {"json", 0, POPT_ARG_NONE, &options.json, 0, "as JSON", NULL},
        {"sets", 0, POPT_ARG_NONE, &options.sets, 0,
         "what is there of the sets that tools could rely on", NULL},
        {"csv", 0, POPT_ARG_NONE, &options.csv, 0, "as comma-separated values", NULL},
        TOOL_OPTION_MPI(&options.mpi),
        TOOL_OPTION_HELP,
        POPT_TABLEEND,
    };
    poptContext context = poptGetContext(NULL, argc, argv, table, 0);
    int code = tool_options_parse(context, table, "[OPTION...]");

    if (code == TOOL_GO_ON)
        code = tool_backs_choose(options.mpi);
    if (code == TOOL_GO_ON)
        code = check(&options, poptPeekArg(context));
    if (code == TOOL_GO_ON)
        code = list(&options);
    poptFreeContext(context);
    free(options.mpi);
    free(l->match);
    free(l->category);
    free(l->class_name);
    free(l->verbosity_name);
    return code;
}
