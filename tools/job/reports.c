/* The reports that stand at the destination of a job. */
#include "config.h"

#include "tools/job/reports.h"

#include "record/name.h"
#include "tools/ground/tool.h"
#include "tools/records/parts.h"
#include "tools/records/read.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

char *tool_reports_next(const struct tool_destination *destination, int *number)
{
    char name[PATH_MAX];
    struct stat status;

    while (mpit__name_number(destination->path, *number, name, sizeof name) &&
           stat(name, &status) == 0) {
        ++*number;
        if (tool_parts_is_since(name, &destination->started))
            return tool_print("%s", name);
    }
    return NULL;
}

struct tool_report_names tool_reports_list(const struct tool_destination *destination)
{
    struct tool_report_names names = {0};
    int number = 1;

    for (char *path; (path = tool_reports_next(destination, &number));) {
        names.name = tool_grow(names.name, (size_t)names.n, 1, sizeof *names.name);
        names.name[names.n++] = path;
    }
    return names;
}

void tool_report_names_free(struct tool_report_names *names)
{
    for (int i = 0; i < names->n; i++)
        free(names->name[i]);
    free(names->name);
}

mode_t tool_reports_mode(const struct tool_destination *destination)
{
    int number = 1;
    char *first = tool_reports_next(destination, &number);
    struct stat status;
    mode_t mode = first && stat(first, &status) == 0 ? status.st_mode & 0777 : 0600;

    free(first);
    return mode;
}

bool tool_reports_read(const struct tool_destination *destination, struct tool_reports *reports)
{
    char reason[512] = "";
    int number = 1;

    *reports = (struct tool_reports){0};
    for (char *path; !*reason && (path = tool_reports_next(destination, &number)); free(path)) {
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

void tool_reports_free(struct tool_reports *reports)
{
    for (int i = 0; i < reports->n; i++)
        mpit__record_free(&reports->record[i]);
    free(reports->record);
}
