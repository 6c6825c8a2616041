#include "config.h"

#include "tools/completion/completion.h"

#include <stdio.h>
#include <string.h>

static const char head[] =
    "#compdef mpit\n"
    "# Completes mpit in Zsh; made by `mpit completion zsh`.\n"
    "\n"
    "# _mpit_words SUBCOMMAND,ARGUMENT: as mpit says; what ends with = goes on.\n"
    "_mpit_words()\n"
    "{\n"
    "    local -a all set\n"
    "    all=(${(f)\"$($_mpit_command completion --words $1 -- \"$PREFIX\" 2>/dev/null)\"})\n"
    "    set=(${(M)all:#*=})\n"
    "    all=(${all:#*=})\n"
    "    compadd -S '' -a set\n"
    "    compadd -a all\n"
    "}\n"
    "\n"
    "_mpit_subcommands()\n"
    "{\n"
    "    local -a all\n"
    "    all=(\n";

static const char middle[] = "    )\n"
                             "    _describe subcommand all\n"
                             "}\n"
                             "\n"
                             "_mpit()\n"
                             "{\n"
                             "    local _mpit_command=$words[1]\n"
                             "    if ((CURRENT == 2)); then\n"
                             "        _mpit_subcommands\n"
                             "        compadd -- help --help --version\n"
                             "        return\n"
                             "    fi\n"
                             "    shift words\n"
                             "    ((CURRENT--))\n"
                             "    case $words[1] in\n"
                             "    help) _mpit_subcommands ;;\n";

static const char foot[] =
    "    esac\n"
    "}\n"
    "\n"
    "if [[ $funcstack[1] == _mpit ]]; then _mpit \"$@\"; else compdef _mpit mpit; fi\n";

/* Behind a -- it is another command's line. */
static const char job[] = "        local -i mark=${words[(i)--]}\n"
                          "        if ((mark < CURRENT)); then\n"
                          "            shift mark words\n"
                          "            ((CURRENT -= mark))\n"
                          "            _normal\n"
                          "            return\n"
                          "        fi\n";

/* Inside of '...' and of what _arguments and _describe read. */
static void put(const char *text, const char *special)
{
    for (; *text; text++) {
        if (*text == '\'')
            printf("'\\'");
        else if (strchr(special, *text))
            putchar('\\');
        putchar(*text);
    }
}

static void put_argument(const char *subcommand, enum tool_kind kind, const char *text)
{
    printf(":");
    put(text, ":");
    switch (kind) {
    case TOOL_WORDS:
        printf(": _mpit_words %s,", subcommand);
        put(text, ":");
        break;
    case TOOL_FILES:
        printf(":_files");
        break;
    case TOOL_FOLDERS:
        printf(":_files -/");
        break;
    default:
        printf(": ");
    }
}

static void put_option(const char *subcommand, const struct tool_option *option, const char *name)
{
    const char *equals = option->text && name[1] == '-' ? "=" : "";

    printf(" \\\n            '%s%s[", name, equals);
    put(option->desc, "[]:");
    printf("]");
    if (option->text)
        put_argument(subcommand, option->kind, option->text);
    printf("'");
}

static void put_subcommand(const struct tool_completed *one)
{
    printf("    %s)\n%s        _arguments -s -S", one->name, one->kind == TOOL_JOB ? job : "");
    for (int i = 0; i < one->noption; i++) {
        const struct tool_option *option = &one->option[i];
        char name[64];

        snprintf(name, sizeof name, "-%c", option->letter);
        if (option->letter)
            put_option(one->name, option, name);
        snprintf(name, sizeof name, "--%s", option->name ? option->name : "");
        if (option->name)
            put_option(one->name, option, name);
    }
    if (*one->text && one->kind != TOOL_JOB) {
        printf(" \\\n            '*");
        put_argument(one->name, one->kind, one->text);
        printf("'");
    }
    puts("\n        ;;");
}

void tool_completion_zsh(const struct tool_completed *all)
{
    printf("%s", head);
    for (const struct tool_completed *one = all; one->name; one++) {
        printf("        '%s:", one->name);
        put(one->summary, ":");
        puts("'");
    }
    printf("%s", middle);
    for (const struct tool_completed *one = all; one->name; one++)
        put_subcommand(one);
    printf("%s", foot);
}
