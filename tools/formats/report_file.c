#include "config.h"

#include "tools/formats/report_file.h"

#include "record/name.h"
#include "record/record.h"
#include "tools/formats/output_path.h"
#include "tools/formats/text_full.h"
#include "tools/records/packed.h"

#include <limits.h>

static char placed[PATH_MAX];

int tool_report_place(const char *file, const char *name)
{
    return mpit__name_place(file, name, placed, sizeof placed);
}

const char *tool_report_placed(void)
{
    return placed;
}

static int write_text(const void *record, FILE *out)
{
    return tool_text_write(record, out);
}

static int write_json(const void *record, FILE *out)
{
    return mpit__record_write_json(record, out);
}

static int write_packed(const void *record, FILE *out)
{
    return tool_packed_write(write_json, record, out);
}

mpit_file_writer *tool_report_writer(const char *path)
{
    if (mpit__name_is_packed(path))
        return write_packed;
    return tool_output_path_ends_in(path, ".txt") ? write_text : write_json;
}
