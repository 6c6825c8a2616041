#include "config.h"

#include "tools/records/rows.h"

#include <math.h>
#include <string.h>

/* Where rows go, and what is the same for all of them. */
struct walk {
    tool_row_taker *take;
    void *with;
    int nrank;
};

/* A quantity over the ranks fills the columns of its own fields, and the mean. */
static void put(struct tool_row *row, const struct mpit_field *field, const void *thing, int nrank)
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
    if (field->type == MPIT_FIELD_SECONDS)
        return !field->csv.rare || *(const double *)member > 0;
    return !field->csv.rare || *(const uint64_t *)member;
}

static void take_shared_row(const struct walk *walk, const struct mpit_group *group,
                            const void *thing, const char *kind, const struct tool_row *labels)
{
    struct tool_row row = *labels;

    for (size_t i = 0; i < group->n; i++)
        if (is_in_row(&group->field[i], kind))
            put(&row, &group->field[i], thing, walk->nrank);
    walk->take(walk->with, kind, &row);
}

static void take_own_rows(const struct walk *walk, const struct mpit_group *group,
                          const void *thing, const struct tool_row *labels)
{
    bool more = true;

    for (int turn = 0; more; turn++) {
        more = false;
        for (size_t i = 0; i < group->n; i++) {
            const struct mpit_field *field = &group->field[i];

            if (field->csv.turn > turn)
                more = true;
            if (field->csv.turn == turn && begins_row(group, i) && has_row(field, thing))
                take_shared_row(walk, group, thing, field->csv.row, labels);
        }
    }
}

/* What is inside comes first. */
static void take_rows(const struct walk *walk, const struct mpit_group *group, const void *thing,
                      const struct tool_row *outer_labels)
{
    struct tool_row labels = *outer_labels;

    for (size_t i = 0; i < group->n; i++)
        if (is_label(&group->field[i]))
            put(&labels, &group->field[i], thing, walk->nrank);
    for (size_t i = 0; i < group->n; i++) {
        const struct mpit_field *field = &group->field[i];
        struct tool_row inside = labels;
        const char *elements;
        int n;

        if (field->type != MPIT_FIELD_LIST && field->type != MPIT_FIELD_COLUMNS)
            continue;
        inside.is_sample = field->type == MPIT_FIELD_COLUMNS;
        elements = mpit__field_elements(field, thing, &n);
        for (int j = 0; j < n; j++)
            take_rows(walk, field->group, elements + (size_t)j * field->group->size, &inside);
    }
    take_own_rows(walk, group, thing, &labels);
}

void tool_rows_each(const struct mpit_record *record, tool_row_taker *take, void *with)
{
    const struct walk walk = {take, with, mpit__record_known(record)};
    const struct tool_row empty = {.mean = NAN};

    take_rows(&walk, &mpit__record_group, record, &empty);
}

const char *tool_row_text(const struct tool_row *row, enum mpit_csv_column column)
{
    const struct mpit_field *field = row->cell[column].field;

    return field && field->type == MPIT_FIELD_TEXT
               ? (const char *)row->cell[column].thing + field->offset
               : "";
}

double tool_row_number(const struct tool_row *row, enum mpit_csv_column column)
{
    const struct mpit_field *field = row->cell[column].field;
    const void *member = field ? (const char *)row->cell[column].thing + field->offset : NULL;

    if (!field)
        return NAN;
    switch (field->type) {
    case MPIT_FIELD_INT:
        return *(const int *)member;
    case MPIT_FIELD_COUNT:
        return (double)*(const uint64_t *)member;
    case MPIT_FIELD_LEVEL:
        return *(const int64_t *)member < 0 ? NAN : (double)*(const int64_t *)member;
    case MPIT_FIELD_SECONDS:
        return *(const double *)member;
    default:
        return NAN;
    }
}
