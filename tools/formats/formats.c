#include "config.h"

#include "tools/formats/formats.h"

#include "record/name.h"
#include "tools/formats/output_path.h"
#include "tools/ground/tool.h"

#include <stdlib.h>
#include <string.h>

const struct tool_format tool_formats[] = {
#define FORMAT(name, ending, samples, write, desc) {#name, "." ending, samples, write},
#include "tools/formats/formats.def"
#undef FORMAT
};
enum { FORMATS = sizeof tool_formats / sizeof *tool_formats };

static const char *name_of(const struct tool_format *format)
{
    return format->name;
}

static const char *ending_of(const struct tool_format *format)
{
    return format->ending;
}

static char *print_all(const char *(*word)(const struct tool_format *))
{
    char *words = tool_print("%s", word(&tool_formats[0]));

    for (int i = 1; i < FORMATS; i++)
        tool_append(&words, "%s%s", i + 1 < FORMATS ? ", " : " or ", word(&tool_formats[i]));
    return words;
}

char *tool_format_names(void)
{
    return print_all(name_of);
}

char *tool_format_endings(void)
{
    return print_all(ending_of);
}

const struct tool_format *tool_format_named(const char *name)
{
    for (int i = 0; i < FORMATS; i++)
        if (!strcmp(name, tool_formats[i].name))
            return &tool_formats[i];
    return NULL;
}

const struct tool_format *tool_format_of(const char *path)
{
    for (int i = 0; i < FORMATS; i++)
        if (tool_output_path_ends_in(path, tool_formats[i].ending))
            return &tool_formats[i];
    return mpit__name_is_packed(path) ? tool_format_named("json") : NULL;
}
