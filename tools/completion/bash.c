#include "config.h"

#include "tools/completion/completion.h"

#include <stdio.h>

static const char *const kinds[TOOL_KINDS] = {"nothing", "words", "files", "folders", "job"};

/* What works without the package bash-completion, too. */
static const char head[] = "# Completes mpit in Bash; made by `mpit completion bash`.\n"
                           "\n"
                           "_mpit_subcommands()\n"
                           "{\n"
                           "    echo";

static const char body[] =
    "# What the script offers of the words on standard input.  What stands before the last = is\n"
    "# there already: Bash takes that for a word of its own.\n"
    "_mpit_offer()\n"
    "{\n"
    "    local offered typed=$1 there=\n"
    "    [[ $typed == *=* && $COMP_WORDBREAKS == *=* ]] && there=${typed%\"${typed##*=}\"}\n"
    "    while IFS= read -r offered; do\n"
    "        [[ $offered == \"$typed\"* ]] && COMPREPLY+=(\"${offered#\"$there\"}\")\n"
    "    done\n"
    "    [[ ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null\n"
    "}\n"
    "\n"
    "# _mpit_argument KIND TEXT SUBCOMMAND TYPED\n"
    "_mpit_argument()\n"
    "{\n"
    "    case $1 in\n"
    "    words)\n"
    "        _mpit_offer \"$4\" < <(\"${words[0]}\" completion --words \"$3,$2\" -- \"$4\" "
    "2>/dev/null)\n"
    "        ;;\n"
    "    files)\n"
    "        compopt -o filenames 2>/dev/null\n"
    "        _mpit_offer \"$4\" < <(compgen -f -- \"$4\")\n"
    "        ;;\n"
    "    folders)\n"
    "        compopt -o filenames 2>/dev/null\n"
    "        _mpit_offer \"$4\" < <(compgen -d -- \"$4\")\n"
    "        ;;\n"
    "    esac\n"
    "}\n"
    "\n"
    "# What comes behind the -- of mpit run: a command, and then files.\n"
    "_mpit_job()\n"
    "{\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    if [[ ${words[-2]} == -- ]]; then\n"
    "        _mpit_offer \"$1\" < <(compgen -c -f -- \"$1\" | sort -u)\n"
    "    else\n"
    "        _mpit_offer \"$1\" < <(compgen -f -- \"$1\")\n"
    "    fi\n"
    "}\n"
    "\n"
    "_mpit()\n"
    "{\n"
    "    local -a words\n"
    "    local typed subcommand option kind text took\n"
    "    COMPREPLY=()\n"
    "    read -ra words <<<\"${COMP_LINE:0:COMP_POINT}\"\n"
    "    [[ ${COMP_LINE:0:COMP_POINT} != *[[:blank:]] ]] || words+=('')\n"
    "    typed=${words[-1]} subcommand=${words[1]}\n"
    "    if ((${#words[@]} == 2)); then\n"
    "        _mpit_offer \"$typed\" < <(_mpit_subcommands | tr ' ' '\\n'; "
    "printf '%s\\n' help --help --version)\n"
    "        return\n"
    "    fi\n"
    "    if [[ $subcommand == help ]]; then\n"
    "        _mpit_offer \"$typed\" < <(_mpit_subcommands | tr ' ' '\\n')\n"
    "        return\n"
    "    fi\n"
    "    read -r kind text < <(_mpit_takes \"$subcommand\" '')\n"
    "    if [[ $kind == job && \" ${words[*]:2:${#words[@]}-3} \" == *' -- '* ]]; then\n"
    "        _mpit_job \"$typed\"\n"
    "        return\n"
    "    fi\n"
    "    case $typed in\n"
    "    --*=*)\n"
    "        option=${typed%%=*} typed=${typed#*=}\n"
    "        ;;\n"
    "    -*)\n"
    "        _mpit_offer \"$typed\" < <(_mpit_options \"$subcommand\" | tr ' ' '\\n')\n"
    "        return\n"
    "        ;;\n"
    "    *)\n"
    "        option=${words[-2]}\n"
    "        [[ $option == -* ]] || option=\n"
    "        ;;\n"
    "    esac\n"
    "    took=$(_mpit_takes \"$subcommand\" \"$option\")\n"
    "    [[ -z $took ]] || read -r kind text <<<\"$took\"\n"
    "    _mpit_argument \"$kind\" \"$text\" \"$subcommand\" \"$typed\"\n"
    "}\n"
    "\n"
    "complete -F _mpit mpit\n";

static void print_options(const struct tool_completed *one)
{
    printf("    %s) echo", one->name);
    for (int i = 0; i < one->noption; i++) {
        if (one->option[i].letter)
            printf(" -%c", one->option[i].letter);
        if (one->option[i].name)
            printf(" --%s", one->option[i].name);
    }
    puts(" ;;");
}

static void print_takes(const struct tool_completed *one)
{
    printf("    '%s ') echo '%s %s' ;;\n", one->name, kinds[one->kind], one->text);
    for (int i = 0; i < one->noption; i++) {
        const struct tool_option *option = &one->option[i];

        if (!option->text)
            continue;
        printf("    ");
        if (option->letter)
            printf("'%s -%c'%s", one->name, option->letter, option->name ? " | " : "");
        if (option->name)
            printf("'%s --%s'", one->name, option->name);
        printf(") echo '%s %s' ;;\n", kinds[option->kind], option->text);
    }
}

void tool_completion_bash(const struct tool_completed *all)
{
    printf("%s", head);
    for (const struct tool_completed *one = all; one->name; one++)
        printf(" %s", one->name);
    puts("\n}\n\n_mpit_options()\n{\n    case $1 in");
    for (const struct tool_completed *one = all; one->name; one++)
        print_options(one);
    puts("    esac\n}\n\n# What an option takes, and '' what comes behind them.\n"
         "_mpit_takes()\n{\n    case \"$1 $2\" in");
    for (const struct tool_completed *one = all; one->name; one++)
        print_takes(one);
    puts("    esac\n}\n");
    printf("%s", body);
}
