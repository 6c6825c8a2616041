/* The record as JSON, by the table of its fields.  It is written inside the program under study,
 * which may have set any locale and may hand us any bytes as its command line: what comes out is
 * valid JSON in UTF-8 all the same. */
#include "record/record.h"

#include "record/fields.h"
#include "record/json_string.h"

#include <errno.h>
#include <string.h>

static void write_value(const struct mpit_field *field, const void *thing, FILE *out);

/* Nanoseconds are the finest that a clock of ours tells.  JSON has no word for what is not a
 * number. */
static void write_number(const struct mpit_field *field, const void *member, FILE *out)
{
    char number[MPIT_NUMBER];

    fputs(mpit__field_number(number, field, member) ? number : "null", out);
}

/* Where not every record has them, no elements are no lists. */
static bool has_columns(const struct mpit_field *field, const void *thing)
{
    int n;

    mpit__field_elements(field, thing, &n);
    return n || field->since;
}

/* Numbers and texts: what is behind the end of a text does not count. */
static bool are_all_the_same(const struct mpit_field *field, const char *elements, size_t size,
                             int n)
{
    const char *first = elements + field->offset;

    for (int i = 1; i < n; i++) {
        const char *its = first + (size_t)i * size;

        if (field->type == MPIT_FIELD_TEXT ? strcmp(its, first) : memcmp(its, first, field->size))
            return false;
    }
    return true;
}

/* One list for each thing that was sampled: what a plot takes.  shorten: of many that are all the
 * same one stands for all. */
static void write_columns(const struct mpit_field *field, const void *thing, bool shorten,
                          FILE *out)
{
    const struct mpit_group *group = field->group;
    int n;
    const char *elements = mpit__field_elements(field, thing, &n);

    for (size_t i = 0; i < group->n; i++) {
        if (group->field[i].type == MPIT_FIELD_COLUMNS)
            continue; /* the last */
        fprintf(out, "%s\n     \"%s\": ", i ? "," : "", group->field[i].key);
        if (shorten && i && n > MPIT_RECORD_MANY &&
            are_all_the_same(&group->field[i], elements, group->size, n)) {
            write_value(&group->field[i], elements, out);
            continue;
        }
        putc('[', out);
        for (int j = 0; j < n; j++) {
            fputs(j ? ", " : "", out);
            write_value(&group->field[i], elements + (size_t)j * group->size, out);
        }
        putc(']', out);
    }
}

static void write_object(const struct mpit_group *group, const void *thing, FILE *out)
{
    putc('{', out);
    for (size_t i = 0; i < group->n; i++) {
        const struct mpit_field *field = &group->field[i];

        if (field->type == MPIT_FIELD_COLUMNS) {
            if (has_columns(field, thing)) {
                fputs(i ? "," : "", out);
                write_columns(field, thing, true, out);
            }
            continue;
        }
        if (mpit__field_is_absent(field, (const char *)thing + field->offset))
            continue;
        fprintf(out, "%s\"%s\": ", i ? ", " : "", field->key);
        write_value(field, thing, out);
    }
    putc('}', out);
}

/* A list as one object: a list for each field of its elements. */
static void write_list_by_columns(const struct mpit_field *field, const void *thing, bool shorten,
                                  FILE *out)
{
    putc('{', out);
    write_columns(field, thing, shorten, out);
    putc('}', out);
}

/* An object a line. */
static void write_list(const struct mpit_field *field, const void *thing, FILE *out)
{
    int n;
    const char *elements = mpit__field_elements(field, thing, &n);

    fputs("[\n", out);
    for (int i = 0; i < n; i++) {
        fputs("    ", out);
        write_object(field->group, elements + (size_t)i * field->group->size, out);
        fputs(i + 1 < n ? ",\n" : "\n", out);
    }
    fputs("  ]", out);
}

static void write_ints(const struct mpit_field *field, const void *thing, FILE *out)
{
    int n;
    const int *elements = mpit__field_elements(field, thing, &n);

    putc('[', out);
    for (int i = 0; i < n; i++)
        fprintf(out, "%s%d", i ? ", " : "", elements[i]);
    putc(']', out);
}

static void write_value(const struct mpit_field *field, const void *thing, FILE *out)
{
    const void *member = (const char *)thing + field->offset;

    switch (field->type) {
    case MPIT_FIELD_TEXT:
        mpit__json_write_string(member, out);
        break;
    case MPIT_FIELD_INT:
        fprintf(out, "%d", *(const int *)member);
        break;
    case MPIT_FIELD_COUNT:
    case MPIT_FIELD_LEVEL:
    case MPIT_FIELD_SECONDS:
        write_number(field, member, out);
        break;
    case MPIT_FIELD_BOOL:
        fputs(*(const bool *)member ? "true" : "false", out);
        break;
    case MPIT_FIELD_SPREAD:
    case MPIT_FIELD_OBJECT:
        write_object(field->group, member, out);
        break;
    case MPIT_FIELD_LIST:
        if (mpit__field_by_columns(field, thing))
            write_list_by_columns(field, thing, true, out);
        else
            write_list(field, thing, out);
        break;
    case MPIT_FIELD_INTS:
        write_ints(field, thing, out);
        break;
    case MPIT_FIELD_COLUMNS: /* are no value: write_object knows them */
        break;
    }
}

void mpit__record_write_columns(const struct mpit_record *record, FILE *out)
{
    const struct mpit_group *group = &mpit__record_group;

    for (size_t i = 0; i < group->n; i++) {
        const struct mpit_field *field = &group->field[i];

        if (mpit__field_is_absent(field, (const char *)record + field->offset))
            continue;
        fprintf(out, "%s\"%s\": ", i ? ",\n  " : "{", field->key);
        if (field->type == MPIT_FIELD_LIST)
            write_list_by_columns(field, record, false, out);
        else
            write_value(field, record, out);
    }
    fputs("\n}\n", out);
}

/* A list that stands by columns, or whose elements have columns where one value may stand for
 * all. */
static bool has_many(const struct mpit_field *list, const void *thing)
{
    int n, many;
    const char *elements = mpit__field_elements(list, thing, &n);

    if (mpit__field_by_columns(list, thing))
        return true;
    for (size_t i = 0; i < list->group->n; i++) {
        const struct mpit_field *inner = &list->group->field[i];

        for (int j = 0; inner->type >= MPIT_FIELD_LIST && j < n; j++) {
            mpit__field_elements(inner, elements + (size_t)j * list->group->size, &many);
            if (inner->type != MPIT_FIELD_INTS && many > MPIT_RECORD_MANY)
                return true;
        }
    }
    return false;
}

static int format_of(const struct mpit_record *record)
{
    for (size_t i = 0; i < mpit__record_group.n; i++)
        if (mpit__record_group.field[i].type == MPIT_FIELD_LIST &&
            has_many(&mpit__record_group.field[i], record))
            return MPIT_RECORD_FORMAT;
    return 1;
}

int mpit__record_write_json(const struct mpit_record *record, FILE *out)
{
    const struct mpit_group *group = &mpit__record_group;

    errno = 0;
    fprintf(out, "{\n  \"format\": %d", format_of(record));
    for (size_t i = 0; i < group->n; i++) {
        const struct mpit_field *field = &group->field[i];

        if (mpit__field_is_absent(field, (const char *)record + field->offset))
            continue;
        fprintf(out, ",\n  \"%s\": ", field->key);
        write_value(field, record, out);
    }
    fputs("\n}\n", out);
    return mpit__stream_finish(out);
}
