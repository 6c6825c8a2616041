#include "config.h"

#include "tools/formats/renderings.h"

#include "ground/file.h"
#include "record/name.h"
#include "tools/formats/report_file.h"
#include "tools/ground/tool.h"
#include "tools/records/packed.h"

#include <stdlib.h>
#include <string.h>

void tool_renderings_add(struct tool_renderings *renderings, const struct tool_format *format,
                         char *path)
{
    renderings->row = tool_grow(renderings->row, (size_t)renderings->n, 1, sizeof *renderings->row);
    renderings->row[renderings->n++] = (struct tool_rendering){.format = format, .path = path};
}

bool tool_renderings_show_samples(const struct tool_renderings *renderings)
{
    for (int i = 0; i < renderings->n; i++)
        if (renderings->row[i].format->samples)
            return true;
    return false;
}

struct what {
    const struct tool_format *format;
    const struct mpit_record *record;
    bool packed;
};

static int write_plain(const void *what, FILE *out)
{
    const struct what *one = what;

    return one->format->write(one->record, out);
}

static int write_it(const void *what, FILE *out)
{
    const struct what *one = what;

    return one->packed ? tool_packed_write(write_plain, one, out) : write_plain(one, out);
}

static void keep_name(struct tool_rendering *rendering)
{
    rendering->written =
        tool_grow(rendering->written, (size_t)rendering->nwritten, 1, sizeof *rendering->written);
    rendering->written[rendering->nwritten++] = tool_print("%s", tool_report_placed());
}

static const char *write_one(struct tool_rendering *rendering, int number,
                             const struct mpit_record *record, mode_t mode)
{
    const struct what what = {rendering->format, record, mpit__name_is_packed(rendering->path)};
    const char *error;

    if (number < rendering->nwritten)
        return mpit__file_write(rendering->written[number], mode, write_it, &what);
    error = mpit__file_write_placed(rendering->path, mode, write_it, &what, tool_report_place);
    if (!error)
        keep_name(rendering);
    return error;
}

bool tool_renderings_write(struct tool_renderings *renderings, const struct mpit_record *record,
                           int n, mode_t mode)
{
    bool good = true;

    for (int i = 0; i < renderings->n; i++)
        for (int k = 0; k < n; k++) {
            struct tool_rendering *rendering = &renderings->row[i];
            const char *error = write_one(rendering, k, &record[k], mode);

            if (error)
                tool_complain("%s: %s; there is no report in it", rendering->path, error);
            else
                tool_complain("report in %s", rendering->written[k]);
            good = good && !error;
        }
    return good;
}

void tool_renderings_free(struct tool_renderings *renderings)
{
    for (int i = 0; i < renderings->n; i++) {
        struct tool_rendering *rendering = &renderings->row[i];

        for (int k = 0; k < rendering->nwritten; k++)
            free(rendering->written[k]);
        free(rendering->written);
        free(rendering->path);
    }
    free(renderings->row);
    *renderings = (struct tool_renderings){0};
}
