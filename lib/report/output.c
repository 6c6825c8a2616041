#include "config.h"

#include "report/output.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "ground/in_force.h"
#include "ground/message.h"
#include "mpi/vendor.h"
#include "record/name.h"

static char expanded[MPIT_STRING];
static bool spawned;

void mpit__output_begin(void)
{
    MPI_Comm parent = MPI_COMM_NULL;

    if (!mpit__name_expand(mpit__in_force.report, expanded, sizeof expanded))
        mpit__message_job(MPIT_WARN, "the name of the report is too long: %s", expanded);
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

/* 0 or an errno.  A report that is there stays: this one gets a number. */
static int write_new_file(const struct mpit_record *report, const char *to)
{
    bool is_text = ends_in(to, ".txt"), beside = !is_text && !ends_in(to, ".json");
    char wanted[MPIT_STRING + 8], name[MPIT_STRING + 16];
    bool taken;
    int error;

    snprintf(wanted, sizeof wanted, "%s%s", to, beside ? ".json" : "");
    taken = mpit__name_take(wanted, name, sizeof name);
    error = write_file(report, is_text ? mpit__record_write_text : mpit__record_write_json, name);
    if (error && taken)
        unlink(name);
    else if (!error && beside)
        mpit__message(MPIT_WARN, "the report is in %s; `mpit report %s` renders it", name, name);
    else if (!error && strcmp(name, wanted) != 0)
        mpit__message(MPIT_WARN, "the report is in %s, as %s was there before", name, wanted);
    return error;
}

void mpit__output_report(const struct mpit_record *report)
{
    const char *to = destination();
    int error;

    if (strcmp(to, "-") == 0) {
        error = mpit__record_write_text(report, stdout);
        if (!error && fflush(stdout) != 0)
            error = errno;
    } else {
        error = write_new_file(report, to);
    }
    if (!error)
        return;
    mpit__message(MPIT_WARN,
                  "cannot write the report to %s: %s; here it is instead (set MPIT_REPORT to a "
                  "file that rank 0 can write)",
                  to, strerror(error));
    mpit__record_write_text(report, stderr);
}

/* The ranks of spawned processes are those of others too. */
static bool partial_name(char *name, size_t size, int rank)
{
    const char *to = destination();
    char process[24] = "";

    if (spawned)
        snprintf(process, sizeof process, "-%ld", (long)getpid());
    return to[0] && strcmp(to, "-") != 0 &&
           snprintf(name, size, "%s.%d%s.part", to, rank, process) < (int)size;
}

void mpit__output_partial(const struct mpit_record *report)
{
    char name[MPIT_STRING + 64];
    int error;

    if (!partial_name(name, sizeof name, report->rank[0].rank))
        return;
    error = write_file(report, mpit__record_write_json, name);
    if (error)
        mpit__message(MPIT_WARN, "cannot write %s: %s", name, strerror(error));
}

void mpit__output_remove_partial(int rank)
{
    char name[MPIT_STRING + 64];

    if (partial_name(name, sizeof name, rank))
        unlink(name);
}
