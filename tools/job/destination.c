/* Where the report of a job goes: a place that can be written, before it runs. */
#include "config.h"

#include "tools/job/destination.h"

#include "ground/strings_out.h"
#include "tools/formats/output_path.h"
#include "tools/ground/tool.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

static bool is_file(const char *option)
{
    const struct tool_format *format = tool_format_of(option);

    if (format && format->write)
        return true;
    if (format) {
        tool_complain("--report %s: this is a folder, and is made of a record: give --report "
                      "FILE.json, and then mpit report --format %s --output FOLDER FILE.json",
                      option, format->name);
    } else {
        char *endings = tool_format_endings();

        tool_complain("--report %s: a report is - or ends in %s", option, endings);
        free(endings);
    }
    return false;
}

static int check_endings(char *const *options)
{
    for (; *options; options++)
        if (strcmp(*options, "-") && !is_file(*options))
            return TOOL_USAGE;
    return TOOL_GO_ON;
}

/* The one that the ranks write: a record, which all others can be made from, or one text alone. */
static const char *file_of_ranks(char *const *options)
{
    for (char *const *each = options; *each; each++)
        if (tool_format_of(*each) == tool_format_named("json"))
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

void tool_destination_free(struct tool_destination *destination)
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
    tool_destination_free(destination);
}
