/* What becomes of the report of a job when that has ended. */
#include "config.h"

#include "tools/job/destination.h"

#include "tools/formats/text_full.h"
#include "tools/ground/tool.h"
#include "tools/job/joined.h"
#include "tools/job/remains.h"
#include "tools/job/reports.h"
#include "tools/records/parts.h"
#include "tools/records/site_names.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void keep_all(const struct tool_destination *destination, const struct tool_ending *ending)
{
    int number = 1;

    for (char *path; (path = tool_reports_next(destination, &number)); free(path)) {
        tool_ending_put_into(ending, path);
        tool_complain("report in %s", path);
    }
}

/* ---- what is shown */

static int write_reports(const struct tool_reports *reports, FILE *out)
{
    int error = 0;

    for (int i = 0; !error && i < reports->n; i++)
        error = tool_text_write(&reports->record[i], out);
    return error;
}

/* The records are in memory and the temporary files are gone before the first line is shown: a
 * reader that hangs or leaves then has nothing to spoil. */
static void show_on(struct tool_reports *reports, FILE *out)
{
    int error = write_reports(reports, out);
    if (error && error != EPIPE)
        tool_complain("the report cannot be shown: %s; give --report FILE", strerror(error));
}

static void show(struct tool_destination *destination, const struct tool_ending *ending)
{
    struct tool_reports reports;
    bool good = tool_reports_read(destination, &reports);
    FILE *out = good ? destination->shown_on : NULL;

    for (int i = 0; good && i < reports.n; i++) {
        tool_ending_put(ending, &reports.record[i]);
        tool_sites_name(&reports.record[i]);
    }
    if (good && !tool_renderings_write(&destination->renderings, reports.record, reports.n,
                                       tool_reports_mode(destination))) {
        tool_complain("the record is in %s; mpit report --format renders it", destination->path);
        good = false;
    }
    if (good)
        tool_destination_discard(destination);
    else
        tool_destination_free(destination);
    if (out)
        show_on(&reports, out);
    tool_reports_free(&reports);
}

static void tell_parts(struct tool_destination *destination, const struct tool_parts *parts)
{
    char *more =
        parts->n > 1 ? tool_print(" and %d more beside it", parts->n - 1) : tool_print("%s", "");

    tool_complain("the job ended before its report was complete; partial: %s%s; "
                  "mpit report FILE shows one",
                  parts->part[0].path, more);
    free(more);
    tool_destination_free(destination);
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

/* ---- the end */

/* Parts and segments: what the ranks have not gathered. */
static bool complete_reports(const struct tool_destination *destination,
                             const struct tool_ending *ending, const struct tool_live_job *live)
{
    bool whole = true;
    struct tool_report_names reports = tool_reports_list(destination);
    struct tool_segments segments = tool_live_job_segments(live, true);
    bool any = segments.n > 0, none = !any && !reports.n;

    tool_segments_free(&segments);
    tool_join_parts(destination, reports.n > 0, any);
    tool_report_names_free(&reports);
    if (!any && !(none && live->on))
        return true;
    reports = tool_reports_list(destination);
    tool_remains_write(live, ending,
                       &(struct tool_remains){destination->path, &destination->started,
                                              reports.name, reports.n, &whole});
    tool_report_names_free(&reports);
    return whole;
}

/* Than the file that the ranks write. */
static bool has_more(const struct tool_destination *destination)
{
    return destination->shown_on || destination->renderings.n;
}

static void show_early(struct tool_destination *destination, const struct tool_ending *ending)
{
    struct tool_reports reports = {0};

    if (tool_reports_read(destination, &reports)) {
        for (int i = 0; i < reports.n; i++)
            tool_ending_put(ending, &reports.record[i]);
        tool_renderings_write(&destination->renderings, reports.record, reports.n,
                              tool_reports_mode(destination));
        if (destination->shown_on) {
            write_reports(&reports, destination->shown_on);
            fflush(destination->shown_on);
        }
    }
    tool_reports_free(&reports);
}

void tool_destination_hurry(struct tool_destination *destination, const struct tool_ending *ending,
                            const struct tool_live_job *live)
{
    struct tool_report_names reports = tool_reports_list(destination);

    if (!reports.n) {
        tool_remains_write(
            live, ending,
            &(struct tool_remains){destination->path, &destination->started, NULL, 0, NULL});
        tool_report_names_free(&reports);
        reports = tool_reports_list(destination);
        destination->early = reports.name;
        destination->nearly = reports.n;
        if (reports.n && has_more(destination))
            show_early(destination, ending);
    } else {
        tool_report_names_free(&reports);
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
    struct tool_report_names reports = tool_reports_list(destination);
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
    tool_report_names_free(&reports);
}

bool tool_destination_finish(struct tool_destination *destination, const struct tool_ending *ending,
                             const struct tool_live_job *live)
{
    int number = 1;
    char *first;
    struct tool_parts parts;
    bool whole;

    drop_early(destination);
    whole = complete_reports(destination, ending, live);
    first = tool_reports_next(destination, &number);
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
    tool_destination_free(destination);
    return whole;
}
