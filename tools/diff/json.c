/* A comparison as JSON. */
#include "config.h"

#include "tools/diff/diff.h"

#include "record/readable.h"
#include "tools/ground/json_write.h"
#include "tools/ground/tool.h"

#include <errno.h>
#include <jansson.h>

static json_t *files(const struct tool_runs *runs)
{
    json_t *list = json_array();

    for (int i = 0; i < runs->n; i++)
        json_array_append_new(list, tool_json_text(runs->file[i]));
    return list;
}

static json_t *change_object(const struct tool_change *change)
{
    return json_pack("{s:o, s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:b}", "kind",
                     tool_json_text(change->kind), "name", tool_json_text(change->name), "measure",
                     tool_measure_name(change->measure), "before", tool_json_number(change->before),
                     "after", tool_json_number(change->after), "change",
                     tool_json_number(change->after - change->before), "margin",
                     tool_json_number(change->margin), "effect", tool_json_number(change->effect),
                     "changed", (int)change->changed);
}

int tool_diff_write_json(const struct tool_diff *diff, FILE *out)
{
    json_t *changes = json_array();

    for (int i = 0; i < diff->n; i++)
        json_array_append_new(changes, change_object(&diff->change[i]));
    json_t *all =
        json_pack("{s:i, s:o, s:o, s:f, s:b, s:b, s:o, s:o}", "format", 1, "before",
                  files(diff->before), "after", files(diff->after), "threshold", diff->threshold,
                  "changed", (int)(diff->nchanged > 0), "worse", (int)tool_diff_is_worse(diff),
                  "scaling", tool_scaling_json(&diff->scaling), "changes", changes);
    if (!all)
        return ENOMEM;
    errno = 0;
    tool_json_write_lines(all, out);
    json_decref(all);
    putc('\n', out);
    return mpit__stream_finish(out);
}
