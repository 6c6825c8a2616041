/* The record: its writers (text, JSON, CSV) and its reader. */
#include "config.h"

#include "../../tools/formats/formats.h"
#include "../../tools/records/read.h"
#include "comma_locale.h"
#include "record/fields.h"
#include "record/json_string.h"
#include "record/name.h"
#include "record/readable.h"
#include "record/record.h"
#include "record/sites.h"
#include "suite.h"

#include <errno.h>
#include <jansson.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static struct mpit_record_rank ranks[3];
static struct mpit_record_call calls[2];
static struct mpit_record_pair pairs[12];
static struct mpit_record_size sizes[2] = {{0, 0, 2, 1}, {512, 1023, 6, 7}};
static struct mpit_record_wait waits[2];
static int slow[2] = {1, 2};
static struct mpit_record_verdict verdicts[1] = {
    {"late_arrival", "ranks 1, 2 <come> last", 2, slow, 0.75}};
static struct mpit_record_site sites[2];
static struct mpit_record_region regions[1];
static struct mpit_record_call_rank call_ranks[2];
static struct mpit_record_collective collectives[1];
static struct mpit_record_use communicators[1], files[1];
static struct mpit_record_span spans[1] = {{1, 0.5, 0.75}};
static struct mpit_record_sample samples[2];
static struct mpit_record_series series[1];
static struct mpit_record_called called[2] = {
    {"MPI_Wait", "rows", "to", 1, 7, 40, "MPI_Isend", 2, 15, true, 0.5, 0.75},
    {"MPI_Test", "comm 17", "from", 2, 9, -1, "MPI_Irecv", 0, 0, false, 1.5, NAN}};
static struct mpit_record_recorder recorders[1] = {{2, 1, 90, 0.125, 2, called}};
static struct mpit_record_message messages[1] = {{2, 1, 0, 2, 1, 1, 7, 40}};
static struct mpit_record_program programs[2] = {{"./solve", 0, 2}, {"./feed", 2, 1}};
static struct mpit_record_setting settings[1] = {{"mpit_umq_warn", "1024", "MPIT_UMQ_WARN"}};

static struct mpit_record_rank make_rank(int rank, const char *host, double wall, double mpi)
{
    struct mpit_record_rank its = {.rank = rank,
                                   .pid = 100 + rank,
                                   .wall = wall,
                                   .mpi = mpi,
                                   .processors = "0-1",
                                   MPIT_RECORD_RANK_UNSEEN,
                                   .threads = 1};

    strcpy(its.host, host);
    return its;
}

/* Three ranks on two hosts; rank 2 never calls MPI_Send. */
static struct mpit_record make_record(void)
{
    struct mpit_record record = {.mpit = "1.2.3",
                                 .vendor = "Some MPI",
                                 .command = "./solve \"a b\"",
                                 .start = "2024-01-02T03:04:05Z",
                                 .batch = {"joe", "4711", "physics", "/home/joe"},
                                 .complete = true,
                                 .nranks = 3,
                                 .nrank = 3,
                                 .ncall = 2,
                                 .npair = 2,
                                 .nsize = 2,
                                 .eager_limit = 4096,
                                 .nwait = 2,
                                 .nsite = 2,
                                 .ncollective = 1,
                                 .ncommunicator = 1,
                                 .nfile = 1,
                                 .collective = collectives,
                                 .communicator = communicators,
                                 .file = files,
                                 .nregion = 1,
                                 .nseries = 1,
                                 .nrecorder = 1,
                                 .nmessage = 1,
                                 .nprogram = 2,
                                 .nsetting = 1,
                                 .launcher = "mpirun -n 3",
                                 .exit_code = 3,
                                 .recorder = recorders,
                                 .message = messages,
                                 .program = programs,
                                 .setting = settings,
                                 .stray_ends = 2,
                                 .rank = ranks,
                                 .call = calls,
                                 .pair = pairs,
                                 .size = sizes,
                                 .wait = waits,
                                 .nverdict = 1,
                                 .verdict = verdicts,
                                 .site = sites,
                                 .efficiency = {0.25, 0.5, 0.5, 0.8, 0.625},
                                 .region = regions,
                                 .series = series};

    ranks[0] = make_rank(0, "alpha", 2.0, 0.5);
    ranks[1] = make_rank(1, "beta", 4.0, 1.0);
    ranks[2] = make_rank(2, "alpha", 2.0, 1.5);
    calls[0] = (struct mpit_record_call){"MPI_Wait", 7, 0, MPIT_SPREAD_NONE, 0, 2, call_ranks};
    calls[1] =
        (struct mpit_record_call){"MPI_Send", 1234567, 9876543210, MPIT_SPREAD_NONE, 0, 0, NULL};
    for (int i = 0; i < 3; i++) {
        mpit__spread_add(&calls[0].time, 0.25 + i * 0.25, i);
        mpit__spread_add(&calls[1].time, i < 2 ? 0.001 : 0, i);
    }
    call_ranks[0] = (struct mpit_record_call_rank){0, 4, 0, 0.25};
    call_ranks[1] = (struct mpit_record_call_rank){2, 3, 0, 0.75};
    collectives[0] = (struct mpit_record_collective){"MPI_Bcast", 64, 127, 12, 1000, 0.125};
    communicators[0] =
        (struct mpit_record_use){.name = "rows", .size = 2, .nrank = 3, .made = 6, .seconds = 0.25};
    communicators[0].amount[MPIT_AMOUNT_collectives] = (struct mpit_record_amount){12, 1000};
    files[0] = (struct mpit_record_use){.name = "a b", .nrank = 1, .made = 2, .seconds = 0.5};
    files[0].amount[MPIT_AMOUNT_writes] = (struct mpit_record_amount){4, 4096};
    pairs[0] = (struct mpit_record_pair){2, 0, 3, 4000, 0, 0};
    pairs[1] = (struct mpit_record_pair){0, 1, 5, 40, 0, 0};
    waits[0] = (struct mpit_record_wait){2, 1, "late_sender", 20, 0.75};
    waits[1] = (struct mpit_record_wait){0, -1, "blocked_send", 3, 0.5};
    sites[0] = (struct mpit_record_site){.call = "MPI_Send",
                                         .function = "exchange",
                                         .inlined = "send_halo [heat2d.c:80]",
                                         .file = "heat2d.c",
                                         .line = 88,
                                         .module = "/bin/heat2d",
                                         .build_id = "0123",
                                         .offset = 4242,
                                         .count = 20,
                                         .bytes = 160,
                                         .seconds = 0.5,
                                         .waited = 0.125};
    sites[1] = (struct mpit_record_site){.call = "MPI_Recv",
                                         .module = "/lib/libx.so",
                                         .offset = 18,
                                         .count = 3,
                                         .seconds = 0.25,
                                         .waited = NAN};
    regions[0] = (struct mpit_record_region){.label = "solve, \"it\"",
                                             .entries = 30,
                                             .open = 1,
                                             .wall = calls[0].time,
                                             .mpi = calls[1].time,
                                             .nspan = 1,
                                             .span = spans};
    for (int i = 0; i < 2; i++) {
        samples[i] = (struct mpit_record_sample){.at = 1.0 + i, .mpi = 0.25 * (i + 1)};
        samples[i].amount[MPIT_AMOUNT_recvs] = (struct mpit_record_amount){10u + (unsigned)i, 77};
        samples[i].seen[MPIT_STATE_wait] = 4;
        samples[i].most[MPIT_RECORD_LEVEL_unexpected] = i ? 6 : -1;
    }
    series[0] = (struct mpit_record_series){2, 0.5, 1.0, 2, samples};
    for (int i = 0; i < MPIT_AMOUNTS; i++)
        regions[0].amount[i] = (struct mpit_record_amount){(unsigned)i + 1, 100u * (unsigned)i};
    return record;
}

/* As before its verdicts are found. */
static struct mpit_record make_unfinished(void)
{
    struct mpit_record record = make_record();

    record.verdict = NULL;
    record.nverdict = 0;
    return record;
}

static char *written(int (*write)(const struct mpit_record *, FILE *),
                     const struct mpit_record *record)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    ck_assert_int_eq(write(record, out), 0);
    fclose(out);
    return text;
}

/* A reader takes a path: what it is to read goes through a file without a name of ours in it. */
static bool read_back(const char *text, size_t size, struct mpit_record *record, char *reason)
{
    char path[] = "record-XXXXXX";
    int file = mkstemp(path);

    ck_assert_int_ge(file, 0);
    ck_assert_int_eq((long)write(file, text, size), (long)size);
    close(file);
    bool good = tool_record_read(path, record, reason);
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

START_TEST(volumes_have_the_unit_that_they_are_rounded_into)
{
    static const struct {
        uint64_t bytes;
        const char *text;
    } rows[] = {{999, "999  B"},        {1000, "1.0 kB"},        {999949, "999.9 kB"},
                {999950, "1.0 MB"},     {999949999, "999.9 MB"}, {999950000, "1.0 GB"},
                {UINT64_MAX, "18.4 EB"}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[MPIT_READABLE];

        mpit__readable_volume(text, rows[i].bytes);
        ck_assert_str_eq(text, rows[i].text);
    }
}
END_TEST

START_TEST(times_have_the_unit_that_they_are_rounded_into)
{
    static const struct {
        double seconds;
        const char *text;
    } rows[] = {{0, "0.000  s"},
                {1, "1.000  s"},
                {0.9999994, "999.999 ms"},
                {0.9999996, "1.000  s"},
                {999.9994e-6, "999.999 us"},
                {-999.9996e-6, "-1.000 ms"},
                {999.4e-9, "999 ns"},
                {999.6e-9, "1.000 us"}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[MPIT_READABLE];

        mpit__readable_seconds(text, rows[i].seconds);
        ck_assert_str_eq(text, rows[i].text);
    }
}
END_TEST

START_TEST(names_have_the_number_of_the_job_that_is_no_path)
{
    char name[64];

    setenv("SLURM_JOB_ID", "4711/0", 1);
    setenv("PBS_JOBID", "4712", 1);
    ck_assert(mpit__name_expand("of-%j.json", name, sizeof name));
    ck_assert_str_eq(name, "of-4712.json");
    ck_assert(mpit__name_number("a.b/of", 1, name, sizeof name));
    ck_assert_str_eq(name, "a.b/of");
    ck_assert(mpit__name_number("a.b/of", 2, name, sizeof name));
    ck_assert_str_eq(name, "a.b/of.2");
    ck_assert(mpit__name_number("a.b/of.json", 10, name, sizeof name));
    ck_assert_str_eq(name, "a.b/of.10.json");
    ck_assert(mpit__name_number("a.b/of.json.gz", 2, name, sizeof name));
    ck_assert_str_eq(name, "a.b/of.2.json.gz");
}
END_TEST

START_TEST(names_have_the_day_the_user_and_the_program)
{
    char name[128], expected[128];
    time_t now = time(NULL);
    struct tm at;

    ck_assert_ptr_nonnull(localtime_r(&now, &at));
    snprintf(expected, sizeof expected, "/log/%04d/%02d/%02d/me-%s.json%%x%%", at.tm_year + 1900,
             at.tm_mon + 1, at.tm_mday, program_invocation_short_name);
    setenv("USER", "me", 1);
    ck_assert(mpit__name_expand("/log/%Y/%m/%d/%u-%n.json%x%%", name, sizeof name));
    ck_assert_str_eq(name, expected);
    setenv("USER", "../me", 1);
    snprintf(expected, sizeof expected, "%ld", (long)getuid());
    ck_assert(mpit__name_expand("%u", name, sizeof name));
    ck_assert_str_eq(name, expected);
}
END_TEST

START_TEST(what_is_not_known_of_a_job_is_absent)
{
    struct mpit_record record = make_record(), copy;
    char reason[512], *text;

    text = written(mpit__record_write_json, &record);
    ck_assert_ptr_nonnull(strstr(text, "\"account\": \"physics\",\n"));
    ck_assert(read_back(text, strlen(text), &copy, reason));
    ck_assert_mem_eq(&copy.batch, &record.batch, sizeof copy.batch);
    mpit__record_free(&copy);
    free(text);
    record.batch = (struct mpit_batch){.user = "joe"};
    text = written(mpit__record_write_json, &record);
    ck_assert_ptr_nonnull(strstr(text, "\"user\": \"joe\",\n"));
    ck_assert(!strstr(text, "\"account\"") && !strstr(text, "\"job\"") &&
              !strstr(text, "\"folder\""));
    free(text);
}
END_TEST

START_TEST(json_read_back_is_the_same_record)
{
    struct mpit_record record = make_record(), copy;
    char reason[512];

    strcpy(record.command, "a\"b\\c\n\t\x01\x7f/\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
    strcpy(record.reason, "MPI_Abort");
    record.complete = false;
    record.lost_records = 42;
    calls[0].count = INT64_MAX;
    pairs[0].bytes = pairs[0].one_sided_bytes = INT64_MAX;
    char *text = written(mpit__record_write_json, &record);
    ck_assert_msg(read_back(text, strlen(text), &copy, reason), "%s", reason);
    ck_assert_str_eq(copy.command, record.command);
    ck_assert_str_eq(copy.vendor, record.vendor);
    ck_assert_str_eq(copy.start, record.start);
    ck_assert_str_eq(copy.reason, record.reason);
    ck_assert(!copy.complete);
    ck_assert_uint_eq(copy.lost_records, 42);
    ck_assert_int_eq(copy.nranks, 3);
    ck_assert_int_eq(copy.nrank, 3);
    ck_assert_str_eq(copy.rank[1].host, "beta");
    ck_assert_int_eq(copy.rank[2].pid, 102);
    ck_assert_uint_eq(copy.call[0].count, INT64_MAX);
    ck_assert_uint_eq(copy.pair[0].bytes, INT64_MAX);
    ck_assert_uint_eq(copy.pair[0].one_sided_bytes, INT64_MAX);
    ck_assert_uint_eq(copy.stray_ends, 2);
    ck_assert_str_eq(copy.region[0].label, "solve, \"it\"");
    ck_assert_uint_eq(copy.region[0].entries, 30);
    ck_assert_uint_eq(copy.region[0].open, 1);
    ck_assert_uint_eq(copy.region[0].amount[MPIT_AMOUNT_writes].bytes, 500);
    ck_assert_int_eq(copy.nverdict, 1);
    ck_assert_str_eq(copy.verdict[0].id, "late_arrival");
    ck_assert_int_eq(copy.verdict[0].nrank, 2);
    ck_assert_int_eq(copy.verdict[0].rank[1], 2);
    ck_assert_double_eq(copy.verdict[0].value, 0.75);
    ck_assert_int_eq(copy.nseries, 1);
    ck_assert_int_eq(copy.series[0].rank, 2);
    ck_assert_double_eq(copy.series[0].asked, 0.5);
    ck_assert_int_eq(copy.series[0].nsample, 2);
    ck_assert_double_eq(copy.series[0].sample[1].mpi, 0.5);
    ck_assert_uint_eq(copy.series[0].sample[1].amount[MPIT_AMOUNT_recvs].count, 11);
    ck_assert_uint_eq(copy.series[0].sample[0].seen[MPIT_STATE_wait], 4);
    ck_assert_int_eq(copy.series[0].sample[0].most[MPIT_RECORD_LEVEL_unexpected], -1);
    ck_assert_int_eq(copy.series[0].sample[1].most[MPIT_RECORD_LEVEL_unexpected], 6);
    char *again = written(mpit__record_write_json, &copy);
    ck_assert_str_eq(again, text);
    mpit__record_free(&copy);
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
    struct mpit_record record = make_record(), copy;
    char reason[512];

    memset(record.command, '\xff', sizeof record.command - 1); /* three bytes each once written */
    record.command[sizeof record.command - 1] = '\0';
    char *text = written(mpit__record_write_json, &record);
    ck_assert_msg(read_back(text, strlen(text), &copy, reason), "%s", reason);
    ck_assert_uint_eq(strlen(copy.command) % 3, 0);
    ck_assert_uint_gt(strlen(copy.command), sizeof copy.command - 4);
    mpit__record_free(&copy);
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

START_TEST(text_has_exact_counts_and_readable_times)
{
    struct mpit_record record = make_record();
    char *text = written(mpit__record_write_text, &record);

    ck_assert_ptr_nonnull(strstr(text, "./solve \"a b\""));
    ck_assert_ptr_nonnull(strstr(text, "3 on 2 hosts: alpha, beta\n"));
    ck_assert_ptr_nonnull(strstr(text, "2024-01-02T03:04:05Z"));
    ck_assert_ptr_nonnull(strstr(text, " 1234567  9876543210 "));
    ck_assert_ptr_nonnull(strstr(text, "9.9 GB"));
    ck_assert_ptr_nonnull(strstr(text, "2.000 ms")); /* MPI_Send, all ranks */
    ck_assert_ptr_nonnull(strstr(text, "37.5 %"));   /* 3 s of 8 s */
    ck_assert_ptr_nonnull(strstr(text, "75.0 %"));   /* rank 2 */
    ck_assert_ptr_nonnull(strstr(text, "sender  ->  receiver"));
    ck_assert_ptr_nonnull(strstr(text, "\n\nparallel efficiency 25.0 % = load balance 50.0 % x "
                                       "serialisation 80.0 % x transfer 62.5 %\n\n"));
    ck_assert_int_eq(check_aligned(text, "rank  waits for"), 3);
    ck_assert_int_eq(check_aligned(text, "call      from "), 3);
    ck_assert_ptr_nonnull(strstr(text, "\n512 to 1023     6  75.0 %         7  87.5 %\n"));
    ck_assert_ptr_nonnull(strstr(text, "MPI_Send  send_halo < exchange  heat2d.c:88 "));
    ck_assert_ptr_nonnull(strstr(text, "MPI_Recv  -                     libx.so+0x12 "));
    ck_assert_ptr_nonnull(strstr(text, "time series of 1 rank, a sample each 1.000  s "
                                       "(from a look each 500.000 ms)"));
    ck_assert_ptr_null(strstr(text, "partial"));
    ck_assert_ptr_null(strstr(text, "unrecorded"));
    free(text);
}
END_TEST

/* Where that is less than nearly all of the job, and somebody knows. */
START_TEST(text_says_of_which_communicators_the_last_ones_are_known)
{
    static const struct {
        double seen;
        int64_t joined;
        const char *share;
    } rows[] = {
        {0.5, 9, "75.0 %"}, {0, 0, "0.0 %"}, {0.9996, 9, NULL}, {NAN, 9, NULL}, {0.5, -1, NULL}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct mpit_record record = make_record();
        bool is_told;
        char *text, *row;

        record.waits_seen = rows[i].seen;
        communicators[0].collectives_joined = rows[i].joined;
        text = written(mpit__record_write_text, &record);
        is_told = strstr(text, "last known") != NULL;
        ck_assert_msg(is_told == (rows[i].share != NULL), "%zu:\n%s", i, text);
        row = strstr(text, "\nrows ");
        ck_assert_ptr_nonnull(row);
        row[1 + strcspn(row + 1, "\n")] = '\0';
        ck_assert_msg(!is_told || strstr(row, rows[i].share), "%zu: %s", i, row);
        free(text);
    }
}
END_TEST

START_TEST(columns_align_whatever_the_numbers)
{
    struct mpit_record record = make_record();

    calls[0].count = calls[0].bytes = UINT64_MAX;
    calls[0].time = (struct mpit_spread){1e300, 1e-10, 1e15, 2147483647, 0};
    strcpy(calls[1].name, "MPI_A_name_that_fills_all_of_the_room_there_is.");
    pairs[0] = (struct mpit_record_pair){2147483647, 0, UINT64_MAX, UINT64_MAX, 0, 0};
    ranks[0].wall = 1e12;
    char *text = written(mpit__record_write_text, &record);
    ck_assert_int_eq(check_aligned(strstr(text, "calls, most time first"), "call "), 3);
    ck_assert_int_eq(check_aligned(text, "->  receiver"), 3);
    ck_assert_int_eq(check_aligned(text, " sum of ranks "), 5);
    ck_assert_ptr_nonnull(strstr(text, "18446744073709551615"));
    free(text);
}
END_TEST

START_TEST(text_without_time_calls_or_pairs_has_no_nonsense)
{
    struct mpit_record record = make_record();

    record.nranks = record.nrank = 1;
    record.ncall = record.npair = 0;
    ranks[0].wall = ranks[0].mpi = 0;
    char *text = written(mpit__record_write_text, &record);
    ck_assert_ptr_null(strstr(text, "nan"));
    ck_assert_ptr_null(strstr(text, "inf"));
    ck_assert_ptr_nonnull(strstr(text, "no calls recorded"));
    ck_assert_ptr_nonnull(strstr(text, "no point-to-point messages sent"));
    check_aligned(text, " sum of ranks ");
    free(text);

    record.nrank = 0;
    free(written(mpit__record_write_text, &record));
}
END_TEST

START_TEST(text_shows_ten_pairs_and_sums_up_the_rest)
{
    struct mpit_record record = make_record();

    for (int i = 0; i < 12; i++)
        pairs[i] = (struct mpit_record_pair){i, 99, 2, 1000 - (uint64_t)i, 0, 0};
    record.npair = 12;
    char *text = written(mpit__record_write_text, &record);
    ck_assert_int_eq(check_aligned(strstr(text, "sender"), "sender"), 11);
    ck_assert_ptr_null(strstr(text, " 990 "));
    ck_assert_ptr_nonnull(strstr(text, "and 2 more pairs: 4 messages, 1979 bytes"));
    free(text);
}
END_TEST

START_TEST(text_has_one_sided_operations_where_there_are_any)
{
    struct mpit_record record = make_record(), unsorted = {.pair = pairs, .npair = 2};
    char *text, *first, *second;

    pairs[0] = (struct mpit_record_pair){0, 1, 3, 400, 0, 0};
    pairs[1] = (struct mpit_record_pair){1, 0, 2, 100, 7, 9000};
    mpit__record_finish(&unsorted);
    ck_assert_int_eq(pairs[0].sender, 1);
    for (int i = 2; i < 12; i++)
        pairs[i] = (struct mpit_record_pair){i, 99, 0, 0, 1, 8};
    record.npair = 12;
    text = written(mpit__record_write_text, &record);
    ck_assert_ptr_nonnull(strstr(text, "most bytes first; point-to-point and one-sided\n"));
    ck_assert_int_eq(check_aligned(strstr(text, "sender"), "sender"), 11);
    first = strstr(text, "100");
    second = strstr(text, "9000");
    ck_assert(first && second && first < second);
    ck_assert_ptr_nonnull(strstr(text, "and 2 more pairs: 0 messages, 0 bytes, 2 one-sided "
                                       "operations, 16 bytes\n"));
    free(text);
}
END_TEST

START_TEST(text_of_a_partial_record_says_so)
{
    struct mpit_record record = make_record();

    record.complete = false;
    record.nrank = 1;
    record.nranks = 64;
    ranks[0].rank = 17;
    record.lost_records = 5;
    strcpy(record.reason, "MPI_Abort");
    strcpy(record.command, "x\x1b[2Jy\xc2\x9bz\xe2\x80\xae\xc3\xa9");
    char *text = written(mpit__record_write_text, &record);
    ck_assert_ptr_nonnull(strstr(text, "partial  written at MPI_Abort, before the end of the job: "
                                       "rank 17 alone, of 64\n"));
    ck_assert_ptr_nonnull(strstr(text, "5 objects went unrecorded"));
    /* A terminal is not to obey it. */
    ck_assert_ptr_nonnull(strstr(text, "x\\x1b[2Jy\\xc2\\x9bz\\xe2\\x80\\xae\xc3\xa9"));
    free(text);
}
END_TEST

START_TEST(csv_has_raw_numbers_under_one_header)
{
    struct mpit_record record = make_record();

    strcpy(ranks[1].host, "be,\"ta");
    record.lost_records = 9;
    record.nsite = 0;
    char *text = written(tool_csv_write_record, &record);
    ck_assert_ptr_nonnull(strstr(text, "\nrank,mpi,2,alpha,,,,,1.500000000,,,,,,\n"));
    ck_assert_ptr_nonnull(strstr(text, "\nrank,wall,1,\"be,\"\"ta\",,,,,4.000000000,,,,,,\n"));
    ck_assert_ptr_nonnull(strstr(text,
                                 "\ncall,MPI_Send,,,,,1234567,9876543210,0.002000000,0.000666667,"
                                 "0.000000000,2,0.001000000,0,\n"));
    ck_assert_ptr_nonnull(strstr(text, "\npair,messages,,,2,0,3,4000,,,,,,,\n"));
    ck_assert_ptr_nonnull(strstr(text, "\nlost,records,,,,,9,,,,,,,,\n"));
    ck_assert_ptr_nonnull(strstr(text, "\nregion_reads,\"solve, \"\"it\"\"\",,,,,5,400,,,,,,,\n"));
    ck_assert_ptr_nonnull(strstr(text, "\nregion_stray,ends,,,,,2,,,,,,,,\n"));
    ck_assert_ptr_nonnull(strstr(text, "\nsample_mpi,,2,,,,,,0.500000000,,,,,,2.000000000\n"));
    ck_assert_ptr_nonnull(strstr(text, "\nsample_recvs,,2,,,,11,77,,,,,,,2.000000000\n"));
    ck_assert_ptr_nonnull(strstr(text, "\nsample_seen_wait,,2,,,,4,,,,,,,,1.000000000\n"));
    ck_assert_ptr_nonnull(strstr(text, "\nsample_most_unexpected,,2,,,,6,,,,,,,,2.000000000\n"));
    ck_assert_ptr_null(
        strstr(strstr(text, "\nsample_most_unexpected,") + 1, "\nsample_most_unexpected,"));
    ck_assert_ptr_nonnull(strstr(text, ",max_rank,at\n"));
    strcpy(ranks[1].host, "beta");
    strcpy(regions[0].label, "solve");
    free(text);
    text = written(tool_csv_write_record, &record);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
        int commas = 0;
        for (const char *p = line; *p != '\n'; p++)
            commas += *p == ',';
        ck_assert_int_eq(commas, 14);
    }
    free(text);
}
END_TEST

START_TEST(csv_has_columns_of_sites_where_there_are_any)
{
    struct mpit_record record = make_record();
    char *text;

    record.nseries = 0;
    text = written(tool_csv_write_record, &record);
    ck_assert_ptr_nonnull(strstr(text, ",max_rank,function,file,line,module,build_id,offset\n"));
    ck_assert_ptr_nonnull(strstr(text, "\nrank,mpi,2,alpha,,,,,1.500000000,,,,,,,,,,,\n"));
    ck_assert_ptr_nonnull(strstr(text, "\nsite,MPI_Send,,,,,20,160,0.500000000,,,,,,exchange,"
                                       "heat2d.c,88,/bin/heat2d,0123,4242\n"));
    ck_assert_ptr_nonnull(strstr(text, "\nsite,MPI_Recv,,,,,3,0,0.250000000,,,,,,,,0,"
                                       "/lib/libx.so,,18\n"));
    free(text);
}
END_TEST

START_TEST(writers_return_the_error_of_a_full_disk)
{
    struct mpit_record record = make_record();
    int (*const writers[])(const struct mpit_record *, FILE *) = {
        mpit__record_write_text, mpit__record_write_json, tool_csv_write_record};

    for (int i = 0; i < 3; i++) {
        FILE *full = fopen("/dev/full", "w");
        ck_assert_ptr_nonnull(full);
        ck_assert_int_eq(writers[i](&record, full), ENOSPC);
        fclose(full);
    }
}
END_TEST

START_TEST(every_truncated_record_is_refused_with_its_place)
{
    struct mpit_record record = make_record(), copy;
    char *text = written(mpit__record_write_json, &record);
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
    struct mpit_record record = make_record(), copy;
    char *text = written(mpit__record_write_json, &record);
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
            free(written(mpit__record_write_text, &copy));
            mpit__record_free(&copy);
        } else {
            ck_assert_ptr_nonnull(strstr(reason, "record-"));
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
    struct mpit_record record = make_record(), copy;
    char *text = written(mpit__record_write_json, &record);
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
        {"\"pairs\": [", "\"peers\": [", "pairs is missing"},
        {"\"complete\": true", "\"complete\": 1", "complete is not true or false"},
        {"\"nranks\": 3", "\"nranks\": 0", "nranks is not in its range"},
        {"\"mpi\": [0.250000000, ", "\"mpi\": [", "series[0].mpi is not a list as long"},
        {"\"seen_wait\": [4", "\"seen_wait\": [-4", "series[0].seen_wait is not in its"},
        {"\"at\": [1.000000000", "\"at\": [\"\"", "series[0].at is not a number"},
        {"\"ranks\": [1, 2]", "\"ranks\": 1", "verdicts[0].ranks is not a list"},
        {"\"ranks\": [1, 2]", "\"ranks\": [1, -2]", "verdicts[0].ranks is not in its range"},
        {"\"ranks\": [1, 2]", "\"ranks\": [1, []]", "verdicts[0].ranks is not an integer"},
        {"\"at\": [1.000000000, 2.000000000]", "\"at\": 1", "series[0].at is not a list"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_refused(rows[i].from, rows[i].to, rows[i].expected);
}
END_TEST

START_TEST(a_record_of_a_newer_format_is_refused_with_both_numbers)
{
    char format[32], newer[32], expected[64];

    snprintf(format, sizeof format, "\"format\": %d", 1);
    snprintf(newer, sizeof newer, "\"format\": %d", MPIT_RECORD_FORMAT + 1);
    snprintf(expected, sizeof expected,
             "written by a newer mpit (format %d, this one reads up to %d)", MPIT_RECORD_FORMAT + 1,
             MPIT_RECORD_FORMAT);
    check_refused(format, newer, expected);
    check_refused(format, "\"format\": 0", "format is not in its range");
    check_refused(format, "\"form\": 1", "format is not an integer");
}
END_TEST

START_TEST(efficiencies_are_those_of_the_ranks)
{
    struct mpit_record record = make_unfinished();

    mpit__record_finish(&record); /* outside of MPI 1.5, 3 and 0.5 s, of at most 4 */
    ck_assert_double_eq_tol(record.efficiency.parallel, 5.0 / 3 / 4, 1e-12);
    ck_assert_double_eq_tol(record.efficiency.load_balance, 5.0 / 3 / 3, 1e-12);
    ck_assert_double_eq_tol(record.efficiency.communication, 3.0 / 4, 1e-12);
    record.nrank = 0;
    mpit__record_finish(&record);
    ck_assert_double_nan(record.efficiency.parallel);
}
END_TEST

/* On an ideal network the slowest rank takes what it works and waits. */
START_TEST(what_is_waited_is_no_transfer)
{
    struct mpit_record_wait wait[] = {{.rank = 1, .for_rank = 0, .seconds = 0.5},
                                      {.rank = 2, .for_rank = 1, .seconds = 99},
                                      {.rank = 1, .for_rank = 0, .seconds = 99}};
    struct mpit_record record = make_unfinished();
    char *text;

    strcpy(wait[0].kind, "late_sender");
    strcpy(wait[1].kind, "late_arrival");  /* no longer than what the rank was in MPI */
    strcpy(wait[2].kind, "late_receiver"); /* is no wait of a rank */
    record.wait = wait;
    record.nwait = 3;
    record.waits_seen = 1;
    mpit__record_finish(&record);
    ck_assert_double_eq_tol(record.efficiency.serialisation, 3.0 / 3.5, 1e-12);
    ck_assert_double_eq_tol(record.efficiency.transfer, 3.5 / 4, 1e-12);
    record.waits_seen = 0.89; /* who came last to the others is not known */
    record.rank[0].part[MPIT_PART_collective] = 1;
    mpit__record_finish(&record);
    ck_assert_double_nan(record.efficiency.serialisation);
    ck_assert_double_nan(record.efficiency.transfer);
    text = written(mpit__record_write_text, &record);
    ck_assert_ptr_nonnull(strstr(text, " x communication efficiency 75.0 %\n"));
    free(text);
}
END_TEST

START_TEST(efficiencies_of_a_region_are_those_of_the_ranks_in_it)
{
    struct mpit_record record = make_unfinished();
    static const double wall[] = {4, 4, 0}, mpi[] = {1, 2, 0};

    regions[0].wall = regions[0].mpi = regions[0].outside = MPIT_SPREAD_NONE;
    for (int i = 0; i < 3; i++) {
        mpit__spread_add(&regions[0].wall, wall[i], i);
        mpit__spread_add(&regions[0].mpi, mpi[i], i);
        mpit__spread_add(&regions[0].outside, wall[i] - mpi[i], i);
    }
    mpit__record_finish(&record); /* outside of MPI 3, 2 and 0 s, of at most 4 */
    ck_assert_double_eq_tol(regions[0].efficiency.parallel, 5.0 / 3 / 4, 1e-12);
    ck_assert_double_eq_tol(regions[0].efficiency.load_balance, 5.0 / 3 / 3, 1e-12);
    ck_assert_double_eq_tol(regions[0].efficiency.communication, 3.0 / 4, 1e-12);
    regions[0].outside = (struct mpit_spread){0}; /* as in an older record */
    mpit__record_finish(&record);
    ck_assert_double_nan(regions[0].efficiency.parallel);
}
END_TEST

START_TEST(efficiencies_are_of_what_was_recorded)
{
    struct mpit_record record = make_unfinished();
    struct mpit_times times;

    ranks[1].paused = 1.5;
    ranks[2].paused = NAN;        /* as in an older record */
    mpit__record_finish(&record); /* outside of MPI 1.5, 1.5 and 0.5 s, of at most 2.5 */
    ck_assert_double_eq_tol(record.efficiency.parallel, 3.5 / 3 / 2.5, 1e-12);
    ck_assert_double_eq_tol(record.efficiency.load_balance, 3.5 / 3 / 1.5, 1e-12);
    ck_assert_double_eq_tol(record.efficiency.communication, 1.5 / 2.5, 1e-12);
    mpit__times(&record, &times);
    ck_assert_double_eq_tol(times.outside.total, 3.5, 1e-12);
    ck_assert_double_eq_tol(times.share.max, 1.5 / 2, 1e-12);
    ck_assert_double_eq_tol(mpit__times_whole(&times), 8, 1e-12);
}
END_TEST

static void check_withheld(struct mpit_record *record)
{
    struct mpit_times times;

    mpit__record_finish(record);
    ck_assert_double_nan(record->efficiency.parallel);
    ck_assert_double_nan(record->efficiency.load_balance);
    ck_assert_double_nan(record->efficiency.communication);
    mpit__times(record, &times);
    ck_assert_double_nan(times.outside.min);
    ck_assert_int_eq(times.outside.max_rank, -1);
    ck_assert_double_nan(times.share.total);
    ck_assert_int_eq(times.nshare, 0);
    ck_assert_double_nan(mpit__times_whole(&times));
    ck_assert_double_eq_tol(times.mpi.total, 3, 1e-12);
}

START_TEST(what_is_outside_of_mpi_is_withheld_where_a_rank_does_not_know_it)
{
    struct mpit_record record = make_unfinished();

    ranks[1].threads = 2;
    check_withheld(&record);
    ck_assert(mpit__rank_is_vague(&ranks[1]) && !mpit__rank_is_vague(&ranks[0]));
    ranks[1].threads = 1;
    ranks[2].mpi_open = true;
    check_withheld(&record);
    ranks[2].mpi_open = false;
    mpit__record_finish(&record);
    ck_assert_double_eq_tol(record.efficiency.communication, 3.0 / 4, 1e-12);
}
END_TEST

START_TEST(a_region_of_which_a_rank_does_not_know_it_has_no_efficiency)
{
    struct mpit_record record = make_unfinished();

    regions[0].wall = regions[0].mpi = regions[0].outside = MPIT_SPREAD_NONE;
    for (int i = 0; i < 3; i++) {
        mpit__spread_add(&regions[0].wall, 2, i);
        mpit__spread_add(&regions[0].outside, i == 1 ? NAN : 1, i);
    }
    mpit__record_finish(&record);
    ck_assert_double_nan(regions[0].efficiency.parallel);
    ck_assert_double_nan(regions[0].efficiency.communication);
}
END_TEST

START_TEST(waits_of_unknown_time_stand_last_and_have_none)
{
    struct mpit_record record = make_unfinished();
    struct mpit_record_wait lay = {2, 0, "late_receiver", 9, 0}, at_once = waits[1];
    char *text;

    at_once.seconds = 0;
    mpit__wait_settle(&at_once);
    ck_assert_double_eq(at_once.seconds, 0);
    mpit__wait_settle(&lay);
    ck_assert_double_nan(lay.seconds);
    waits[0] = lay;
    mpit__record_finish(&record);
    ck_assert_str_eq(record.wait[1].kind, "late_receiver");
    text = written(mpit__record_write_text, &record);
    ck_assert_ptr_nonnull(strstr(text, "(its messages lay here)      9           -        -\n"));
    free(text);
    text = written(mpit__record_write_json, &record);
    ck_assert_ptr_nonnull(
        strstr(text, "\"kind\": \"late_receiver\", \"count\": 9, \"seconds\": null}"));
    free(text);
    ck_assert_double_eq(mpit__sum_of_known(NAN, 2), 2);
    ck_assert_double_eq(mpit__sum_of_known(2, NAN), 2);
    ck_assert_double_eq(mpit__sum_of_known(1, 2), 3);
    ck_assert_double_nan(mpit__sum_of_known(NAN, NAN));
}
END_TEST

START_TEST(messages_that_lay_have_no_share_of_the_wall_time)
{
    struct mpit_record record = make_unfinished();
    char *text;

    waits[0] = (struct mpit_record_wait){0, 1, "late_receiver", 9, 50000};
    mpit__record_finish(&record);
    text = written(mpit__record_write_text, &record);
    ck_assert_ptr_nonnull(strstr(text, "(its messages lay here)      9  50000.000  s        -\n"));
    free(text);
}
END_TEST

START_TEST(waits_have_the_most_seconds_first)
{
    struct mpit_record record = make_unfinished();

    waits[1].seconds = 1;
    mpit__record_finish(&record);
    ck_assert_str_eq(record.wait[0].kind, "blocked_send");
    ck_assert_int_eq(record.wait[1].for_rank, 1);
}
END_TEST

START_TEST(sizes_are_in_order_and_add_up)
{
    uint64_t sends[MPIT_RECORD_SIZES] = {[0] = 1, [11] = 2, [63] = 3};
    uint64_t recvs[MPIT_RECORD_SIZES] = {[1] = 4, [11] = 5};
    struct mpit_record record = {0};

    ck_assert(mpit__record_add_size(&record, &(struct mpit_record_size){256, 511, 6, 7}));
    ck_assert(mpit__record_add_sizes(&record, sends, recvs));
    ck_assert(mpit__record_add_sizes(&record, sends, recvs));
    ck_assert_int_eq(record.nsize, 5);
    for (int i = 1; i < record.nsize; i++)
        ck_assert_uint_lt(record.size[i - 1].most, record.size[i].least);
    ck_assert_uint_eq(record.size[0].sends, 2);
    ck_assert_uint_eq(record.size[1].recvs, 8);
    ck_assert_uint_eq(record.size[2].sends, 6);
    ck_assert_uint_eq(record.size[3].least, 1024);
    ck_assert_uint_eq(record.size[3].most, 2047);
    ck_assert_uint_eq(record.size[3].sends, 4);
    ck_assert_uint_eq(record.size[3].recvs, 10);
    ck_assert_uint_eq(record.size[4].most, UINT64_MAX / 2);
    mpit__record_free(&record);
}
END_TEST

START_TEST(the_same_place_of_several_ranks_is_one)
{
    struct mpit_record record = {0};
    struct mpit_record_site more[3];

    make_record();
    memcpy(more, sites, sizeof sites);
    more[2] = sites[0];
    more[2].offset++; /* another place */
    *more[0].function = *more[0].file = '\0';
    ck_assert(mpit__record_add_sites(&record, more, 3));
    ck_assert(mpit__record_add_sites(&record, sites, 2));
    ck_assert(mpit__record_add_sites(&record, NULL, 0));
    more[2] = sites[0];
    strcpy(more[2].build_id, "0124"); /* the same name of another program */
    more[2].seconds = 4;
    ck_assert(mpit__record_add_sites(&record, &more[2], 1));
    mpit__record_finish(&record);
    ck_assert_int_eq(record.nsite, 4);
    ck_assert_str_eq(record.site[0].build_id, "0124");
    ck_assert_uint_eq(record.site[1].offset, 4242);
    ck_assert_uint_eq(record.site[1].count, 40);
    ck_assert_uint_eq(record.site[1].bytes, 320);
    ck_assert_double_eq_tol(record.site[1].seconds, 1, 1e-12);
    ck_assert_double_nan(record.site[1].waited);           /* nobody has watched waits */
    ck_assert_str_eq(record.site[1].function, "exchange"); /* as far as one knows it */
    ck_assert_uint_eq(record.site[2].count + record.site[3].count, 26);
    mpit__record_free(&record);
}
END_TEST

static void check_function(const char *function, const char *inlined, const char *expected)
{
    struct mpit_record_site site = {.line = 0};
    char text[MPIT_READABLE];

    snprintf(site.function, sizeof site.function, "%s", function);
    snprintf(site.inlined, sizeof site.inlined, "%s", inlined);
    mpit__site_function(&site, text, sizeof text);
    ck_assert_str_eq(text, expected);
}

START_TEST(functions_are_told_without_what_makes_names_long)
{
    check_function("", "", "-");
    check_function("main", "send [a.c:1], step(int) [a b.c:2]", "send < step < main");
    check_function("space::thing<3, std::pair<int, int> >::call(int, double) const", "",
                   "space::thing<>::call const");
    check_function("(anonymous namespace)::f(void (*)(int))", "", "(anonymous namespace)::f");
    check_function("thing::operator()(int)", "", "thing::operator()(int)");
    check_function("cut<", "", "cut<"); /* there was no room for the rest */
    check_function("cut(int", "f [", "f < cut");
}
END_TEST

/* More rows than are kept before equal ones become one. */
START_TEST(uses_of_several_ranks_are_one_row_each)
{
    enum { RANKS = 100 };
    struct mpit_record record = {.nranks = RANKS};

    for (int rank = 0; rank < RANKS; rank++) {
        struct mpit_record_use use[3] = {
            {.name = "rows",
             .size = 2,
             .nrank = 1,
             .made = 2,
             .collectives_joined = 3,
             .seconds = 0.5},
            {.name = "rows",
             .size = 4,
             .nrank = 1,
             .made = 1,
             .collectives_joined = rank == 50 ? -1 : 3,
             .seconds = 1},
            {.name = "", .size = 2, .nrank = 1, .made = 1, .seconds = 0.25}};
        struct mpit_record_collective its[2] = {{"MPI_Bcast", 64, 127, 3, 300, 0.5},
                                                {"MPI_Bcast", 0, 0, 1, 0, 0.25}};

        use[0].amount[MPIT_AMOUNT_sends] = (struct mpit_record_amount){1, 10};
        snprintf(use[2].name, sizeof use[2].name, "%s", rank ? "" : "mine");
        ck_assert(mpit__record_add_uses(&record.communicator, &record.ncommunicator, use, 3));
        ck_assert(mpit__record_add_uses(&record.file, &record.nfile, use, rank == 7));
        ck_assert(mpit__record_add_collectives(&record, its, 2));
    }
    ck_assert_int_lt(record.ncommunicator, 2 * 64);
    mpit__record_finish(&record);
    ck_assert_int_eq(record.ncommunicator, 4);
    ck_assert_int_eq(record.communicator[0].size, 4);
    ck_assert_int_eq(record.communicator[0].collectives_joined, -1);
    ck_assert_int_eq(record.communicator[1].collectives_joined, 3 * RANKS);
    ck_assert_int_eq(record.communicator[1].nrank, RANKS);
    ck_assert_uint_eq(record.communicator[1].made, 2 * RANKS);
    ck_assert_uint_eq(record.communicator[1].amount[MPIT_AMOUNT_sends].bytes, 10 * RANKS);
    ck_assert_double_eq_tol(record.communicator[1].seconds, 0.5 * RANKS, 1e-9);
    ck_assert_int_eq(record.communicator[2].nrank, RANKS - 1);
    ck_assert_str_eq(record.communicator[3].name, "mine");
    ck_assert_int_eq(record.nfile, 1);
    ck_assert_int_eq(record.file[0].nrank, 1);
    ck_assert_int_eq(record.ncollective, 2);
    ck_assert_uint_eq(record.collective[0].least, 64);
    ck_assert_uint_eq(record.collective[0].bytes, 300 * RANKS);
    ck_assert_uint_eq(record.collective[1].count, RANKS);
    mpit__record_free(&record);
}
END_TEST

static bool ends_in(const char *text, const char *end)
{
    return strlen(text) > strlen(end) && !strcmp(text + strlen(text) - strlen(end), end);
}

static void check_field(const struct mpit_group *group, size_t i)
{
    const struct mpit_field *field = &group->field[i];
    bool has_fields = field->type == MPIT_FIELD_SPREAD || field->type == MPIT_FIELD_OBJECT ||
                      field->type == MPIT_FIELD_LIST || field->type == MPIT_FIELD_COLUMNS;

    ck_assert_msg(has_fields == (field->group != NULL), "%s[%zu]", group->name, i);
    ck_assert_msg((field->type != MPIT_FIELD_COLUMNS) == (field->key != NULL), "%s[%zu]",
                  group->name, i);
    ck_assert_int_le(field->since, MPIT_RECORD_FORMAT);
    if (!field->key)
        return;
    ck_assert_msg(field->what && ends_in(field->what, "."), "%s.%s", group->name, field->key);
    for (size_t before = 0; before < i; before++)
        ck_assert_str_ne(group->field[before].key, field->key);
    ck_assert_msg(!field->csv.row || field->csv.column, "%s.%s", group->name, field->key);
    ck_assert_msg(!field->csv.rare || field->type == MPIT_FIELD_COUNT ||
                      field->type == MPIT_FIELD_SECONDS || field->type == MPIT_FIELD_TEXT,
                  "%s.%s", group->name, field->key);
    if (field->metric.name)
        ck_assert_msg(!field->unit || ends_in(field->metric.name, field->unit), "%s",
                      field->metric.name);
}

static void check_group(const struct mpit_group *group)
{
    for (size_t i = 0; i < group->n; i++) {
        check_field(group, i);
        if (group->field[i].group)
            check_group(group->field[i].group);
    }
}

START_TEST(rows_of_the_table_of_fields_are_whole)
{
    check_group(&mpit__record_group);
}
END_TEST

/* The record of make_record as jansson has it; objects of a group, the first of each, by `visit`.
 */
typedef void visitor(json_t *root, const struct mpit_group *group, json_t *object);

static void visit_objects(json_t *root, const struct mpit_group *group, json_t *object,
                          visitor *visit)
{
    visit(root, group, object);
    for (size_t i = 0; i < group->n; i++) {
        const struct mpit_field *field = &group->field[i];
        json_t *value = field->key ? json_object_get(object, field->key) : NULL;

        if (field->type == MPIT_FIELD_SPREAD || field->type == MPIT_FIELD_OBJECT)
            visit_objects(root, field->group, value, visit);
        if (field->type == MPIT_FIELD_LIST)
            visit_objects(root, field->group, json_array_get(value, 0), visit);
        if (field->type == MPIT_FIELD_COLUMNS)
            visit(root, field->group, object);
    }
}

static void visit_record(visitor *visit)
{
    struct mpit_record record = make_record();
    char *text = written(mpit__record_write_json, &record);
    json_t *root = json_loads(text, 0, NULL);

    visit_objects(root, &mpit__record_group, root, visit);
    json_decref(root);
    free(text);
}

/* What it says when it cannot read a record, "" when it can. */
static void read_json(const json_t *root, char reason[512], struct mpit_record *record)
{
    char *text = json_dumps(root, JSON_REAL_PRECISION(17));

    reason[0] = '\0';
    read_back(text, strlen(text), record, reason);
    free(text);
}

static int required, optional;

static void take_out_each_field(json_t *root, const struct mpit_group *group, json_t *object)
{
    for (size_t i = 0; i < group->n; i++) {
        const struct mpit_field *field = &group->field[i];
        json_t *value = field->key ? json_incref(json_object_get(object, field->key)) : NULL;
        struct mpit_record record;
        char reason[512], expected[64];

        if (!field->key)
            continue;
        ck_assert_msg(value != NULL, "%s has no %s", group->name, field->key);
        json_object_del(object, field->key);
        read_json(root, reason, &record);
        json_object_set_new(object, field->key, value);
        if (field->since) {
            snprintf(expected, sizeof expected, "%s is missing: not a record", field->key);
            ck_assert_msg(strstr(reason, expected) != NULL, "'%s' lacks '%s'", reason, expected);
            required++;
        } else {
            ck_assert_str_eq(reason, "");
            mpit__record_free(&record);
            optional++;
        }
    }
}

/* Of four ranks, by when they came and how long they say that they waited. */
static void check_end(const char *const host[4], const double came[4], const double waited[4],
                      const double right[4])
{
    struct mpit_record_rank rank[4] = {{0}};
    struct mpit_record record = {.nranks = 4, .nrank = 4, .rank = rank};

    for (int i = 0; i < 4; i++) {
        rank[i].rank = i;
        rank[i].wall = 10 + waited[i];
        rank[i].mpi = 1 + waited[i];
        rank[i].part[MPIT_PART_finalize_wait] = waited[i];
        strcpy(rank[i].host, host[i]);
    }
    mpit__record_settle_end(&record, came);
    for (int i = 0; i < 4; i++) {
        ck_assert_double_eq_tol(rank[i].part[MPIT_PART_finalize_wait], right[i], 1e-9);
        ck_assert_double_eq_tol(rank[i].wall, 10 + right[i], 1e-9);
        ck_assert_double_eq_tol(rank[i].mpi, 1 + right[i], 1e-9);
        ck_assert_double_eq_tol(rank[i].part[MPIT_PART_finalize], waited[i] - right[i], 1e-9);
    }
}

START_TEST(waits_in_finalize_are_up_to_who_came_last)
{
    static const char *const one[] = {"a", "a", "a", "a"}, *const two[] = {"a", "b", "a", "b"};

    /* Rank 2 has seen late that it was the last. */
    check_end(one, (double[]){1, 2, 4, 3}, (double[]){3.001, 2.001, 0.5, 1.001},
              (double[]){3, 2, 0, 1});
    /* Two clocks: of ranks 0 and 2, and of 1 and 3. */
    check_end(two, (double[]){100, 7, 103, 8}, (double[]){5.2, 4, 2.5, 3.1},
              (double[]){3, 1.8, 0, 0.8});
    /* Nodes of the same name, with clocks of their own. */
    check_end(one, (double[]){100, 7, 103, 8}, (double[]){5, 4, 2, 3}, (double[]){3, 2, 0, 1});
}
END_TEST

START_TEST(resources_of_several_are_known_where_those_of_each_are)
{
    struct mpit_record_resources sum = {.user_time = 1, .voluntary_switches = 3, .peak_memory = 9};
    const struct mpit_record_resources more = {.user_time = 0.5,
                                               .system_time = NAN,
                                               .voluntary_switches = 4,
                                               .migrations = -1,
                                               .peak_memory = 7};
    struct mpit_record_resources since = mpit__resources_since(&more, &sum);

    mpit__resources_add(&sum, &more);
    ck_assert_double_eq(sum.user_time, 1.5);
    ck_assert(isnan(sum.system_time));
    ck_assert_int_eq(sum.voluntary_switches, 7);
    ck_assert_int_eq(sum.migrations, -1);
    ck_assert_int_eq(sum.peak_memory, 9); /* not that of two */
    ck_assert_double_eq(since.user_time, 0);
    ck_assert(isnan(since.system_time));
    ck_assert_int_eq(since.voluntary_switches, 1);
    ck_assert_int_eq(since.migrations, -1);
    ck_assert_int_eq(since.peak_memory, 7);
}
END_TEST

START_TEST(fields_that_all_records_have_are_missed_by_name)
{
    visit_record(take_out_each_field);
    ck_assert_int_gt(required, 80);
    ck_assert_int_eq(optional, 165);
}
END_TEST

static void add_a_key(json_t *root, const struct mpit_group *group, json_t *object)
{
    (void)root, (void)group;
    json_object_set_new(object, "of a later mpit", json_pack("[{s:i}]", "total", 1));
}

static void read_with_added_keys(json_t *root, const struct mpit_group *group, json_t *object)
{
    struct mpit_record record = make_record(), copy;
    char *expected = written(mpit__record_write_json, &record), *text;
    char reason[512];

    if (group != &mpit__record_group)
        return;
    visit_objects(root, group, object, add_a_key);
    read_json(root, reason, &copy);
    ck_assert_str_eq(reason, "");
    text = written(mpit__record_write_json, &copy);
    ck_assert_str_eq(text, expected);
    mpit__record_free(&copy);
    free(text);
    free(expected);
}

/* Pairs and waits of so many ranks: each talks to the next one. */
static void make_many(struct mpit_record *record, int n)
{
    *record = make_record();
    record->nranks = record->npair = record->nwait = n;
    record->pair = calloc((size_t)n, sizeof *record->pair);
    record->wait = calloc((size_t)n, sizeof *record->wait);
    ck_assert(record->pair && record->wait);
    for (int i = 0; i < n; i++) {
        record->pair[i] = (struct mpit_record_pair){i, (i + 1) % n, 7, (uint64_t)i * i, 0, 0};
        record->wait[i] =
            (struct mpit_record_wait){i, (i + 1) % n, "late_sender", 3, i ? 0.5 : NAN};
    }
}

static void free_many(struct mpit_record *record)
{
    free(record->pair);
    free(record->wait);
}

static void check_many(const struct mpit_record *record, const struct mpit_record *copy)
{
    ck_assert_int_eq(copy->npair, record->npair);
    ck_assert_int_eq(copy->nwait, record->nwait);
    for (int i = 0; i < record->npair; i++) {
        const struct mpit_record_wait *one = &record->wait[i], *other = &copy->wait[i];

        ck_assert_mem_eq(&copy->pair[i], &record->pair[i], sizeof *record->pair);
        ck_assert_int_eq(one->rank, other->rank);
        ck_assert_str_eq(one->kind, other->kind);
        ck_assert_uint_eq(one->count, other->count);
        ck_assert(one->seconds == other->seconds || (isnan(one->seconds) && isnan(other->seconds)));
    }
}

START_TEST(many_stand_by_columns_and_what_is_all_the_same_once)
{
    for (int more = 0; more < 2; more++) {
        struct mpit_record record, copy;
        char *text, reason[512] = "";
        json_t *root, *all;

        make_many(&record, MPIT_RECORD_MANY + more);
        text = written(mpit__record_write_json, &record);
        root = json_loads(text, 0, NULL);
        all = json_object_get(root, "pairs");
        ck_assert_int_eq(json_integer_value(json_object_get(root, "format")), 1 + more);
        ck_assert_int_eq(json_is_object(all), more);
        if (more) {
            ck_assert_uint_eq(json_array_size(json_object_get(all, "bytes")), MPIT_RECORD_MANY + 1);
            ck_assert_int_eq(json_integer_value(json_object_get(all, "messages")), 7);
            ck_assert_int_eq(json_is_array(json_object_get(root, "calls")), 1);
        }
        ck_assert_msg(read_back(text, strlen(text), &copy, reason), "%s", reason);
        check_many(&record, &copy);
        mpit__record_free(&copy);
        json_decref(root);
        free(text);
        free_many(&record);
    }
}
END_TEST

START_TEST(columns_that_are_damaged_are_refused_by_name)
{
    static const struct {
        const char *list, *key, *value, *expected;
    } rows[] = {
        {"pairs", "sender", "[1, 2]", "receiver is not a list as long as sender"},
        {"pairs", "sender", "1", "sender is not a list"},
        {"pairs", "bytes", "[1, 2]", "bytes is not a list as long as sender"},
        {"pairs", "messages", "\"7\"", "messages is not an integer"},
        {"waits", "kind", "null", "kind is not a string"},
        {NULL, "pairs", "{\"receiver\": []}", "pairs is not a list"},
        {NULL, "format", "1", "pairs is not a list"},
    };
    struct mpit_record record, copy;
    char *text, reason[512];

    make_many(&record, MPIT_RECORD_MANY + 1);
    text = written(mpit__record_write_json, &record);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        json_t *root = json_loads(text, 0, NULL);
        json_t *in = rows[i].list ? json_object_get(root, rows[i].list) : root;

        json_object_set_new(in, rows[i].key, json_loads(rows[i].value, JSON_DECODE_ANY, NULL));
        read_json(root, reason, &copy);
        ck_assert_msg(strstr(reason, rows[i].expected) != NULL, "%zu: '%s' lacks '%s'", i, reason,
                      rows[i].expected);
        json_decref(root);
    }
    free(text);
    free_many(&record);
}
END_TEST

/* As a tool may leave them that sorts keys. */
START_TEST(members_and_columns_come_in_any_order)
{
    struct mpit_record record, copy;
    char *text, *sorted, reason[512];
    json_t *root;

    make_many(&record, MPIT_RECORD_MANY + 1);
    text = written(mpit__record_write_json, &record);
    root = json_loads(text, 0, NULL);
    sorted = json_dumps(root, JSON_SORT_KEYS | JSON_REAL_PRECISION(17));
    ck_assert_ptr_nonnull(strstr(sorted, "\"calls\""));
    ck_assert(strstr(sorted, "\"calls\"") < strstr(sorted, "\"format\""));
    ck_assert_msg(read_back(sorted, strlen(sorted), &copy, reason), "%s", reason);
    check_many(&record, &copy);
    mpit__record_free(&copy);
    json_decref(root);
    free(sorted);
    free(text);
    free_many(&record);
}
END_TEST

START_TEST(keys_that_nobody_knows_are_passed_over)
{
    visit_record(read_with_added_keys);
}
END_TEST

START_TEST(what_is_written_is_the_same_where_the_locale_has_a_comma)
{
    int (*const writers[])(const struct mpit_record *, FILE *) = {
        mpit__record_write_text, mpit__record_write_json, tool_csv_write_record};
    enum { WRITERS = sizeof writers / sizeof *writers };
    struct mpit_record record = make_record();
    char *before[WRITERS];

    for (int i = 0; i < WRITERS; i++)
        before[i] = written(writers[i], &record);
    enter_comma_locale();
    for (int i = 0; i < WRITERS; i++) {
        char *text = written(writers[i], &record);

        ck_assert_str_eq(text, before[i]);
        free(text);
        free(before[i]);
    }
}
END_TEST

START_TEST(a_missing_file_is_named)
{
    struct mpit_record record;
    char reason[512];

    ck_assert(!tool_record_read("no/such/file.json", &record, reason));
    ck_assert_str_eq(reason, "no/such/file.json: No such file or directory; "
                             "mpit run --report FILE.json makes a record");
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(spread_knows_total_extremes_and_where_they_are)                                           \
    TEST(times_have_the_unit_that_they_are_rounded_into)                                           \
    TEST(volumes_have_the_unit_that_they_are_rounded_into)                                         \
    TEST(names_have_the_day_the_user_and_the_program)                                              \
    TEST(names_have_the_number_of_the_job_that_is_no_path)                                         \
    TEST(what_is_not_known_of_a_job_is_absent)                                                     \
    TEST(json_read_back_is_the_same_record)                                                        \
    TEST(json_strings_keep_text_and_replace_what_is_none)                                          \
    TEST(json_strings_of_any_bytes_are_valid)                                                      \
    TEST(overlong_text_is_cut_between_characters)                                                  \
    TEST(text_has_exact_counts_and_readable_times)                                                 \
    TEST(text_says_of_which_communicators_the_last_ones_are_known)                                 \
    TEST(columns_align_whatever_the_numbers)                                                       \
    TEST(text_without_time_calls_or_pairs_has_no_nonsense)                                         \
    TEST(text_shows_ten_pairs_and_sums_up_the_rest)                                                \
    TEST(text_has_one_sided_operations_where_there_are_any)                                        \
    TEST(text_of_a_partial_record_says_so)                                                         \
    TEST(csv_has_columns_of_sites_where_there_are_any)                                             \
    TEST(csv_has_raw_numbers_under_one_header)                                                     \
    TEST(writers_return_the_error_of_a_full_disk)                                                  \
    TEST(every_truncated_record_is_refused_with_its_place)                                         \
    TEST(damaged_records_are_read_or_refused_with_a_reason)                                        \
    TEST(values_of_the_wrong_kind_are_refused_by_name)                                             \
    TEST(a_record_of_a_newer_format_is_refused_with_both_numbers)                                  \
    TEST(what_is_waited_is_no_transfer)                                                            \
    TEST(efficiencies_are_those_of_the_ranks)                                                      \
    TEST(efficiencies_of_a_region_are_those_of_the_ranks_in_it)                                    \
    TEST(sizes_are_in_order_and_add_up)                                                            \
    TEST(efficiencies_are_of_what_was_recorded)                                                    \
    TEST(what_is_outside_of_mpi_is_withheld_where_a_rank_does_not_know_it)                         \
    TEST(a_region_of_which_a_rank_does_not_know_it_has_no_efficiency)                              \
    TEST(waits_of_unknown_time_stand_last_and_have_none)                                           \
    TEST(messages_that_lay_have_no_share_of_the_wall_time)                                         \
    TEST(waits_have_the_most_seconds_first)                                                        \
    TEST(the_same_place_of_several_ranks_is_one)                                                   \
    TEST(functions_are_told_without_what_makes_names_long)                                         \
    TEST(uses_of_several_ranks_are_one_row_each)                                                   \
    TEST(rows_of_the_table_of_fields_are_whole)                                                    \
    TEST(waits_in_finalize_are_up_to_who_came_last)                                                \
    TEST(resources_of_several_are_known_where_those_of_each_are)                                   \
    TEST(fields_that_all_records_have_are_missed_by_name)                                          \
    TEST(many_stand_by_columns_and_what_is_all_the_same_once)                                      \
    TEST(columns_that_are_damaged_are_refused_by_name)                                             \
    TEST(members_and_columns_come_in_any_order)                                                    \
    TEST(keys_that_nobody_knows_are_passed_over)                                                   \
    TEST(what_is_written_is_the_same_where_the_locale_has_a_comma)                                 \
    TEST(a_missing_file_is_named)
SUITE("record", TESTS, NULL)
