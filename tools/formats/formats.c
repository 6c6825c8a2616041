#include "config.h"

#include "tools/formats/formats.h"

#include "record/name.h"
#include "tools/formats/otf2.h"
#include "tools/formats/output_path.h"
#include "tools/ground/tool.h"

#include <stdlib.h>
#include <string.h>

#ifdef HAVE_OTF2
#define TOOL_WITH_OTF2(function) function
#else
#define TOOL_WITH_OTF2(function) NULL
#endif

const struct tool_format tool_formats[] = {
#define FORMAT(name, ending, samples, write, desc) {#name, "." ending, samples, write, NULL, NULL},
#define FOLDER(name, ending, write, needs, desc)   {#name, "." ending, false, NULL, write, needs},
#include "tools/formats/formats.def"
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

/* Those that are no folders stand first. */
static char *print_all(const char *(*word)(const struct tool_format *), bool folders)
{
    char *words = tool_print("%s", word(&tool_formats[0]));
    int n = FORMATS;

    while (!folders && !tool_formats[n - 1].write)
        n--;
    for (int i = 1; i < n; i++)
        tool_append(&words, "%s%s", i + 1 < n ? ", " : " or ", word(&tool_formats[i]));
    return words;
}

char *tool_format_names(void)
{
    return print_all(name_of, true);
}

char *tool_format_endings(void)
{
    return print_all(ending_of, false);
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
