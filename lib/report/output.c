#include "config.h"

#include "report/output.h"

#include <string.h>
#include <unistd.h>

#include "ground/file.h"
#include "ground/in_force.h"
#include "ground/message.h"
#include "ground/signals.h"

static const char *destination(void)
{
    return mpit__in_force.report;
}

static bool ends_in(const char *name, const char *suffix)
{
    size_t n = strlen(name), m = strlen(suffix);

    return n > m && strcmp(name + n - m, suffix) == 0;
}

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

static int write_text(const void *report, FILE *out)
{
    return mpit__record_write_text(report, out);
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

static const char *write_beside(const struct mpit_record *report, const char *name)
{
    char beside[MPIT_STRING + 8];
    const char *error = mpit__file_refused(name);

    if (error)
        return error;
    snprintf(beside, sizeof beside, "%s.json", name);
    error = mpit__file_write(beside, mode(), write_json, report);
    if (!error)
        mpit__message(MPIT_WARN, "the report is in %s; `mpit report %s` renders it", beside,
                      beside);
    return error;
}

static const char *write_to(const struct mpit_record *report, const char *name)
{
    if (strcmp(name, "-") == 0)
        return write_to_stdout(report);
    if (ends_in(name, ".txt"))
        return mpit__file_write(name, mode(), write_text, report);
    if (ends_in(name, ".json"))
        return mpit__file_write(name, mode(), write_json, report);
    return is_thrown_away(name) ? NULL : write_beside(report, name);
}

void mpit__output_report(const struct mpit_record *report)
{
    const char *to = destination(), *error = write_to(report, to);

    if (!error)
        return;
    mpit__message(MPIT_WARN,
                  "cannot write the report to %s: %s; here it is instead (set MPIT_REPORT to a "
                  "file that rank 0 can write)",
                  to, error);
    mpit__file_write_to(STDERR_FILENO, write_text, report);
}

static bool partial_name(char *name, size_t size, int rank)
{
    const char *to = destination();

    return to[0] && strcmp(to, "-") != 0 && !is_thrown_away(to) &&
           snprintf(name, size, "%s.%d.part", to, rank) < (int)size;
}

void mpit__output_partial(const struct mpit_record *report)
{
    char name[MPIT_STRING + 32];
    const char *error;

    if (!partial_name(name, sizeof name, report->rank[0].rank))
        return;
    error = mpit__file_write(name, mode(), write_json, report);
    if (error)
        mpit__message(MPIT_WARN, "cannot write %s: %s", name, error);
}

void mpit__output_remove_partial(int rank)
{
    char name[MPIT_STRING + 32];

    if (partial_name(name, sizeof name, rank))
        unlink(name);
}
