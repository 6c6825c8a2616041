/* The report of a job: before it, a place that can be written; after it, what stands there. */
#include "config.h"

#include "tools/job/destination.h"

#include "ground/file.h"
#include "ground/strings_out.h"
#include "record/name.h"
#include "tools/formats/output_path.h"
#include "tools/formats/text_full.h"
#include "tools/ground/tool.h"
#include "tools/job/remains.h"
#include "tools/records/parts.h"
#include "tools/records/read.h"
#include "tools/records/site_names.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Before the job. */

/* mpit_report holds no more, and the ranks would write none. */
static bool is_too_long(const char *path)
{
    if (strlen(path) < MPIT_TEXT)
        return false;
    tool_complain("%s: a path of a report has at most %d bytes; the job was not run", path,
                  MPIT_TEXT - 1);
    return true;
}

/* What the ranks write themselves. */
static int open_file(const char *option, struct tool_destination *destination)
{
    destination->path = tool_output_path_open(option, &destination->started);
    return destination->path && !is_too_long(destination->path) ? TOOL_GO_ON : TOOL_USAGE;
}

/* What is made of it. */
static int open_rendering(const char *option, struct tool_destination *destination)
{
    struct timespec now;
    char *path = tool_output_path_open(option, &now);

    if (!path)
        return TOOL_USAGE;
    tool_renderings_add(&destination->renderings, tool_format_of(option), path);
    return TOOL_GO_ON;
}

static int open_temporary(struct tool_destination *destination)
{
    const char *root = getenv("TMPDIR");

    if (!root || !*root)
        root = "/tmp";
    char *absolute = tool_output_path_absolute(root);
    destination->directory = tool_print("%s/mpit-XXXXXX", absolute);
    free(absolute);
    int error = mkdtemp(destination->directory) ? 0 : errno;
    if (!error) {
        destination->path = tool_print("%s/report.json", destination->directory);
        if (is_too_long(destination->path))
            return TOOL_USAGE;
        error = tool_output_path_probe(destination->path, &destination->started);
    }
    if (error) {
        tool_complain("%s: %s; the job was not run: set TMPDIR to a directory that can be "
                      "written, or give --report FILE",
                      root, strerror(error));
        return TOOL_USAGE;
    }
    return TOOL_GO_ON;
}

static int check_endings(char *const *options)
{
    for (; *options; options++)
        if (strcmp(*options, "-") && !tool_format_of(*options)) {
            char *endings = tool_format_endings();

            tool_complain("--report %s: a report is - or ends in %s", *options, endings);
            free(endings);
            return TOOL_USAGE;
        }
    return TOOL_GO_ON;
}

/* The one that the ranks write: a record, which all others can be made from, or one text alone. */
static const char *file_of_ranks(char *const *options)
{
    for (char *const *each = options; *each; each++)
        if (tool_output_path_ends_in(*each, ".json"))
            return *each;
    return tool_output_path_ends_in(*options, ".txt") && !options[1] ? *options : NULL;
}

static int open_all(char *const *options, struct tool_destination *destination)
{
    const char *file = file_of_ranks(options);
    int code = file ? open_file(file, destination) : open_temporary(destination);

    for (; code == TOOL_GO_ON && *options; options++)
        if (!strcmp(*options, "-"))
            destination->shown_on = stdout;
        else if (*options != file)
            code = open_rendering(*options, destination);
    return code;
}

int tool_destination_open(char *const *options, struct tool_destination *destination)
{
    int code = check_endings(options);

    *destination = (struct tool_destination){0};
    if (code != TOOL_GO_ON)
        return code;
    if (*options) {
        code = open_all(options, destination);
    } else {
        destination->shown_on = stderr;
        code = open_temporary(destination);
    }
    if (code != TOOL_GO_ON)
        tool_destination_discard(destination);
    return code;
}

/* After the job. */

static bool is_fresh(const char *path, const struct timespec *started)
{
    struct stat status;

    if (stat(path, &status) != 0)
        return false;
    return status.st_mtim.tv_sec > started->tv_sec ||
           (status.st_mtim.tv_sec == started->tv_sec && status.st_mtim.tv_nsec >= started->tv_nsec);
}

/* The next report of this job from `number` on, of one world each; NULL: there is none. */
static char *next_report(const struct tool_destination *destination, int *number)
{
    char name[PATH_MAX];
    struct stat status;

    while (mpit__name_number(destination->path, *number, name, sizeof name) &&
           stat(name, &status) == 0) {
        ++*number;
        if (is_fresh(name, &destination->started))
            return tool_print("%s", name);
    }
    return NULL;
}

static void remove_directory(const char *directory)
{
    DIR *entries = opendir(directory);
    const struct dirent *entry;

    while (entries && (entry = readdir(entries)))
        unlinkat(dirfd(entries), entry->d_name, 0); /* "." and ".." refuse by themselves */
    if (entries)
        closedir(entries);
    rmdir(directory);
}

static void destination_free(struct tool_destination *destination)
{
    tool_renderings_free(&destination->renderings);
    free(destination->path);
    free(destination->directory);
    destination->path = destination->directory = NULL;
}

void tool_destination_discard(struct tool_destination *destination)
{
    if (destination->directory)
        remove_directory(destination->directory);
    destination_free(destination);
}

/* What is set for our own ends nobody has to be told as his. */
static void mark_settings(struct mpit_record *report, const struct tool_ending *ending)
{
    for (int i = 0; i < report->nsetting; i++) {
        char *source = report->setting[i].source;

        for (int k = ending->given; k < ending->ranks->n; k++)
            if (!strcmp(source, ending->ranks->setting[k].name)) {
                strcpy(source, MPIT_SETTING_OF_RUN);
                break;
            }
    }
}

/* What the ranks do not know: what started them, how that ended, and who came last to the
 * collectives that their rings do not hold any more. */
static void put_end(struct mpit_record *report, const struct tool_ending *ending)
{
    char *const *argv = ending->argv;
    int status = ending->status;
    size_t n = 0, room = sizeof report->launcher;

    for (int i = 0; argv[i] && n < room; i++)
        n += (size_t)snprintf(report->launcher + n, room - n, "%s%s", i ? " " : "", argv[i]);
    report->exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    tool_arrivals_put(ending->arrivals, report);
    mark_settings(report, ending);
}

static int write_json(const void *report, FILE *out)
{
    return mpit__record_write_json(report, out);
}

struct longer {
    FILE *text;
    const struct mpit_record *end;
};

/* The text of the ranks, and behind it what they do not know. */
static int write_longer(const void *what, FILE *out)
{
    const struct longer *longer = what;
    int c;

    while ((c = getc(longer->text)) != EOF)
        putc(c, out);
    if (tool_text_is_full() || longer->end->exit_code) {
        putc('\n', out);
        mpit__record_write_end(longer->end, out);
    }
    return ferror(longer->text) ? EIO : mpit__stream_finish(out);
}

/* Into the file that the ranks have written; what stands there stays as it is if that fails. */
static void complete(const char *path, const struct tool_ending *ending)
{
    struct mpit_record report = {0};
    struct stat now;
    char reason[512];
    const char *error = NULL;

    if (stat(path, &now) != 0)
        return;
    if (tool_output_path_ends_in(path, ".txt")) {
        FILE *text = fopen(path, "re");

        put_end(&report, ending);
        if (text) {
            error = mpit__file_write(path, now.st_mode & 0777, write_longer,
                                     &(struct longer){text, &report});
            fclose(text);
        }
    } else if (tool_record_read(path, &report, reason)) {
        put_end(&report, ending);
        tool_sites_name(&report);
        error = mpit__file_write(path, now.st_mode & 0777, write_json, &report);
    }
    mpit__record_free(&report);
    if (error)
        tool_complain("%s: %s; it says nothing of the launcher and how it ended", path, error);
}

static void keep_all(const struct tool_destination *destination, const struct tool_ending *ending)
{
    int number = 1;

    for (char *path; (path = next_report(destination, &number)); free(path)) {
        complete(path, ending);
        tool_complain("report in %s", path);
    }
}

/* ---- what parts make together */

static bool is_of_same_process(const struct mpit_record *a, const struct mpit_record *b)
{
    return a->nrank > 0 && b->nrank > 0 && a->rank[0].pid == b->rank[0].pid &&
           !strcmp(a->rank[0].host, b->rank[0].host);
}

/* The report that the same processes have gathered in MPI_Finalize: what they have done in sessions
 * since is in the parts, and all that is in it; NULL: there is none. */
static char *find_earlier(const struct tool_destination *destination,
                          const struct mpit_record *whole)
{
    int number = 1;

    for (char *path; (path = next_report(destination, &number)); free(path)) {
        struct mpit_record report;
        char reason[512];
        bool same = tool_record_read(path, &report, reason) && is_of_same_process(&report, whole);

        mpit__record_free(&report);
        if (same)
            return path;
    }
    return NULL;
}

static int write_text(const void *report, FILE *out)
{
    return tool_text_write(report, out);
}

static char placed[PATH_MAX];

static int place(const char *file, const char *name)
{
    return mpit__name_place(file, name, placed, sizeof placed);
}

/* NULL, or why they are left as they are. */
static const char *write_joined(const struct tool_destination *destination,
                                const struct tool_parts *parts, const struct mpit_record *whole)
{
    bool is_text = tool_output_path_ends_in(destination->path, ".txt");
    mpit_file_writer *write_it = is_text ? write_text : write_json;
    /* A text does not say whose it is. */
    char *earlier = is_text ? NULL : find_earlier(destination, whole);
    struct stat status;
    mode_t mode = stat(parts->part[0].path, &status) == 0 ? status.st_mode & 0777 : 0600;
    const char *error =
        earlier ? mpit__file_write(earlier, mode, write_it, whole)
                : mpit__file_write_placed(destination->path, mode, write_it, whole, place);

    free(earlier);
    if (!error)
        tool_parts_remove(parts);
    return error;
}

/* Puts the parts together where they are of processes that have closed their sessions, and where
 * what the ranks have gathered is not more than that; of processes that have segments only where
 * that is all: these know more. */
static void join(const struct tool_destination *destination, bool has_report, bool live)
{
    struct tool_parts parts = tool_parts_find(destination->path, &destination->started);
    struct mpit_record whole;
    const char *error = NULL;

    if (parts.n && tool_parts_join(&parts, &whole)) {
        tool_sites_name(&whole);
        if (whole.complete || (!has_report && !live))
            error = write_joined(destination, &parts, &whole);
        if (error)
            tool_complain("%s: %s; the report stays in its parts, beside it", destination->path,
                          error);
        mpit__record_free(&whole);
    }
    tool_parts_free(&parts);
}

/* ---- what is shown */

struct reports {
    struct mpit_record *record;
    int n;
};

/* False after having said why one cannot be read. */
static bool read_reports(const struct tool_destination *destination, struct reports *reports)
{
    char reason[512] = "";
    int number = 1;

    *reports = (struct reports){0};
    for (char *path; !*reason && (path = next_report(destination, &number)); free(path)) {
        struct mpit_record *grown =
            realloc(reports->record, sizeof *grown * ((size_t)reports->n + 1));

        if (!grown) {
            snprintf(reason, sizeof reason, "%s: no memory to read it", path);
            continue;
        }
        reports->record = grown;
        if (tool_record_read(path, &reports->record[reports->n], reason))
            reports->n++;
    }
    if (*reason)
        tool_complain("%s; it is left there", reason);
    return !*reason;
}

static int write_reports(const struct reports *reports, FILE *out)
{
    int error = 0;

    for (int i = 0; !error && i < reports->n; i++)
        error = tool_text_write(&reports->record[i], out);
    return error;
}

static void reports_free(struct reports *reports)
{
    for (int i = 0; i < reports->n; i++)
        mpit__record_free(&reports->record[i]);
    free(reports->record);
}

static mode_t mode_of(const struct tool_destination *destination)
{
    int number = 1;
    char *first = next_report(destination, &number);
    struct stat status;
    mode_t mode = first && stat(first, &status) == 0 ? status.st_mode & 0777 : 0600;

    free(first);
    return mode;
}

/* The records are in memory and the temporary files are gone before the first line is shown: a
 * reader that hangs or leaves then has nothing to spoil. */
static void show_on(struct reports *reports, FILE *out)
{
    int error = write_reports(reports, out);
    if (error && error != EPIPE)
        tool_complain("the report cannot be shown: %s; give --report FILE", strerror(error));
}

static void show(struct tool_destination *destination, const struct tool_ending *ending)
{
    struct reports reports;
    bool good = read_reports(destination, &reports);
    FILE *out = good ? destination->shown_on : NULL;

    for (int i = 0; good && i < reports.n; i++) {
        put_end(&reports.record[i], ending);
        tool_sites_name(&reports.record[i]);
    }
    if (good && !tool_renderings_write(&destination->renderings, reports.record, reports.n,
                                       mode_of(destination))) {
        tool_complain("the record is in %s; mpit report --format renders it", destination->path);
        good = false;
    }
    if (good)
        tool_destination_discard(destination);
    else
        destination_free(destination);
    if (out)
        show_on(&reports, out);
    reports_free(&reports);
}

static void tell_parts(struct tool_destination *destination, const struct tool_parts *parts)
{
    char *more =
        parts->n > 1 ? tool_print(" and %d more beside it", parts->n - 1) : tool_print("%s", "");

    tool_complain("the job ended before its report was complete; partial: %s%s; "
                  "mpit report FILE shows one",
                  parts->part[0].path, more);
    free(more);
    destination_free(destination);
}

static void tell_none(struct tool_destination *destination, const struct tool_ending *ending)
{
    const char *program = ending->argv[0];
    int status = ending->status;

    if (WIFSIGNALED(status))
        tool_complain("no report: %s was killed by signal %d (%s) before all ranks had reached "
                      "MPI_Finalize",
                      program, WTERMSIG(status), strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status))
        tool_complain("no report: %s ended with exit code %d before all ranks had reached "
                      "MPI_Finalize",
                      program, WEXITSTATUS(status));
    else if (destination->directory)
        tool_complain(
            "no report: not an MPI program, or one of which libmpit has said why it counts "
            "nothing, or MPI_Finalize was not called, or rank 0 ran on another host: then give "
            "--report FILE.json on a shared file system");
    else
        tool_complain(
            "no report: not an MPI program, or one of which libmpit has said why it counts "
            "nothing, or MPI_Finalize was not called, or rank 0 ran on a host where %s is not the "
            "same file",
            destination->path);
    tool_destination_discard(destination);
}

struct names {
    char **name;
    int n;
};

static struct names list_reports(const struct tool_destination *destination)
{
    struct names names = {0};
    int number = 1;

    for (char *path; (path = next_report(destination, &number));) {
        names.name = tool_grow(names.name, (size_t)names.n, 1, sizeof *names.name);
        names.name[names.n++] = path;
    }
    return names;
}

static void names_free(struct names *names)
{
    for (int i = 0; i < names->n; i++)
        free(names->name[i]);
    free(names->name);
}

/* Parts and segments: what the ranks have not gathered. */
static void complete_reports(const struct tool_destination *destination,
                             const struct tool_ending *ending, const struct tool_live_job *live)
{
    struct names reports = list_reports(destination);
    struct tool_segments segments = tool_live_job_segments(live, true);
    bool any = segments.n > 0;

    tool_segments_free(&segments);
    join(destination, reports.n > 0, any);
    names_free(&reports);
    if (!any)
        return;
    reports = list_reports(destination);
    tool_remains_write(
        live, ending,
        &(struct tool_remains){destination->path, &destination->started, reports.name, reports.n});
    names_free(&reports);
}

/* Than the file that the ranks write. */
static bool has_more(const struct tool_destination *destination)
{
    return destination->shown_on || destination->renderings.n;
}

static void show_early(struct tool_destination *destination, const struct tool_ending *ending)
{
    struct reports reports = {0};

    if (read_reports(destination, &reports)) {
        for (int i = 0; i < reports.n; i++)
            put_end(&reports.record[i], ending);
        tool_renderings_write(&destination->renderings, reports.record, reports.n,
                              mode_of(destination));
        if (destination->shown_on) {
            write_reports(&reports, destination->shown_on);
            fflush(destination->shown_on);
        }
    }
    reports_free(&reports);
}

void tool_destination_hurry(struct tool_destination *destination, const struct tool_ending *ending,
                            const struct tool_live_job *live)
{
    struct names reports = list_reports(destination);

    if (!reports.n) {
        tool_remains_write(
            live, ending,
            &(struct tool_remains){destination->path, &destination->started, NULL, 0});
        names_free(&reports);
        reports = list_reports(destination);
        destination->early = reports.name;
        destination->nearly = reports.n;
        if (reports.n && has_more(destination))
            show_early(destination, ending);
    } else {
        names_free(&reports);
    }
}

static bool is_early(const struct tool_destination *destination, const char *report)
{
    for (int i = 0; i < destination->nearly; i++)
        if (!strcmp(destination->early[i], report))
            return true;
    return false;
}

/* What the ranks have written since takes its place. */
static void drop_early(struct tool_destination *destination)
{
    struct names reports = list_reports(destination);
    int taken = 0;

    for (int i = 0; i < reports.n && taken < destination->nearly; i++)
        if (!is_early(destination, reports.name[i]))
            rename(reports.name[i], destination->early[taken++]);
    for (int i = 0; i < destination->nearly; i++) {
        if (i >= taken)
            unlink(destination->early[i]);
        free(destination->early[i]);
    }
    free(destination->early);
    destination->early = NULL;
    destination->nearly = 0;
    names_free(&reports);
}

void tool_destination_finish(struct tool_destination *destination, const struct tool_ending *ending,
                             const struct tool_live_job *live)
{
    int number = 1;
    char *first;
    struct tool_parts parts;

    drop_early(destination);
    complete_reports(destination, ending, live);
    first = next_report(destination, &number);
    parts = tool_parts_find(destination->path, &destination->started);
    if (first && !destination->directory)
        keep_all(destination, ending);
    if (first && has_more(destination))
        show(destination, ending);
    if (first)
        ;
    else if (parts.n)
        tell_parts(destination, &parts);
    else
        tell_none(destination, ending);
    free(first);
    tool_parts_free(&parts);
    destination_free(destination);
}
