#include "config.h"

#include "tools/job/front.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "ground/file.h"
#include "record/record.h"
#include "tools/ground/tool.h"
#include "tools/live/process.h"

#define ENDING ".front"
extern char **environ;

/* ---- the file */

/* What it takes to find and reach the nodes; not the rest, as nobody knows what stands there. */
static const char *const kept[] = {"OMPI_",          "PRTE_", "PMIX_", "HYDRA_", "MPIEXEC_",
                                   "SLURM_",         "PBS_",  "LSB_",  "PE_",    "COBALT_",
                                   "SSH_AUTH_SOCK=", "PATH=", "HOME=", "USER=",  "LD_LIBRARY_PATH=",
                                   "TMPDIR="};

static bool is_kept(const char *variable)
{
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (!strncmp(variable, kept[i], strlen(kept[i])))
            return true;
    return false;
}

static json_t *list_of(char *const *words, bool (*is_wanted)(const char *))
{
    json_t *list = json_array();

    for (; *words; words++)
        if (!is_wanted || is_wanted(*words)) {
            json_t *word = json_string(*words);

            if (word)
                json_array_append_new(list, word);
        }
    return list;
}

static char *name_of(const char *folder, long pid)
{
    return tool_print("%s/%ld" ENDING, folder ? folder : tool_segments_folder(), pid);
}

/* As libmpit makes it: of this user alone. */
static bool make_folder(const char *folder)
{
    struct stat status;

    if (folder)
        return true;
    folder = tool_segments_folder();
    return (mkdir(folder, 0700) == 0 || errno == EEXIST) && lstat(folder, &status) == 0 &&
           S_ISDIR(status.st_mode) && status.st_uid == geteuid();
}

static int write_json(const void *what, FILE *out)
{
    return json_dumpf(what, out, JSON_COMPACT) == 0 ? mpit__stream_finish(out) : EIO;
}

void tool_front_keep(const char *folder, const char *job, enum tool_launcher launcher,
                     char *const *argv)
{
    char host[64] = "", *path = name_of(folder, (long)getpid()), *here = getcwd(NULL, 0);
    json_t *front, *name = json_string(job);

    gethostname(host, sizeof host - 1);
    front = json_pack("{s:o, s:s, s:i, s:I, s:i, s:s, s:o, s:o}", "job", name ? name : json_null(),
                      "host", host, "pid", (int)getpid(), "start",
                      (json_int_t)tool_process_start(getpid()), "launcher", (int)launcher, "folder",
                      here ? here : "/", "arguments", list_of(argv, NULL), "environment",
                      list_of(environ, is_kept));
    if (front && make_folder(folder))
        mpit__file_write(path, 0600, write_json, front);
    json_decref(front);
    free(here);
    free(path);
}

static void read_list(const json_t *list, struct tool_words *words)
{
    size_t i;
    json_t *word;

    json_array_foreach(list, i, word) if (json_is_string(word))
        tool_words_add(words, json_string_value(word));
}

/* By the stream: a descriptor alone jansson reads byte by byte. */
static json_t *load(int file)
{
    FILE *in = fdopen(file, "r");
    json_t *front = in ? json_loadf(in, 0, NULL) : NULL;

    if (in)
        fclose(in);
    else
        close(file);
    return front;
}

/* NULL: it is none of this user's. */
static json_t *read_front(int folder, const char *name)
{
    int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat status;

    if (file < 0)
        return NULL;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid())
        return load(file);
    close(file);
    return NULL;
}

static bool ends_in(const char *name, const char *ending)
{
    size_t n = strlen(name), m = strlen(ending);

    return n > m && !strcmp(name + n - m, ending);
}

static bool is_of_this_host(const json_t *front)
{
    const char *its = json_string_value(json_object_get(front, "host"));
    char host[64] = "";

    gethostname(host, sizeof host - 1);
    return its && !strcmp(its, host);
}

/* Calls `take` for each front that is kept, by the name of its file, until it has had enough. */
static void each(const char *folder, bool (*take)(const json_t *, const char *path, void *),
                 void *with)
{
    const char *name = folder ? folder : tool_segments_folder();
    DIR *entries = opendir(name);
    const struct dirent *entry;
    bool more = true;

    while (more && entries && (entry = readdir(entries))) {
        json_t *front =
            ends_in(entry->d_name, ENDING) ? read_front(dirfd(entries), entry->d_name) : NULL;
        char *path;

        if (!front)
            continue;
        path = tool_print("%s/%s", name, entry->d_name);
        more = !is_of_this_host(front) || take(front, path, with);
        json_decref(front);
        free(path);
    }
    if (entries)
        closedir(entries);
}

static bool is_of_job(const json_t *front, const char *job)
{
    const char *its = json_string_value(json_object_get(front, "job"));

    return its && !strcmp(its, job);
}

/* Whether the `mpit run` that has kept it still runs. */
static bool is_running(const json_t *front)
{
    uint64_t start = tool_process_start(json_integer_value(json_object_get(front, "pid")));

    return start && start == (uint64_t)json_integer_value(json_object_get(front, "start"));
}

struct wanted {
    const char *job;
    struct tool_front *front;
    bool found;
};

static bool take_front(const json_t *file, const char *path, void *with)
{
    struct wanted *wanted = with;
    struct tool_front *front = wanted->front;
    const char *folder = json_string_value(json_object_get(file, "folder"));

    (void)path;
    if (!is_of_job(file, wanted->job))
        return true;
    front->launcher = (enum tool_launcher)json_integer_value(json_object_get(file, "launcher"));
    front->folder = folder ? tool_print("%s", folder) : NULL;
    if (is_running(file))
        front->pid = json_integer_value(json_object_get(file, "pid"));
    read_list(json_object_get(file, "arguments"), &front->arguments);
    read_list(json_object_get(file, "environment"), &front->environment);
    wanted->found = true;
    return false;
}

static bool forget(const json_t *front, const char *path, void *with)
{
    const struct wanted *wanted = with;

    if (is_of_job(front, wanted->job))
        unlink(path);
    return true;
}

void tool_front_forget(const char *folder, const char *job)
{
    each(folder, forget, &(struct wanted){.job = job});
}

static bool sweep(const json_t *front, const char *path, void *with)
{
    enum { DAY = 24 * 60 * 60 };
    struct stat status;

    (void)with;
    if (!is_running(front) && stat(path, &status) == 0 && time(NULL) - status.st_mtime > DAY)
        unlink(path);
    return true;
}

void tool_front_sweep(const char *folder)
{
    each(folder, sweep, NULL);
}

static bool add_job(const json_t *front, const char *path, void *with)
{
    const char *job = json_string_value(json_object_get(front, "job"));

    (void)path;
    if (job && is_running(front) && !tool_words_has(with, job))
        tool_words_add(with, job);
    return true;
}

static bool find_job(const json_t *front, const char *path, void *with)
{
    struct wanted *wanted = with;

    (void)path;
    wanted->found = is_of_job(front, wanted->job);
    return !wanted->found;
}

bool tool_front_is_known(const char *folder, const char *job)
{
    struct wanted wanted = {.job = job};
    char *elsewhere = tool_front_elsewhere(job);
    bool known = elsewhere != NULL;

    each(folder, find_job, &wanted);
    free(elsewhere);
    return known || wanted.found;
}

static bool add_left(const json_t *front, const char *path, void *with)
{
    const char *job = json_string_value(json_object_get(front, "job"));

    (void)path;
    if (job && !is_running(front) && !tool_words_has(with, job))
        tool_words_add(with, job);
    return true;
}

struct tool_words tool_front_left(const char *folder)
{
    struct tool_words jobs = {0};

    each(folder, add_left, &jobs);
    return jobs;
}

struct tool_words tool_front_jobs(const char *folder)
{
    struct tool_words jobs = {0};

    each(folder, add_job, &jobs);
    return jobs;
}

/* ---- processes */

static char *in_proc(int64_t pid, const char *name)
{
    return tool_print("/proc/%" PRId64 "/%s", pid, name);
}

static void read_words(int64_t pid, const char *name, struct tool_words *words)
{
    char *path = in_proc(pid, name);

    tool_words_read(words, path);
    free(path);
}

static enum tool_launcher launcher_of(int64_t pid)
{
    char *path = in_proc(pid, "exe"), *exe = realpath(path, NULL);
    enum tool_launcher launcher = exe ? tool_launcher_by_name(exe) : TOOL_LAUNCHER_NONE;

    free(exe);
    free(path);
    return launcher;
}

static bool take_process(int64_t pid, struct tool_front *front)
{
    char *path = in_proc(pid, "cwd");

    front->launcher = launcher_of(pid);
    if (front->launcher != TOOL_LAUNCHER_NONE) {
        front->pid = pid;
        read_words(pid, "cmdline", &front->arguments);
        read_words(pid, "environ", &front->environment);
        front->folder = realpath(path, NULL);
    }
    free(path);
    return front->launcher != TOOL_LAUNCHER_NONE;
}

static bool lives_here(const struct tool_segment *segment)
{
    enum tool_fate fate = tool_segment_fate(segment);

    return !segment->far && (fate == TOOL_FATE_ALIVE || fate == TOOL_FATE_STOPPED);
}

/* The launcher above a rank; else what the rank's environment says, which comes from there. */
static void take_processes(const struct tool_segments *here, struct tool_front *front)
{
    enum { FAR = 16 };

    for (int i = 0; i < here->n; i++) {
        int64_t pid = here->segment[i].head.pid;

        if (!lives_here(&here->segment[i]))
            continue;
        for (int up = 0; up < FAR && pid > 1; up++, pid = tool_process_parent(pid))
            if (take_process(pid, front))
                return;
        read_words(here->segment[i].head.pid, "environ", &front->environment);
        return;
    }
}

/* ---- whichever there is */

void tool_front_find(const char *folder, const char *job, const struct tool_segments *here,
                     struct tool_front *front)
{
    struct wanted wanted = {job, front, false};

    *front = (struct tool_front){.launcher = TOOL_LAUNCHER_NONE};
    each(folder, take_front, &wanted);
    if (!wanted.found)
        take_processes(here, front);
    if (!front->environment.n)
        for (char **variable = environ; *variable; variable++)
            tool_words_add(&front->environment, *variable);
}

void tool_front_free(struct tool_front *front)
{
    tool_words_free(&front->arguments);
    tool_words_free(&front->environment);
    free(front->folder);
}

/* "host-pid-time", as tool_live_job_begin makes it. */
char *tool_front_elsewhere(const char *job)
{
    char host[64] = "";
    size_t length = strlen(job);

    for (int numbers = 0; numbers < 2; numbers++) {
        size_t end = length;

        while (length && job[length - 1] >= '0' && job[length - 1] <= '9')
            length--;
        if (length == end || !length || job[--length] != '-')
            return NULL;
    }
    gethostname(host, sizeof host - 1);
    return length && (strlen(host) != length || strncmp(job, host, length) != 0)
               ? tool_print("%.*s", (int)length, job)
               : NULL;
}
