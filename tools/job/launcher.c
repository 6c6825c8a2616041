/* Launchers: telling them apart, and giving variables to the ranks alone.
 *
 * The launcher itself runs with the environment it would have had: libmpit in its process would be
 * useless, and mpit's variables in it would reach the ranks of other jobs that it may start. */
#include "config.h"

#include "tools/job/launcher.h"

#include "tools/ground/clock.h"
#include "tools/ground/tool.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

void tool_environment_set(struct tool_environment *environment, const char *name, const char *value)
{
    for (int i = 0; i < environment->n; i++) {
        struct tool_setting *setting = &environment->setting[i];

        if (!strcmp(setting->name, name)) {
            free(setting->value);
            setting->value = tool_print("%s", value);
            return;
        }
    }
    environment->setting =
        tool_grow(environment->setting, (size_t)environment->n, 1, sizeof *environment->setting);
    environment->setting[environment->n++] =
        (struct tool_setting){tool_print("%s", name), tool_print("%s", value)};
}

static const char *environment_get(const struct tool_environment *environment, const char *name)
{
    for (int i = 0; i < environment->n; i++)
        if (!strcmp(environment->setting[i].name, name))
            return environment->setting[i].value;
    return NULL;
}

/* Finding the program. */

static bool is_program(const char *file)
{
    struct stat status;

    if (stat(file, &status) != 0)
        return false;
    if (S_ISDIR(status.st_mode)) {
        errno = EACCES;
        return false;
    }
    return access(file, X_OK) == 0;
}

char *tool_program_find(const char *program)
{
    const char *path = getenv("PATH");
    int error = ENOENT;

    if (strchr(program, '/'))
        return is_program(program) ? tool_print("%s", program) : NULL;
    if (!path)
        path = "/bin:/usr/bin"; /* as execvp has it */
    for (;;) {
        int length = (int)strcspn(path, ":");
        char *file = tool_print("%.*s%s%s", length, path, length ? "/" : "./", program);

        if (is_program(file))
            return file;
        if (errno == EACCES)
            error = EACCES;
        free(file);
        if (!path[length])
            break;
        path += length + 1;
    }
    errno = error;
    return NULL;
}

/* Telling launchers apart. */

enum tool_launcher tool_launcher_by_name(const char *file)
{
    static const struct {
        const char *name;
        enum tool_launcher launcher;
    } known[] = {
        {"orterun", TOOL_LAUNCHER_OPENMPI},
        {"prterun", TOOL_LAUNCHER_OPENMPI},
        {"prun", TOOL_LAUNCHER_OPENMPI},
        {"mpirun.openmpi", TOOL_LAUNCHER_OPENMPI},
        {"mpiexec.openmpi", TOOL_LAUNCHER_OPENMPI},
        {"mpiexec.hydra", TOOL_LAUNCHER_MPICH},
        {"mpirun.mpich", TOOL_LAUNCHER_MPICH},
        {"mpiexec.mpich", TOOL_LAUNCHER_MPICH},
        {"srun", TOOL_LAUNCHER_SLURM},
    };
    const char *slash = strrchr(file, '/');
    const char *name = slash ? slash + 1 : file;

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(name, known[i].name))
            return known[i].launcher;
    return TOOL_LAUNCHER_NONE;
}

/* Only these are asked for their version: another program might take --version for work to do. */
static bool may_be_launcher(const char *file)
{
    const char *slash = strrchr(file, '/');
    const char *name = slash ? slash + 1 : file;

    return !strncmp(name, "mpirun", 6) || !strncmp(name, "mpiexec", 7);
}

static long milliseconds_now(void)
{
    return (long)(tool_clock_now() / 1000000);
}

/* Reads until the end, the end of the room, or the end of our patience. */
static void read_some(int in, char *text, size_t size)
{
    long deadline = milliseconds_now() + 10000;
    size_t length = 0;

    while (length + 1 < size) {
        struct pollfd ready = {.fd = in, .events = POLLIN};
        long patience = deadline - milliseconds_now();

        if (patience <= 0 || poll(&ready, 1, (int)patience) <= 0)
            break;
        ssize_t n = read(in, text + length, size - 1 - length);
        if (n <= 0)
            break;
        length += (size_t)n;
    }
    text[length] = '\0';
}

static void exec_version(const char *file, int out)
{
    int null = open("/dev/null", O_RDWR);

    dup2(null, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    execl(file, file, "--version", (char *)NULL);
    _exit(TOOL_NOT_FOUND);
}

static void ask_version(const char *file, char *text, size_t size)
{
    int ends[2];

    text[0] = '\0';
    if (pipe2(ends, O_CLOEXEC) != 0)
        return;
    pid_t child = fork();
    if (child == 0)
        exec_version(file, ends[1]);
    close(ends[1]);
    if (child > 0) {
        read_some(ends[0], text, size);
        kill(child, SIGKILL); /* it has said what it had to say, or hangs */
        waitpid(child, NULL, 0);
    }
    close(ends[0]);
}

static enum tool_launcher detect_by_version(const char *file)
{
    static const struct {
        const char *sign;
        enum tool_launcher launcher;
    } known[] = {
        {"Open MPI", TOOL_LAUNCHER_OPENMPI}, {"OpenRTE", TOOL_LAUNCHER_OPENMPI},
        {"PRRTE", TOOL_LAUNCHER_OPENMPI},    {"HYDRA", TOOL_LAUNCHER_MPICH},
        {"slurm", TOOL_LAUNCHER_SLURM},
    };
    char text[4096];

    ask_version(file, text, sizeof text);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strstr(text, known[i].sign))
            return known[i].launcher;
    return TOOL_LAUNCHER_NONE;
}

enum tool_launcher tool_launcher_detect(const char *file)
{
    enum tool_launcher launcher = tool_launcher_by_name(file);
    char *real = realpath(file, NULL);

    if (launcher == TOOL_LAUNCHER_NONE && real)
        launcher = tool_launcher_by_name(real);
    if (launcher == TOOL_LAUNCHER_NONE && may_be_launcher(file))
        launcher = detect_by_version(file);
    free(real);
    return launcher;
}

/* Arguments. */

static void append(struct tool_launch *launch, char *argument)
{
    launch->argv[launch->argc++] = argument;
}

static bool is_one_of(const char *word, const char *const *words)
{
    for (; *words; words++)
        if (!strcmp(word, *words))
            return true;
    return false;
}

/* The user's own NAME=VALUE for a variable that we set too.  The last one would win, so a library
 * that the user preloads joins ours; anything else that is asked for by hand stays as it is. */
static char *merge_preload(const char *user_value, const struct tool_environment *ranks)
{
    const char *ours = environment_get(ranks, "LD_PRELOAD");

    return *user_value ? tool_print("%s:%s", ours, user_value) : tool_print("%s", ours);
}

/* Open MPI has two ways to hand variables on and stops a job that uses both: `-x`, and the
 * parameter mca_base_env_list.  Where the user has taken the second, so do we. */
static const char env_list[] = "mca_base_env_list";
static const char env_list_variable[] = "OMPI_MCA_mca_base_env_list";

static char *extend_env_list(const char *list, const struct tool_environment *ranks)
{
    char *longer = tool_print("%s", list);

    for (int i = 0; i < ranks->n; i++) {
        char *next =
            tool_print("%s;%s=%s", longer, ranks->setting[i].name, ranks->setting[i].value);
        free(longer);
        longer = next;
    }
    return longer;
}

static bool is_env_list(char *const *argv, int i)
{
    static const char *const words[] = {"--mca", "-mca", "--gmca", "-gmca", NULL};

    return is_one_of(argv[i], words) && argv[i + 1] && !strcmp(argv[i + 1], env_list) &&
           argv[i + 2];
}

static bool uses_env_list(char *const *argv)
{
    for (int i = 0; argv[i]; i++)
        if (is_env_list(argv, i))
            return true;
    return false;
}

static void append_x(struct tool_launch *launch, const struct tool_environment *ranks)
{
    for (int i = 0; i < ranks->n; i++) {
        append(launch, tool_print("-x"));
        append(launch, tool_print("%s=%s", ranks->setting[i].name, ranks->setting[i].value));
    }
}

/* The word after `-x`, with our library in it where it is about LD_PRELOAD. */
static char *x_argument(const char *word, const struct tool_environment *ranks)
{
    static const char name[] = "LD_PRELOAD";
    size_t length = sizeof name - 1;

    if (strncmp(word, name, length) || (word[length] && word[length] != '='))
        return tool_print("%s", word);
    if (!word[length]) /* the value that we have: already behind ours */
        return tool_print("%s=%s", name, environment_get(ranks, name));
    char *value = merge_preload(word + length + 1, ranks);
    char *argument = tool_print("%s=%s", name, value);
    free(value);
    return argument;
}

static void prepare_openmpi(char *const *argv, const struct tool_environment *ranks,
                            struct tool_launch *launch)
{
    const char *list = getenv(env_list_variable);
    bool listed = uses_env_list(argv), by_x = !listed && !(list && *list);

    if (!by_x && !listed) {
        char *longer = extend_env_list(list, ranks);
        tool_environment_set(&launch->own, env_list_variable, longer);
        free(longer);
    }
    for (int i = 0; argv[i]; i++) {
        if (listed && i >= 2 && is_env_list(argv, i - 2))
            append(launch, extend_env_list(argv[i], ranks));
        else if (i > 0 && !strcmp(argv[i - 1], "-x"))
            append(launch, x_argument(argv[i], ranks));
        else
            append(launch, tool_print("%s", argv[i]));
        if (by_x && (i == 0 || !strcmp(argv[i], ":"))) /* each application has its own */
            append_x(launch, ranks);
    }
}

static void prepare_mpich(char *const *argv, const struct tool_environment *ranks,
                          struct tool_launch *launch)
{
    static const char *const words[] = {"-genv", "--genv", "-env", "--env", NULL};

    for (int i = 0; argv[i]; i++) {
        bool preload =
            i >= 2 && !strcmp(argv[i - 1], "LD_PRELOAD") && is_one_of(argv[i - 2], words);

        append(launch, preload ? merge_preload(argv[i], ranks) : tool_print("%s", argv[i]));
        if (i > 0)
            continue;
        for (int j = 0; j < ranks->n; j++) {
            append(launch, tool_print("-genv"));
            append(launch, tool_print("%s", ranks->setting[j].name));
            append(launch, tool_print("%s", ranks->setting[j].value));
        }
    }
}

/* --export is a list with commas: mpit's own variables are put there by name alone, and their
 * values, which may hold commas, into the environment of srun, which has no use for them. */
static char *export_list(const char *user_list, const struct tool_environment *ranks)
{
    bool all = !strcasecmp(user_list, "ALL");
    bool none = !strcasecmp(user_list, "NONE") || !strcasecmp(user_list, "NIL");
    char *list = tool_print("--export=%s", all ? "ALL" : none ? "" : user_list);

    for (int i = 0; i < ranks->n; i++) {
        const struct tool_setting *setting = &ranks->setting[i];
        bool by_value = !strcmp(setting->name, "LD_PRELOAD");
        const char *comma = list[strlen(list) - 1] == '=' ? "" : ",";

        tool_append(&list, "%s%s%s%s", comma, setting->name, by_value ? "=" : "",
                    by_value ? setting->value : "");
    }
    return list;
}

static void set_but_preload(const struct tool_environment *ranks, struct tool_launch *launch)
{
    for (int i = 0; i < ranks->n; i++)
        if (strcmp(ranks->setting[i].name, "LD_PRELOAD"))
            tool_environment_set(&launch->own, ranks->setting[i].name, ranks->setting[i].value);
}

static void prepare_slurm(char *const *argv, const struct tool_environment *ranks,
                          struct tool_launch *launch)
{
    static const char option[] = "--export=";
    const char *list = getenv("SLURM_EXPORT_ENV");
    bool given = false;

    set_but_preload(ranks, launch);
    for (int i = 1; argv[i] && argv[i][0] == '-' && !given; i++)
        given = !strncmp(argv[i], option, sizeof option - 1);
    append(launch, tool_print("%s", argv[0]));
    if (!given)
        append(launch, export_list(list && *list ? list : "ALL", ranks));
    for (int i = 1; argv[i]; i++) {
        if (given && !strncmp(argv[i], option, sizeof option - 1)) {
            append(launch, export_list(argv[i] + sizeof option - 1, ranks));
            given = false;
        } else {
            append(launch, tool_print("%s", argv[i]));
        }
    }
}

static void prepare_program(char *const *argv, const struct tool_environment *ranks,
                            struct tool_launch *launch)
{
    for (int i = 0; argv[i]; i++)
        append(launch, tool_print("%s", argv[i]));
    for (int i = 0; i < ranks->n; i++)
        tool_environment_set(&launch->own, ranks->setting[i].name, ranks->setting[i].value);
}

void tool_launch_prepare(enum tool_launcher launcher, char *const *argv,
                         const struct tool_environment *ranks, struct tool_launch *launch)
{
    int argc = 0, contexts = 1;

    for (; argv[argc]; argc++)
        contexts += !strcmp(argv[argc], ":");
    *launch = (struct tool_launch){
        .killed_by = launcher == TOOL_LAUNCHER_NONE ? SIGKILL : SIGTERM,
    };
    launch->argv =
        tool_allocate((size_t)(argc + 3 * contexts * ranks->n + 2), sizeof *launch->argv);
    switch (launcher) {
    case TOOL_LAUNCHER_OPENMPI:
        prepare_openmpi(argv, ranks, launch);
        break;
    case TOOL_LAUNCHER_MPICH:
        prepare_mpich(argv, ranks, launch);
        break;
    case TOOL_LAUNCHER_SLURM:
        prepare_slurm(argv, ranks, launch);
        break;
    case TOOL_LAUNCHER_NONE:
        prepare_program(argv, ranks, launch);
        break;
    }
}
