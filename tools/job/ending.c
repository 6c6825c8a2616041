/* What the ranks do not know of the end of their job. */
#include "config.h"

#include "tools/job/ending.h"

#include "ground/file.h"
#include "tools/formats/output_path.h"
#include "tools/formats/report_file.h"
#include "tools/formats/text_full.h"
#include "tools/ground/tool.h"
#include "tools/records/read.h"
#include "tools/records/site_names.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

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

void tool_ending_put(const struct tool_ending *ending, struct mpit_record *report)
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

void tool_ending_put_into(const struct tool_ending *ending, const char *path)
{
    struct mpit_record report = {0};
    struct stat now;
    char reason[512];
    const char *error = NULL;

    if (stat(path, &now) != 0)
        return;
    if (tool_output_path_ends_in(path, ".txt")) {
        FILE *text = fopen(path, "re");

        tool_ending_put(ending, &report);
        if (text) {
            error = mpit__file_write(path, now.st_mode & 0777, write_longer,
                                     &(struct longer){text, &report});
            fclose(text);
        }
    } else if (tool_record_read(path, &report, reason)) {
        tool_ending_put(ending, &report);
        tool_sites_name(&report);
        error = mpit__file_write(path, now.st_mode & 0777, tool_report_writer(path), &report);
    }
    mpit__record_free(&report);
    if (error)
        tool_complain("%s: %s; it says nothing of the launcher and how it ended", path, error);
}
