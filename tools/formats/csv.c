/* Comma-separated values: fields, and a whole record, which is one header and its rows (rows.h). */
#include "config.h"

#include "tools/formats/csv.h"

#include "ground/number.h"
#include "record/utf8.h"
#include "tools/formats/formats.h"
#include "tools/records/rows.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* What a spreadsheet would take for a formula and execute: text alone, for a number is none. */
static bool is_formula(const char *text)
{
    char *end;

    if (!*text || !strchr("=+-@\t\r", *text))
        return false;
    mpit__number_read(text, &end);
    return end == text || *end;
}

void tool_csv_field(const char *before, const char *text, FILE *out)
{
    bool quoted = strpbrk(text, ",\"\r\n") != NULL;

    fputs(before, out);
    if (quoted)
        putc('"', out);
    if (is_formula(text))
        putc('\'', out);
    for (; *text; text++) {
        int written = mpit__utf8_write(text, out);

        if (written) {
            text += written - 1;
        } else {
            if (*text == '"')
                putc('"', out);
            putc(*text, out);
        }
    }
    if (quoted)
        putc('"', out);
}

/* What stands above a column. */
static const char *const headings[MPIT_CSV_COLUMNS] = {
    [MPIT_CSV_NAME] = "name",         [MPIT_CSV_RANK] = "rank",
    [MPIT_CSV_HOST] = "host",         [MPIT_CSV_SENDER] = "sender",
    [MPIT_CSV_RECEIVER] = "receiver", [MPIT_CSV_COUNT] = "count",
    [MPIT_CSV_BYTES] = "bytes",       [MPIT_CSV_TOTAL] = "total",
    [MPIT_CSV_MEAN] = "mean",         [MPIT_CSV_MIN] = "min",
    [MPIT_CSV_MIN_RANK] = "min_rank", [MPIT_CSV_MAX] = "max",
    [MPIT_CSV_MAX_RANK] = "max_rank", [MPIT_CSV_FUNCTION] = "function",
    [MPIT_CSV_FILE] = "file",         [MPIT_CSV_LINE] = "line",
    [MPIT_CSV_MODULE] = "module",     [MPIT_CSV_BUILD_ID] = "build_id",
    [MPIT_CSV_OFFSET] = "offset",     [MPIT_CSV_AT] = "at",
};

/* Where rows go. */
struct csv {
    FILE *out;
    const struct mpit_record *record;
};

/* What came later stands behind, and only where there is any of it. */
static bool has_column(const struct csv *csv, int column)
{
    if (column == MPIT_CSV_AT)
        return csv->record->nseries > 0;
    return column < MPIT_CSV_FUNCTION || csv->record->nsite > 0;
}

static void write_cell(const struct mpit_field *field, const void *thing, FILE *out)
{
    const char *member = (const char *)thing + field->offset;
    char number[MPIT_NUMBER];

    if (field->type == MPIT_FIELD_TEXT)
        tool_csv_field("", member, out);
    else if (mpit__field_number(number, field, member))
        fputs(number, out);
}

static void write_column(const struct csv *csv, const struct tool_row *row, int column)
{
    char mean[MPIT_NUMBER];

    if (row->cell[column].field)
        write_cell(row->cell[column].field, row->cell[column].thing, csv->out);
    if (column == MPIT_CSV_MEAN && isfinite(row->mean)) {
        mpit__number_write(mean, 'f', 9, row->mean);
        fputs(mean, csv->out);
    }
}

static void write_row(void *with, const char *kind, const struct tool_row *row)
{
    const struct csv *csv = with;
    bool named = strchr(kind, ',') != NULL;

    fputs(kind, csv->out);
    for (int i = named ? MPIT_CSV_NAME + 1 : MPIT_CSV_NAME; i < MPIT_CSV_COLUMNS; i++)
        if (has_column(csv, i)) {
            putc(',', csv->out);
            write_column(csv, row, i);
        }
    putc('\n', csv->out);
}

static void write_headings(const struct csv *csv)
{
    fputs("kind", csv->out);
    for (int i = MPIT_CSV_NAME; i < MPIT_CSV_COLUMNS; i++)
        if (has_column(csv, i))
            fprintf(csv->out, ",%s", headings[i]);
    putc('\n', csv->out);
}

int tool_csv_write_record(const struct mpit_record *record, FILE *out)
{
    struct csv csv = {out, record};

    errno = 0;
    write_headings(&csv);
    tool_rows_each(record, write_row, &csv);
    return mpit__stream_finish(out);
}
