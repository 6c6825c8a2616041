#include "config.h"

#include "registry/types.h"

#include "ground/letters.h"
#include "ground/number.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A total has 63 bits: the lowest bit of a handle's cell says whether it is started. */
#define TOTAL_MAX ((uint64_t)INT64_MAX)

static bool suffix_factor(const char *suffix, uint64_t *factor)
{
    static const struct {
        const char *suffix;
        uint64_t factor;
    } rows[] = {
        {"", 1},          {"k", 1 << 10},   {"K", 1 << 10},   {"M", 1 << 20},    {"G", 1 << 30},
        {"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"T", 1ull << 40},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(suffix, rows[i].suffix) == 0) {
            *factor = rows[i].factor;
            return true;
        }
    }
    return false;
}

/* A number from min to max, with a size suffix; a minus sign is never wrapped around. */
static bool parse_signed(const char *text, long long min, long long max, long long *value)
{
    char *end;
    long long number, scaled;
    uint64_t factor;

    errno = 0;
    number = strtoll(text, &end, 0);
    if (end == text || errno || !suffix_factor(end, &factor) ||
        __builtin_mul_overflow(number, (long long)factor, &scaled) || scaled < min || scaled > max)
        return false;
    *value = scaled;
    return true;
}

static bool parse_whole(const char *text, uint64_t max, uint64_t *value)
{
    char *end;
    uint64_t number, scaled, factor;

    while (isspace((unsigned char)*text))
        text++;
    errno = 0;
    number = strtoull(text, &end, 0);
    if (*text == '-' || end == text || errno || !suffix_factor(end, &factor) ||
        __builtin_mul_overflow(number, factor, &scaled) || scaled > max)
        return false;
    *value = scaled;
    return true;
}

static bool parse_int(const char *text, union mpit_value *value)
{
    long long number;

    if (!parse_signed(text, INT_MIN, INT_MAX, &number))
        return false;
    value->integer = (int)number;
    return true;
}

static bool parse_count(const char *text, union mpit_value *value)
{
    long long number;

    if (!parse_signed(text, INT64_MIN, INT64_MAX, &number))
        return false;
    value->count = (MPI_Count)number;
    return true;
}

static bool parse_unsigned(const char *text, union mpit_value *value)
{
    uint64_t number;

    if (!parse_whole(text, UINT_MAX, &number))
        return false;
    value->unsigned_int = (unsigned)number;
    return true;
}

static bool parse_unsigned_long(const char *text, union mpit_value *value)
{
    uint64_t number;

    if (!parse_whole(text, ULONG_MAX, &number))
        return false;
    value->unsigned_long = (unsigned long)number;
    return true;
}

static bool parse_unsigned_long_long(const char *text, union mpit_value *value)
{
    uint64_t number;

    if (!parse_whole(text, ULLONG_MAX, &number))
        return false;
    value->unsigned_long_long = number;
    return true;
}

static bool parse_double(const char *text, union mpit_value *value)
{
    static const struct {
        const char *suffix;
        double factor;
    } rows[] = {{"", 1}, {"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {"min", 60}};
    char *end;
    double number = mpit__number_read(text, &end);

    if (end == text || !isfinite(number))
        return false;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(end, rows[i].suffix) == 0) {
            value->real = number * rows[i].factor;
            return true;
        }
    }
    return false;
}

bool mpit__parse_switch(const char *text, bool *on)
{
    static const char *const words[][2] = {
        {"off", "on"},
        {"no", "yes"},
        {"false", "true"},
        {"0", "1"},
    };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        for (int j = 0; j < 2; j++) {
            if (mpit__is_word(text, words[i][j])) {
                *on = j;
                return true;
            }
        }
    }
    return false;
}

bool mpit__same_value(const char *a, const char *b)
{
    uint64_t first, second;
    bool on, also;

    return strcmp(a, b) == 0 ||
           (parse_whole(a, UINT64_MAX, &first) && parse_whole(b, UINT64_MAX, &second) &&
            first == second) ||
           (mpit__parse_switch(a, &on) && mpit__parse_switch(b, &also) && on == also);
}

static bool parse_text(const char *text, union mpit_value *value)
{
    size_t length = strlen(text);

    if (length >= sizeof value->text)
        return false;
    memcpy(value->text, text, length + 1);
    return true;
}

#define PRINT(name, format, member)                                                                \
    static int print_##name(const union mpit_value *value, char *buffer, size_t size)              \
    {                                                                                              \
        return snprintf(buffer, size, format, value->member);                                      \
    }
PRINT(int, "%d", integer)
PRINT(unsigned, "%u", unsigned_int)
PRINT(unsigned_long, "%lu", unsigned_long)
PRINT(unsigned_long_long, "%llu", unsigned_long_long)
PRINT(text, "%s", text)

static int print_double(const union mpit_value *value, char *buffer, size_t size)
{
    char number[MPIT_NUMBER];

    mpit__number_write(number, 'g', 15, value->real);
    return snprintf(buffer, size, "%s", number);
}

static int print_count(const union mpit_value *value, char *buffer, size_t size)
{
    return snprintf(buffer, size, "%lld", (long long)value->count);
}

#define COMPARE(name, member)                                                                      \
    static int compare_##name(const union mpit_value *a, const union mpit_value *b)                \
    {                                                                                              \
        return (a->member > b->member) - (a->member < b->member);                                  \
    }
COMPARE(int, integer)
COMPARE(unsigned, unsigned_int)
COMPARE(unsigned_long, unsigned_long)
COMPARE(unsigned_long_long, unsigned_long_long)
COMPARE(count, count)
COMPARE(double, real)

static int compare_text(const union mpit_value *a, const union mpit_value *b)
{
    int order = strcmp(a->text, b->text);

    return (order > 0) - (order < 0);
}

/* memcpy, because a tool's buffer need not be aligned. */
#define ELEMENT(name, type, max)                                                                   \
    static void put_##name(uint64_t total, void *element)                                          \
    {                                                                                              \
        type value = total > (uint64_t)(max) ? (type)(max) : (type)total;                          \
        memcpy(element, &value, sizeof value);                                                     \
    }                                                                                              \
    static bool get_##name(const void *element, uint64_t *total)                                   \
    {                                                                                              \
        type value;                                                                                \
        memcpy(&value, element, sizeof value);                                                     \
        if (value < (type)0 || (uint64_t)value > TOTAL_MAX)                                        \
            return false;                                                                          \
        *total = (uint64_t)value;                                                                  \
        return true;                                                                               \
    }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wtype-limits"
ELEMENT(int, int, INT_MAX)
ELEMENT(unsigned, unsigned, UINT_MAX)
ELEMENT(unsigned_long, unsigned long, ULONG_MAX)
ELEMENT(unsigned_long_long, unsigned long long, ULLONG_MAX)
ELEMENT(count, MPI_Count, INT64_MAX)
#pragma GCC diagnostic pop

static void put_double(uint64_t total, void *element)
{
    double value = (double)total;

    memcpy(element, &value, sizeof value);
}

static bool get_double(const void *element, uint64_t *total)
{
    double value;

    memcpy(&value, element, sizeof value);
    if (!(value >= 0 && value < 0x1p63))
        return false;
    *total = (uint64_t)value;
    return true;
}

/* In an unsigned type where there is one: signed integers must not overflow. */
#define ARITHMETIC(name, type)                                                                     \
    static void add_##name(void *element, const void *by)                                          \
    {                                                                                              \
        type a, b;                                                                                 \
        memcpy(&a, element, sizeof a);                                                             \
        memcpy(&b, by, sizeof b);                                                                  \
        a += b;                                                                                    \
        memcpy(element, &a, sizeof a);                                                             \
    }                                                                                              \
    static void subtract_##name(void *element, const void *by)                                     \
    {                                                                                              \
        type a, b;                                                                                 \
        memcpy(&a, element, sizeof a);                                                             \
        memcpy(&b, by, sizeof b);                                                                  \
        a -= b;                                                                                    \
        memcpy(element, &a, sizeof a);                                                             \
    }
ARITHMETIC(int, unsigned)
ARITHMETIC(unsigned, unsigned)
ARITHMETIC(unsigned_long, unsigned long)
ARITHMETIC(unsigned_long_long, unsigned long long)
ARITHMETIC(count, uint64_t)
ARITHMETIC(double, double)
_Static_assert(sizeof(MPI_Count) == sizeof(uint64_t), "the arithmetic of MPI_Count is 64-bit");

#define ROW(mpi_, type, name, allows)                                                              \
    {                                                                                              \
#mpi_, allows, mpi_, sizeof(type), parse_##name, print_##name, compare_##name, put_##name, \
            get_##name, add_##name, subtract_##name                                                \
    }

const struct mpit_type_row mpit__types[MPIT_TYPES] = {
    [MPIT_INT] =
        ROW(MPI_INT, int, int, "a whole number from -2147483648 to 2147483647, as in 512 or 64k"),
    [MPIT_UNSIGNED] = ROW(MPI_UNSIGNED, unsigned, unsigned,
                          "a whole number from 0 to 4294967295, as in 512 or 64k"),
    [MPIT_UNSIGNED_LONG] = ROW(MPI_UNSIGNED_LONG, unsigned long, unsigned_long,
                               "a whole number from 0 on, as in 512, 64k or 2M"),
    [MPIT_UNSIGNED_LONG_LONG] = ROW(MPI_UNSIGNED_LONG_LONG, unsigned long long, unsigned_long_long,
                                    "a whole number from 0 on, as in 512, 64k or 2M"),
    [MPIT_COUNT] = ROW(MPI_COUNT, MPI_Count, count, "a whole number, as in 512, 64k or 2M"),
    [MPIT_CHAR] = {"MPI_CHAR", "a text of at most 4095 characters", MPI_CHAR, 1, parse_text,
                   print_text, compare_text, NULL, NULL, NULL, NULL},
    [MPIT_DOUBLE] = ROW(MPI_DOUBLE, double, double, "a number, or a time as in 2, 10ms or 5min"),
};
