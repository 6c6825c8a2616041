#include "config.h"

#include "tools/report/output.h"

#include "ground/file.h"
#include "tools/ground/tool.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- folders */

/* Why it cannot become one of ours; NULL: it can, as far as this tells. */
static const char *folder_refused(const char *path)
{
    DIR *entries = opendir(path);
    const struct dirent *entry;
    int n = 0;

    if (!entries)
        return errno == ENOENT ? NULL : strerror(errno);
    while (n == 0 && (entry = readdir(entries)))
        n += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(entries);
    return n ? "it is not empty" : NULL;
}

static int check_folder(const struct tool_report_output *output)
{
    const struct tool_format *format = output->format;
    const char *refused;

    if (!format->write_folder) {
        tool_complain("--format %s: this build is without it: install %s, and run configure and "
                      "make again",
                      format->name, format->needs);
        return TOOL_USAGE;
    }
    if (!output->path || !*output->path) {
        tool_complain("--format %s: this is a folder: name one by --output FOLDER", format->name);
        return TOOL_USAGE;
    }
    refused = folder_refused(output->path);
    if (refused) {
        tool_complain("--output %s: %s; name a folder that is not there yet", output->path,
                      refused);
        return TOOL_USAGE;
    }
    return TOOL_GO_ON;
}

/* What slashes stand behind is the folder itself. */
static int write_folder(const struct tool_report_output *output, const struct mpit_record *record)
{
    char *folder = tool_print("%s", output->path);
    size_t length = strlen(folder);
    bool good;

    while (length > 1 && folder[length - 1] == '/')
        folder[--length] = '\0';
    good = output->format->write_folder(record, folder);
    free(folder);
    return good ? TOOL_OK : TOOL_FAILED;
}

/* ---- files, and standard output */

struct what {
    const struct tool_format *format;
    const struct mpit_record *record;
    int n;
};

static int write_all(const void *what, FILE *out)
{
    const struct what *its = what;
    int error = 0;

    for (int i = 0; i < its->n && !error; i++)
        error = its->format->write(&its->record[i], out);
    return error;
}

static int write_file(const char *path, const struct what *what)
{
    const char *error = mpit__file_write(path, 0666, write_all, what);

    if (error)
        tool_complain("%s: %s; there is no report in it", path, error);
    return error ? TOOL_FAILED : TOOL_OK;
}

static int write_out(const struct what *what)
{
    const int error = write_all(what, stdout);

    if (!error || error == EPIPE)
        return TOOL_OK;
    tool_complain("standard output: %s; the report is not whole", strerror(error));
    return TOOL_FAILED;
}

int tool_report_check_output(const struct tool_report_output *output)
{
    return output->format->write ? TOOL_GO_ON : check_folder(output);
}

int tool_report_write(const struct tool_report_output *output, const struct mpit_record *record,
                      int n)
{
    const bool is_text = output->format == &tool_formats[0];
    const struct what what = {output->format, record, is_text ? n : 1};

    if (n > 1 && !is_text)
        tool_complain("this job has %d worlds; this is the first of them, and --format %s has all",
                      n, tool_formats[0].name);
    if (!output->format->write)
        return write_folder(output, record);
    return output->path ? write_file(output->path, &what) : write_out(&what);
}
