#include "config.h"

#include "tools/job/nodes.h"

#include "tools/ground/tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- options of launchers, and what stands for them in the environment */

/* Options are given with one dash or two; `key` is what the first word behind has to be. */
struct source {
    const char *option, *key, *variable;
};

/* Whether a word is this option; its value where that is the same word, else NULL. */
static bool is_option(const char *word, const char *option, const char **value)
{
    size_t length = strlen(option);

    if (*word++ != '-')
        return false;
    word += *word == '-';
    *value = word[length] == '=' ? word + length + 1 : NULL;
    return !strncmp(word, option, length) && (!word[length] || *value);
}

/* Options that are followed by words which may look like a program. */
static int words_behind(const char *word)
{
    static const struct {
        const char *option;
        int words;
    } known[] = {{"mca", 2},           {"gmca", 2},     {"prtemca", 2},     {"pmixmca", 2},
                 {"launcher-exec", 1}, {"launcher", 1}, {"bootstrap", 1},   {"bootstrap-exec", 1},
                 {"host", 1},          {"H", 1},        {"hosts", 1},       {"w", 1},
                 {"nodelist", 1},      {"hostfile", 1}, {"machinefile", 1}, {"f", 1},
                 {"wdir", 1},          {"wd", 1},       {"D", 1},           {"chdir", 1}};
    const char *value;

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (is_option(word, known[i].option, &value))
            return value ? 0 : known[i].words;
    return 0;
}

static bool is_program(const char *word)
{
    char *program = *word == '-' ? NULL : tool_program_find(word);

    free(program);
    return program != NULL;
}

/* The launcher's own words: what stands before a program, and between the ':' behind one and the
 * next. */
static struct tool_words words_of_launcher(const struct tool_words *arguments)
{
    struct tool_words own = {0};
    bool inside = true;

    for (size_t i = 1; i < arguments->n; i++) {
        const char *word = arguments->word[i];

        if (!strcmp(word, ":"))
            inside = true;
        else if (inside && is_program(word))
            inside = false;
        else if (inside)
            for (int more = words_behind(word); tool_words_add(&own, word), more; more--)
                if (++i < arguments->n)
                    word = arguments->word[i];
    }
    return own;
}

/* Its value from the i-th word on; NULL: it is another option. */
static const char *value_at(const struct tool_words *own, size_t i, const struct source *source)
{
    const char *value;

    if (!source->option || !is_option(own->word[i], source->option, &value))
        return NULL;
    if (!source->key)
        return value ? value : i + 1 < own->n ? own->word[i + 1] : NULL;
    return i + 2 < own->n && !strcmp(own->word[i + 1], source->key) ? own->word[i + 2] : NULL;
}

/* Of the first of them that says anything; the last has neither an option nor a variable. */
static const char *first_value(const struct tool_front *front, const struct tool_words *own,
                               const struct source *source)
{
    const char *value = NULL;

    for (; !value && (source->option || source->variable); source++) {
        for (size_t i = 0; !value && i < own->n; i++)
            value = value_at(own, i, source);
        if (!value && source->variable)
            value = tool_words_value(&front->environment, source->variable);
        if (value && !*value)
            value = NULL;
    }
    return value;
}

/* ---- names */

static const struct source lists[] = {
    {"host", NULL, NULL}, {"H", NULL, NULL},        {"hosts", NULL, NULL},
    {"w", NULL, NULL},    {"nodelist", NULL, NULL}, {NULL, NULL, NULL},
};
static const struct source files[] = {
    {"hostfile", NULL, NULL},
    {"machinefile", NULL, NULL},
    {"f", NULL, "HYDRA_HOST_FILE"},
    {"default-hostfile", NULL, NULL},
    {"mca", "orte_default_hostfile", "OMPI_MCA_orte_default_hostfile"},
    {"prtemca", "prte_default_hostfile", "PRTE_MCA_prte_default_hostfile"},
    {NULL, NULL, "PBS_NODEFILE"},
    {NULL, NULL, "LSB_DJOB_HOSTFILE"},
    {NULL, NULL, "PE_HOSTFILE"},
    {NULL, NULL, "COBALT_NODEFILE"},
    {NULL, NULL, NULL},
};

static void add_name(struct tool_words *names, const char *word)
{
    char *name = tool_print("%.*s", (int)strcspn(word, ": \t\r\n"), word);

    if (*name && !strchr("+-#", *name) && !tool_words_has(names, name))
        tool_words_add(names, name);
    free(name);
}

static void add_list(struct tool_words *names, const char *list)
{
    struct tool_words words = {0};

    tool_words_split(&words, list, ", ");
    for (size_t i = 0; i < words.n; i++)
        add_name(names, words.word[i]);
    tool_words_free(&words);
}

/* A node a line; what follows its name is how many processes it takes, and what else a launcher
 * has to know. */
static void add_file(const struct tool_front *front, struct tool_words *names, const char *file)
{
    char *path = *file == '/' || !front->folder ? tool_print("%s", file)
                                                : tool_print("%s/%s", front->folder, file);
    FILE *in = fopen(path, "re");
    char *line = NULL;
    size_t room = 0;

    while (in && getline(&line, &room, in) >= 0)
        add_name(names, line + strspn(line, " \t"));
    if (in)
        fclose(in);
    free(line);
    free(path);
}

/* Slurm writes node[1-4,7]: its own command takes that apart. */
static void add_slurm(struct tool_words *names, const char *list)
{
    bool plain = !strchr(list, '[');
    char *command = plain || strpbrk(list, "'\\")
                        ? NULL
                        : tool_print("scontrol show hostnames '%s' 2>/dev/null", list);
    FILE *out = command ? popen(command, "re") : NULL;
    char *line = NULL;
    size_t room = 0;

    if (plain)
        add_list(names, list);
    while (out && getline(&line, &room, out) >= 0)
        add_name(names, line);
    if (out)
        pclose(out);
    free(line);
    free(command);
}

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* The node is what stands before what the launcher starts there, in the words of an agent. */
static bool add_of_agent(struct tool_words *names, long pid)
{
    static const char *const daemons[] = {"hydra_pmi_proxy", "orted", "prted"};
    char *file = tool_print("/proc/%ld/cmdline", pid);
    struct tool_words words = {0};
    bool is_agent = false;

    tool_words_read(&words, file);
    for (size_t i = 2; i < words.n && !is_agent; i++)
        for (size_t k = 0; k < sizeof daemons / sizeof *daemons && !is_agent; k++)
            is_agent = strstr(words.word[i], daemons[k]) && words.word[i - 1][0] != '-' &&
                       (add_name(names, words.word[i - 1]), true);
    tool_words_free(&words);
    free(file);
    return is_agent;
}

/* Agents that still run below a launcher, or below the `mpit run` that has started it. */
static void add_agents(struct tool_words *names, int64_t pid, int depth)
{
    enum { DEEP = 3 };
    char *path = tool_print("/proc/%ld/task/%ld/children", (long)pid, (long)pid);
    FILE *in = fopen(path, "re");
    long child;

    while (in && fscanf(in, "%ld", &child) == 1)
        if (!add_of_agent(names, child) && depth < DEEP)
            add_agents(names, child, depth + 1);
    if (in)
        fclose(in);
    free(path);
}

/* Programs of one job may be given nodes of their own each. */
static void add_lists(struct tool_words *names, const struct tool_words *own)
{
    for (size_t i = 0; i < own->n; i++)
        for (const struct source *list = lists; list->option; list++) {
            const char *value = value_at(own, i, list);

            if (value)
                add_slurm(names, value);
        }
}

static void find_names(const struct tool_front *front, const struct tool_words *own,
                       struct tool_words *names)
{
    static const struct source slurm[] = {
        {NULL, NULL, "SLURM_JOB_NODELIST"}, {NULL, NULL, "SLURM_NODELIST"}, {NULL, NULL, NULL}};
    static const struct source words[] = {{NULL, NULL, "LSB_HOSTS"}, {NULL, NULL, NULL}};
    const char *value;

    add_lists(names, own);
    if (names->n)
        ;
    else if ((value = first_value(front, own, slurm)))
        add_slurm(names, value);
    else if ((value = first_value(front, own, files)))
        add_file(front, names, value);
    else if ((value = first_value(front, own, words)))
        add_list(names, value);
    if (!names->n && front->pid)
        add_agents(names, front->pid, 0);
}

/* ---- the agent */

static const struct source agents[] = {
    {"mca", "plm_rsh_agent", "OMPI_MCA_plm_rsh_agent"},
    {"mca", "plm_ssh_agent", "OMPI_MCA_plm_ssh_agent"},
    {"prtemca", "plm_ssh_agent", "PRTE_MCA_plm_ssh_agent"},
    {"launcher-exec", NULL, "HYDRA_LAUNCHER_EXEC"},
    {"bootstrap-exec", NULL, "HYDRA_BOOTSTRAP_EXEC"},
    {NULL, NULL, NULL},
};
static const struct source kinds[] = {
    {"launcher", NULL, "HYDRA_LAUNCHER"},
    {"bootstrap", NULL, "HYDRA_BOOTSTRAP"},
    {NULL, NULL, NULL},
};

/* The first that is there of those between colons, with its options. */
static void add_agent(struct tool_words *agent, const char *list)
{
    struct tool_words choices = {0};

    tool_words_split(&choices, list, ":");
    for (size_t i = 0; i < choices.n && !agent->n; i++) {
        tool_words_split(agent, choices.word[i], " \t");
        char *program = agent->n ? tool_program_find(agent->word[0]) : NULL;

        if (!program)
            tool_words_free(agent);
        free(program);
    }
    tool_words_free(&choices);
}

/* A node that is not there is told soon, and nobody is asked for a password. */
static void add_options_of_ssh(struct tool_words *agent)
{
    static const char *const options[] = {"-x", "-o", "BatchMode=yes", "-o", "ConnectTimeout=5"};

    if (agent->n && !strcmp(base_of(agent->word[0]), "ssh"))
        for (size_t i = 0; i < sizeof options / sizeof *options; i++)
            tool_words_add(agent, options[i]);
}

static void find_agent(const struct tool_front *front, const struct tool_words *own,
                       struct tool_nodes *nodes)
{
    const char *job = tool_words_value(&front->environment, "SLURM_JOB_ID");
    const char *agent = first_value(front, own, agents), *kind = first_value(front, own, kinds);
    char *srun = agent ? NULL : job ? tool_program_find("srun") : NULL;

    if (srun) {
        char *id = tool_print("--jobid=%s", job);
        const char *const words[] = {srun, "--overlap", id, "--mpi=none", "-N1", "-n1", "-Q", "-w"};

        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            tool_words_add(&nodes->agent, words[i]);
        free(id);
        free(srun);
        return;
    }
    nodes->by_shell = true;
    add_agent(&nodes->agent, agent ? agent : kind && !strcmp(kind, "rsh") ? "rsh" : "ssh:rsh");
    add_options_of_ssh(&nodes->agent);
}

void tool_nodes_of(const struct tool_front *front, struct tool_nodes *nodes)
{
    struct tool_words own = words_of_launcher(&front->arguments);

    *nodes = (struct tool_nodes){0};
    find_names(front, &own, &nodes->names);
    find_agent(front, &own, nodes);
    tool_words_free(&own);
}

void tool_nodes_free(struct tool_nodes *nodes)
{
    tool_words_free(&nodes->names);
    tool_words_free(&nodes->agent);
}

bool tool_nodes_is_here(const char *name)
{
    char host[256] = "";
    size_t length = strcspn(name, ".");

    gethostname(host, sizeof host - 1);
    return !strcmp(name, "localhost") || !strcmp(name, host) ||
           (strcspn(host, ".") == length && !strncmp(name, host, length) &&
            (!name[length] || !host[length]));
}

/* ---- commands */

static void append_quoted(char **text, const char *word)
{
    tool_append(text, "%s'", **text ? " " : "");
    for (; *word; word++)
        if (*word == '\'')
            tool_append(text, "'\\''");
        else
            tool_append(text, "%c", *word);
    tool_append(text, "'");
}

struct tool_words tool_nodes_command(const struct tool_nodes *nodes, const char *node,
                                     char *const *command)
{
    struct tool_words words = {0};
    char *text = tool_print("%s", "");

    for (size_t i = 0; i < nodes->agent.n; i++)
        tool_words_add(&words, nodes->agent.word[i]);
    tool_words_add(&words, node);
    for (; *command; command++)
        if (nodes->by_shell)
            append_quoted(&text, *command);
        else
            tool_words_add(&words, *command);
    if (nodes->by_shell)
        tool_words_add(&words, text);
    free(text);
    return words;
}
