/* A line a row: where it stands in the standard, what each library makes of it, what it is; behind
 * what is broken what was expected and seen. */
#include "config.h"

#include "tools/conform/conform.h"

#include <string.h>

static void write_found(const struct conform_rows *rows, const struct conform_row *row, FILE *out)
{
    for (int i = 0; i < CONFORM_LIBRARIES; i++)
        if (rows->is_judged[i])
            fprintf(out, "  %-11s", conform_words[row->found[i].verdict]);
}

static void write_seen(const struct conform_rows *rows, const struct conform_row *row, FILE *out)
{
    for (int i = 0; i < CONFORM_LIBRARIES; i++)
        if (rows->is_judged[i] && row->found[i].verdict == CONFORM_BROKEN && row->found[i].seen)
            fprintf(out, " [%s: %s]", conform_libraries[i], row->found[i].seen);
}

static int longest(const struct conform_rows *rows)
{
    size_t most = 0;

    for (int i = 0; i < rows->judged; i++)
        if (strlen(rows->row[i].where) > most)
            most = strlen(rows->row[i].where);
    return (int)most;
}

static void write_sum(const struct conform_rows *rows, enum conform_library library, FILE *out)
{
    fprintf(out, "%s: %d kept, %d broken, %d not offered\n", conform_libraries[library],
            conform_count(rows, library, CONFORM_KEPT),
            conform_count(rows, library, CONFORM_BROKEN),
            conform_count(rows, library, CONFORM_NOT_OFFERED));
}

void conform_write_text(const struct conform_rows *rows, FILE *out)
{
    const int width = longest(rows);

    fprintf(out, "%s\n%-*s", rows->mpi, width, "section");
    for (int i = 0; i < CONFORM_LIBRARIES; i++)
        if (rows->is_judged[i])
            fprintf(out, "  %-11s", conform_libraries[i]);
    fputs("  what the standard asks for (-: leaves open)\n", out);
    for (int i = 0; i < rows->judged; i++) {
        const struct conform_row *row = &rows->row[i];

        fprintf(out, "%-*s", width, row->where);
        write_found(rows, row, out);
        fprintf(out, "%s%s", strcmp(row->demand, "MUST") == 0 ? "  " : " -", row->what);
        write_seen(rows, row, out);
        fputc('\n', out);
    }
    for (int i = 0; i < CONFORM_LIBRARIES; i++)
        if (rows->is_judged[i])
            write_sum(rows, (enum conform_library)i, out);
}
