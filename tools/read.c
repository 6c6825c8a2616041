/* Reading a record: jansson for the syntax; here, that it is a record and that its numbers fit. */
#include "config.h"

#include "read.h"

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is being read, for the message when it is not as it should be. */
struct reader {
    const char *path;
    const char *list; /* "calls", or NULL at the top */
    size_t index;
    bool failed;
    char *reason; /* [512] */
};

static void fail(struct reader *reader, const char *key, const char *wanted)
{
    char place[64] = "";

    if (reader->failed)
        return; /* the first thing wrong is what is told */
    reader->failed = true;
    if (reader->list)
        snprintf(place, sizeof place, "%s[%zu].", reader->list, reader->index);
    snprintf(reader->reason, 512, "%s: %s%s is not %s: not a record of mpit, or a damaged one",
             reader->path, place, key, wanted);
}

static json_int_t check_integer(struct reader *reader, const json_t *value, const char *key,
                                json_int_t least, json_int_t most)
{
    json_int_t integer = json_integer_value(value);

    if (!json_is_integer(value))
        fail(reader, key, "an integer");
    else if (integer < least || integer > most)
        fail(reader, key, "in its range");
    return reader->failed ? 0 : integer;
}

static json_int_t get_integer(struct reader *reader, const json_t *object, const char *key,
                              json_int_t least, json_int_t most)
{
    return check_integer(reader, json_object_get(object, key), key, least, most);
}

static int get_int(struct reader *reader, const json_t *object, const char *key, int least)
{
    return (int)get_integer(reader, object, key, least, INT_MAX);
}

static uint64_t get_count(struct reader *reader, const json_t *object, const char *key)
{
    return (uint64_t)get_integer(reader, object, key, 0, LLONG_MAX);
}

static double check_seconds(struct reader *reader, const json_t *value, const char *key)
{
    if (json_is_null(value))
        return NAN; /* written for what was not a number */
    if (!json_is_number(value))
        fail(reader, key, "a number");
    return json_number_value(value);
}

static double get_seconds(struct reader *reader, const json_t *object, const char *key)
{
    return check_seconds(reader, json_object_get(object, key), key);
}

/* Longer text than the record has room for is cut, not inside a character. */
static void get_text(struct reader *reader, const json_t *object, const char *key, char *text,
                     size_t size)
{
    const char *value = json_string_value(json_object_get(object, key));

    if (!value) {
        fail(reader, key, "a string");
        return;
    }
    size_t length = strlen(value);
    if (length >= size) {
        length = size - 1;
        while (length > 0 && ((unsigned char)value[length] & 0xc0) == 0x80)
            length--;
    }
    memcpy(text, value, length);
    text[length] = '\0';
}
#define GET_TEXT(reader, object, key, field) get_text(reader, object, key, field, sizeof(field))

static void read_rank(struct reader *reader, const json_t *object, void *element)
{
    struct mpit_report_rank *rank = element;

    rank->rank = get_int(reader, object, "rank", 0);
    GET_TEXT(reader, object, "host", rank->host);
    rank->pid = (long)get_integer(reader, object, "pid", 0, LONG_MAX);
    rank->wall = get_seconds(reader, object, "wall");
    rank->mpi = get_seconds(reader, object, "mpi");
}

static struct mpit_spread get_spread(struct reader *reader, const json_t *object, const char *key)
{
    const json_t *spread = json_object_get(object, key);

    if (!json_is_object(spread))
        fail(reader, key, "an object");
    return (struct mpit_spread){
        .total = get_seconds(reader, spread, "total"),
        .min = get_seconds(reader, spread, "min"),
        .max = get_seconds(reader, spread, "max"),
        .min_rank = get_int(reader, spread, "min_rank", -1),
        .max_rank = get_int(reader, spread, "max_rank", -1),
    };
}

static void read_call(struct reader *reader, const json_t *object, void *element)
{
    struct mpit_report_call *call = element;

    GET_TEXT(reader, object, "name", call->name);
    call->count = get_count(reader, object, "count");
    call->bytes = get_count(reader, object, "bytes");
    call->time = get_spread(reader, object, "time");
}

static void read_pair(struct reader *reader, const json_t *object, void *element)
{
    struct mpit_report_pair *pair = element;

    pair->sender = get_int(reader, object, "sender", 0);
    pair->receiver = get_int(reader, object, "receiver", 0);
    pair->messages = get_count(reader, object, "messages");
    pair->bytes = get_count(reader, object, "bytes");
}

static void read_region(struct reader *reader, const json_t *object, void *element)
{
    struct mpit_report_region *region = element;

    GET_TEXT(reader, object, "label", region->label);
    region->entries = get_count(reader, object, "entries");
    region->open = get_count(reader, object, "open");
#define AMOUNT(name, title)                                                                        \
    region->amount[MPIT_AMOUNT_##name].count = get_count(reader, object, #name);                   \
    region->amount[MPIT_AMOUNT_##name].bytes = get_count(reader, object, #name "_bytes");
    MPIT_REPORT_AMOUNTS(AMOUNT)
#undef AMOUNT
    region->wall = get_spread(reader, object, "wall");
    region->mpi = get_spread(reader, object, "mpi");
}

/* Column `key` + `suffix` of a time series, which has an element a sample; NULL if it has not. */
static const json_t *get_column(struct reader *reader, const json_t *object, const char *key,
                                const char *suffix, int n)
{
    char name[64];
    const json_t *column;

    snprintf(name, sizeof name, "%s%s", key, suffix);
    column = json_object_get(object, name);
    if (!json_is_array(column) || json_array_size(column) != (size_t)n)
        fail(reader, name, "a list as long as that of the times");
    return reader->failed ? NULL : column;
}

static int64_t check_level(struct reader *reader, const json_t *value, const char *key)
{
    return json_is_null(value) ? -1 : check_integer(reader, value, key, 0, LLONG_MAX);
}

#define READ_COLUMN(key, suffix, field, check)                                                     \
    do {                                                                                           \
        const json_t *column = get_column(reader, object, key, suffix, series->nsample);           \
        for (int i = 0; column && i < series->nsample; i++) {                                      \
            const json_t *value = json_array_get(column, (size_t)i);                               \
            series->sample[i].field = check;                                                       \
        }                                                                                          \
    } while (0)

static void read_series(struct reader *reader, const json_t *object, void *element)
{
    struct mpit_report_series *series = element;
    size_t n = json_array_size(json_object_get(object, "at"));

    series->rank = get_int(reader, object, "rank", 0);
    series->asked = get_seconds(reader, object, "asked");
    series->interval = get_seconds(reader, object, "interval");
    if (n > INT_MAX || !(series->sample = calloc(n ? n : 1, sizeof *series->sample))) {
        fail(reader, "at", "small enough for the memory here");
        return;
    }
    series->nsample = (int)n;
    READ_COLUMN("at", "", at, check_seconds(reader, value, "at"));
    READ_COLUMN("mpi", "", mpi, check_seconds(reader, value, "mpi"));
#define AMOUNT(name, title)                                                                        \
    READ_COLUMN(#name, "", amount[MPIT_AMOUNT_##name].count,                                       \
                (uint64_t)check_integer(reader, value, #name, 0, LLONG_MAX));                      \
    READ_COLUMN(#name, "_bytes", amount[MPIT_AMOUNT_##name].bytes,                                 \
                (uint64_t)check_integer(reader, value, #name "_bytes", 0, LLONG_MAX));
    MPIT_REPORT_AMOUNTS(AMOUNT)
#undef AMOUNT
#define STATE(name)                                                                                \
    READ_COLUMN("seen_", #name, seen[MPIT_STATE_##name],                                           \
                (uint64_t)check_integer(reader, value, "seen_" #name, 0, LLONG_MAX));
    MPIT_STATES_EACH(STATE)
#undef STATE
#define LEVEL(name, title)                                                                         \
    READ_COLUMN("most_", #name, most[MPIT_REPORT_LEVEL_##name],                                    \
                check_level(reader, value, "most_" #name));
    MPIT_REPORT_LEVELS(LEVEL)
#undef LEVEL
}

/* Reads every element of a list into a new array, which the record owns from then on. */
static void *read_list(struct reader *reader, const json_t *root, const char *key, size_t size,
                       void (*read)(struct reader *, const json_t *, void *), int *n)
{
    const json_t *list = json_object_get(root, key);
    size_t length = json_array_size(list);
    char *elements;

    *n = 0;
    if (!json_is_array(list) || length > INT_MAX) {
        fail(reader, key, "a list");
        return NULL;
    }
    elements = calloc(length ? length : 1, size);
    if (!elements) {
        fail(reader, key, "small enough for the memory here");
        return NULL;
    }
    reader->list = key;
    for (size_t i = 0; i < length && !reader->failed; i++) {
        reader->index = i;
        read(reader, json_array_get(list, i), elements + i * size);
    }
    reader->list = NULL;
    *n = (int)length;
    return elements;
}

static void read_root(struct reader *reader, const json_t *root, struct mpit_report *report)
{
    json_int_t format = get_integer(reader, root, "format", 1, INT_MAX);
    const json_t *complete = json_object_get(root, "complete");

    if (!reader->failed && format > MPIT_REPORT_FORMAT) {
        reader->failed = true;
        snprintf(reader->reason, 512,
                 "%s: written by a newer mpit (format %d, this one reads up to %d); use that one",
                 reader->path, (int)format, MPIT_REPORT_FORMAT);
        return;
    }
    GET_TEXT(reader, root, "mpit", report->mpit);
    GET_TEXT(reader, root, "vendor", report->vendor);
    GET_TEXT(reader, root, "command", report->command);
    GET_TEXT(reader, root, "start", report->start);
    GET_TEXT(reader, root, "reason", report->reason);
    if (!json_is_boolean(complete))
        fail(reader, "complete", "true or false");
    report->complete = json_is_true(complete);
    report->nranks = get_int(reader, root, "nranks", 1);
    report->lost_records = get_count(reader, root, "lost_records");
    report->rank =
        read_list(reader, root, "ranks", sizeof *report->rank, read_rank, &report->nrank);
    report->call =
        read_list(reader, root, "calls", sizeof *report->call, read_call, &report->ncall);
    report->pair =
        read_list(reader, root, "pairs", sizeof *report->pair, read_pair, &report->npair);
    if (!json_object_get(root, "regions"))
        return; /* written before there were regions */
    report->stray_ends = get_count(reader, root, "stray_region_ends");
    report->region = read_list(reader, root, "regions", sizeof *report->region, read_region,
                               &report->nregion);
    if (!json_object_get(root, "series"))
        return; /* written before there were time series */
    report->series = read_list(reader, root, "series", sizeof *report->series, read_series,
                               &report->nseries);
}

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
        snprintf(reason, 512, "%s: line %d, column %d: %s: not a record of mpit, or a damaged one",
                 path, error.line, error.column, error.text);
    if (!standard_input)
        fclose(in);
    return root;
}

bool tool_report_read(const char *path, struct mpit_report *report, char reason[512])
{
    struct reader reader = {.path = path, .reason = reason};

    *report = (struct mpit_report){0};
    json_t *root = parse(path, reason);
    if (!root)
        return false;
    read_root(&reader, root, report);
    json_decref(root);
    if (reader.failed)
        mpit__report_free(report);
    return !reader.failed;
}
