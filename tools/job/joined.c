/* Reports that are put together of the parts of processes. */
#include "config.h"

#include "tools/job/joined.h"

#include "ground/file.h"
#include "tools/formats/output_path.h"
#include "tools/formats/report_file.h"
#include "tools/ground/tool.h"
#include "tools/job/reports.h"
#include "tools/records/parts.h"
#include "tools/records/read.h"
#include "tools/records/site_names.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

    for (char *path; (path = tool_reports_next(destination, &number)); free(path)) {
        struct mpit_record report;
        char reason[512];
        bool same = tool_record_read(path, &report, reason) && is_of_same_process(&report, whole);

        mpit__record_free(&report);
        if (same)
            return path;
    }
    return NULL;
}

/* NULL, or why they are left as they are. */
static const char *write_joined(const struct tool_destination *destination,
                                const struct tool_parts *parts, const struct mpit_record *whole)
{
    bool is_text = tool_output_path_ends_in(destination->path, ".txt");
    mpit_file_writer *write_it = tool_report_writer(destination->path);
    /* A text does not say whose it is. */
    char *earlier = is_text ? NULL : find_earlier(destination, whole);
    struct stat status;
    mode_t mode = stat(parts->part[0].path, &status) == 0 ? status.st_mode & 0777 : 0600;
    const char *error = earlier ? mpit__file_write(earlier, mode, write_it, whole)
                                : mpit__file_write_placed(destination->path, mode, write_it, whole,
                                                          tool_report_place);

    free(earlier);
    if (!error)
        tool_parts_remove(parts);
    return error;
}

void tool_join_parts(const struct tool_destination *destination, bool has_report, bool live)
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
