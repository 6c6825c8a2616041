/* The convention for returning strings (14.3.3): STR-1 … STR-5. */
#include "config.h"

#include "ground/strings_out.h"
#include "suite.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>

enum { ROOM = 16, UNTOUCHED = 0x5a };

/* What a caller sees for one text and one length: the buffer, and the length returned. */
struct seen {
    char buffer[ROOM];
    int length;
};

static struct seen ask(const char *text, int length)
{
    struct seen seen = {.length = length};

    memset(seen.buffer, UNTOUCHED, sizeof seen.buffer);
    mpit__string_return(text, seen.buffer, &seen.length);
    return seen;
}

static bool untouched_from(const struct seen *seen, size_t first)
{
    for (size_t i = first; i < sizeof seen->buffer; i++)
        if (seen->buffer[i] != UNTOUCHED)
            return false;
    return true;
}

START_TEST(string_is_cut_to_the_buffer_and_terminated)
{
    static const char text[] = "abcdefgh";

    for (int length = 1; length <= ROOM; length++) {
        struct seen seen = ask(text, length);
        size_t n = (size_t)length < sizeof text ? (size_t)length - 1 : sizeof text - 1;

        ck_assert_uint_eq(strlen(seen.buffer), n);
        ck_assert(strncmp(seen.buffer, text, n) == 0);
        ck_assert(untouched_from(&seen, n + 1));
    }
}
END_TEST

START_TEST(string_length_returned_is_the_full_one_with_its_terminator)
{
    for (int length = INT_MIN; length < ROOM; length = length < -2 ? -2 : length + 1) {
        ck_assert_int_eq(ask("abcdefgh", length).length, 9);
        ck_assert_int_eq(ask("", length).length, 1);
    }
}
END_TEST

START_TEST(string_is_not_written_without_a_positive_length)
{
    static const int lengths[] = {0, -1, -2, INT_MIN};

    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        struct seen seen = ask("abc", lengths[i]);
        ck_assert(untouched_from(&seen, 0));
    }
}
END_TEST

START_TEST(string_needs_no_buffer_to_tell_its_length)
{
    int length = 7;

    mpit__string_return("abc", NULL, &length);
    ck_assert_int_eq(length, 4);
}
END_TEST

START_TEST(string_buffer_is_ignored_without_a_length)
{
    struct seen seen = {.length = 0};

    memset(seen.buffer, UNTOUCHED, sizeof seen.buffer);
    mpit__string_return("abc", seen.buffer, NULL);
    ck_assert(untouched_from(&seen, 0));
    mpit__string_return("abc", NULL, NULL);
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(string_is_cut_to_the_buffer_and_terminated)                                               \
    TEST(string_length_returned_is_the_full_one_with_its_terminator)                               \
    TEST(string_is_not_written_without_a_positive_length)                                          \
    TEST(string_needs_no_buffer_to_tell_its_length)                                                \
    TEST(string_buffer_is_ignored_without_a_length)
SUITE("strings", TESTS, NULL)
