/* Comma-separated values: fields, and a whole record, which is one header and its rows (rows.h). */
#include "config.h"

#include "csv.h"

#include "formats.h"
#include "ground/number.h"
#include "record/utf8.h"
#include "rows.h"

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

/* Where rows go. */
struct csv {
    FILE *out;
    int columns; /* that are shown: those of sites, which came later, only where there are any */
};

static void write_cell(const struct mpit_field *field, const void *thing, FILE *out)
{
    const char *member = (const char *)thing + field->offset;
    char number[MPIT_NUMBER];

    if (field->type == MPIT_FIELD_TEXT)
        tool_csv_field("", member, out);
    else if (mpit__field_number(number, field, member))
        fputs(number, out);
}

static void write_row(void *with, const char *kind, const struct tool_row *row)
{
    const struct csv *csv = with;
    char mean[MPIT_NUMBER];

    fputs(kind, csv->out);
    for (int i = MPIT_CSV_NAME; i < csv->columns; i++) {
        if (i != MPIT_CSV_NAME || row->cell[i].field)
            putc(',', csv->out);
        if (row->cell[i].field)
            write_cell(row->cell[i].field, row->cell[i].thing, csv->out);
        if (i == MPIT_CSV_MEAN && isfinite(row->mean)) {
            mpit__number_write(mean, 'f', 9, row->mean);
            fputs(mean, csv->out);
        }
    }
    putc('\n', csv->out);
}

int tool_csv_write_record(const struct mpit_record *record, FILE *out)
{
    struct csv csv = {out, record->nsite ? MPIT_CSV_COLUMNS : MPIT_CSV_FUNCTION};

    errno = 0;
    fputs("kind,name,rank,host,sender,receiver,count,bytes,total,mean,min,min_rank,max,max_rank",
          out);
    fputs(record->nsite ? ",function,file,line,module,build_id,offset\n" : "\n", out);
    tool_rows_each(record, write_row, &csv);
    return mpit__stream_finish(out);
}
