#include "config.h"

#include "tools/job/reach.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tools/ground/clock.h"
#include "tools/ground/tool.h"
#include "tools/job/nodes.h"
#include "tools/live/far.h"
#include "tools/live/process.h"

#define SAYS "mpit answer: " /* as tool_complain has it */
enum { AT_A_TIME = 32 };
static const int64_t SECOND = 1000000000;
enum { PATIENCE = 8, SILENCE = 30 }; /* seconds that a node has to answer, and is not asked again */
static const size_t LARGEST = (size_t)1 << 30;

/* ---- one node */

struct asked {
    const char *node;
    pid_t pid;              /* of the agent, and of its group */
    int out, err, patience; /* seconds */
    int64_t until;
    char *text;
    size_t length, room;
};

/* It is no part of the job: nothing of ours is for it. */
static struct tool_words environment_of(const struct tool_front *front)
{
    struct tool_words environment = {0};

    for (size_t i = 0; i < front->environment.n; i++)
        if (strncmp(front->environment.word[i], "MPIT_", 5) != 0 &&
            strncmp(front->environment.word[i], "LD_PRELOAD=", 11) != 0)
            tool_words_add(&environment, front->environment.word[i]);
    return environment;
}

/* In a group of its own, with all that it starts; 0 or an errno. */
static int start(struct asked *asked, const struct tool_front *front, char *const *argv, int out)
{
    struct tool_words environment = environment_of(front);
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;

    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&how);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    if (asked->err >= 0)
        posix_spawn_file_actions_adddup2(&files, asked->err, STDERR_FILENO);
    if (front->folder && access(front->folder, X_OK) == 0)
        posix_spawn_file_actions_addchdir_np(&files, front->folder);
    int error = posix_spawnp(&asked->pid, argv[0], &files, &how, argv, environment.word);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    tool_words_free(&environment);
    return error;
}

/* 0, or an errno: then it is not asked. */
static int ask(struct asked *asked, const char *node, const struct tool_front *front,
               const struct tool_nodes *nodes, char *const *command, int patience)
{
    int ends[2], error;
    struct tool_words words;

    *asked = (struct asked){.node = node, .out = -1, .err = -1, .patience = patience};
    if (pipe2(ends, O_CLOEXEC) != 0)
        return errno;
    words = tool_nodes_command(nodes, node, command);
    asked->err = memfd_create("mpit", MFD_CLOEXEC);
    error = start(asked, front, words.word, ends[1]);
    tool_words_free(&words);
    close(ends[1]);
    asked->out = ends[0];
    asked->until = tool_clock_now() + patience * SECOND;
    fcntl(asked->out, F_SETFL, O_NONBLOCK);
    if (error) {
        close(asked->out);
        close(asked->err);
    }
    return error;
}

/* False: there is no more, or it is too much. */
static bool read_more(struct asked *asked)
{
    ssize_t n;

    if (asked->room - asked->length < 65536) {
        size_t more = asked->room + 65536;

        asked->text = tool_grow(asked->text, asked->room, more, 1);
        asked->room += more;
    }
    n = read(asked->out, asked->text + asked->length, asked->room - asked->length);
    if (n > 0)
        asked->length += (size_t)n;
    return (n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR))) && asked->length < LARGEST;
}

/* The last line that the agent, or what it has started, has said. */
static void take_reason(const struct asked *asked, char *reason)
{
    char text[1024];
    ssize_t n = asked->err < 0 ? 0 : pread(asked->err, text, sizeof text - 1, 0);
    char *line;

    while (n > 0 && (text[n - 1] == '\n' || text[n - 1] == '\r'))
        n--;
    if (n <= 0)
        return;
    text[n] = '\0';
    line = strrchr(text, '\n');
    snprintf(reason, TOOL_SEGMENT_REASON, "%.200s", line ? line + 1 : text);
}

/* What has said all, or too much, is not waited for long. */
static void reap(const struct asked *asked, bool late)
{
    const struct timespec moment = {.tv_nsec = 10000000};
    enum { MOMENTS = 100 };

    for (int i = 0; !late && i < MOMENTS; i++) {
        if (waitpid(asked->pid, NULL, WNOHANG) != 0)
            return;
        nanosleep(&moment, NULL);
    }
    kill(-asked->pid, SIGKILL);
    while (waitpid(asked->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
}

/* True where it has said what it has, and perhaps something besides in `reason`; else why not. */
static bool end(struct asked *asked, bool late, struct tool_segments *segments, char *reason)
{
    bool good;

    reap(asked, late || asked->length >= LARGEST);
    good = tool_far_read(asked->text, asked->length, segments, reason);
    if (!good && !asked->length)
        snprintf(reason, TOOL_SEGMENT_REASON, "no answer in %d s", asked->patience);
    if (!late)
        take_reason(asked, reason);
    if (asked->out >= 0)
        close(asked->out);
    if (asked->err >= 0)
        close(asked->err);
    free(asked->text);
    return good;
}

/* ---- all of them */

/* Those that do not answer, and why the one does not that was the first. */
struct silent {
    struct tool_words nodes;
    char reason[TOOL_SEGMENT_REASON];
};

static void add_silent(struct silent *silent, const char *node, const char *reason)
{
    if (!silent->nodes.n)
        snprintf(silent->reason, sizeof silent->reason, "%s", reason);
    tool_words_add(&silent->nodes, node);
}

/* The first of them in the order in which the job has its nodes; to be freed. */
static char *name_silent(const struct silent *silent, const struct tool_words *nodes)
{
    enum { NAMED = 8 };
    char *names = tool_print("%s", "");
    int n = 0;

    for (size_t i = 0; i < nodes->n; i++)
        if (tool_words_has(&silent->nodes, nodes->word[i]) && ++n <= NAMED)
            tool_append(&names, "%s%s", n > 1 ? ", " : "", nodes->word[i]);
    if (n > NAMED)
        tool_append(&names, " and %d more", n - NAMED);
    return names;
}

/* A node that has not answered would keep us waiting at each look. */
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
    before[nbefore++].until = tool_clock_now() + SILENCE * SECOND;
}

void tool_reach_anew(void)
{
    for (size_t i = 0; i < nbefore; i++) {
        free(before[i].node);
        free(before[i].reason);
    }
    nbefore = 0;
}

struct asking {
    const struct tool_front *front;
    const struct tool_nodes *nodes;
    char *const *command;
    bool for_all; /* a node is asked for all others, and says of which it knows nothing */
    char *said;   /* what it says then */
    size_t next;
    struct asked asked[AT_A_TIME];
    int n;
    struct tool_segments segments;
    struct silent silent;
};

static void ask_next(struct asking *asking)
{
    const struct tool_words *names = &asking->nodes->names;
    int error;

    while (asking->n < AT_A_TIME && asking->next < names->n) {
        const char *node = names->word[asking->next++];
        struct asked *asked = &asking->asked[asking->n];
        const char *why = silent_before(node);

        if (tool_nodes_is_here(node))
            continue;
        if (why) {
            add_silent(&asking->silent, node, why);
            continue;
        }
        error = ask(asked, node, asking->front, asking->nodes, asking->command,
                    asking->for_all ? 3 * PATIENCE : PATIENCE);
        if (error)
            add_silent(&asking->silent, node, strerror(error));
        else
            asking->n++;
    }
}

static void end_one(struct asking *asking, int i, bool late)
{
    char reason[TOOL_SEGMENT_REASON] = "";
    const char *node = asking->asked[i].node;

    if (!end(&asking->asked[i], late, &asking->segments, reason)) {
        add_silent(&asking->silent, node, reason);
        remember_silent(node, reason);
    } else if (asking->for_all && !strncmp(reason, SAYS, sizeof SAYS - 1)) {
        asking->said = tool_print("%s", reason + sizeof SAYS - 1);
    }
    asking->asked[i] = asking->asked[--asking->n];
}

static void listen_to_all(struct asking *asking)
{
    struct pollfd ready[AT_A_TIME];
    int64_t now;

    for (int i = 0; i < asking->n; i++)
        ready[i] = (struct pollfd){.fd = asking->asked[i].out, .events = POLLIN};
    poll(ready, (nfds_t)asking->n, 100);
    now = tool_clock_now();
    for (int i = asking->n - 1; i >= 0; i--) {
        if (ready[i].revents && !read_more(&asking->asked[i]))
            end_one(asking, i, false);
        else if (now > asking->asked[i].until)
            end_one(asking, i, true);
    }
}

static void ask_all(struct asking *asking)
{
    for (ask_next(asking); asking->n; ask_next(asking))
        listen_to_all(asking);
}

/* ---- of a job */

static const char *const options[] = {
    [TOOL_REACH_SEGMENTS] = NULL,
    [TOOL_REACH_REMOVE] = "--remove",
};

static struct tool_words command_of(const char *folder, const char *job, enum tool_reach_for what,
                                    bool all)
{
    struct tool_words words = {0};
    char *mpit = realpath("/proc/self/exe", NULL);
    const char *libraries = getenv("LD_LIBRARY_PATH"), *live = getenv("MPIT_LIVE_DIR");

    if (libraries && *libraries) {
        char *variable = tool_print("LD_LIBRARY_PATH=%s", libraries);

        tool_words_add(&words, "env");
        tool_words_add(&words, variable);
        free(variable);
    }
    tool_words_add(&words, mpit ? mpit : "mpit");
    tool_words_add(&words, "answer");
    if (!folder && live && *live)
        folder = live;
    if (folder) {
        tool_words_add(&words, "--live");
        tool_words_add(&words, folder);
    }
    if (options[what])
        tool_words_add(&words, options[what]);
    if (all)
        tool_words_add(&words, "--all");
    tool_words_add(&words, job);
    free(mpit);
    return words;
}

static void complain(const char *job, const struct asking *asking, bool known)
{
    const struct silent *silent = &asking->silent;

    if (silent->nodes.n) {
        char *names = name_silent(silent, &asking->nodes->names);

        tool_complain("%s: %zu of its nodes %s not answer: %s (%s); what %s of it is unknown", job,
                      silent->nodes.n, silent->nodes.n == 1 ? "does" : "do", names, silent->reason,
                      silent->nodes.n == 1 ? "it has" : "they have");
        free(names);
    } else if (asking->said) {
        tool_complain("%s", asking->said);
    } else if (!known) {
        tool_complain("%s: its other nodes are not known here; ask where its launcher runs", job);
    }
}

/* Of each world as many as it has. */
bool tool_reach_is_whole(const struct tool_segments *segments)
{
    for (int i = 0, next; i < segments->n; i = next) {
        int size = 1, seen = 0;

        next = tool_segments_job_end(segments, i);
        for (int k = i; k < next; k++) {
            if (segments->segment[k].head.size > size)
                size = segments->segment[k].head.size;
            seen += tool_segment_fate(&segments->segment[k]) != TOOL_FATE_UNKNOWN;
        }
        if (seen < size)
            return false;
    }
    return segments->n > 0;
}

bool tool_reach(const char *folder, const char *job, enum tool_reach_for what, bool loud,
                struct tool_segments *here, char **silent)
{
    struct tool_front front;
    struct tool_nodes nodes;
    struct asking asking = {.front = &front, .nodes = &nodes};
    struct tool_words command;
    char *elsewhere = NULL;
    bool known, good;
    int seen = here->n; /* else there may be no such job */

    if (what != TOOL_REACH_REMOVE && tool_reach_is_whole(here))
        return true;
    tool_front_find(folder, job, here, &front);
    tool_nodes_of(&front, &nodes);
    if (!nodes.names.n && (elsewhere = tool_front_elsewhere(job)))
        tool_words_add(&nodes.names, elsewhere);
    known = nodes.names.n > 0;
    command = command_of(folder, job, what, elsewhere != NULL);
    asking.command = command.word;
    asking.for_all = elsewhere != NULL;
    ask_all(&asking);
    tool_far_merge(here, &asking.segments);
    if (loud &&
        (asking.silent.nodes.n || (what != TOOL_REACH_REMOVE && !tool_reach_is_whole(here))))
        complain(job, &asking, known || !seen);
    good = !asking.silent.nodes.n && !asking.said;
    if (silent && asking.silent.nodes.n)
        *silent = name_silent(&asking.silent, &nodes.names);
    tool_words_free(&command);
    tool_nodes_free(&nodes);
    tool_front_free(&front);
    free(elsewhere);
    tool_words_free(&asking.silent.nodes);
    free(asking.said);
    return good;
}

/* As tool_live_job_remove has it. */
static bool stays(const struct tool_segment *segment)
{
    enum tool_fate fate = tool_segment_fate(segment);

    return segment->head.state != MPIT_LIVE_ENDED &&
           (fate == TOOL_FATE_ALIVE || fate == TOOL_FATE_STOPPED);
}

bool tool_reach_remove(const char *folder, const char *job, bool loud,
                       struct tool_segments *removed)
{
    bool good = tool_reach(folder, job, TOOL_REACH_REMOVE, loud, removed, NULL);

    for (int i = 0; i < removed->n; i++)
        good = good && !stays(&removed->segment[i]);
    return good;
}

bool tool_reach_is_possible(const char *folder, const char *job)
{
    const struct tool_segments none = {0};
    struct tool_front front;
    struct tool_nodes nodes;
    bool possible = false;

    tool_front_find(folder, job, &none, &front);
    tool_nodes_of(&front, &nodes);
    for (size_t i = 0; i < nodes.names.n; i++)
        possible = possible || !tool_nodes_is_here(nodes.names.word[i]);
    tool_nodes_free(&nodes);
    tool_front_free(&front);
    return possible;
}

/* ---- of all */

/* Jobs of which something runs: of what else was left nobody asks who does not name it. */
static void add_running(const struct tool_segments *segments, struct tool_words *jobs)
{
    for (int i = 0; i < segments->n; i++) {
        enum tool_fate fate = tool_segment_fate(&segments->segment[i]);

        if ((fate == TOOL_FATE_ALIVE || fate == TOOL_FATE_STOPPED) &&
            !tool_words_has(jobs, segments->segment[i].head.job))
            tool_words_add(jobs, segments->segment[i].head.job);
    }
}

/* Takes those of one job out, and puts them back with its others. */
static void reach_one(const char *folder, const char *job, enum tool_reach_for what, bool loud,
                      struct tool_segments *all)
{
    struct tool_segments its = {0}, rest = {0};

    for (int i = 0; i < all->n; i++) {
        struct tool_segments *to = strcmp(all->segment[i].head.job, job) ? &rest : &its;

        *tool_segments_room(to) = all->segment[i];
        to->n++;
    }
    tool_reach(folder, job, what, loud, &its, NULL);
    free(all->segment);
    *all = rest;
    tool_far_merge(all, &its);
}

struct tool_segments tool_reach_take(const char *folder, const char *job, enum tool_reach_for what,
                                     bool loud)
{
    struct tool_segments all =
        job ? tool_segments_take_job(folder, job) : tool_segments_take(folder, false);
    struct tool_words jobs = {0};

    if (job) {
        tool_reach(folder, job, what, loud, &all, NULL);
        return all;
    }
    jobs = tool_front_jobs(folder);
    add_running(&all, &jobs);
    for (size_t i = 0; i < jobs.n; i++)
        reach_one(folder, jobs.word[i], what, loud, &all);
    tool_words_free(&jobs);
    return all;
}
