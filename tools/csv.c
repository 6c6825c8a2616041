/* Comma-separated values: fields, and a whole record.  The record has one header and one row for
 * each rank and quantity, call, pair, region and quantity, sample and quantity; what a kind of row
 * does not have stays empty.  Which rows there are, and what stands where, is in the table of the
 * record's fields. */
#include "config.h"

#include "csv.h"

#include "formats.h"
#include "ground/number.h"
#include "record/fields.h"
#include "record/utf8.h"

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

/* A row in the making: what stands in its columns. */
struct row {
    struct {
        const struct mpit_field *field; /* NULL: empty */
        const void *thing;              /* that has the member */
    } cell[MPIT_CSV_COLUMNS];
    double mean; /* of what has a total; no number: none */
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

static void write_row(const char *kind, const struct row *row, FILE *out)
{
    char mean[MPIT_NUMBER];

    fputs(kind, out);
    for (int i = MPIT_CSV_NAME; i < row->columns; i++) {
        if (i != MPIT_CSV_NAME || row->cell[i].field)
            putc(',', out);
        if (row->cell[i].field)
            write_cell(row->cell[i].field, row->cell[i].thing, out);
        if (i == MPIT_CSV_MEAN && isfinite(row->mean)) {
            mpit__number_write(mean, 'f', 9, row->mean);
            fputs(mean, out);
        }
    }
    putc('\n', out);
}

/* A quantity over the ranks fills the columns of its own fields, and the mean. */
static void put(struct row *row, const struct mpit_field *field, const void *thing, int nrank)
{
    const void *member = (const char *)thing + field->offset;

    if (field->type != MPIT_FIELD_SPREAD) {
        row->cell[field->csv.column].field = field;
        row->cell[field->csv.column].thing = thing;
        return;
    }
    for (size_t i = 0; i < field->group->n; i++)
        put(row, &field->group->field[i], member, nrank);
    row->mean = nrank ? ((const struct mpit_spread *)member)->total / nrank : NAN;
}

/* A field that tells the rows of its struct, and of what is inside, from others. */
static bool is_label(const struct mpit_field *field)
{
    return field->csv.column != MPIT_CSV_NONE && !field->csv.row;
}

static bool is_in_row(const struct mpit_field *field, const char *row)
{
    return field->csv.row && !strcmp(field->csv.row, row);
}

/* The first of the fields that share a row. */
static bool begins_row(const struct mpit_group *group, size_t i)
{
    const char *row = group->field[i].csv.row;

    if (!row)
        return false;
    for (size_t before = 0; before < i; before++)
        if (is_in_row(&group->field[before], row))
            return false;
    return true;
}

static bool has_row(const struct mpit_field *field, const void *thing)
{
    const void *member = (const char *)thing + field->offset;

    if (field->type == MPIT_FIELD_LEVEL)
        return *(const int64_t *)member >= 0;
    if (field->type == MPIT_FIELD_TEXT)
        return !field->csv.rare || *(const char *)member;
    return !field->csv.rare || *(const uint64_t *)member;
}

static void write_shared_row(const struct mpit_group *group, const void *thing, const char *kind,
                             const struct row *labels, int nrank, FILE *out)
{
    struct row row = *labels;

    for (size_t i = 0; i < group->n; i++)
        if (is_in_row(&group->field[i], kind))
            put(&row, &group->field[i], thing, nrank);
    write_row(kind, &row, out);
}

static void write_own_rows(const struct mpit_group *group, const void *thing,
                           const struct row *labels, int nrank, FILE *out)
{
    bool more = true;

    for (int turn = 0; more; turn++) {
        more = false;
        for (size_t i = 0; i < group->n; i++) {
            const struct mpit_field *field = &group->field[i];

            if (field->csv.turn > turn)
                more = true;
            if (field->csv.turn == turn && begins_row(group, i) && has_row(field, thing))
                write_shared_row(group, thing, field->csv.row, labels, nrank, out);
        }
    }
}

/* What is inside comes first. */
static void write_rows(const struct mpit_group *group, const void *thing,
                       const struct row *outer_labels, int nrank, FILE *out)
{
    struct row labels = *outer_labels;

    for (size_t i = 0; i < group->n; i++)
        if (is_label(&group->field[i]))
            put(&labels, &group->field[i], thing, nrank);
    for (size_t i = 0; i < group->n; i++) {
        const struct mpit_field *field = &group->field[i];
        const char *elements;
        int n;

        if (field->type != MPIT_FIELD_LIST && field->type != MPIT_FIELD_COLUMNS)
            continue;
        elements = mpit__field_elements(field, thing, &n);
        for (int j = 0; j < n; j++)
            write_rows(field->group, elements + (size_t)j * field->group->size, &labels, nrank,
                       out);
    }
    write_own_rows(group, thing, &labels, nrank, out);
}

int tool_csv_write_record(const struct mpit_record *record, FILE *out)
{
    const struct row empty = {.mean = NAN,
                              .columns = record->nsite ? MPIT_CSV_COLUMNS : MPIT_CSV_FUNCTION};

    errno = 0;
    fputs("kind,name,rank,host,sender,receiver,count,bytes,total,mean,min,min_rank,max,max_rank",
          out);
    fputs(record->nsite ? ",function,file,line,module,build_id,offset\n" : "\n", out);
    write_rows(&mpit__record_group, record, &empty, mpit__record_known(record), out);
    return mpit__stream_finish(out);
}
