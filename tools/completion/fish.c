#include "config.h"

#include "tools/completion/completion.h"

#include <stdio.h>

static const char head[] =
    "# Completes mpit in fish; made by `mpit completion fish`.\n"
    "\n"
    "function __mpit_words --argument-names of\n"
    "    set -l line (commandline -opc)\n"
    "    set -l typed (commandline -ct | string replace -r -- '^--[^=]*=' '')\n"
    "    command $line[1] completion --words $of -- \"$typed\" 2>/dev/null\n"
    "end\n"
    "\n"
    "# Which subcommand it is, and whether its job has come.\n"
    "function __mpit_is --argument-names subcommand\n"
    "    set -l line (commandline -opc)\n"
    "    test (count $line) -gt 1; and test $line[2] = $subcommand; and not contains -- -- $line\n"
    "end\n"
    "\n"
    "function __mpit_in_job\n"
    "    set -l line (commandline -opc)\n"
    "    test (count $line) -gt 1; and test $line[2] = run; and contains -- -- $line\n"
    "end\n"
    "\n"
    "function __mpit_job\n"
    "    complete -C (commandline -cp | string replace -r -- '^.*? -- +' '')\n"
    "end\n"
    "\n"
    "complete -c mpit -e\n"
    "complete -c mpit -f\n"
    "complete -c mpit -n __fish_is_first_token -a help -d 'the options of one'\n"
    "complete -c mpit -n __fish_is_first_token -l help -d 'the subcommands'\n"
    "complete -c mpit -n __fish_is_first_token -l version -d 'this version and its MPI'\n"
    "complete -c mpit -n __mpit_in_job -a '(__mpit_job)'\n";

/* Inside of '...'. */
static void put(const char *text)
{
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\')
            putchar('\\');
        putchar(*text);
    }
}

static void put_argument(const char *subcommand, enum tool_kind kind, const char *text,
                         const char *required)
{
    switch (kind) {
    case TOOL_WORDS:
        printf(" %s -f -a '(__mpit_words \"%s,%s\")'", required, subcommand, text);
        break;
    case TOOL_FILES: /* -F of what is no option's argument is none to fish 3.1, after -f */
        printf(*required ? " %s -F" : " %s -f -a '(__fish_complete_path (commandline -ct))'",
               required);
        break;
    case TOOL_FOLDERS:
        printf(" %s -f -a '(__fish_complete_directories (commandline -ct))'", required);
        break;
    default:
        printf(" %s -f", required);
    }
}

static void put_option(const char *subcommand, const struct tool_option *option)
{
    printf("complete -c mpit -n '__mpit_is %s'", subcommand);
    if (option->letter)
        printf(" -s %c", option->letter);
    if (option->name)
        printf(" -l %s", option->name);
    printf(" -d '");
    put(option->desc);
    printf("'");
    if (option->text)
        put_argument(subcommand, option->kind, option->text, "-r");
    puts("");
}

static void put_subcommand(const struct tool_completed *one)
{
    printf("complete -c mpit -n __fish_is_first_token -a %s -d '", one->name);
    put(one->summary);
    printf("'\ncomplete -c mpit -n '__mpit_is help' -a %s\n", one->name);
    for (int i = 0; i < one->noption; i++)
        put_option(one->name, &one->option[i]);
    if (*one->text) {
        printf("complete -c mpit -n '__mpit_is %s'", one->name);
        put_argument(one->name, one->kind, one->text, "");
        puts("");
    }
}

void tool_completion_fish(const struct tool_completed *all)
{
    printf("%s", head);
    for (const struct tool_completed *one = all; one->name; one++)
        put_subcommand(one);
}
