/* What is watched in the ranks, besides what the user has set. */
#include "config.h"

#include "tools/run/watch.h"

#include "tools/formats/text_full.h"
#include "tools/ground/tool.h"
#include "tools/job/settings_of_ranks.h"

#include <stdlib.h>
#include <string.h>

/* Adds a word to what is watched, where it is not there. */
static void add_word(char **watched, const char *word)
{
    if (!strstr(*watched, word))
        tool_append(watched, "%s%s", **watched ? ", " : "", word);
}

/* Seconds between two samples, where they are only asked for by the format of a report. */
#define SAMPLES_EACH "0.02"

bool tool_run_add_watch(struct tool_environment *ranks, const struct tool_run_watch *asked,
                        bool samples)
{
    enum { WATCH, INTERVAL, FULL, NAMES };
    static const char *const names[NAMES] = {"mpit_watch", "mpit_sample_interval",
                                             "mpit_report_full"};
    struct tool_answer answer[NAMES];
    const struct tool_answer *watched = &answer[WATCH];
    char *all;
    bool waits;

    if (!tool_ask(ranks, names, NAMES, answer))
        return false;
    tool_text_ask(false, answer[FULL].value);
    all = tool_print("%s", watched->value);
    if (asked->waits || tool_answer_is_default(watched))
        add_word(&all, "waits");
    if (asked->sites)
        add_word(&all, "sites");
    if (strcmp(all, watched->value) != 0)
        tool_environment_set(ranks, "MPIT_WATCH", all);
    if (samples && tool_answer_is_default(&answer[INTERVAL]))
        tool_environment_set(ranks, "MPIT_SAMPLE_INTERVAL", SAMPLES_EACH);
    waits = strstr(all, "waits") != NULL;
    free(all);
    return waits;
}
