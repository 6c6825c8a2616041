/* `mpit list`: which variables there are.  It needs no job: MPI_T works outside of MPI_Init. */
#include "config.h"

#include "list.h"

#include "tool.h"

#include <stdlib.h>

struct options {
    struct mpit_list list;
    int all, long_form, json, csv;
};

static int count_shown(const struct mpit_list *list)
{
    const struct mpit_variables *all = list->all;
    int n = 0;

    for (int i = 0; list->cvars && i < all->ncvar; i++)
        n += mpit__list_has_name(list, all->cvar[i].name, all->cvar[i].own);
    for (int i = 0; list->pvars && i < all->npvar; i++)
        n += mpit__list_has_name(list, all->pvar[i].name, all->pvar[i].own);
    for (int i = 0; list->categories && i < all->ncategory; i++)
        n += mpit__list_has_name(list, all->category[i].name, all->category[i].own);
    return n;
}

static void write_list(const struct options *options)
{
    if (options->json)
        mpit__list_write_json(&options->list);
    else if (options->csv)
        mpit__list_write_csv(&options->list);
    else if (options->long_form)
        mpit__list_write_long(&options->list);
    else
        mpit__list_write_table(&options->list);
}

static void complete(struct options *options)
{
    struct mpit_list *list = &options->list;

    if (!list->cvars && !list->pvars && !list->categories)
        list->cvars = list->pvars = 1;
    if (options->all)
        list->own = list->vendor = 1;
    if (!list->own && !list->vendor)
        list->own = 1;
}

static int show(const struct mpit_variables *all, void *context)
{
    struct options *options = context;

    options->list.all = all;
    if (options->list.match && count_shown(&options->list) == 0) {
        mpit__complain("no name matches '%s'; --all looks among the vendor's too",
                       options->list.match);
        return TOOL_FAILED;
    }
    write_list(options);
    return mpit__output_finish();
}

static int list(struct options *options)
{
    complete(options);
    return mpit__variables_show(options->list.vendor, options->list.values, show, options);
}

int mpit__list_main(int argc, const char **argv)
{
    struct options options = {0};
    struct mpit_list *l = &options.list;
    const struct poptOption table[] = {
        {"cvars", 'c', POPT_ARG_NONE, &l->cvars, 0, "control variables only", NULL},
        {"pvars", 'p', POPT_ARG_NONE, &l->pvars, 0, "performance variables only", NULL},
        {"categories", 'g', POPT_ARG_NONE, &l->categories, 0, "categories only", NULL},
        MPIT_OPTION_MATCH(&l->match),
        {"own", 0, POPT_ARG_NONE, &l->own, 0, "mpit's own (the default)", NULL},
        {"vendor", 0, POPT_ARG_NONE, &l->vendor, 0, "those of the MPI below", NULL},
        {"all", 'a', POPT_ARG_NONE, &options.all, 0, "both", NULL},
        {"values", 'v', POPT_ARG_NONE, &l->values, 0, "with the values of control variables", NULL},
        {"long", 'l', POPT_ARG_NONE, &options.long_form, 0,
         "whole descriptions, verbosity, enumerations, members", NULL},
        {"json", 0, POPT_ARG_NONE, &options.json, 0, "as JSON", NULL},
        {"csv", 0, POPT_ARG_NONE, &options.csv, 0, "as comma-separated values", NULL},
        MPIT_OPTION_HELP,
        POPT_TABLEEND,
    };
    poptContext context = poptGetContext(NULL, argc, argv, table, 0);
    int code = mpit__options_parse(context, table, "[OPTION...]");
    const char *stray = poptPeekArg(context);

    if (code == TOOL_GO_ON && stray) {
        mpit__complain("%s: not an option; --match '%s' shows variables by name", stray, stray);
        code = TOOL_USAGE;
    } else if (code == TOOL_GO_ON && options.json && options.csv) {
        mpit__complain("--json and --csv exclude each other; give one");
        code = TOOL_USAGE;
    }
    if (code == TOOL_GO_ON)
        code = list(&options);
    poptFreeContext(context);
    free(l->match);
    return code;
}
