/* Reading a record, by the table of its fields: jansson for the syntax; here, that it is a record
 * and that its numbers fit. */
#include "config.h"

#include "tools/records/read.h"

#include "record/fields.h"

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is being read, for the message when it is not as it should be. */
struct reader {
    const char *path;
    int format;
    const char *list; /* "calls", or NULL at the top */
    size_t index;
    bool failed;
    char *reason; /* [512] */
};

static void read_value(struct reader *reader, const struct mpit_field *field, const json_t *value,
                       void *thing);

static void fail(struct reader *reader, const char *key, const char *wrong)
{
    char place[64] = "";

    if (reader->failed)
        return; /* the first thing wrong is what is told */
    reader->failed = true;
    if (reader->list)
        snprintf(place, sizeof place, "%s[%zu].", reader->list, reader->index);
    snprintf(reader->reason, 512, "%s: %s%s is %s: not a record of mpit, or a damaged one",
             reader->path, place, key, wrong);
}

/* What an object has for a field.  NULL: nothing, which is a failure where all records have it. */
static const json_t *find(struct reader *reader, const struct mpit_field *field,
                          const json_t *object)
{
    const json_t *value = json_object_get(object, field->key);

    if (!value && field->since && field->since <= reader->format)
        fail(reader, field->key, "missing");
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

/* One list for each field of the elements, all as long as the first. */
static void read_columns(struct reader *reader, const struct mpit_field *columns,
                         const json_t *object, void *thing)
{
    const struct mpit_group *group = columns->group;
    const char *first = group->field[0].key;
    size_t n = json_array_size(json_object_get(object, first));
    char *elements, wrong[64];

    if (!columns->since && !json_object_get(object, first))
        return; /* what they belong to is not known */
    elements = make_elements(reader, columns, first, n, thing);
    snprintf(wrong, sizeof wrong, "not a list as long as %s", first);
    for (size_t i = 0; i < group->n && !reader->failed; i++) {
        const struct mpit_field *field = &group->field[i];
        const json_t *list = find(reader, field, object);

        if (list && !is_column(reader, list, i == 0, n))
            fail(reader, field->key, i ? wrong : "not a list");
        for (size_t j = 0; j < n && !reader->failed; j++) {
            const json_t *value = list ? element_of(list, j) : absent(field);

            if (value)
                read_value(reader, field, value, elements + j * group->size);
        }
    }
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

static void read_record(struct reader *reader, const json_t *root, struct mpit_record *record)
{
    reader->format =
        (int)get_integer(reader, "format", json_object_get(root, "format"), 1, INT_MAX);
    if (reader->format > MPIT_RECORD_FORMAT) {
        reader->failed = true;
        snprintf(reader->reason, 512,
                 "%s: written by a newer mpit (format %d, this one reads up to %d); use that one",
                 reader->path, reader->format, MPIT_RECORD_FORMAT);
        return;
    }
    read_object(reader, &mpit__record_group, root, record);
}

static const char damaged[] = "not a record of mpit, or a damaged one";

static json_t *parse(const char *path, char *reason)
{
    bool standard_input = !strcmp(path, "-");
    FILE *in = standard_input ? stdin : fopen(path, "r");
    json_error_t error;

    if (!in) {
        snprintf(reason, 512, "%s: %s", path, strerror(errno));
        return NULL;
    }
    errno = 0;
    json_t *root = json_loadf(in, 0, &error);
    if (!root && ferror(in))
        snprintf(reason, 512, "%s: %s", path, strerror(errno ? errno : EIO));
    else if (!root)
        snprintf(reason, 512, "%s: line %d, column %d: %s: %s", path, error.line, error.column,
                 error.text, damaged);
    if (!standard_input)
        fclose(in);
    return root;
}

/* Takes what was parsed. */
static bool take(const char *path, json_t *root, struct mpit_record *record, char *reason)
{
    struct reader reader = {.path = path, .reason = reason};

    *record = (struct mpit_record){0};
    if (!root)
        return false;
    read_record(&reader, root, record);
    json_decref(root);
    if (reader.failed)
        mpit__record_free(record);
    return !reader.failed;
}

bool tool_record_read(const char *path, struct mpit_record *record, char reason[512])
{
    return take(path, parse(path, reason), record, reason);
}

bool tool_record_read_text(const char *text, size_t length, struct mpit_record *record,
                           char reason[512])
{
    json_error_t error;
    json_t *root = json_loadb(text, length, 0, &error);

    if (!root)
        snprintf(reason, 512, "%s: %s", error.text, damaged);
    return take("its record", root, record, reason);
}
