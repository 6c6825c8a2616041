#include "config.h"

#include "tools/job/ask.h"

#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/ground/clock.h"
#include "tools/ground/tool.h"
#include "tools/job/asked.h"
#include "tools/live/far.h"

#define SAYS   "mpit answer: " /* as tool_complain has it */
#define HERE   "mpit answer: here\n"
#define SILENT "mpit answer: silent: " /* NODE: REASON */
enum { AT_A_TIME = 32 };
enum { HELLO = 3 }; /* seconds in which a node that is to ask others has to say that it is there */
enum { SILENCE = 30 }; /* seconds in which a node that has not answered is not asked again */

/* ---- those that have not answered before */

static struct {
    char *node, *reason;
    int64_t until;
} * before;
static size_t nbefore;

static const char *silent_before(const char *node)
{
    for (size_t i = 0; i < nbefore; i++)
        if (!strcmp(before[i].node, node) && tool_clock_now() < before[i].until)
            return before[i].reason;
    return NULL;
}

static void remember_silent(const char *node, const char *reason)
{
    before = tool_grow(before, nbefore, 1, sizeof *before);
    before[nbefore].node = tool_print("%s", node);
    before[nbefore].reason = tool_print("%s", reason);
    before[nbefore++].until = tool_clock_now() + SILENCE * INT64_C(1000000000);
}

void tool_ask_anew(void)
{
    for (size_t i = 0; i < nbefore; i++) {
        free(before[i].node);
        free(before[i].reason);
    }
    nbefore = 0;
}

static void add_silent(struct tool_ask *ask, const char *node, const char *reason)
{
    if (!ask->silent.n)
        snprintf(ask->reason, sizeof ask->reason, "%s", reason);
    tool_words_add(&ask->silent, node);
}

char *tool_ask_silent(const struct tool_ask *ask)
{
    enum { NAMED = 8 };
    const struct tool_words *nodes = &ask->nodes->names;
    char *names = tool_print("%s", "");
    int n = 0;

    for (size_t i = 0; i < nodes->n; i++)
        if (tool_words_has(&ask->silent, nodes->word[i]) && ++n <= NAMED)
            tool_append(&names, "%s%s", n > 1 ? ", " : "", nodes->word[i]);
    if (n > NAMED)
        tool_append(&names, " and %d more", n - NAMED);
    return names;
}

/* ---- who asks whom */

/* Nodes of which the first is asked, for the others as well. */
struct group {
    char *const *node;
    int n;
};

struct asking {
    struct tool_ask *ask;
    struct tool_words todo; /* the names of all that are to be asked */
    struct group *group;    /* [ngroup], of which the first `next` have been */
    int ngroup, next;
    struct tool_asked asked[AT_A_TIME];
    struct group of[AT_A_TIME];
    int n;
};

static void add_group(struct asking *asking, char *const *node, int n)
{
    if (n <= 0)
        return;
    asking->group = tool_grow(asking->group, (size_t)asking->ngroup, 1, sizeof *asking->group);
    asking->group[asking->ngroup++] = (struct group){node, n};
}

static void find_todo(struct asking *asking)
{
    const struct tool_words *names = &asking->ask->nodes->names;

    for (size_t i = 0; i < names->n; i++) {
        const char *why = silent_before(names->word[i]);

        if (tool_nodes_is_here(names->word[i]))
            ;
        else if (why)
            add_silent(asking->ask, names->word[i], why);
        else
            tool_words_add(&asking->todo, names->word[i]);
    }
}

static void make_groups(struct asking *asking)
{
    int n = (int)asking->todo.n, groups = n < AT_A_TIME ? n : AT_A_TIME;

    for (int i = 0; i < groups; i++) {
        int from = (int)((int64_t)n * i / groups), end = (int)((int64_t)n * (i + 1) / groups);

        add_group(asking, asking->todo.word + from, end - from);
    }
}

/* Those that are asked by others have to have answered before these do. */
static int patience_for(const struct asking *asking, const struct group *group)
{
    int patience = TOOL_ASKED_PATIENCE * (asking->ask->for_all ? 3 : 1);

    for (int n = group->n; n > 1; n /= AT_A_TIME)
        patience += HELLO;
    return patience;
}

/* ---- the command */

static void add_option(struct tool_words *words, const char *option, const char *value)
{
    char *word = tool_print("%s=%s", option, value);

    tool_words_add(words, word);
    free(word);
}

/* Where this program stands, or another one that has taken its place since it was started. */
static char *own_path(void)
{
    static const char gone[] = " (deleted)";
    char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);

    if (length <= 0)
        return tool_print("mpit");
    path[length] = '\0';
    if ((size_t)length > sizeof gone && !strcmp(path + length - (sizeof gone - 1), gone))
        path[length - (ssize_t)(sizeof gone - 1)] = '\0';
    return tool_print("%s", path);
}

static void add_program(struct tool_words *words)
{
    char *mpit = own_path();
    const char *libraries = getenv("LD_LIBRARY_PATH");

    if (libraries && *libraries) {
        tool_words_add(words, "env");
        add_option(words, "LD_LIBRARY_PATH", libraries);
    }
    tool_words_add(words, mpit);
    free(mpit);
}

/* Whom it is to ask, and how. */
static void add_others(struct tool_words *words, const struct tool_nodes *nodes,
                       const struct group *group)
{
    for (size_t i = 0; i < nodes->agent.n; i++)
        add_option(words, "--agent", nodes->agent.word[i]);
    if (nodes->by_shell)
        tool_words_add(words, "--shell");
    for (int i = 1; i < group->n; i++)
        add_option(words, "--node", group->node[i]);
}

static struct tool_words command_of(const struct tool_ask *ask, const struct group *group)
{
    const char *live = getenv("MPIT_LIVE_DIR");
    struct tool_words words = {0};

    add_program(&words);
    tool_words_add(&words, "answer");
    if (ask->folder)
        add_option(&words, "--live", ask->folder);
    else if (live && *live)
        add_option(&words, "--live", live);
    if (ask->what == TOOL_ASK_REMOVE)
        tool_words_add(&words, "--remove");
    if (ask->what == TOOL_ASK_ARRIVALS)
        tool_words_add(&words, "--arrivals");
    if (ask->for_all)
        tool_words_add(&words, "--all");
    if (group->n > 1)
        add_others(&words, ask->nodes, group);
    tool_words_add(&words, ask->job);
    return words;
}

/* ---- what they say */

void tool_ask_say_here(void)
{
    fputs(HERE, stdout);
    fflush(stdout);
}

void tool_ask_say_silent(const struct tool_ask *ask)
{
    for (size_t i = 0; i < ask->silent.n; i++) {
        const char *reason = silent_before(ask->silent.word[i]);

        printf(SILENT "%s: %.200s\n", ask->silent.word[i], reason ? reason : ask->reason);
    }
}

static bool is_of(const struct group *group, const char *node)
{
    for (int i = 1; i < group->n; i++)
        if (!strcmp(group->node[i], node))
            return true;
    return false;
}

/* Whom another node cannot reach we may: unless it has waited for him. */
static void take_one_silent(struct asking *asking, const struct group *group, char *line)
{
    char *reason = strstr(line, ": ");

    if (!reason)
        return;
    *reason = '\0';
    reason += 2;
    for (int i = 1; is_of(group, line) && i < group->n; i++)
        if (strcmp(group->node[i], line) != 0) {
            continue;
        } else if (strncmp(reason, "no answer", 9) != 0) {
            add_group(asking, &group->node[i], 1);
        } else {
            add_silent(asking->ask, line, reason);
            remember_silent(line, reason);
        }
}

/* Before the segments. */
static void take_silent(struct asking *asking, const struct group *group,
                        const struct tool_asked *asked)
{
    const size_t length = sizeof SILENT - 1;
    const char *end = asked->text + asked->length;

    for (const char *at = asked->text; (at = memmem(at, (size_t)(end - at), SILENT, length));) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        char *line;

        if (!newline)
            return;
        line = tool_print("%.*s", (int)(newline - at - (ptrdiff_t)length), at + length);
        take_one_silent(asking, group, line);
        free(line);
        at = newline;
    }
}

/* One that was to ask others, and does not: it is asked for itself, and another one for them. */
static void ask_another(struct asking *asking, const struct group *group)
{
    add_group(asking, group->node, 1);
    add_group(asking, group->node + 1, group->n - 1);
}

static void end_one(struct asking *asking, int i, bool late)
{
    struct tool_ask *ask = asking->ask;
    struct tool_asked *asked = &asking->asked[i];
    const struct group *group = &asking->of[i];
    char reason[TOOL_SEGMENT_REASON] = "";

    if (tool_asked_end(asked, late, &ask->segments, reason)) {
        if (ask->for_all && !strncmp(reason, SAYS, sizeof SAYS - 1) && !ask->said)
            ask->said = tool_print("%s", reason + sizeof SAYS - 1);
        if (group->n > 1)
            take_silent(asking, group, asked);
    } else if (group->n > 1) {
        ask_another(asking, group);
    } else {
        add_silent(ask, *group->node, reason);
        remember_silent(*group->node, reason);
    }
    tool_asked_free(asked);
    asking->asked[i] = asking->asked[--asking->n];
    asking->of[i] = asking->of[asking->n];
}

/* ---- all of them */

static void ask_next(struct asking *asking)
{
    const struct tool_ask *ask = asking->ask;

    while (asking->n < AT_A_TIME && asking->next < asking->ngroup) {
        const struct group group = asking->group[asking->next++];
        struct tool_words command = command_of(ask, &group);
        int error = tool_asked_begin(&asking->asked[asking->n], *group.node, ask->front, ask->nodes,
                                     command.word, patience_for(asking, &group));

        tool_words_free(&command);
        if (!error)
            asking->of[asking->n++] = group;
        else if (group.n > 1)
            ask_another(asking, &group);
        else
            add_silent(asking->ask, *group.node, strerror(error));
    }
}

static bool is_late(const struct tool_asked *asked, const struct group *group)
{
    return tool_asked_is_late(asked, group->n > 1 && !asked->length ? HELLO : asked->patience);
}

static void listen_to_all(struct asking *asking)
{
    struct pollfd ready[AT_A_TIME];

    for (int i = 0; i < asking->n; i++)
        ready[i] = (struct pollfd){.fd = asking->asked[i].out, .events = POLLIN};
    poll(ready, (nfds_t)asking->n, 100);
    for (int i = asking->n - 1; i >= 0; i--) {
        if (ready[i].revents && !tool_asked_read(&asking->asked[i]))
            end_one(asking, i, false);
        else if (is_late(&asking->asked[i], &asking->of[i]))
            end_one(asking, i, true);
    }
}

void tool_ask_all(struct tool_ask *ask)
{
    struct asking asking = {.ask = ask};

    find_todo(&asking);
    make_groups(&asking);
    for (ask_next(&asking); asking.n; ask_next(&asking))
        listen_to_all(&asking);
    tool_words_free(&asking.todo);
    free(asking.group);
}

void tool_ask_free(struct tool_ask *ask)
{
    tool_segments_free(&ask->segments);
    tool_words_free(&ask->silent);
    free(ask->said);
}
