/* The command `mpit`: finds the subcommand and hands over. */
#include "config.h"

#include "tools/ground/manual_page.h"
#include "tools/ground/tool.h"
#include "tools/interface/backs.h"

#include <stdio.h>
#include <string.h>

static const struct subcommand {
    const char *name, *full_name, *summary;
    int (*main)(int argc, const char **argv);
} subcommands[] = {
#define SUBCOMMAND(name, summary) {#name, "mpit " #name, summary, tool_##name##_main},
#include "tools/subcommands.def"
};
enum { NSUBCOMMAND = sizeof subcommands / sizeof *subcommands };

static int show_help(void)
{
    puts("Usage: mpit SUBCOMMAND [OPTION...]\n");
    for (int i = 0; i < NSUBCOMMAND; i++)
        printf("  %-10s %s\n", subcommands[i].name, subcommands[i].summary);
    puts("\n"
         "  mpit help SUBCOMMAND   the page of one, or its options\n"
         "  mpit --version         this version and the MPI it was built for\n"
         "\n"
         "  mpit run -- mpirun -n 4 ./program   runs a job, and shows its report at the end");
    return tool_output_finish();
}

static int show_version(void)
{
    printf("mpit %s for %s\n", PACKAGE_VERSION, MPIT_VENDOR_NAME);
    return tool_output_finish();
}

static const struct subcommand *find(const char *name)
{
    for (int i = 0; i < NSUBCOMMAND; i++)
        if (!strcmp(name, subcommands[i].name))
            return &subcommands[i];
    return NULL;
}

static int refuse(const char *name)
{
    const char *names[NSUBCOMMAND + 1] = {[NSUBCOMMAND] = "help"};

    for (int i = 0; i < NSUBCOMMAND; i++)
        names[i] = subcommands[i].name;
    const char *meant = mpit__nearest(name, names, NSUBCOMMAND + 1);
    const char *kind = *name == '-' ? "option" : "subcommand";

    if (meant && *name != '-')
        tool_complain("%s: unknown %s; did you mean mpit %s?", name, kind, meant);
    else
        tool_complain("%s: unknown %s; mpit --help lists what there is", name, kind);
    return TOOL_USAGE;
}

static int call(const struct subcommand *subcommand, int argc, const char **argv)
{
    argv[0] = subcommand->full_name;
    tool_complain_as(subcommand->full_name);
    return subcommand->main(argc, argv);
}

static int help(int argc, const char **argv)
{
    if (argc < 2 || !strcmp(argv[1], "help"))
        return show_help();
    const struct subcommand *subcommand = find(argv[1]);
    const char *asked[] = {NULL, "--help", NULL};
    if (subcommand)
        tool_manual_page(subcommand->name);
    return subcommand ? call(subcommand, 2, asked) : refuse(argv[1]);
}

int main(int argc, char **argv)
{
    const char **arguments = (const char **)argv;

    tool_complain_as("mpit");
    tool_output_begin();
    tool_backs_begin(argc, argv);
    if (argc < 2) {
        tool_complain("no subcommand; mpit --help lists them");
        return TOOL_USAGE;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
        return show_help();
    if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V"))
        return show_version();
    if (!strcmp(argv[1], "help"))
        return help(argc - 1, arguments + 1);

    const struct subcommand *subcommand = find(argv[1]);
    return subcommand ? call(subcommand, argc - 1, arguments + 1) : refuse(argv[1]);
}
