#include "config.h"

#include "tools/completion/words.h"

#include "tools/completion/completion.h"
#include "tools/conform/conform.h"
#include "tools/diff/diff.h"
#include "tools/ground/tool.h"
#include "tools/interface/backs.h"
#include "tools/interface/names.h"
#include "tools/interface/variables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void offer(const char *word, const char *typed)
{
    if (!strncmp(word, typed, strlen(typed)))
        puts(word);
}

static void offer_all(const char *const *words, const char *typed)
{
    for (; *words; words++)
        offer(*words, typed);
}

/* "a, b", which is freed. */
static void offer_listed(char *list, const char *typed)
{
    char *rest = list;

    for (char *word; (word = strtok_r(rest, ", ", &rest));)
        offer(word, typed);
    free(list);
}

void tool_words_of_shells(const char *typed)
{
    offer_all(tool_shells, typed);
}

void tool_words_of_diff(const char *typed)
{
    offer_all(tool_diff_formats, typed);
}

void tool_words_of_report(const char *typed)
{
    static const char *const formats[] = {
#define FORMAT(name, ...) #name,
#define FOLDER(name, ...) #name,
#include "tools/formats/formats.def"
        NULL};

    offer_all(formats, typed);
}

void tool_words_of_conform(const char *typed)
{
    offer_all(conform_formats, typed);
}

void tool_words_of_libraries(const char *typed)
{
    offer_all(conform_libraries, typed);
}

void tool_words_of_groups(const char *typed)
{
    static const char *const groups[] = {
#define GROUP(name, ...) #name,
#define ROW(...)
#include "conform/rows.def"
        NULL};

    offer_all(groups, typed);
}

void tool_words_of_classes(const char *typed)
{
    offer_listed(tool_names_print(&tool_classes), typed);
}

void tool_words_of_levels(const char *typed)
{
    offer_listed(tool_names_print(&tool_verbosities), typed);
}

void tool_words_of_backs(const char *typed)
{
    offer_listed(tool_backs_print(), typed);
}

/* What MPI_T has. */

static bool can_be_ours(const char *typed)
{
    static const char ours[] = "mpit_";
    size_t length = strlen(typed);

    return !strncmp(typed, ours, length < sizeof ours - 1 ? length : sizeof ours - 1);
}

static void offer_some(const struct tool_variable *variable, int n, const char *typed)
{
    for (int i = 0; i < n; i++)
        if (variable[i].name)
            offer(variable[i].name, typed);
}

static int offer_cvars(const struct tool_variables *all, void *typed)
{
    offer_some(all->cvar, all->ncvar, typed);
    return TOOL_OK;
}

static int offer_variables(const struct tool_variables *all, void *typed)
{
    offer_some(all->pvar, all->npvar, typed);
    return offer_cvars(all, typed);
}

static int offer_categories(const struct tool_variables *all, void *typed)
{
    for (int i = 0; i < all->ncategory; i++)
        if (all->category[i].name)
            offer(all->category[i].name, typed);
    return TOOL_OK;
}

static void offer_value(const char *name, const char *value, const char *typed)
{
    char *setting = tool_print("%s=%s", name, value);

    offer(setting, typed);
    free(setting);
}

static bool is_being_set(const char *name, const char *typed)
{
    size_t length = strlen(name);

    return !strncmp(name, typed, length) && typed[length] == '=';
}

static int offer_settings(const struct tool_variables *all, void *typed)
{
    for (int i = 0; i < all->ncvar; i++) {
        const struct tool_variable *one = &all->cvar[i];

        if (!one->name)
            continue;
        if (!is_being_set(one->name, typed))
            offer_value(one->name, "", typed);
        else
            for (int j = 0; j < one->nitem; j++)
                offer_value(one->name, one->item[j].name, typed);
    }
    return TOOL_OK;
}

static void ask(int (*show)(const struct tool_variables *all, void *typed), const char *typed)
{
    tool_variables_show(!can_be_ours(typed), false, show, (void *)typed);
}

void tool_words_of_cvars(const char *typed)
{
    ask(offer_cvars, typed);
}

void tool_words_of_variables(const char *typed)
{
    ask(offer_variables, typed);
}

void tool_words_of_categories(const char *typed)
{
    ask(offer_categories, typed);
}

void tool_words_of_settings(const char *typed)
{
    ask(offer_settings, typed);
}
