/* Writes the JSON Schema of a record, from the table of its fields: doc/record.schema.json. */
#include "config.h"

#include "record/fields.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

static json_t *schema_of(const struct mpit_field *field, json_t *definitions);

/* A list; and where it is not the first, and the elements are many, what stands for all of them:
 * the words for items bind lists alone, and the others what is none. */
static json_t *column_of(const struct mpit_field *column, bool is_first, json_t *definitions)
{
    json_t *alone = schema_of(column, definitions), *type = json_object_get(alone, "type");
    json_t *list =
        json_pack("{s:s, s:o}", "type", "array", "items", schema_of(column, definitions));

    if (!is_first && type) {
        json_t *types = json_pack("[s]", "array");

        if (json_is_array(type))
            json_array_extend(types, type);
        else
            json_array_append(types, type);
        json_object_update_missing(list, alone);
        json_object_set_new(list, "type", types);
    }
    json_decref(alone);
    return list;
}

static void add_fields(const struct mpit_group *group, json_t *properties, json_t *required,
                       json_t *definitions)
{
    for (size_t i = 0; i < group->n; i++) {
        const struct mpit_field *field = &group->field[i];

        if (field->type == MPIT_FIELD_COLUMNS) { /* as lists in the object around them */
            for (size_t j = 0; j < field->group->n; j++) {
                const struct mpit_field *column = &field->group->field[j];

                json_object_set_new(properties, column->key,
                                    column_of(column, j == 0, definitions));
                if (column->since)
                    json_array_append_new(required, json_string(column->key));
            }
            continue;
        }
        json_object_set_new(properties, field->key, schema_of(field, definitions));
        if (field->since)
            json_array_append_new(required, json_string(field->key));
    }
}

static json_t *object_of(const struct mpit_group *group, json_t *definitions)
{
    json_t *properties = json_object(), *required = json_array();

    add_fields(group, properties, required, definitions);
    return json_pack("{s:s, s:o, s:o}", "type", "object", "properties", properties, "required",
                     required);
}

/* A group is defined where it is first referred to. */
static json_t *reference_to(const struct mpit_group *group, json_t *definitions)
{
    if (!json_object_get(definitions, group->name))
        json_object_set_new(definitions, group->name, object_of(group, definitions));
    return json_pack("{s:s+}", "$ref", "#/$defs/", group->name);
}

static json_t *columns_of(const struct mpit_group *group, json_t *definitions)
{
    json_t *properties = json_object(), *required = json_array();

    for (size_t i = 0; i < group->n; i++) {
        json_object_set_new(properties, group->field[i].key,
                            column_of(&group->field[i], i == 0, definitions));
        if (group->field[i].since)
            json_array_append_new(required, json_string(group->field[i].key));
    }
    return json_pack("{s:s, s:o, s:o}", "type", "object", "properties", properties, "required",
                     required);
}

/* Of objects; or of many one object of lists. */
static json_t *list_of(const struct mpit_group *group, json_t *definitions)
{
    json_t *list =
        json_pack("{s:s, s:o}", "type", "array", "items", reference_to(group, definitions));

    if (mpit__group_has_columns(group)) {
        json_t *columns = columns_of(group, definitions);

        json_object_update_missing(list, columns);
        json_object_set_new(list, "type", json_pack("[ss]", "array", "object"));
        json_decref(columns);
    }
    return list;
}

static json_t *type_of(const struct mpit_field *field, json_t *definitions)
{
    switch (field->type) {
    case MPIT_FIELD_TEXT:
        return json_pack("{s:s}", "type", "string");
    case MPIT_FIELD_INT:
        return json_pack("{s:s, s:i}", "type", "integer", "minimum", field->least);
    case MPIT_FIELD_COUNT:
        return json_pack("{s:s, s:i}", "type", "integer", "minimum", 0);
    case MPIT_FIELD_LEVEL:
        return json_pack("{s:[ss], s:i}", "type", "integer", "null", "minimum", 0);
    case MPIT_FIELD_SECONDS:
        return json_pack("{s:[ss]}", "type", "number", "null");
    case MPIT_FIELD_BOOL:
        return json_pack("{s:s}", "type", "boolean");
    case MPIT_FIELD_SPREAD:
    case MPIT_FIELD_OBJECT:
        return reference_to(field->group, definitions);
    case MPIT_FIELD_LIST:
        return list_of(field->group, definitions);
    case MPIT_FIELD_INTS:
        return json_pack("{s:s, s:{s:s, s:i}}", "type", "array", "items", "type", "integer",
                         "minimum", field->least);
    case MPIT_FIELD_COLUMNS:
        break;
    }
    abort(); /* add_fields knows columns */
}

static json_t *schema_of(const struct mpit_field *field, json_t *definitions)
{
    json_t *schema = type_of(field, definitions);
    const char *unit = field->unit ? field->unit : "";

    json_object_set_new(schema, "description",
                        field->unit ? json_pack("s+++", field->what, " Unit: ", unit, ".")
                                    : json_string(field->what));
    return schema;
}

static json_t *record_schema(void)
{
    json_t *properties = json_object(), *required = json_array(), *definitions = json_object();

    json_object_set_new(properties, "format",
                        json_pack("{s:s, s:i, s:i, s:s}", "type", "integer", "minimum", 1,
                                  "maximum", MPIT_RECORD_FORMAT, "description",
                                  "Raised when a reader of the old would misread the new."));
    json_array_append_new(required, json_string("format"));
    add_fields(&mpit__record_group, properties, required, definitions);
    return json_pack("{s:s, s:s, s:s, s:s, s:o, s:o, s:o}", "$schema",
                     "https://json-schema.org/draft/2020-12/schema", "title",
                     "The record of a job, by mpit", "description",
                     "Written by mpit run --report FILE.json, read by mpit report. Readers pass "
                     "over keys that they do not know. The lists of one time series are of the "
                     "same length.",
                     "type", "object", "properties", properties, "required", required, "$defs",
                     definitions);
}

int main(void)
{
    json_t *schema = record_schema();

    json_dumpf(schema, stdout, JSON_INDENT(2));
    putchar('\n');
    json_decref(schema);
    return fflush(stdout) == 0 && !ferror(stdout) ? EXIT_SUCCESS : EXIT_FAILURE;
}
