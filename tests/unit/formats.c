/* What CSV and OpenMetrics make of texts of the program's. */
#include "config.h"

#include "../../tools/formats/csv.h"
#include "../../tools/formats/formats.h"
#include "record/record.h"
#include "suite.h"

/* The cell that a text becomes; to be freed. */
static char *cell_of(const char *text)
{
    char *cell;
    size_t size;
    FILE *out = open_memstream(&cell, &size);

    ck_assert_ptr_nonnull(out);
    tool_csv_field("", text, out);
    ck_assert_int_eq(fclose(out), 0);
    return cell;
}

START_TEST(a_cell_that_a_spreadsheet_would_execute_is_text)
{
    static const char *const text[] = {"=1+2", "+1+2", "-x", "@sum", "\t=1+2", "\r=1+2"};

    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        char *cell = cell_of(text[i]);

        ck_assert_msg(cell[strspn(cell, "\"")] == '\'', "%s is executed", text[i]);
        free(cell);
    }
}
END_TEST

START_TEST(numbers_and_other_texts_are_cells_as_they_are)
{
    static const char *const text[] = {"-1", "+1e3", "a=b", "a\tb", "", "x@y"};

    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        char *cell = cell_of(text[i]);

        ck_assert_str_eq(cell, text[i]);
        free(cell);
    }
}
END_TEST

/* OpenMetrics of a job with regions of these labels, entered once, twice, …; to be freed. */
static char *metrics_of(const char *const *label, int n)
{
    struct mpit_record_region *regions = calloc((size_t)n, sizeof *regions);
    struct mpit_record record = {.nranks = 1, .nregion = n, .region = regions};
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    ck_assert(regions && out);
    for (int i = 0; i < n; i++) {
        snprintf(regions[i].label, sizeof regions[i].label, "%s", label[i]);
        regions[i].entries = (uint64_t)i + 1;
    }
    ck_assert_int_eq(tool_openmetrics_write_record(&record, out), 0);
    ck_assert_int_eq(fclose(out), 0);
    free(regions);
    return text;
}

static void check_regions(const char *const *label, const char *const *shown, int n)
{
    char *text = metrics_of(label, n), line[256];

    for (int i = 0; i < n; i++) {
        snprintf(line, sizeof line, "\nmpit_region_entries{region=\"%s\"} %d\n", shown[i], i + 1);
        ck_assert_msg(strstr(text, line) != NULL, "no %s in %s", line, text);
    }
    free(text);
}

START_TEST(each_of_three_with_one_label_has_a_series_of_its_own)
{
    static const char *const label[] = {"x", "y", "x", "x", "y"}, *const shown[] = {
                                                                      "x", "y", "x (2)", "x (3)",
                                                                      "y (2)"};

    check_regions(label, shown, 5);
}
END_TEST

START_TEST(a_number_makes_no_label_that_another_has_by_itself)
{
    static const char *const label[] = {"x", "x", "x (2)", "x (4)", "x", "x (2)"},
                             *const shown[] = {"x",     "x (3)", "x (2)",
                                               "x (4)", "x (5)", "x (2) (2)"};

    check_regions(label, shown, 6);
}
END_TEST

START_TEST(labels_that_are_written_alike_are_told_apart)
{
    static const char *const label[] = {"\x1b", "\\x1b"}, *const shown[] = {"\\\\x1b",
                                                                            "\\\\x1b (2)"};

    check_regions(label, shown, 2);
}
END_TEST

START_TEST(a_label_has_no_control_of_any_kind)
{
    static const char *const label[] = {"a\tb", "a\nb", "a\"b\\", "a\rb"}, *const shown[] = {
                                                                               "a\\\\x09b", "a\\nb",
                                                                               "a\\\"b\\\\",
                                                                               "a\\\\x0db"};

    check_regions(label, shown, 4);
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(a_cell_that_a_spreadsheet_would_execute_is_text)                                          \
    TEST(numbers_and_other_texts_are_cells_as_they_are)                                            \
    TEST(each_of_three_with_one_label_has_a_series_of_its_own)                                     \
    TEST(a_number_makes_no_label_that_another_has_by_itself)                                       \
    TEST(labels_that_are_written_alike_are_told_apart)                                             \
    TEST(a_label_has_no_control_of_any_kind)

SUITE("formats", TESTS, NULL)
