/* What `mpit conform --format json` writes. */
#include "config.h"

#include "tools/conform/conform.h"

#include "tools/ground/json_write.h"

static json_t *pack_row(const struct conform_rows *rows, const struct conform_row *row)
{
    json_t *packed =
        json_pack("{s:o, s:o, s:o, s:o, s:o}", "row", tool_json_text(row->name), "group",
                  tool_json_text(row->group), "demand", tool_json_text(row->demand), "section",
                  tool_json_text(row->where), "what", tool_json_text(row->what));

    for (int i = 0; i < CONFORM_LIBRARIES; i++)
        if (rows->is_judged[i])
            json_object_set_new(
                packed, conform_libraries[i],
                json_pack("{s:s, s:o}", "verdict", conform_words[row->found[i].verdict], "seen",
                          tool_json_text(row->found[i].seen ? row->found[i].seen : "")));
    return packed;
}

void conform_write_json(const struct conform_rows *rows, FILE *out)
{
    json_t *list = json_array(), *all;

    for (int i = 0; i < rows->judged; i++)
        json_array_append_new(list, pack_row(rows, &rows->row[i]));
    all = json_pack("{s:i, s:o, s:o}", "format", 1, "mpi", tool_json_text(rows->mpi), "rows", list);
    tool_json_write_lines(all, out);
    json_decref(all);
}
