/* Phases of the job, found in series that are made up: those that are there, and no others. */
#include "config.h"

#include "../../lib/record/phases.h"
#include "suite.h"

#include <math.h>

enum { RANKS = 2, SAMPLES = 256 };

static struct mpit_record_sample samples[RANKS][SAMPLES];
static struct mpit_record_series series[RANKS];
static struct mpit_record_rank ranks[RANKS];
static struct mpit_record record;
static struct mpit_slice phase[MPIT_PHASES_MOST];
static unsigned seed;

/* As the same every time: between -1 and 1. */
static double noise(void)
{
    seed = seed * 1103515245 + 12345;
    return (double)(seed >> 16 & 0x7fff) / 0x3fff - 1;
}

static void begin(void)
{
    seed = 1;
    memset(samples, 0, sizeof samples);
    memset(ranks, 0, sizeof ranks);
    for (int i = 0; i < RANKS; i++)
        series[i] = (struct mpit_record_series){.rank = i, .sample = samples[i]};
    record = (struct mpit_record){
        .nseries = RANKS, .series = series, .nrank = RANKS, .rank = ranks, .nranks = RANKS};
}

/* Samples of a tenth of a second each, in which rank i is in MPI for this share of the time, and
 * sends so many messages. */
static void go_on(int n, const double share[RANKS], double shaky, uint64_t sends)
{
    for (int rank = 0; rank < RANKS; rank++)
        for (int i = 0; i < n; i++) {
            struct mpit_record_sample *sample = &samples[rank][series[rank].nsample++];

            if (sample > samples[rank])
                *sample = sample[-1];
            sample->at += 0.1;
            sample->mpi += 0.1 * (share[rank] + shaky * noise());
            sample->amount[MPIT_AMOUNT_sends].count += sends;
        }
}
#define GO_ON(n, first, second, shaky, sends) go_on(n, (double[]){first, second}, shaky, sends)

static void check_ends(enum mpit_phases_known known, int expected, const double end[])
{
    int n;

    ck_assert_int_eq(mpit__phases(&record, phase, &n), known);
    ck_assert_int_eq(n, expected);
    for (int i = 0; i < n; i++) {
        ck_assert_double_eq_tol(phase[i].to, end[i], mpit__series_end(&record) / 64 * 1.01);
        ck_assert_double_eq(phase[i].from, i ? phase[i - 1].to : 0);
    }
}
#define CHECK_ENDS(...)                                                                            \
    check_ends(MPIT_PHASES_FOUND, (int)(sizeof(double[]){__VA_ARGS__} / sizeof(double)),           \
               (double[]){__VA_ARGS__})

START_TEST(what_goes_on_as_it_began_is_one_phase)
{
    begin();
    GO_ON(200, 0.3, 0.4, 0.25, 3);
    CHECK_ENDS(20);
    begin();
    GO_ON(200, 0, 0, 0, 0);
    CHECK_ENDS(20);
    begin();
    for (int i = 0; i < 64; i++) { /* to and fro is what it does */
        GO_ON(2, 0.1, 0.1, 0, 1);
        GO_ON(2, 0.9, 0.9, 0, 5);
    }
    CHECK_ENDS(25.6);
}
END_TEST

START_TEST(where_the_share_changes_is_the_end_of_a_phase)
{
    begin();
    GO_ON(80, 0.1, 0.15, 0.1, 0);
    GO_ON(120, 0.6, 0.55, 0.1, 0);
    CHECK_ENDS(8, 20);
    ck_assert_double_eq_tol(phase[0].share.total / 2, 0.125, 0.02);
    ck_assert_double_eq_tol(phase[1].share.total / 2, 0.575, 0.02);
    begin();
    GO_ON(128, 0.1, 0.1, 0.1, 0);
    GO_ON(128, 0.14, 0.14, 0.1, 0); /* by so little it changes from run to run */
    CHECK_ENDS(25.6);
}
END_TEST

START_TEST(a_short_one_in_the_middle_is_found)
{
    begin();
    GO_ON(100, 0.1, 0.1, 0.05, 0);
    GO_ON(12, 0.9, 0.9, 0.05, 0);
    GO_ON(120, 0.1, 0.1, 0.05, 0);
    CHECK_ENDS(10, 11.2, 23.2);
}
END_TEST

/* The mean share is the same in both: one rank works, and the other waits. */
START_TEST(an_imbalance_that_begins_is_a_phase_of_its_own)
{
    begin();
    GO_ON(64, 0.45, 0.45, 0, 0);
    GO_ON(64, 0, 0.9, 0, 0);
    CHECK_ENDS(6.4, 12.8);
    ck_assert_double_eq_tol(phase[0].share.min, 0.45, 0.01);
    ck_assert_double_eq_tol(phase[1].share.min, 0, 0.01);
}
END_TEST

START_TEST(other_traffic_is_another_phase)
{
    begin();
    GO_ON(64, 0.3, 0.3, 0.1, 10);
    GO_ON(64, 0.3, 0.3, 0.1, 2);
    GO_ON(64, 0.3, 0.3, 0.1, 10);
    CHECK_ENDS(6.4, 12.8, 19.2);
    /* 64 samples with two of each rank; a slice at the border may have some of the ten. */
    ck_assert_uint_ge(phase[1].amount[MPIT_AMOUNT_sends].count, (uint64_t)(2 * 60 * RANKS));
    ck_assert_uint_le(phase[1].amount[MPIT_AMOUNT_sends].count, (uint64_t)(2 * 60 + 40) * RANKS);
}
END_TEST

/* Then traffic alone tells, and no efficiency is known. */
START_TEST(shares_of_several_threads_tell_nothing)
{
    begin();
    ranks[1].threads = 2;
    GO_ON(64, 0.1, 0.1, 0, 1);
    GO_ON(64, 0.9, 0.9, 0, 1);
    CHECK_ENDS(12.8);
    GO_ON(64, 0.9, 0.9, 0, 20);
    CHECK_ENDS(12.8, 19.2);
    ck_assert_int_eq(phase[0].nrank, 0);
}
END_TEST

START_TEST(what_cannot_be_told_is_not)
{
    begin();
    check_ends(MPIT_PHASES_TOO_FEW, 0, NULL);
    GO_ON(3, 0.1, 0.1, 0, 0);
    GO_ON(4, 0.9, 0.9, 0, 0);
    check_ends(MPIT_PHASES_TOO_FEW, 0, NULL);
    GO_ON(1, 0.9, 0.9, 0, 0);
    CHECK_ENDS(0.3, 0.8);
    record.nseries = 0;
    check_ends(MPIT_PHASES_TOO_FEW, 0, NULL);
    begin();
    for (int i = 0; i < 16; i++)
        GO_ON(16, i % 2 ? 0.1 : 0.9, i % 2 ? 0.1 : 0.9, 0, 0);
    check_ends(MPIT_PHASES_TOO_MANY, 0, NULL);
}
END_TEST

START_TEST(a_damaged_series_is_survived)
{
    static const double odd[] = {NAN, INFINITY, -INFINITY, -1, 1e300, 0};

    for (unsigned round = 0; round < 2000; round++) {
        int n;

        begin();
        seed = round;
        GO_ON(40, 0.2, 0.6, 0.2, 4);
        for (int i = 0; i < 6; i++) {
            struct mpit_record_sample *sample = &samples[rand() % RANKS][rand() % 40];

            *(rand() % 2 ? &sample->at : &sample->mpi) = odd[rand() % 6];
            sample->amount[MPIT_AMOUNT_sends].count = (uint64_t)rand() << (rand() % 34);
        }
        mpit__phases(&record, phase, &n);
        ck_assert_int_ge(n, 0);
        ck_assert_int_le(n, MPIT_PHASES_MOST);
    }
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(what_goes_on_as_it_began_is_one_phase)                                                    \
    TEST(where_the_share_changes_is_the_end_of_a_phase)                                            \
    TEST(a_short_one_in_the_middle_is_found)                                                       \
    TEST(an_imbalance_that_begins_is_a_phase_of_its_own)                                           \
    TEST(other_traffic_is_another_phase)                                                           \
    TEST(shares_of_several_threads_tell_nothing)                                                   \
    TEST(what_cannot_be_told_is_not)                                                               \
    TEST(a_damaged_series_is_survived)
SUITE("phases", TESTS, NULL)
