/* `mpit completion`: the scripts that complete mpit in shells, made from the tables of options, and
 * the words that those scripts ask for. */
#include "config.h"

#include "tools/completion/completion.h"

#include "tools/completion/words.h"
#include "tools/ground/options.h"
#include "tools/ground/tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const tool_shells[] = {"bash", "zsh", "fish", NULL};
static void (*const scripts[])(const struct tool_completed *) = {
    tool_completion_bash, tool_completion_zsh, tool_completion_fish};
enum { NSHELL = sizeof scripts / sizeof *scripts };

static const struct row {
    const char *subcommand, *text;
    enum tool_kind kind;
    void (*words)(const char *typed);
} rows[] = {
#define ARGUMENT(subcommand, text, kind, words) {#subcommand, text, TOOL_##kind, words},
#include "tools/completion/completion.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

static const struct row *find(const char *subcommand, const char *text)
{
    for (int i = 0; i < ROWS; i++)
        if ((!strcmp(rows[i].subcommand, subcommand) || !strcmp(rows[i].subcommand, "ANY")) &&
            !strcmp(rows[i].text, text))
            return &rows[i];
    return NULL;
}

/* Taking the tables: each subcommand shows its own instead of reading options with it. */

static struct tool_completed *taken;
static bool lacks_row;

static enum tool_kind kind_of(const char *text)
{
    const struct row *row = find(taken->name, text);

    if (row)
        return row->kind;
    tool_complain("%s of mpit %s: no row in completion.def", text, taken->name);
    lacks_row = true;
    return TOOL_NOTHING;
}

static char *copy(const char *text)
{
    return text ? tool_print("%s", text) : NULL;
}

/* The subcommand frees what it has made of this once it has shown it. */
static void take_option(const struct poptOption *from, struct tool_option *to)
{
    *to = (struct tool_option){.name = from->longName, .letter = from->shortName};
    to->desc = copy(from->descrip);
    to->text = copy(from->argDescrip);
    to->kind = to->text ? kind_of(to->text) : TOOL_NOTHING;
}

static void take(const struct poptOption *options, const char *arguments)
{
    static const char any[] = "[OPTION...]";
    int n = 0;

    while (options[n].longName || options[n].shortName)
        n++;
    taken->option = tool_allocate((size_t)n, sizeof *taken->option);
    taken->noption = n;
    for (int i = 0; i < n; i++)
        take_option(&options[i], &taken->option[i]);
    arguments += strncmp(arguments, any, strlen(any)) ? 0 : strlen(any);
    taken->text = copy(arguments + strspn(arguments, " "));
    taken->kind = kind_of(taken->text);
}

static int print_script(const char *shell)
{
    struct tool_completed all[] = {
#define SUBCOMMAND(name, summary) {#name, summary, NULL, 0, NULL, TOOL_NOTHING},
#include "tools/subcommands.def"
        {0}};
    int (*const mains[])(int, const char **) = {
#define SUBCOMMAND(name, summary) tool_##name##_main,
#include "tools/subcommands.def"
    };
    int chosen = tool_options_find(shell, "shell", tool_shells, NSHELL, "mpit completion --help");

    if (chosen < 0)
        return TOOL_USAGE;
    tool_options_show_to(take);
    for (size_t i = 0; i < sizeof mains / sizeof *mains; i++) {
        const char *arguments[] = {all[i].name, NULL};

        taken = &all[i];
        mains[i](1, arguments);
    }
    if (lacks_row)
        return TOOL_FAILED;
    scripts[chosen](all);
    return tool_output_finish();
}

/* "SUBCOMMAND,TEXT".  What is no such argument has no words. */
static int print_words(char *of, const char *typed)
{
    char *comma = strchr(of, ',');
    const struct row *row;

    if (!comma) {
        tool_complain("--words %s: not SUBCOMMAND,ARGUMENT", of);
        return TOOL_USAGE;
    }
    *comma = '\0';
    row = find(of, comma + 1);
    if (row && row->words)
        row->words(typed ? typed : "");
    return tool_output_finish();
}

int tool_completion_main(int argc, const char **argv)
{
    char *words = NULL;
    const struct poptOption table[] = {
        {"words", 0, POPT_ARG_STRING, &words, 0,
         "instead: what this argument can be, of what begins as was typed", "SUBCOMMAND,ARGUMENT"},
        TOOL_OPTION_HELP,
        POPT_TABLEEND,
    };
    poptContext context = poptGetContext(NULL, argc, argv, table, POPT_CONTEXT_POSIXMEHARDER);
    int code = tool_options_parse(context, table, "[OPTION...] SHELL");

    if (code == TOOL_GO_ON) {
        const char *given = poptGetArg(context);

        if (words)
            code = print_words(words, given);
        else if (given)
            code = print_script(given);
        else {
            tool_complain("no shell; give bash, zsh or fish");
            code = TOOL_USAGE;
        }
    }
    poptFreeContext(context);
    free(words);
    return code;
}
