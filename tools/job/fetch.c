#include "config.h"

#include "tools/job/fetch.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tools/ground/tool.h"
#include "tools/records/read.h"

extern char **environ;

/* ---- the command */

/* Options that say which nodes there are and how they are reached, with as many words as follow;
 * and what makes the launcher start one process a node. */
struct option {
    const char *name;
    int words;
};
static const struct option of_openmpi[] = {{"host", 1},
                                           {"H", 1},
                                           {"hostfile", 1},
                                           {"default-hostfile", 1},
                                           {"machinefile", 1},
                                           {"prefix", 1},
                                           {"mca", 2},
                                           {"gmca", 2},
                                           {"prtemca", 2},
                                           {"oversubscribe", 0},
                                           {"allow-run-as-root", 0},
                                           {NULL, 0}};
static const struct option of_mpich[] = {
    {"host", 1},          {"hosts", 1},          {"f", 1},
    {"hostfile", 1},      {"machinefile", 1},    {"launcher", 1},
    {"launcher-exec", 1}, {"iface", 1},          {"rmk", 1},
    {"bootstrap", 1},     {"bootstrap-exec", 1}, {NULL, 0}};
static const struct option of_slurm[] = {{"w", 1},     {"nodelist", 1}, {"N", 1}, {"nodes", 1},
                                         {"jobid", 1}, {"mpi", 1},      {NULL, 0}};
static const struct launcher {
    const struct option *options;
    const char *once[4];
} launchers[] = {
    [TOOL_LAUNCHER_OPENMPI] = {of_openmpi, {"--map-by", "ppr:1:node"}},
    [TOOL_LAUNCHER_MPICH] = {of_mpich, {"-ppn", "1"}},
    [TOOL_LAUNCHER_SLURM] = {of_slurm, {"--overlap", "--ntasks-per-node=1"}},
};
static const struct launcher *find_launcher(const struct tool_ending *ending)
{
    return ending->launcher == TOOL_LAUNCHER_NONE ? NULL : &launchers[ending->launcher];
}

/* How many words of the launcher's command belong to an option of the list; 0: it is another. */
static int words_of(const struct option *options, char *const *argv)
{
    const char *word = argv[0];
    size_t length;

    if (word[0] != '-')
        return 0;
    word += word[1] == '-' ? 2 : 1;
    length = strcspn(word, "=");
    for (; options->name; options++)
        if (!strncmp(word, options->name, length) && !options->name[length])
            break;
    if (!options->name)
        return 0;
    for (int i = 1; i <= options->words && !word[length]; i++)
        if (!argv[i])
            return 0;
    return word[length] ? 1 : 1 + options->words;
}

struct words {
    char **word;
    size_t n, room;
};

/* The last one is followed by NULL. */
static void add(struct words *words, const char *word)
{
    if (words->n + 2 > words->room) {
        const size_t more = words->room + 16;

        words->word = tool_grow(words->word, words->room, more, sizeof *words->word);
        words->room += more;
    }
    words->word[words->n++] = tool_print("%s", word);
}

static void words_free(struct words *words)
{
    for (size_t i = 0; i < words->n; i++)
        free(words->word[i]);
    free(words->word);
}

/* What stands before the program, which is the first word that can be started. */
static void add_nodes(struct words *words, const struct launcher *launcher, char *const *argv)
{
    for (int i = 1; argv[i];) {
        int n = words_of(launcher->options, argv + i);
        char *program = argv[i][0] == '-' ? NULL : tool_program_find(argv[i]);

        free(program);
        if (program)
            return;
        for (int k = 0; k < n; k++)
            add(words, argv[i + k]);
        i += n ? n : 1;
    }
}

static struct words command_of(const struct tool_live_job *live, const struct tool_ending *ending,
                               const char *mpit)
{
    const struct launcher *launcher = find_launcher(ending);
    struct words words = {0};

    add(&words, launcher ? ending->argv[0] : "LAUNCHER");
    if (launcher) {
        add_nodes(&words, launcher, ending->argv);
        for (int i = 0; launcher->once[i]; i++)
            add(&words, launcher->once[i]);
    }
    add(&words, mpit);
    add(&words, "collect");
    add(&words, "--gather");
    if (live->folder) {
        add(&words, "--live");
        add(&words, live->folder);
    }
    add(&words, live->name);
    return words;
}

char *tool_fetch_command(const struct tool_live_job *live, const struct tool_ending *ending)
{
    struct words words = command_of(live, ending, "mpit");
    char *text = tool_print("%s", words.word[0]);

    for (size_t i = 1; i < words.n; i++)
        tool_append(&text, " %s", words.word[i]);
    words_free(&words);
    return text;
}

/* ---- running it */

enum { PATIENCE = 60 }; /* seconds */

/* It is a job of its own: nothing of ours is for it. */
static void exec_command(char *const *argv, int out)
{
    int null = open("/dev/null", O_RDWR);

    for (char **at = environ; *at;)
        if (!strncmp(*at, "MPIT_", 5)) {
            char *name = tool_print("%.*s", (int)strcspn(*at, "="), *at);

            unsetenv(name);
            free(name);
        } else {
            at++;
        }
    dup2(null, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    execvp(argv[0], argv);
    _exit(TOOL_NOT_FOUND);
}

/* False where it failed, or did not come to its end. */
static bool run_command(char *const *argv, int out)
{
    const struct timespec moment = {.tv_nsec = 50000000};
    time_t until = time(NULL) + PATIENCE;
    int status = -1, number = SIGTERM;
    pid_t child = fork();

    if (child == 0)
        exec_command(argv, out);
    if (child < 0)
        return false;
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (time(NULL) > until) {
            kill(child, number);
            number = SIGKILL;
            until += PATIENCE / 10;
        }
        nanosleep(&moment, NULL);
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool tool_fetch(const struct tool_live_job *live, const struct tool_ending *ending,
                struct mpit_record *record)
{
    char reason[512], *mpit = realpath("/proc/self/exe", NULL);
    int out = find_launcher(ending) && mpit ? memfd_create("mpit", MFD_CLOEXEC) : -1;
    bool good = false;

    if (out >= 0) {
        struct words words = command_of(live, ending, mpit);
        char *path = tool_print("/proc/self/fd/%d", out);

        good = run_command(words.word, out) && tool_record_read(path, record, reason);
        words_free(&words);
        free(path);
        close(out);
    }
    free(mpit);
    return good;
}
