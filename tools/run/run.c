/* `mpit run`: a job with libmpit in its ranks, and its report at the end. */
#include "config.h"

#include "ground/launcher.h"
#include "mpit.h"
#include "settings/site.h"
#include "tools/formats/formats.h"
#include "tools/formats/text_full.h"
#include "tools/ground/options.h"
#include "tools/ground/tool.h"
#include "tools/interface/backs.h"
#include "tools/interface/variables.h"
#include "tools/job/arrivals.h"
#include "tools/job/destination.h"
#include "tools/job/launcher.h"
#include "tools/job/segments.h"
#include "tools/job/settings_of_ranks.h"
#include "tools/job/unclaimed.h"
#include "tools/run/child.h"
#include "tools/run/needed.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef MPIT_OPENMPI
enum { OTHER_LAUNCHER = TOOL_LAUNCHER_MPICH };
#else
enum { OTHER_LAUNCHER = TOOL_LAUNCHER_OPENMPI };
#endif

/* Settings. */

enum { NAME_ROOM = 256 };

/* The name most like a misspelt one is taken from the library itself. */
static void complain_unknown(const char *name, const struct tool_variables *all)
{
    const char *meant = tool_cvar_nearest(all, name);

    if (meant)
        tool_complain("--set %s: no such control variable; did you mean %s?", name, meant);
    else
        tool_complain("--set %s: no such control variable; mpit list --cvars shows them", name);
}

/* mpit_clock is MPIT_CLOCK; any other name goes behind MPIT_CVAR_ as it is. */
static char *variable_for(const char *name)
{
    if (strncmp(name, "mpit_", 5))
        return tool_print("MPIT_CVAR_%s", name);
    char *variable = tool_print("%s", name);
    for (char *p = variable; *p; p++)
        *p = (char)toupper((unsigned char)*p);
    return variable;
}

static int add_setting(const char *setting, struct tool_environment *ranks)
{
    const char *equals = strchr(setting, '=');

    if (!equals || equals == setting) {
        tool_complain("--set %s: not NAME=VALUE", setting);
        return TOOL_USAGE;
    }
    char *name = tool_print("%.*s", (int)(equals - setting), setting);
    int code = TOOL_GO_ON;
    if (!strcmp(name, "mpit_report")) {
        tool_complain("--set %s: say --report %s", setting, equals + 1);
        code = TOOL_USAGE;
    } else {
        char *variable = variable_for(name);
        tool_environment_set(ranks, variable, equals + 1);
        free(variable);
    }
    free(name);
    return code;
}

static char *name_of(const char *setting)
{
    return tool_print("%.*s", (int)strcspn(setting, "="), setting);
}

/* Our own names; a variable of the MPI library's that is not here may be where the ranks are. */
static bool is_named(const char *setting)
{
    char *name = name_of(setting);
    int index;
    bool named = strncmp(name, "mpit_", 5) || MPI_T_cvar_get_index(name, &index) == MPI_SUCCESS;

    if (!named) {
        struct tool_variables *all = tool_variables_take(false);
        complain_unknown(name, all);
        tool_variables_free(all);
    }
    free(name);
    return named;
}

/* What the library in this process says while it looks at the settings: the command says it. */
static FILE *heard;
static int stderr_kept = -1;

static void hear_library(void)
{
    heard = tmpfile();
    stderr_kept = heard ? dup(STDERR_FILENO) : -1;
    if (stderr_kept >= 0)
        dup2(fileno(heard), STDERR_FILENO);
}

/* Of "mpit: VARIABLE=VALUE is ignored: REASON; it stays …" the reason; NULL: it has said none. */
static char *heard_of(const char *variable, const char *value)
{
    char *label = tool_print("mpit: %s=%s ", variable, value), *line = NULL, *reason = NULL;
    size_t room = 0;

    if (heard)
        rewind(heard);
    while (!reason && heard && getline(&line, &room, heard) > 0) {
        char *begin =
            strncmp(line, label, strlen(label)) ? NULL : strstr(line + strlen(label), ": ");

        if (begin) {
            char *end = strstr(begin, "; it stays ");
            size_t length = end ? (size_t)(end - begin) : strcspn(begin, "\n");

            length -= begin[length - 1] == '.';
            reason = tool_print("%.*s", (int)length - 2, begin + 2);
        }
    }
    free(line);
    free(label);
    return reason;
}

static void complain_refused(const char *setting, const char *variable)
{
    char *reason = heard_of(variable, strchr(setting, '=') + 1);

    if (stderr_kept >= 0)
        dup2(stderr_kept, STDERR_FILENO);
    tool_complain("--set %s: %s; no job was started", setting,
                  reason ? reason : "it cannot have this value");
    free(reason);
}

/* What the library in this process has refused has not come from its variable of the
 * environment. */
static bool is_taken(const char *setting)
{
    char *name = name_of(setting), *variable = variable_for(name), from[NAME_ROOM] = "";
    int length = sizeof from, index;
    bool taken =
        (mpit_cvar_source(name, from, &length) == MPI_SUCCESS && !strcmp(from, variable)) ||
        MPI_T_cvar_get_index(name, &index) != MPI_SUCCESS;

    if (!taken)
        complain_refused(setting, variable);
    free(variable);
    free(name);
    return taken;
}

static bool are_all(bool (*is_good)(const char *setting), char *const *settings, bool vendor)
{
    bool good = true;

    if (tool_variables_open(vendor) != MPI_SUCCESS)
        return true; /* the library in the ranks will tell */
    for (; good && *settings; settings++)
        good = is_good(*settings);
    return good;
}

static bool are_named(char *const *settings, const struct tool_environment *ranks)
{
    (void)ranks;
    return are_all(is_named, settings, false);
}

static bool are_taken(char *const *settings, const struct tool_environment *ranks)
{
    for (int i = 0; i < ranks->n; i++)
        setenv(ranks->setting[i].name, ranks->setting[i].value, 1);
    hear_library();
    return are_all(is_taken, settings, true);
}

/* Each in a process of its own: the library takes settings once, and this one is not to have them.
 * A process that does not come to an answer has found nothing wrong. */
static int check_settings(bool (*are_good)(char *const *, const struct tool_environment *),
                          char *const *settings, const struct tool_environment *ranks)
{
    int status = 0;
    pid_t child = fork();

    if (child == 0)
        _exit(are_good(settings, ranks) ? TOOL_OK : TOOL_USAGE);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == TOOL_USAGE ? TOOL_USAGE
                                                                               : TOOL_GO_ON;
}

/* All ranks get the library, so that MPI_Init can compare their settings. */
static void add_check(struct tool_environment *ranks)
{
    for (int i = 0; i < ranks->n; i++)
        if (!strcmp(ranks->setting[i].name, "MPIT_CHECK"))
            return;
    tool_environment_set(ranks, "MPIT_CHECK", "on");
}

/* The library. */

static int add_library(struct tool_environment *ranks)
{
    const char *before = getenv("LD_PRELOAD");
    char *library = tool_library();

    if (!library) {
        tool_complain("no shared libmpit to preload: this mpit was linked statically; build it "
                      "with shared libraries");
        return TOOL_FAILED;
    }
    if (strpbrk(library, ": ")) {
        tool_complain("%s: LD_PRELOAD cannot hold a path with blanks or colons; install libmpit "
                      "elsewhere",
                      library);
        free(library);
        return TOOL_FAILED;
    }
    char *preload =
        before && *before ? tool_print("%s:%s", library, before) : tool_print("%s", library);
    tool_environment_set(ranks, "LD_PRELOAD", preload);
    free(preload);
    free(library);
    return TOOL_GO_ON;
}

/* The job. */

static int complain_start(const char *program, int error)
{
    if (error == ENOENT) {
        tool_complain("%s: not found; give the launcher's path, or set PATH", program);
        return TOOL_NOT_FOUND;
    }
    tool_complain("%s: cannot be started: %s", program, strerror(error));
    return TOOL_NOT_EXECUTABLE;
}

/* The settings are looked at by the command of the job's own MPI. */
static int detect(const char *program, enum tool_launcher *launcher)
{
    char *file = tool_program_find(program);

    if (!file)
        return complain_start(program, errno);
    *launcher = tool_launcher_detect(file);
    free(file);
    if ((int)*launcher != OTHER_LAUNCHER)
        return TOOL_GO_ON;
    tool_backs_go_to(MPIT_MPI_OTHER);
    tool_complain("%s starts jobs of %s, and there is no libmpit for it here: install that, too",
                  program, mpit__mpi_names[MPIT_MPI_OTHER]);
    return TOOL_USAGE;
}

static int refuse_program(const char *program, enum tool_launcher launcher)
{
    const char *other = mpit__mpi_names[MPIT_MPI_OTHER];

    if (launcher == TOOL_LAUNCHER_OPENMPI || launcher == TOOL_LAUNCHER_MPICH) {
        tool_complain("%s is a program of %s, and the launcher is that of %s: use its own", program,
                      other, MPIT_VENDOR_NAME);
        return TOOL_USAGE;
    }
    tool_backs_go_to(MPIT_MPI_OTHER);
    tool_complain("%s is a program of %s, and there is no libmpit for it here: install that, too",
                  program, other);
    return TOOL_USAGE;
}

/* A launcher has started us, once for each rank: each would make a job of its own. */
static int check_order(char *const *argv, enum tool_launcher launcher)
{
    int started = mpit__launcher_started();

    if (started <= 1 || launcher != TOOL_LAUNCHER_NONE)
        return TOOL_GO_ON;
    if (mpit__launcher_rank() <= 0)
        tool_complain("a launcher has started this command %d times, and it is to start the "
                      "launcher: mpit run -- %s -n %d %s ...; no job was run",
                      started, getenv("SLURM_STEP_NUM_TASKS") ? "srun" : "mpirun", started,
                      argv[0]);
    return TOOL_USAGE;
}

/* Which argument of the launcher is the program we do not know: it is the first that needs an MPI,
 * of each part of the job. */
static int check_programs(char *const *argv, enum tool_launcher launcher)
{
    bool found = false;

    for (; *argv; argv++) {
        char *file = NULL;
        enum mpit_mpi mpi = MPIT_MPIS;

        if (!strcmp(*argv, ":"))
            found = false;
        else if (!found && (file = tool_program_find(*argv)))
            mpi = tool_needed_mpi(file);
        free(file);
        found = found || mpi != MPIT_MPIS;
        if (mpi == MPIT_MPI_OTHER)
            return refuse_program(*argv, launcher);
    }
    return TOOL_GO_ON;
}

struct job {
    struct tool_destination *destination;
    struct tool_ending *ending;
    const struct tool_live_job *live;
    struct tool_arrivals_job *arrivals;
};

static int look(void *with)
{
    return tool_arrivals_job_look(((const struct job *)with)->arrivals);
}

static void hurry(void *with, int asked)
{
    const struct job *job = with;

    job->ending->asked = asked;
    job->ending->goes_on = true;
    tool_destination_hurry(job->destination, job->ending, job->live);
    job->ending->goes_on = false;
}

static int run_job(char *const *argv, enum tool_launcher launcher,
                   const struct tool_environment *ranks, int given,
                   struct tool_destination *destination, const struct tool_live_job *live,
                   bool waits)
{
    struct tool_launch launch;
    struct tool_ending ending = {
        .argv = argv, .launcher = launcher, .ranks = ranks, .given = given};
    struct tool_arrivals_job *arrivals = waits ? tool_arrivals_job_begin(live) : NULL;
    struct job job = {destination, &ending, live, arrivals};
    const struct tool_meanwhile meanwhile = {hurry, arrivals ? look : NULL, &job};

    tool_launch_prepare(launcher, argv, ranks, &launch);
    int error = tool_child_run(&launch, &meanwhile, &ending.status, &ending.asked);
    ending.arrivals = tool_arrivals_job_end(arrivals);
    if (error) {
        tool_destination_discard(destination);
        return complain_start(argv[0], error);
    }
    tool_destination_finish(destination, &ending, live);
    tool_arrivals_job_free(arrivals);
    tool_child_end_as(ending.status);
}

/* %j and %p stand for something no more. */
static char *escape(const char *path)
{
    char *escaped = tool_print("%s", "");

    for (; *path; path++) {
        char *longer = tool_print(*path == '%' ? "%s%%%c" : "%s%c", escaped, *path);
        free(escaped);
        escaped = longer;
    }
    return escaped;
}

/* Adds a word to what is watched, where it is not there. */
static char *add_word(char *watched, const char *word)
{
    char *both;

    if (strstr(watched, word))
        return watched;
    both = *watched ? tool_print("%s, %s", watched, word) : tool_print("%s", word);
    free(watched);
    return both;
}

/* Seconds between two samples, where they are only asked for by the format of a report. */
#define SAMPLES_EACH "0.02"

/* What --waits and --sites ask for. */
struct watch {
    int waits, sites;
};

/* Waits are watched where nobody has said what is, and with --waits beside that; samples are taken
 * where a report is made of them, and nobody has said how often.  Whether waits are watched. */
static bool add_watch(struct tool_environment *ranks, const struct watch *asked, bool samples)
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
        all = add_word(all, "waits");
    if (asked->sites)
        all = add_word(all, "sites");
    if (strcmp(all, watched->value) != 0)
        tool_environment_set(ranks, "MPIT_WATCH", all);
    if (samples && tool_answer_is_default(&answer[INTERVAL]))
        tool_environment_set(ranks, "MPIT_SAMPLE_INTERVAL", SAMPLES_EACH);
    waits = strstr(all, "waits") != NULL;
    free(all);
    return waits;
}

/* As if there were no mpit. */
static int run_without(char *const *argv)
{
    tool_complain("MPIT_DISABLE=%s: the job runs without libmpit, and has no report",
                  getenv("MPIT_DISABLE"));
    execvp(argv[0], argv);
    return complain_start(argv[0], errno);
}

static int run(char *const *reports, char *const *settings, const struct watch *watch, bool full,
               char *const *argv)
{
    struct tool_environment ranks = {0};
    struct tool_destination destination;
    struct tool_live_job live;
    enum tool_launcher launcher = TOOL_LAUNCHER_NONE;
    bool waits;
    int given;

    int code = detect(argv[0], &launcher);
    if (code == TOOL_GO_ON)
        code = check_order(argv, launcher);
    if (code == TOOL_GO_ON)
        code = check_programs(argv, launcher);
    for (int i = 0; code == TOOL_GO_ON && settings && settings[i]; i++)
        code = add_setting(settings[i], &ranks);
    if (code == TOOL_GO_ON && ranks.n)
        code = check_settings(are_named, settings, &ranks);
    if (code == TOOL_GO_ON && ranks.n)
        code = check_settings(are_taken, settings, &ranks);
    if (full)
        tool_environment_set(&ranks, "MPIT_REPORT_FULL", "on");
    given = ranks.n;
    tool_text_ask(full, NULL);
    if (code == TOOL_GO_ON && settings && *settings)
        add_check(&ranks);
    if (code == TOOL_GO_ON)
        code = add_library(&ranks);
    if (code == TOOL_GO_ON)
        code = tool_destination_open(reports, &destination);
    if (code != TOOL_GO_ON)
        return code;
    char *literal = escape(destination.path);
    tool_environment_set(&ranks, "MPIT_REPORT", literal);
    free(literal);
    tool_live_job_begin(&ranks, &live);
    tool_environment_set(&ranks, "MPIT_INCLUDE", "*"); /* whatever a site leaves out */
    waits = add_watch(&ranks, watch, tool_renderings_show_samples(&destination.renderings));
    tool_unclaimed_sweep(&live);
    return run_job(argv, launcher, &ranks, given, &destination, &live, waits);
}

/* What stands before `--` is ours, the rest is the job's and stays untouched. */
static int find_job(int argc, const char **argv)
{
    int i = 1;

    while (i < argc && strcmp(argv[i], "--"))
        i++;
    return i;
}

static int check_job(const char *stray, int job, int argc)
{
    if (stray && job == argc)
        tool_complain("no -- before the job: mpit run -- %s ...", stray);
    else if (stray)
        tool_complain("%s: not an option; the job stands behind --", stray);
    else if (job + 1 >= argc)
        tool_complain("no job; mpit run -- mpirun -n 4 ./program");
    else
        return TOOL_GO_ON;
    return TOOL_USAGE;
}

/* The ranks would have taken it, had they been started without us. */
static char *const *reports_of_environment(void)
{
    static char *reports[2];
    char *report = getenv("MPIT_REPORT");

    reports[0] = report && *report ? report : NULL;
    return reports;
}

static void free_all(char **words)
{
    for (char **word = words; word && *word; word++)
        free(*word);
    free(words);
}

int tool_run_main(int argc, const char **argv)
{
    char **reports = NULL, **settings = NULL;
    struct watch watch = {0};
    int full = 0;
    char *endings = tool_format_endings();
    char *help = tool_print("where the report goes: a file that ends in %s, or - for standard "
                            "output; may be repeated (default: standard error)",
                            endings);
    const struct poptOption table[] = {
        {"report", 'r', POPT_ARG_ARGV, &reports, 0, help, "FILE"},
        {"set", 's', POPT_ARG_ARGV, &settings, 0,
         "set a control variable in all ranks; may be repeated", "NAME=VALUE"},
        {"waits", 'w', POPT_ARG_NONE, &watch.waits, 0,
         "watch for whom calls wait, besides what mpit_watch is set to (the default where it is "
         "not)",
         NULL},
        {"sites", 'S', POPT_ARG_NONE, &watch.sites, 0,
         "watch from where in the program calls are made, besides what mpit_watch is set to", NULL},
        {"full", 'F', POPT_ARG_NONE, &full, 0, "all tables in the report as text", NULL},
        TOOL_OPTION_HELP,
        POPT_TABLEEND,
    };
    int job = find_job(argc, argv);
    poptContext context = poptGetContext(NULL, job, argv, table, POPT_CONTEXT_POSIXMEHARDER);
    int code = tool_options_parse(context, table, "[OPTION...] -- LAUNCHER [ARGUMENT...]");

    if (code == TOOL_GO_ON)
        code = check_job(poptPeekArg(context), job, argc);
    if (code == TOOL_GO_ON && mpit__site_is_off())
        code = run_without((char *const *)(argv + job + 1));
    if (code == TOOL_GO_ON)
        code = run(reports ? reports : reports_of_environment(), settings, &watch, full,
                   (char *const *)(argv + job + 1));
    poptFreeContext(context);
    free_all(reports);
    free_all(settings);
    free(help);
    free(endings);
    return code;
}
