#include "config.h"

#include "report/output.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "ground/in_force.h"
#include "ground/message.h"

static const char *destination(void)
{
    return mpit__in_force.report;
}

static bool ends_in(const char *name, const char *suffix)
{
    size_t n = strlen(name), m = strlen(suffix);

    return n > m && strcmp(name + n - m, suffix) == 0;
}

typedef int writer(const struct mpit_record *report, FILE *out);

/* Under another name first: a reader never sees half a file, and an old one is not lost to a full
 * disk.  0 or an errno. */
static int write_file(const struct mpit_record *report, writer *write_it, const char *name)
{
    char temporary[PATH_MAX];
    FILE *out;
    int error;

    if (snprintf(temporary, sizeof temporary, "%s.%ld.tmp", name, (long)getpid()) >=
        (int)sizeof temporary)
        return ENAMETOOLONG;
    out = fopen(temporary, "we");
    if (!out)
        return errno;
    error = write_it(report, out);
    if (!error && fsync(fileno(out)) != 0 && errno != EINVAL && errno != EROFS)
        error = errno;
    if (fclose(out) != 0 && !error)
        error = errno;
    if (!error && rename(temporary, name) != 0)
        error = errno;
    if (error)
        unlink(temporary);
    return error;
}

void mpit__output_report(const struct mpit_record *report)
{
    const char *to = destination();
    char beside[MPIT_STRING + 8];
    int error;

    if (strcmp(to, "-") == 0) {
        error = mpit__record_write_text(report, stdout);
        if (!error && fflush(stdout) != 0)
            error = errno;
    } else if (ends_in(to, ".txt")) {
        error = write_file(report, mpit__record_write_text, to);
    } else if (ends_in(to, ".json")) {
        error = write_file(report, mpit__record_write_json, to);
    } else {
        snprintf(beside, sizeof beside, "%s.json", to);
        error = write_file(report, mpit__record_write_json, beside);
        if (!error)
            mpit__message(MPIT_WARN, "the report is in %s; `mpit report %s` renders it", beside,
                          beside);
    }
    if (!error)
        return;
    mpit__message(MPIT_WARN,
                  "cannot write the report to %s: %s; here it is instead (set MPIT_REPORT to a "
                  "file that rank 0 can write)",
                  to, strerror(error));
    mpit__record_write_text(report, stderr);
}

static bool partial_name(char *name, size_t size, int rank)
{
    const char *to = destination();

    return to[0] && strcmp(to, "-") != 0 &&
           snprintf(name, size, "%s.%d.part", to, rank) < (int)size;
}

void mpit__output_partial(const struct mpit_record *report)
{
    char name[MPIT_STRING + 32];
    int error;

    if (!partial_name(name, sizeof name, report->rank[0].rank))
        return;
    error = write_file(report, mpit__record_write_json, name);
    if (error)
        mpit__message(MPIT_WARN, "cannot write %s: %s", name, strerror(error));
}

void mpit__output_remove_partial(int rank)
{
    char name[MPIT_STRING + 32];

    if (partial_name(name, sizeof name, rank))
        unlink(name);
}
