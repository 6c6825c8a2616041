#include "config.h"

#include "report/output.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "ground/batch.h"
#include "ground/file.h"
#include "ground/in_force.h"
#include "ground/message.h"
#include "ground/signals.h"
#include "live/segment.h"
#include "mpi/vendor.h"
#include "record/name.h"

/* What the name stands for, empty where that is longer than a path can be. */
static char expanded[PATH_MAX];
static bool spawned;

/* Asked for to see what a report costs. */
static bool is_thrown_away(const char *name)
{
    return strcmp(name, "/dev/null") == 0;
}

/* The command line stands in it: others read it if the user says so. */
static mode_t mode(void)
{
    static const mode_t modes[] = {
        [MPIT_READERS_OWNER] = 0600, [MPIT_READERS_GROUP] = 0640, [MPIT_READERS_ALL] = 0644};

    return modes[MPIT_IN_FORCE(report_readers)];
}

/* `mpit run` has a name for its job, and knows where its report goes. */
static void tell_where(void)
{
    char path[sizeof mpit__live_head->report], folder[PATH_MAX] = "";
    int n;

    if (!mpit__live_head || mpit__in_force.live_job[0] || strcmp(expanded, "-") == 0 ||
        is_thrown_away(expanded) || (expanded[0] != '/' && !getcwd(folder, sizeof folder)))
        return;
    n = snprintf(path, sizeof path, "%s%s%s", folder, *folder ? "/" : "", expanded);
    if (n >= (int)sizeof path)
        return;
    mpit__live_head->mode = mode();
    memcpy(mpit__live_head->report, path, (size_t)n + 1);
}

void mpit__output_begin(void)
{
    MPI_Comm parent = MPI_COMM_NULL;

    if (!mpit__name_expand(mpit__in_force.report, expanded, sizeof expanded)) {
        mpit__message_job(MPIT_WARN,
                          "no report: what its name stands for has more than %d bytes, as a path "
                          "has at most (MPIT_REPORT): %s",
                          PATH_MAX - 1, expanded);
        expanded[0] = '\0';
    }
    mpit__batch(); /* the program may go to another folder before the end */
    tell_where();
    if (mpit__vendor_is_up()) /* a session has no parent */
        mpit__next.PMPI_Comm_get_parent(&parent);
    spawned = parent != MPI_COMM_NULL;
}

static const char *destination(void)
{
    return expanded;
}

static bool ends_in(const char *name, const char *suffix)
{
    size_t n = strlen(name), m = strlen(suffix);

    return n > m && strcmp(name + n - m, suffix) == 0;
}

static int write_text(const void *report, FILE *out)
{
    return MPIT_IN_FORCE(report_full) ? mpit__record_write_text(report, out)
                                      : mpit__record_write_short(report, out);
}

static int write_json(const void *report, FILE *out)
{
    return mpit__record_write_json(report, out);
}

/* What the program has left in its stdout comes first; what cannot be written of that stays there,
 * as it is the program's. */
static const char *write_to_stdout(const struct mpit_record *report)
{
    struct mpit_signals held;

    mpit__signals_hold(&held);
    fflush(stdout);
    mpit__signals_release(&held);
    return mpit__file_write_to(STDOUT_FILENO, write_text, report);
}

/* The file that the latest report is in. */
static char placed[PATH_MAX + 16];

static int place(const char *file, const char *name)
{
    return mpit__name_place(file, name, placed, sizeof placed);
}

/* NULL, or why not.  A report that is there stays: this one gets a number. */
static const char *write_new_file(const struct mpit_record *report, const char *to)
{
    bool is_text = ends_in(to, ".txt");
    bool beside = !is_text && !ends_in(to, ".json") && !mpit__name_is_packed(to);
    char wanted[PATH_MAX + 8];
    const char *error = beside ? mpit__file_refused(to) : NULL;

    if (error)
        return error;
    snprintf(wanted, sizeof wanted, "%s%s", to, beside ? ".json" : "");
    error =
        mpit__file_write_placed(wanted, mode(), is_text ? write_text : write_json, report, place);
    if (!error && beside)
        mpit__message(MPIT_WARN, "the report is in %s; `mpit report %s` renders it", placed,
                      placed);
    else if (!error && strcmp(placed, wanted) != 0)
        mpit__message(MPIT_WARN, "the report is in %s, as %s was there before", placed, wanted);
    return error;
}

/* Of a name with %Y, say, which a site has chosen for all jobs, or of a folder that is not there,
 * the report is not to be shown to whoever runs one. */
static bool is_to_be_shown(const char *name)
{
    return strcmp(name, "-") == 0 ||
           (strcmp(name, mpit__in_force.report) == 0 && !mpit__file_make_folders(name));
}

static const char *write_to(const struct mpit_record *report, const char *name)
{
    const char *error;

    if (strcmp(name, "-") == 0)
        return write_to_stdout(report);
    if (!*name || is_thrown_away(name))
        return NULL;
    error = mpit__file_make_folders(name);
    return error ? error : write_new_file(report, name);
}

void mpit__output_report(const struct mpit_record *report)
{
    const char *to = destination(), *error = write_to(report, to);
    bool shown = error && is_to_be_shown(to);

    if (error)
        mpit__message(MPIT_WARN,
                      "cannot write the report to %s: %s; %s (set MPIT_REPORT to a file that rank "
                      "0 can write)",
                      to, error, shown ? "here it is instead" : "there is none");
    if (shown)
        mpit__file_write_to(STDERR_FILENO, write_text, report);
}

/* The ranks of spawned processes are those of others too. */
static bool partial_name(char *name, size_t size, int rank)
{
    const char *to = destination();
    char process[24] = "";

    if (spawned)
        snprintf(process, sizeof process, "-%ld", (long)getpid());
    snprintf(name, size, "%s.%d%s.part", to, rank, process);
    return to[0] && strcmp(to, "-") != 0 && !is_thrown_away(to);
}

void mpit__output_partial(const struct mpit_record *report)
{
    char name[PATH_MAX + 64];
    const char *error;

    if (!partial_name(name, sizeof name, report->rank[0].rank))
        return;
    error = mpit__file_make_folders(name);
    if (!error)
        error = mpit__file_write(name, mode(), write_json, report);
    if (error)
        mpit__message_node(MPIT_WARN, NULL, "cannot write %s: %s", name, error);
}

void mpit__output_remove_partial(int rank)
{
    char name[PATH_MAX + 64];

    if (partial_name(name, sizeof name, rank))
        unlink(name);
}
