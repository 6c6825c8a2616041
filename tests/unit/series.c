/* The time series of the report: samples in bounded memory, and the slices shown of them. */
#include "config.h"

#include "../../lib/record/slices.h"

#include "report/series.h"
#include "suite.h"

#include <stdlib.h>

/* Look number i at a process that sends 3 messages of 10 bytes between two looks. */
static struct mpit_record_sample look(int i)
{
    struct mpit_record_sample sample = {.at = 0.5 * i, .mpi = 0.125 * i};

    sample.amount[MPIT_AMOUNT_sends] =
        (struct mpit_record_amount){3u * (unsigned)i, 30u * (unsigned)i};
    sample.seen[MPIT_STATE_send] = (unsigned)i;
    sample.most[MPIT_RECORD_LEVEL_posted] = i == 77 ? 9 : 1;
    sample.most[MPIT_RECORD_LEVEL_unexpected] = -1;
    return sample;
}

static struct mpit_series *series_of(int looks)
{
    struct mpit_series *series = calloc(1, sizeof *series);

    ck_assert_ptr_nonnull(series);
    for (int i = 1; i <= looks; i++) {
        struct mpit_record_sample sample = look(i);

        mpit__series_add(series, &sample, i == looks);
        ck_assert_int_lt(series->n, MPIT_SERIES_ROOM);
    }
    return series;
}

START_TEST(every_look_is_kept_while_there_is_room)
{
    struct mpit_series *series = series_of(MPIT_SERIES_ROOM - 1);

    ck_assert_int_eq(series->n, MPIT_SERIES_ROOM - 1);
    ck_assert_uint_eq(series->every, 1);
    for (int i = 0; i < series->n; i++)
        ck_assert_double_eq(series->sample[i].at, 0.5 * (i + 1));
    free(series);
}
END_TEST

START_TEST(a_long_job_has_as_many_samples_further_apart)
{
    enum { LOOKS = 1000003 }; /* the last one falls on none that would be kept */
    struct mpit_series *series = series_of(LOOKS);
    int n = series->n;

    ck_assert_int_ge(n, MPIT_SERIES_ROOM / 2);
    ck_assert_uint_eq(series->every, 4096); /* 2^12 * 256 > 1000003 > 2^11 * 256 */
    for (int i = 0; i + 1 < n; i++) {
        struct mpit_record_sample due = look((i + 1) * 4096);

        ck_assert_double_eq(series->sample[i].at, due.at);
        ck_assert_double_eq(series->sample[i].mpi, due.mpi);
        ck_assert_uint_eq(series->sample[i].amount[MPIT_AMOUNT_sends].bytes,
                          due.amount[MPIT_AMOUNT_sends].bytes);
        ck_assert_uint_eq(series->sample[i].seen[MPIT_STATE_send], due.seen[MPIT_STATE_send]);
    }
    ck_assert_double_eq(series->sample[n - 1].at, look(LOOKS).at);
    free(series);
}
END_TEST

START_TEST(highest_level_survives_in_the_sample_that_covers_its_time)
{
    struct mpit_series *series = series_of(5000);

    ck_assert_int_eq(series->sample[0].most[MPIT_RECORD_LEVEL_posted], 1);
    for (int i = 0; i < series->n; i++) {
        double from = i ? series->sample[i - 1].at : 0, to = series->sample[i].at;
        bool covers = from < look(77).at && look(77).at <= to;

        ck_assert_int_eq(series->sample[i].most[MPIT_RECORD_LEVEL_posted], covers ? 9 : 1);
        ck_assert_int_eq(series->sample[i].most[MPIT_RECORD_LEVEL_unexpected], -1);
    }
    free(series);
}
END_TEST

/* Two ranks. 0: samples at 1, 2, 4 s; in MPI from 2 to 4 s. 1: one sample at 2 s, all in MPI. */
static struct mpit_record report_of_two(void)
{
    static struct mpit_record_sample first[3], second[1];
    static struct mpit_record_series series[2];

    first[0] = (struct mpit_record_sample){.at = 1};
    first[1] = (struct mpit_record_sample){.at = 2};
    first[2] = (struct mpit_record_sample){.at = 4, .mpi = 2};
    first[0].amount[MPIT_AMOUNT_sends] = (struct mpit_record_amount){10, 1000};
    first[1].amount[MPIT_AMOUNT_sends] = (struct mpit_record_amount){10, 1000};
    first[2].amount[MPIT_AMOUNT_sends] = (struct mpit_record_amount){15, 3000};
    first[1].most[MPIT_RECORD_LEVEL_posted] = 7;
    second[0] = (struct mpit_record_sample){.at = 2, .mpi = 2};
    for (int i = 0; i < 3; i++)
        first[i].most[MPIT_RECORD_LEVEL_unexpected] = -1;
    second[0].most[MPIT_RECORD_LEVEL_unexpected] = -1;
    series[0] = (struct mpit_record_series){.rank = 0, .nsample = 3, .sample = first};
    series[1] = (struct mpit_record_series){.rank = 1, .nsample = 1, .sample = second};
    return (struct mpit_record){.nseries = 2, .series = series};
}

START_TEST(slices_have_what_happened_between_their_borders)
{
    struct mpit_record report = report_of_two();
    struct mpit_slice slice[4];

    mpit__slices(&report, 4, slice);
    ck_assert_double_eq(slice[3].from, 3);
    ck_assert_double_eq(slice[3].to, 4);
    ck_assert_uint_eq(slice[0].amount[MPIT_AMOUNT_sends].count, 10);
    ck_assert_uint_eq(slice[1].amount[MPIT_AMOUNT_sends].count, 0);
    /* 5 in 2 seconds: 2 whole ones in the first. */
    ck_assert_uint_eq(slice[2].amount[MPIT_AMOUNT_sends].count, 2);
    ck_assert_uint_eq(slice[3].amount[MPIT_AMOUNT_sends].count, 3);
    ck_assert_uint_eq(slice[3].amount[MPIT_AMOUNT_sends].bytes, 1000);
    ck_assert_int_eq(slice[0].most[MPIT_RECORD_LEVEL_posted], 0);
    ck_assert_int_eq(slice[1].most[MPIT_RECORD_LEVEL_posted], 7);
    ck_assert_int_eq(slice[1].most[MPIT_RECORD_LEVEL_unexpected], -1);
    /* The sample at 2 s is of the slice that ends there. */
    ck_assert_int_eq(slice[2].most[MPIT_RECORD_LEVEL_posted], -1);
}
END_TEST

START_TEST(slices_share_time_between_the_ranks_that_are_there)
{
    struct mpit_record report = report_of_two();
    struct mpit_slice slice[4];

    mpit__slices(&report, 4, slice);
    ck_assert_int_eq(slice[0].nrank, 2);
    ck_assert_double_eq(slice[0].share.total, 1);
    ck_assert_double_eq(slice[0].share.min, 0);
    ck_assert_int_eq(slice[0].share.max_rank, 1);
    ck_assert_int_eq(slice[3].nrank, 1);
    ck_assert_double_eq(slice[3].share.total, 1);
    ck_assert_int_eq(slice[3].share.min_rank, 0);
}
END_TEST

START_TEST(slices_have_no_share_where_threads_of_a_rank_add_up)
{
    struct mpit_record_rank rank = {.threads = 2};
    struct mpit_record report = report_of_two();
    struct mpit_slice slice[4];

    report.rank = &rank;
    report.nrank = 1;
    mpit__slices(&report, 4, slice);
    ck_assert_int_eq(slice[0].nrank, 0);
    ck_assert_int_eq(slice[0].share.max_rank, -1);
    ck_assert_uint_eq(slice[0].amount[MPIT_AMOUNT_sends].count, 10);
    rank.threads = 1;
    mpit__slices(&report, 4, slice);
    ck_assert_int_eq(slice[0].nrank, 2);
}
END_TEST

START_TEST(slices_of_nothing_are_empty)
{
    struct mpit_record report = {0};
    struct mpit_slice slice[2];

    mpit__slices(&report, 2, slice);
    ck_assert_double_eq(slice[1].to, 0);
    ck_assert_int_eq(slice[1].nrank, 0);
    ck_assert_int_eq(slice[1].share.max_rank, -1);
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(every_look_is_kept_while_there_is_room)                                                   \
    TEST(a_long_job_has_as_many_samples_further_apart)                                             \
    TEST(highest_level_survives_in_the_sample_that_covers_its_time)                                \
    TEST(slices_have_what_happened_between_their_borders)                                          \
    TEST(slices_share_time_between_the_ranks_that_are_there)                                       \
    TEST(slices_have_no_share_where_threads_of_a_rank_add_up)                                      \
    TEST(slices_of_nothing_are_empty)
SUITE("series", TESTS, NULL)
