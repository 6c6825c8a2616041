/* The record: its writers (text, JSON, CSV) and its reader. */
#include "config.h"

#include "../../lib/record/record.h"
#include "../../tools/csv.h"
#include "../../tools/read.h"
#include "suite.h"

#include <errno.h>
#include <jansson.h>
#include <string.h>
#include <unistd.h>

static struct mpit_report_rank ranks[3];
static struct mpit_report_call calls[2];
static struct mpit_report_pair pairs[12];
static struct mpit_report_region regions[1];
static struct mpit_report_sample samples[2];
static struct mpit_report_series series[1];

/* Three ranks on two hosts; rank 2 never calls MPI_Send. */
static struct mpit_report make_report(void)
{
    struct mpit_report report = {.mpit = "1.2.3",
                                 .vendor = "Some MPI",
                                 .command = "./solve \"a b\"",
                                 .start = "2024-01-02T03:04:05Z",
                                 .complete = true,
                                 .nranks = 3,
                                 .nrank = 3,
                                 .ncall = 2,
                                 .npair = 2,
                                 .nregion = 1,
                                 .nseries = 1,
                                 .stray_ends = 2,
                                 .rank = ranks,
                                 .call = calls,
                                 .pair = pairs,
                                 .region = regions,
                                 .series = series};

    ranks[0] = (struct mpit_report_rank){0, "alpha", 100, 2.0, 0.5};
    ranks[1] = (struct mpit_report_rank){1, "beta", 101, 4.0, 1.0};
    ranks[2] = (struct mpit_report_rank){2, "alpha", 102, 2.0, 1.5};
    calls[0] = (struct mpit_report_call){"MPI_Wait", 7, 0, MPIT_SPREAD_NONE};
    calls[1] = (struct mpit_report_call){"MPI_Send", 1234567, 9876543210, MPIT_SPREAD_NONE};
    for (int i = 0; i < 3; i++) {
        mpit__spread_add(&calls[0].time, 0.25 + i * 0.25, i);
        mpit__spread_add(&calls[1].time, i < 2 ? 0.001 : 0, i);
    }
    pairs[0] = (struct mpit_report_pair){2, 0, 3, 4000};
    pairs[1] = (struct mpit_report_pair){0, 1, 5, 40};
    regions[0] = (struct mpit_report_region){.label = "solve, \"it\"",
                                             .entries = 30,
                                             .open = 1,
                                             .wall = calls[0].time,
                                             .mpi = calls[1].time};
    for (int i = 0; i < 2; i++) {
        samples[i] = (struct mpit_report_sample){.at = 1.0 + i, .mpi = 0.25 * (i + 1)};
        samples[i].amount[MPIT_AMOUNT_recvs] = (struct mpit_report_amount){10u + (unsigned)i, 77};
        samples[i].seen[MPIT_STATE_wait] = 4;
        samples[i].most[MPIT_REPORT_LEVEL_unexpected] = i ? 6 : -1;
    }
    series[0] = (struct mpit_report_series){2, 0.5, 1.0, 2, samples};
    for (int i = 0; i < MPIT_AMOUNTS; i++)
        regions[0].amount[i] = (struct mpit_report_amount){(unsigned)i + 1, 100u * (unsigned)i};
    return report;
}

static char *written(int (*write)(const struct mpit_report *, FILE *),
                     const struct mpit_report *report)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    ck_assert_int_eq(write(report, out), 0);
    fclose(out);
    return text;
}

/* A reader takes a path: what it is to read goes through a file without a name of ours in it. */
static bool read_back(const char *text, size_t size, struct mpit_report *report, char *reason)
{
    char path[] = "report-XXXXXX";
    int file = mkstemp(path);

    ck_assert_int_ge(file, 0);
    ck_assert_int_eq((long)write(file, text, size), (long)size);
    close(file);
    bool good = tool_report_read(path, report, reason);
    unlink(path);
    return good;
}

START_TEST(spread_knows_total_extremes_and_where_they_are)
{
    struct mpit_spread spread = MPIT_SPREAD_NONE;

    mpit__spread_add(&spread, 3, 4);
    mpit__spread_add(&spread, 1, 5);
    mpit__spread_add(&spread, 3, 6);
    ck_assert_double_eq(spread.total, 7);
    ck_assert_double_eq(spread.min, 1);
    ck_assert_double_eq(spread.max, 3);
    ck_assert_int_eq(spread.min_rank, 5);
    ck_assert_int_eq(spread.max_rank, 4); /* the first of equals */
}
END_TEST

START_TEST(decimal_point_is_a_point_in_every_locale)
{
    char plain[] = "1.50", comma[] = "-12,25",
         wide[] = "3\xd9\xab"
                  "75",
         whole[] = "17";

    mpit__number_use_point(plain);
    mpit__number_use_point(comma);
    mpit__number_use_point(wide);
    mpit__number_use_point(whole);
    ck_assert_str_eq(plain, "1.50");
    ck_assert_str_eq(comma, "-12.25");
    ck_assert_str_eq(wide, "3.75");
    ck_assert_str_eq(whole, "17");
}
END_TEST

START_TEST(json_read_back_is_the_same_record)
{
    struct mpit_report report = make_report(), copy;
    char reason[512];

    strcpy(report.command, "a\"b\\c\n\t\x01\x7f/\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
    strcpy(report.reason, "MPI_Abort");
    report.complete = false;
    report.lost_records = 42;
    calls[0].count = INT64_MAX;
    pairs[0].bytes = INT64_MAX;
    char *text = written(mpit__report_write_json, &report);
    ck_assert_msg(read_back(text, strlen(text), &copy, reason), "%s", reason);
    ck_assert_str_eq(copy.command, report.command);
    ck_assert_str_eq(copy.vendor, report.vendor);
    ck_assert_str_eq(copy.start, report.start);
    ck_assert_str_eq(copy.reason, report.reason);
    ck_assert(!copy.complete);
    ck_assert_uint_eq(copy.lost_records, 42);
    ck_assert_int_eq(copy.nranks, 3);
    ck_assert_int_eq(copy.nrank, 3);
    ck_assert_str_eq(copy.rank[1].host, "beta");
    ck_assert_int_eq(copy.rank[2].pid, 102);
    ck_assert_uint_eq(copy.call[0].count, INT64_MAX);
    ck_assert_uint_eq(copy.pair[0].bytes, INT64_MAX);
    ck_assert_uint_eq(copy.stray_ends, 2);
    ck_assert_str_eq(copy.region[0].label, "solve, \"it\"");
    ck_assert_uint_eq(copy.region[0].entries, 30);
    ck_assert_uint_eq(copy.region[0].open, 1);
    ck_assert_uint_eq(copy.region[0].amount[MPIT_AMOUNT_writes].bytes, 500);
    ck_assert_int_eq(copy.nseries, 1);
    ck_assert_int_eq(copy.series[0].rank, 2);
    ck_assert_double_eq(copy.series[0].asked, 0.5);
    ck_assert_int_eq(copy.series[0].nsample, 2);
    ck_assert_double_eq(copy.series[0].sample[1].mpi, 0.5);
    ck_assert_uint_eq(copy.series[0].sample[1].amount[MPIT_AMOUNT_recvs].count, 11);
    ck_assert_uint_eq(copy.series[0].sample[0].seen[MPIT_STATE_wait], 4);
    ck_assert_int_eq(copy.series[0].sample[0].most[MPIT_REPORT_LEVEL_unexpected], -1);
    ck_assert_int_eq(copy.series[0].sample[1].most[MPIT_REPORT_LEVEL_unexpected], 6);
    char *again = written(mpit__report_write_json, &copy);
    ck_assert_str_eq(again, text);
    mpit__report_free(&copy);
    ck_assert_ptr_null(copy.rank);
    free(again);
    free(text);
}
END_TEST

static void check_json_string(const char *bytes, const char *expected)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    json_error_t error;

    mpit__json_write_string(bytes, out);
    fclose(out);
    json_t *value = json_loads(text, JSON_DECODE_ANY, &error);
    ck_assert_msg(value != NULL, "%s: %s", text, error.text);
    if (expected)
        ck_assert_str_eq(json_string_value(value), expected);
    json_decref(value);
    free(text);
}

#define REPLACED "\xef\xbf\xbd" /* U+FFFD */

START_TEST(json_strings_keep_text_and_replace_what_is_none)
{
    check_json_string("", "");
    check_json_string("\xc3\xa9 \xed\x9f\xbf \xf4\x8f\xbf\xbf",
                      "\xc3\xa9 \xed\x9f\xbf \xf4\x8f\xbf\xbf");
    check_json_string("x\xffy", "x" REPLACED "y");
    check_json_string("\xc3", REPLACED);                                        /* cut short */
    check_json_string("\xe2\x82", REPLACED REPLACED);                           /* cut short */
    check_json_string("\xc0\x80", REPLACED REPLACED);                           /* overlong */
    check_json_string("\xe0\x9f\xbf", REPLACED REPLACED REPLACED);              /* overlong */
    check_json_string("\xed\xa0\x80", REPLACED REPLACED REPLACED);              /* a surrogate */
    check_json_string("\xf4\x90\x80\x80", REPLACED REPLACED REPLACED REPLACED); /* too high */
}
END_TEST

START_TEST(json_strings_of_any_bytes_are_valid)
{
    char bytes[24];

    srand(1);
    for (int round = 0; round < 20000; round++) {
        int length = 1 + rand() % 20;
        for (int i = 0; i < length; i++)
            bytes[i] = (char)(1 + rand() % 255);
        bytes[length] = '\0';
        check_json_string(bytes, NULL);
    }
}
END_TEST

START_TEST(overlong_text_is_cut_between_characters)
{
    struct mpit_report report = make_report(), copy;
    char reason[512];

    memset(report.command, '\xff', sizeof report.command - 1); /* three bytes each once written */
    report.command[sizeof report.command - 1] = '\0';
    char *text = written(mpit__report_write_json, &report);
    ck_assert_msg(read_back(text, strlen(text), &copy, reason), "%s", reason);
    ck_assert_uint_eq(strlen(copy.command) % 3, 0);
    ck_assert_uint_gt(strlen(copy.command), sizeof copy.command - 4);
    mpit__report_free(&copy);
    free(text);
}
END_TEST

START_TEST(text_has_exact_counts_and_readable_times)
{
    struct mpit_report report = make_report();
    char *text = written(mpit__report_write_text, &report);

    ck_assert_ptr_nonnull(strstr(text, "./solve \"a b\""));
    ck_assert_ptr_nonnull(strstr(text, "3 on 2 hosts: alpha, beta\n"));
    ck_assert_ptr_nonnull(strstr(text, "2024-01-02T03:04:05Z"));
    ck_assert_ptr_nonnull(strstr(text, " 1234567  9876543210 "));
    ck_assert_ptr_nonnull(strstr(text, "9.9 GB"));
    ck_assert_ptr_nonnull(strstr(text, "2.000 ms")); /* MPI_Send, all ranks */
    ck_assert_ptr_nonnull(strstr(text, "37.5 %"));   /* 3 s of 8 s */
    ck_assert_ptr_nonnull(strstr(text, "75.0 %"));   /* rank 2 */
    ck_assert_ptr_nonnull(strstr(text, "sender  ->  receiver"));
    ck_assert_ptr_nonnull(strstr(text, "time series of 1 rank, a sample each 1.000  s "
                                       "(from a look each 500.000 ms)"));
    ck_assert_ptr_null(strstr(text, "partial"));
    ck_assert_ptr_null(strstr(text, "unrecorded"));
    free(text);
}
END_TEST

/* The lines of a table, from the one that begins with `header`, all end in the same column. */
static int check_aligned(const char *text, const char *header)
{
    const char *line = strstr(text, header);
    int nline = 0;

    ck_assert_msg(line != NULL, "no table '%s'", header);
    while (line > text && line[-1] != '\n')
        line--;
    size_t width = strcspn(line, "\n");
    for (; *line && *line != '\n' && strncmp(line, "and ", 4); nline++) {
        ck_assert_msg(strcspn(line, "\n") == width, "not aligned:\n%s", text);
        line += width + 1;
    }
    return nline;
}

START_TEST(columns_align_whatever_the_numbers)
{
    struct mpit_report report = make_report();

    calls[0].count = calls[0].bytes = UINT64_MAX;
    calls[0].time = (struct mpit_spread){1e300, 1e-10, 1e15, 2147483647, 0};
    strcpy(calls[1].name, "MPI_A_name_that_fills_all_of_the_room_there_is.");
    pairs[0] = (struct mpit_report_pair){2147483647, 0, UINT64_MAX, UINT64_MAX};
    ranks[0].wall = 1e12;
    char *text = written(mpit__report_write_text, &report);
    ck_assert_int_eq(check_aligned(text, "call "), 3);
    ck_assert_int_eq(check_aligned(text, "->  receiver"), 3);
    ck_assert_int_eq(check_aligned(text, " total "), 4);
    ck_assert_ptr_nonnull(strstr(text, "18446744073709551615"));
    free(text);
}
END_TEST

START_TEST(text_without_time_calls_or_pairs_has_no_nonsense)
{
    struct mpit_report report = make_report();

    report.nranks = report.nrank = 1;
    report.ncall = report.npair = 0;
    ranks[0].wall = ranks[0].mpi = 0;
    char *text = written(mpit__report_write_text, &report);
    ck_assert_ptr_null(strstr(text, "nan"));
    ck_assert_ptr_null(strstr(text, "inf"));
    ck_assert_ptr_nonnull(strstr(text, "no calls recorded"));
    ck_assert_ptr_nonnull(strstr(text, "no point-to-point messages sent"));
    check_aligned(text, " total ");
    free(text);

    report.nrank = 0;
    free(written(mpit__report_write_text, &report));
}
END_TEST

START_TEST(text_shows_ten_pairs_and_sums_up_the_rest)
{
    struct mpit_report report = make_report();

    for (int i = 0; i < 12; i++)
        pairs[i] = (struct mpit_report_pair){i, 99, 2, 1000 - (uint64_t)i};
    report.npair = 12;
    char *text = written(mpit__report_write_text, &report);
    ck_assert_int_eq(check_aligned(strstr(text, "sender"), "sender"), 11);
    ck_assert_ptr_null(strstr(text, " 990 "));
    ck_assert_ptr_nonnull(strstr(text, "and 2 more pairs: 4 messages, 1979 bytes"));
    free(text);
}
END_TEST

START_TEST(text_of_a_partial_record_says_so)
{
    struct mpit_report report = make_report();

    report.complete = false;
    report.nrank = 1;
    report.nranks = 64;
    ranks[0].rank = 17;
    report.lost_records = 5;
    strcpy(report.reason, "MPI_Abort");
    strcpy(report.command, "x\x1b[2Jy");
    char *text = written(mpit__report_write_text, &report);
    ck_assert_ptr_nonnull(strstr(text, "partial  written at MPI_Abort, before the end of the job: "
                                       "rank 17 alone, of 64\n"));
    ck_assert_ptr_nonnull(strstr(text, "5 objects went unrecorded"));
    ck_assert_ptr_nonnull(strstr(text, "x\\x1b[2Jy")); /* a terminal is not to obey it */
    free(text);
}
END_TEST

START_TEST(csv_has_raw_numbers_under_one_header)
{
    struct mpit_report report = make_report();

    strcpy(ranks[1].host, "be,\"ta");
    report.lost_records = 9;
    char *text = written(tool_csv_write_report, &report);
    ck_assert_ptr_nonnull(strstr(text, "\nrank,mpi,2,alpha,,,,,1.500000000,,,,,\n"));
    ck_assert_ptr_nonnull(strstr(text, "\nrank,wall,1,\"be,\"\"ta\",,,,,4.000000000,,,,,\n"));
    ck_assert_ptr_nonnull(strstr(text,
                                 "\ncall,MPI_Send,,,,,1234567,9876543210,0.002000000,0.000666667,"
                                 "0.000000000,2,0.001000000,0\n"));
    ck_assert_ptr_nonnull(strstr(text, "\npair,messages,,,2,0,3,4000,,,,,,\n"));
    ck_assert_ptr_nonnull(strstr(text, "\nlost,records,,,,,9,,,,,,,\n"));
    ck_assert_ptr_nonnull(
        strstr(text, "\nregion_reads,\"solve, \"\"it\"\"\",,,,,5,400,,,,,,\n"));
    ck_assert_ptr_nonnull(strstr(text, "\nregion_stray,ends,,,,,2,,,,,,,\n"));
    ck_assert_ptr_nonnull(strstr(text, "\nsample_mpi,2.000000000,2,,,,,,0.500000000,,,,,\n"));
    ck_assert_ptr_nonnull(strstr(text, "\nsample_recvs,2.000000000,2,,,,11,77,,,,,,\n"));
    ck_assert_ptr_nonnull(strstr(text, "\nsample_seen_wait,1.000000000,2,,,,4,,,,,,,\n"));
    ck_assert_ptr_nonnull(strstr(text, "\nsample_most_unexpected,2.000000000,2,,,,6,,,,,,,\n"));
    ck_assert_ptr_null(strstr(text, "\nsample_most_unexpected,1.000000000"));
    strcpy(ranks[1].host, "beta");
    strcpy(regions[0].label, "solve");
    free(text);
    text = written(tool_csv_write_report, &report);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
        int commas = 0;
        for (const char *p = line; *p != '\n'; p++)
            commas += *p == ',';
        ck_assert_int_eq(commas, 13);
    }
    free(text);
}
END_TEST

START_TEST(writers_return_the_error_of_a_full_disk)
{
    struct mpit_report report = make_report();
    int (*const writers[])(const struct mpit_report *, FILE *) = {
        mpit__report_write_text, mpit__report_write_json, tool_csv_write_report};

    for (int i = 0; i < 3; i++) {
        FILE *full = fopen("/dev/full", "w");
        ck_assert_ptr_nonnull(full);
        ck_assert_int_eq(writers[i](&report, full), ENOSPC);
        fclose(full);
    }
}
END_TEST

START_TEST(every_truncated_record_is_refused_with_its_place)
{
    struct mpit_report report = make_report(), copy;
    char *text = written(mpit__report_write_json, &report);
    char reason[512];

    for (size_t size = 0; size + 2 < strlen(text); size++) {
        ck_assert(!read_back(text, size, &copy, reason));
        ck_assert_ptr_nonnull(strstr(reason, ": line "));
        ck_assert_ptr_null(copy.rank);
    }
    free(text);
}
END_TEST

START_TEST(damaged_records_are_read_or_refused_with_a_reason)
{
    struct mpit_report report = make_report(), copy;
    char *text = written(mpit__report_write_json, &report);
    size_t size = strlen(text);
    char reason[512];
    int refused = 0;

    srand(2);
    for (int round = 0; round < 5000; round++) {
        char *damaged = strdup(text);
        for (int flips = 1 + rand() % 3; flips; flips--)
            damaged[(size_t)rand() % size] = (char)(rand() % 256);
        reason[0] = '\0';
        if (read_back(damaged, size, &copy, reason)) {
            free(written(mpit__report_write_text, &copy));
            mpit__report_free(&copy);
        } else {
            ck_assert_ptr_nonnull(strstr(reason, "report-"));
            refused++;
        }
        free(damaged);
    }
    ck_assert_int_gt(refused, 1000);
    free(text);
}
END_TEST

static void check_refused(const char *from, const char *to, const char *expected)
{
    struct mpit_report report = make_report(), copy;
    char *text = written(mpit__report_write_json, &report);
    char *at = strstr(text, from);
    char changed[16384], reason[512];

    ck_assert_ptr_nonnull(at);
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    ck_assert_msg(!read_back(changed, strlen(changed), &copy, reason), "%s was read", to);
    ck_assert_msg(strstr(reason, expected) != NULL, "'%s' lacks '%s'", reason, expected);
    free(text);
}

START_TEST(values_of_the_wrong_kind_are_refused_by_name)
{
    static const struct {
        const char *from, *to, *expected;
    } rows[] = {
        {"\"count\": 1234567", "\"count\": \"7\"", "calls[1].count is not an integer"},
        {"\"count\": 1234567", "\"count\": -7", "calls[1].count is not in its range"},
        {"\"min_rank\": 2", "\"min_rank\": 3000000000", "calls[1].min_rank is not in"},
        {"\"host\": \"beta\"", "\"host\": 3", "ranks[1].host is not a string"},
        {"\"wall\": 2", "\"wall\": [2]", "line "},
        {"\"wall\": 2.000000000", "\"wall\": []", "ranks[0].wall is not a number"},
        {"\"pairs\": [", "\"peers\": [", "pairs is not a list"},
        {"\"complete\": true", "\"complete\": 1", "complete is not true or false"},
        {"\"nranks\": 3", "\"nranks\": 0", "nranks is not in its range"},
        {"\"mpi\": [0.250000000, ", "\"mpi\": [", "series[0].mpi is not a list as long"},
        {"\"seen_wait\": [4", "\"seen_wait\": [-4", "series[0].seen_wait is not in its"},
        {"\"at\": [1.000000000", "\"at\": [\"\"", "series[0].at is not a number"},
        {"\"format\": 1", "\"format\": 2", "written by a newer mpit"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_refused(rows[i].from, rows[i].to, rows[i].expected);
}
END_TEST

START_TEST(a_missing_file_is_named)
{
    struct mpit_report report;
    char reason[512];

    ck_assert(!tool_report_read("no/such/file.json", &report, reason));
    ck_assert_str_eq(reason, "no/such/file.json: No such file or directory");
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(spread_knows_total_extremes_and_where_they_are)                                           \
    TEST(decimal_point_is_a_point_in_every_locale)                                                 \
    TEST(json_read_back_is_the_same_record)                                                        \
    TEST(json_strings_keep_text_and_replace_what_is_none)                                          \
    TEST(json_strings_of_any_bytes_are_valid)                                                      \
    TEST(overlong_text_is_cut_between_characters)                                                  \
    TEST(text_has_exact_counts_and_readable_times)                                                 \
    TEST(columns_align_whatever_the_numbers)                                                       \
    TEST(text_without_time_calls_or_pairs_has_no_nonsense)                                         \
    TEST(text_shows_ten_pairs_and_sums_up_the_rest)                                                \
    TEST(text_of_a_partial_record_says_so)                                                         \
    TEST(csv_has_raw_numbers_under_one_header)                                                     \
    TEST(writers_return_the_error_of_a_full_disk)                                                  \
    TEST(every_truncated_record_is_refused_with_its_place)                                         \
    TEST(damaged_records_are_read_or_refused_with_a_reason)                                        \
    TEST(values_of_the_wrong_kind_are_refused_by_name)                                             \
    TEST(a_missing_file_is_named)
SUITE("report", TESTS, NULL)
