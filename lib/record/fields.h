/* What a record is made of, as a table: a row for each field, in the order of the JSON.
 *
 * By these rows the JSON is written (json.c) and read (the command's read.c) and its schema is made
 * (doc/schema.c); CSV and OpenMetrics show what the rows say of them.  So a new field is a member
 * in record.h and a row in fields.c.  The text for people (sections.h) has an order of its own. */
#ifndef MPIT_RECORD_FIELDS_H
#define MPIT_RECORD_FIELDS_H

#include "ground/number.h"
#include "record/record.h"

#include <stdbool.h>
#include <stddef.h>

/* The number in "format" of the JSON: raised when a reader of the old would misread the new.  What
 * is only added does not raise it, as readers pass over keys that they do not know.
 *
 *   1  lists of objects
 *   2  a list of more than MPIT_RECORD_MANY objects may be one object with a list for each field
 *      (mpit__field_by_columns), and a value alone, but in the first list, stands for a list of as
 *      many that are all the same
 *
 * Written is the lowest that will do. */
#define MPIT_RECORD_FORMAT 2
enum { MPIT_RECORD_MANY = 4096 };

enum mpit_field_type {
    MPIT_FIELD_TEXT,    /* char[size]; longer text is cut by the reader */
    MPIT_FIELD_INT,     /* int, at least `least` */
    MPIT_FIELD_COUNT,   /* uint64_t */
    MPIT_FIELD_LEVEL,   /* int64_t; null where nobody watches it, here negative */
    MPIT_FIELD_SECONDS, /* double; null for what is no number */
    MPIT_FIELD_BOOL,
    MPIT_FIELD_SPREAD, /* struct mpit_spread: an object */
    MPIT_FIELD_OBJECT, /* another struct, of the kinds above */
    MPIT_FIELD_LIST,   /* an array of structs: a list of objects */
    MPIT_FIELD_INTS,   /* an array of int, each at least `least`: a list of numbers */
    MPIT_FIELD_COLUMNS /* an array of structs: a list for each field of them; without a key */
};

/* The columns of the CSV behind its first, the kind of the row. */
enum mpit_csv_column {
    MPIT_CSV_NONE,
    MPIT_CSV_NAME,
    MPIT_CSV_RANK,
    MPIT_CSV_HOST,
    MPIT_CSV_SENDER,
    MPIT_CSV_RECEIVER,
    MPIT_CSV_COUNT,
    MPIT_CSV_BYTES,
    MPIT_CSV_TOTAL,
    MPIT_CSV_MEAN,
    MPIT_CSV_MIN,
    MPIT_CSV_MIN_RANK,
    MPIT_CSV_MAX,
    MPIT_CSV_MAX_RANK,
    MPIT_CSV_FUNCTION,
    MPIT_CSV_FILE,
    MPIT_CSV_LINE,
    MPIT_CSV_MODULE,
    MPIT_CSV_BUILD_ID,
    MPIT_CSV_OFFSET,
    MPIT_CSV_AT,
    MPIT_CSV_COLUMNS
};

struct mpit_group;

struct mpit_field {
    const char *key;
    enum mpit_field_type type;
    size_t offset;       /* of the member in its struct */
    size_t size;         /* of the member */
    size_t count_offset; /* LIST, INTS, COLUMNS: of the int that says how many there are */
    const struct mpit_group *group; /* SPREAD, OBJECT, LIST, COLUMNS: what is inside */
    int least;                      /* INT, INTS */
    bool absent; /* TEXT, COUNT, BOOL of an object, or a label: it is left out where it is empty, 0,
                  * false */
    int since;   /* first format in which every record has it; 0: any record may be without it */
    const char *unit; /* NULL: none */
    const char *what; /* a sentence */

    /* Fields of the same `row` stand in one row of the CSV, each in its `column`. */
    struct {
        enum mpit_csv_column column;
        const char *row; /* kind, and the name behind a comma where no field is it; NULL: the field
                          * tells the rows of its struct, and of those inside, from others */
        int turn;        /* rows of a later turn stand behind those of an earlier one */
        bool rare;       /* no row for a 0, nor for an empty text */
    } csv;

    struct {
        const char *label; /* the field tells the samples of its struct from others */
        const char *name;  /* of the family, with its unit as last word */
        int turn;
        bool rare; /* no sample for a 0 */
    } metric;
};

/* The fields of a struct. */
struct mpit_group {
    const char *name;
    size_t size;
    size_t n;
    const struct mpit_field *field; /* [n] */
};

/* Of struct mpit_record; all others are inside. */
extern const struct mpit_group mpit__record_group;

/* Key, place and type of a member, as the first words of a row.  The type is that of the member. */
#define MPIT_FIELD_TYPE(thing, member)                                                             \
    _Generic(((thing *)NULL)->member, char * : MPIT_FIELD_TEXT, int : MPIT_FIELD_INT,              \
             uint64_t : MPIT_FIELD_COUNT, int64_t : MPIT_FIELD_LEVEL, double : MPIT_FIELD_SECONDS, \
             bool : MPIT_FIELD_BOOL, struct mpit_spread : MPIT_FIELD_SPREAD, \
             struct mpit_record_efficiency : MPIT_FIELD_OBJECT)
#define MPIT_FIELD(key_, thing, member)                                                            \
    .key = key_, .type = MPIT_FIELD_TYPE(thing, member), .offset = offsetof(thing, member),        \
    .size = sizeof(((thing *)NULL)->member)

#define MPIT_GROUP(name, thing, fields)                                                            \
    {                                                                                              \
        name, sizeof(thing), sizeof(fields) / sizeof *(fields), fields                             \
    }

/* The elements of a LIST, INTS or COLUMNS in `thing`, and how many; NULL where there are none. */
const void *mpit__field_elements(const struct mpit_field *field, const void *thing, int *n);

/* Whether elements can stand by columns: they have no lists of their own; and whether those of a
 * LIST do, as they are many. */
bool mpit__group_has_columns(const struct mpit_group *group);
bool mpit__field_by_columns(const struct mpit_field *field, const void *thing);

/* Whether a member, which may not be known, is not. */
bool mpit__field_is_absent(const struct mpit_field *field, const char *member);

/* A member that is one number, as text in every locale.  False for the unknown, and for what is
 * none. */
bool mpit__field_number(char text[MPIT_NUMBER], const struct mpit_field *field, const void *member);

#endif
