/* Reading a record, by the table of its fields: jansson for the syntax, of one rank, one call, one
 * column at a time; here, that it is a record and that its numbers fit. */
#include "config.h"

#include "tools/records/read.h"

#include "record/fields.h"
#include "tools/ground/tool.h"
#include "tools/records/pieces.h"
#include "tools/records/source.h"

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is being read, for the message when it is not as it should be. */
struct reader {
    struct tool_source *source;
    int format; /* the newest, until it is known */
    bool has_format;
    const char *list; /* "calls", or NULL at the top */
    size_t index;
    bool failed;
};

static void read_value(struct reader *reader, const struct mpit_field *field, const json_t *value,
                       void *thing);

static void fail(struct reader *reader, const char *key, const char *wrong)
{
    char place[64] = "";

    if (reader->failed)
        return; /* the first thing wrong is what is told */
    reader->failed = true;
    if (*reader->source->reason)
        return;
    if (reader->list)
        snprintf(place, sizeof place, "%s[%zu].", reader->list, reader->index);
    snprintf(reader->source->reason, 512, "%s: %s%s is %s: not a record of mpit, or a damaged one",
             reader->source->path, place, key, wrong);
}

/* Nothing is a failure where all records have something. */
static void check_missing(struct reader *reader, const struct mpit_field *field,
                          const json_t *value)
{
    if (!value && field->since && field->since <= reader->format)
        fail(reader, field->key, "missing");
}

/* What an object has for a field.  NULL: nothing. */
static const json_t *find(struct reader *reader, const struct mpit_field *field,
                          const json_t *object)
{
    const json_t *value = json_object_get(object, field->key);

    check_missing(reader, field, value);
    return value;
}

/* What stands for a value that need not be there; NULL: it stays 0. */
static const json_t *absent(const struct mpit_field *field)
{
    bool may_be_null = field->type == MPIT_FIELD_LEVEL || field->type == MPIT_FIELD_SECONDS;

    return may_be_null ? json_null() : NULL;
}

/* Values that stand for themselves. */

static json_int_t get_integer(struct reader *reader, const char *key, const json_t *value,
                              json_int_t least, json_int_t most)
{
    json_int_t integer = json_integer_value(value);

    if (!json_is_integer(value))
        fail(reader, key, "not an integer");
    else if (integer < least || integer > most)
        fail(reader, key, "not in its range");
    return reader->failed ? 0 : integer;
}

static double get_seconds(struct reader *reader, const char *key, const json_t *value)
{
    if (json_is_null(value))
        return NAN; /* written for what was not a number */
    if (!json_is_number(value))
        fail(reader, key, "not a number");
    return json_number_value(value);
}

/* Longer text than the record has room for is cut, not inside a character. */
static void read_text(struct reader *reader, const struct mpit_field *field, const json_t *value,
                      char *text)
{
    const char *string = json_string_value(value);
    size_t length;

    if (!string) {
        fail(reader, field->key, "not a string");
        return;
    }
    length = strlen(string);
    if (length >= field->size) {
        length = field->size - 1;
        while (length > 0 && ((unsigned char)string[length] & 0xc0) == 0x80)
            length--;
    }
    memcpy(text, string, length);
    text[length] = '\0';
}

/* Values with others inside. */

/* An array of n elements, which the record owns from then on; NULL where it has failed. */
static char *make_elements(struct reader *reader, const struct mpit_field *field, const char *key,
                           size_t n, char *thing)
{
    size_t size = field->group ? field->group->size : sizeof(int);
    char *elements = n <= INT_MAX ? calloc(n ? n : 1, size) : NULL;
    int count = (int)n;

    if (!elements) {
        fail(reader, key, "not small enough for the memory here");
        return NULL;
    }
    memcpy(thing + field->offset, &elements, sizeof elements);
    memcpy(thing + field->count_offset, &count, sizeof count);
    return elements;
}

/* What a list has for its element j, or what stands for all of them. */
static const json_t *element_of(const json_t *list, size_t j)
{
    return json_is_array(list) ? json_array_get(list, j) : list;
}

/* A list as long as the first one; from the second format on a value stands for as many. */
static bool is_column(const struct reader *reader, const json_t *list, bool first, size_t n)
{
    return json_is_array(list) ? json_array_size(list) == n : !first && reader->format > 1;
}

/* One field of all elements; list: NULL, where there is none. */
static void read_column(struct reader *reader, const struct mpit_group *group, size_t i,
                        const json_t *list, char *elements, size_t n)
{
    const struct mpit_field *field = &group->field[i];
    char wrong[64];

    snprintf(wrong, sizeof wrong, "not a list as long as %s", group->field[0].key);
    if (list && !is_column(reader, list, i == 0, n))
        fail(reader, field->key, i ? wrong : "not a list");
    for (size_t j = 0; j < n && !reader->failed; j++) {
        const json_t *value = list ? element_of(list, j) : absent(field);

        if (value)
            read_value(reader, field, value, elements + j * group->size);
    }
}

/* One list for each field of the elements, all as long as the first. */
static void read_columns(struct reader *reader, const struct mpit_field *columns,
                         const json_t *object, void *thing)
{
    const struct mpit_group *group = columns->group;
    const char *first = group->field[0].key;
    size_t n = json_array_size(json_object_get(object, first));
    char *elements;

    if (!columns->since && !json_object_get(object, first))
        return; /* what they belong to is not known */
    elements = make_elements(reader, columns, first, n, thing);
    for (size_t i = 0; i < group->n && !reader->failed; i++)
        read_column(reader, group, i, find(reader, &group->field[i], object), elements, n);
}

static void read_object(struct reader *reader, const struct mpit_group *group, const json_t *object,
                        void *thing)
{
    for (size_t i = 0; i < group->n && !reader->failed; i++) {
        const struct mpit_field *field = &group->field[i];
        const json_t *value;

        if (field->type == MPIT_FIELD_COLUMNS) {
            read_columns(reader, field, object, thing);
            continue;
        }
        value = find(reader, field, object);
        if (!value)
            value = absent(field);
        if (value && !reader->failed)
            read_value(reader, field, value, thing);
    }
}

static void read_list(struct reader *reader, const struct mpit_field *field, const json_t *list,
                      char *thing)
{
    size_t n = json_array_size(list);
    char *elements;

    if (reader->format > 1 && json_object_get(list, field->group->field[0].key)) {
        read_columns(reader, field, list, thing);
        return;
    }
    if (!json_is_array(list)) {
        fail(reader, field->key, "not a list");
        return;
    }
    elements = make_elements(reader, field, field->key, n, thing);
    reader->list = field->key;
    for (size_t i = 0; i < n && !reader->failed; i++) {
        reader->index = i;
        read_object(reader, field->group, json_array_get(list, i),
                    elements + i * field->group->size);
    }
    reader->list = NULL;
}

static void read_ints(struct reader *reader, const struct mpit_field *field, const json_t *list,
                      char *thing)
{
    size_t n = json_array_size(list);
    int *elements;

    if (!json_is_array(list)) {
        fail(reader, field->key, "not a list");
        return;
    }
    elements = (int *)(void *)make_elements(reader, field, field->key, n, thing);
    for (size_t i = 0; i < n && !reader->failed; i++)
        elements[i] =
            (int)get_integer(reader, field->key, json_array_get(list, i), field->least, INT_MAX);
}

/* Reads the value of a field into its member of the struct. */
static void read_value(struct reader *reader, const struct mpit_field *field, const json_t *value,
                       void *thing)
{
    void *member = (char *)thing + field->offset;

    switch (field->type) {
    case MPIT_FIELD_TEXT:
        read_text(reader, field, value, member);
        break;
    case MPIT_FIELD_INT:
        *(int *)member = (int)get_integer(reader, field->key, value, field->least, INT_MAX);
        break;
    case MPIT_FIELD_COUNT:
        *(uint64_t *)member = (uint64_t)get_integer(reader, field->key, value, 0, LLONG_MAX);
        break;
    case MPIT_FIELD_LEVEL:
        *(int64_t *)member =
            json_is_null(value) ? -1 : get_integer(reader, field->key, value, 0, LLONG_MAX);
        break;
    case MPIT_FIELD_SECONDS:
        *(double *)member = get_seconds(reader, field->key, value);
        break;
    case MPIT_FIELD_BOOL:
        *(bool *)member = json_is_true(value);
        if (!json_is_boolean(value))
            fail(reader, field->key, "not true or false");
        break;
    case MPIT_FIELD_SPREAD:
    case MPIT_FIELD_OBJECT:
        if (json_is_object(value))
            read_object(reader, field->group, value, member);
        else
            fail(reader, field->key, "not an object");
        break;
    case MPIT_FIELD_LIST:
        read_list(reader, field, value, thing);
        break;
    case MPIT_FIELD_INTS:
        read_ints(reader, field, value, thing);
        break;
    case MPIT_FIELD_COLUMNS: /* are no value: read_object knows them */
        break;
    }
}

/* ---- the record itself, of which only a piece is there at a time */

/* Room for one more element of a list: that one's, or NULL where it has failed. */
static char *add_element(struct reader *reader, const struct mpit_field *field, size_t n,
                         char *thing)
{
    size_t size = field->group->size;
    int count = (int)n + 1;
    char *elements;

    memcpy(&elements, thing + field->offset, sizeof elements);
    if ((n & (n - 1)) == 0) { /* there is room for as many as there are */
        elements = n < INT_MAX / 2 ? realloc(elements, (n ? 2 * n : 1) * size) : NULL;
        if (!elements) {
            fail(reader, field->key, "not small enough for the memory here");
            return NULL;
        }
        memcpy(thing + field->offset, &elements, sizeof elements);
    }
    memset(elements + n * size, 0, size);
    memcpy(thing + field->count_offset, &count, sizeof count);
    return elements + n * size;
}

static void read_each(struct reader *reader, const struct mpit_field *field, char *thing)
{
    tool_piece_take(reader->source, '[');
    reader->list = field->key;
    for (size_t n = 0; !reader->failed && tool_piece_more(reader->source, ']', n); n++) {
        json_t *value = tool_piece_value(reader->source);
        char *element = value ? add_element(reader, field, n, thing) : NULL;

        reader->index = n;
        if (element)
            read_object(reader, field->group, value, element);
        json_decref(value);
    }
    reader->list = NULL;
}

/* The place of a field in its group; as many as there are: nobody knows it. */
static size_t find_field(const struct mpit_group *group, const json_t *name)
{
    const char *key = json_string_value(name);
    size_t i = 0;

    while (i < group->n && (!group->field[i].key || strcmp(group->field[i].key, key) != 0))
        i++;
    return i;
}

/* A list by columns, as far as it has been read. */
struct columns {
    const struct mpit_field *list;
    char *thing, *elements; /* [n] of the thing, when the first column has come */
    size_t n;
    struct {
        bool taken;
        json_t *value; /* else: what is one for all, kept until it is known for how many */
    } * column;        /* [fields] */
};

static void take_column(struct reader *reader, struct columns *columns, size_t i, json_t *value)
{
    const struct mpit_group *group = columns->list->group;

    if (columns->column[i].taken || columns->column[i].value) {
        fail(reader, group->field[i].key, "there twice");
        return;
    }
    if (!json_is_array(value)) {
        columns->column[i].value = json_incref(value);
        return;
    }
    if (!columns->elements) {
        columns->n = json_array_size(value);
        columns->elements =
            make_elements(reader, columns->list, group->field[i].key, columns->n, columns->thing);
    }
    if (columns->elements)
        read_column(reader, group, i, value, columns->elements, columns->n);
    columns->column[i].taken = true;
}

/* What has not come as a list. */
static void fill_in(struct reader *reader, const struct columns *columns)
{
    const struct mpit_group *group = columns->list->group;

    if (!columns->column[0].taken)
        fail(reader, columns->column[0].value ? group->field[0].key : columns->list->key,
             "not a list");
    for (size_t i = 1; i < group->n && !reader->failed; i++) {
        const json_t *value = columns->column[i].value;

        if (columns->column[i].taken)
            continue;
        check_missing(reader, &group->field[i], value);
        read_column(reader, group, i, value, columns->elements, columns->n);
    }
}

static void read_by_columns(struct reader *reader, const struct mpit_field *list, char *thing)
{
    struct columns columns = {.list = list, .thing = thing};
    size_t fields = list->group->n;

    columns.column = tool_allocate(fields, sizeof *columns.column);
    tool_piece_take(reader->source, '{');
    for (size_t n = 0; !reader->failed && tool_piece_more(reader->source, '}', n); n++) {
        json_t *name = tool_piece_name(reader->source);
        json_t *value = name ? tool_piece_value(reader->source) : NULL;
        size_t i = value ? find_field(list->group, name) : fields;

        if (i < fields)
            take_column(reader, &columns, i, value);
        json_decref(value);
        json_decref(name);
    }
    if (!*reader->source->reason)
        fill_in(reader, &columns);
    for (size_t i = 0; i < fields; i++)
        json_decref(columns.column[i].value);
    free(columns.column);
}

static void read_format(struct reader *reader)
{
    json_t *value = tool_piece_value(reader->source);

    reader->has_format = true;
    reader->format = (int)get_integer(reader, "format", value, 1, INT_MAX);
    json_decref(value);
    if (reader->format <= MPIT_RECORD_FORMAT)
        return;
    reader->failed = true;
    snprintf(reader->source->reason, 512,
             "%s: written by a newer mpit (format %d, this one reads up to %d); use that one",
             reader->source->path, reader->format, MPIT_RECORD_FORMAT);
}

static void read_member(struct reader *reader, const struct mpit_field *field, void *record)
{
    int next = tool_piece_next(reader->source);

    if (field->type == MPIT_FIELD_LIST && next == '[') {
        read_each(reader, field, record);
    } else if (field->type == MPIT_FIELD_LIST && next == '{' && reader->format > 1) {
        read_by_columns(reader, field, record);
    } else {
        json_t *value = tool_piece_value(reader->source);

        if (value)
            read_value(reader, field, value, record);
        json_decref(value);
    }
}

/* What all records have, and what stands for nothing where it need not be there. */
static void check_all(struct reader *reader, const bool *is_there, struct mpit_record *record)
{
    const struct mpit_group *group = &mpit__record_group;

    if (!reader->has_format)
        fail(reader, "format", "not an integer");
    for (size_t i = 0; i < group->n && !reader->failed; i++) {
        const json_t *nothing = absent(&group->field[i]);

        if (is_there[i])
            continue;
        check_missing(reader, &group->field[i], NULL);
        if (nothing && !reader->failed)
            read_value(reader, &group->field[i], nothing, record);
    }
}

static void read_members(struct reader *reader, bool *is_there, struct mpit_record *record)
{
    const struct mpit_group *group = &mpit__record_group;

    for (size_t n = 0; !reader->failed && tool_piece_more(reader->source, '}', n); n++) {
        json_t *name = tool_piece_name(reader->source);
        size_t i = name ? find_field(group, name) : group->n;

        if (name && !strcmp(json_string_value(name), "format")) {
            read_format(reader);
        } else if (name && i == group->n) {
            json_decref(tool_piece_value(reader->source));
        } else if (name && is_there[i]) {
            fail(reader, group->field[i].key, "there twice");
        } else if (name) {
            is_there[i] = true;
            read_member(reader, &group->field[i], record);
        }
        json_decref(name);
    }
}

static void read_record(struct reader *reader, struct mpit_record *record)
{
    struct tool_source *source = reader->source;
    bool *is_there = tool_allocate(mpit__record_group.n, sizeof *is_there);

    if (tool_piece_next(source) == '{') {
        tool_piece_take(source, '{');
        read_members(reader, is_there, record);
    } else {
        json_decref(tool_piece_value(source));
    }
    if (!reader->failed && tool_piece_end(source))
        check_all(reader, is_there, record);
    free(is_there);
}

bool tool_record_read(const char *path, struct mpit_record *record, char reason[512])
{
    FILE *in = strcmp(path, "-") ? fopen(path, "re") : stdin;
    struct reader reader = {.format = MPIT_RECORD_FORMAT};

    *record = (struct mpit_record){0};
    if (!in) {
        snprintf(reason, 512, "%s: %s%s", path, strerror(errno),
                 errno == ENOENT ? "; mpit run --report FILE.json makes a record" : "");
        return false;
    }
    reader.source = tool_source_open(in, path, reason);
    if (!reader.source)
        return false;
    read_record(&reader, record);
    tool_source_close(reader.source);
    if (*reason)
        mpit__record_free(record);
    return !*reason;
}
