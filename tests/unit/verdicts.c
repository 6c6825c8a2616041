/* Verdicts: each rule over records that are just at its threshold, and just below. */
#include "config.h"

#include "record/processors.h"
#include "record/record.h"
#include "record/verdicts.h"
#include "suite.h"

#include <math.h>
#include <string.h>

enum { RANKS = 4 };

static struct mpit_record_rank ranks[RANKS];
static struct mpit_record_call calls[3];
static struct mpit_record_pair pairs[2];
static struct mpit_record_wait waits[8];

/* Four ranks on two nodes, ten seconds each, of which one in MPI: there is nothing to say. */
static struct mpit_record make_record(void)
{
    struct mpit_record record = {.complete = true,
                                 .nranks = RANKS,
                                 .nrank = RANKS,
                                 .rank = ranks,
                                 .call = calls,
                                 .pair = pairs,
                                 .wait = waits};

    for (int i = 0; i < RANKS; i++) {
        ranks[i] = (struct mpit_record_rank){.rank = i,
                                             .wall = 10,
                                             .mpi = 1,
                                             .state = MPIT_RANK_ENDED,
                                             .processors = "0-1",
                                             MPIT_RECORD_RANK_UNSEEN};
        strcpy(ranks[i].host, i < 2 ? "alpha" : "beta");
    }
    return record;
}

static struct mpit_record_verdict *find(struct mpit_record *record, const char *id)
{
    mpit__record_finish(record);
    for (int i = 0; i < record->nverdict; i++)
        if (!strcmp(record->verdict[i].id, id))
            return &record->verdict[i];
    return NULL;
}

static void forget(struct mpit_record *record)
{
    record->complete = false;
    mpit__record_finish(record);
    ck_assert_int_eq(record->nverdict, 0);
    record->complete = true;
}

static void check_said(struct mpit_record *record, const char *id, int rank, const char *part)
{
    const struct mpit_record_verdict *verdict = find(record, id);

    ck_assert_msg(verdict != NULL, "no %s", id);
    ck_assert_int_eq(verdict->nrank > 0 ? verdict->rank[0] : -1, rank);
    ck_assert_msg(strstr(verdict->text, part) != NULL, "'%s' lacks '%s'", verdict->text, part);
    forget(record);
}

static void check_ends(struct mpit_record *record, const char *id, const char *end)
{
    const struct mpit_record_verdict *verdict = find(record, id);
    size_t length = verdict ? strlen(verdict->text) : 0;

    ck_assert_msg(length > strlen(end) && !strcmp(verdict->text + length - strlen(end), end),
                  "'%s' does not end with '%s'", verdict ? verdict->text : id, end);
    forget(record);
}

static void check_not_said(struct mpit_record *record, const char *id)
{
    const struct mpit_record_verdict *verdict = find(record, id);

    ck_assert_msg(verdict == NULL, "%s", verdict ? verdict->text : "");
    forget(record);
}

static void add_wait(struct mpit_record *record, int rank, int for_rank, const char *kind,
                     double seconds)
{
    struct mpit_record_wait *wait = &waits[record->nwait++];

    *wait = (struct mpit_record_wait){
        .rank = rank, .for_rank = for_rank, .count = 10, .seconds = seconds};
    strcpy(wait->kind, kind);
}

/* Of all waits for a rank. */
static void set_count(struct mpit_record *record, int for_rank, uint64_t count)
{
    for (int i = 0; i < record->nwait; i++)
        if (waits[i].for_rank == for_rank)
            waits[i].count = count;
}

static void set_seconds(struct mpit_record *record, int for_rank, double seconds)
{
    for (int i = 0; i < record->nwait; i++)
        if (waits[i].for_rank == for_rank)
            waits[i].seconds = seconds;
}

static void add_call(struct mpit_record *record, const char *name, double seconds)
{
    struct mpit_record_call *call = &calls[record->ncall++];

    *call = (struct mpit_record_call){.count = 1, .time = MPIT_SPREAD_NONE};
    strcpy(call->name, name);
    mpit__spread_add(&call->time, seconds, 0);
}

START_TEST(of_a_record_without_anything_to_say_nothing_is_said)
{
    struct mpit_record record = make_record();

    check_said(&record, "nothing_stands_out", -1,
               "no rank and no call stands out: 90.0 % of the time of all ranks is outside of MPI, "
               "10.0 % in it; there is little to gain in MPI: look at the computation");
}
END_TEST

START_TEST(lists_of_processors_are_counted_and_what_is_none_is_none)
{
    static const struct {
        const char *list;
        int n;
    } rows[] = {{"0", 1},    {"0-3,8", 5}, {"2-2", 1},  {"", 0},           {"3-1", 0},
                {"0-", 0},   {"0,", 0},    {"-1", 0},   {"0-99999999", 0}, {"a", 0},
                {"0 -3", 0}, {"0,x", 0},   {"0-1-2", 0}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        ck_assert_msg(mpit__processors(rows[i].list) == rows[i].n, "'%s': %d", rows[i].list,
                      mpit__processors(rows[i].list));
}
END_TEST

START_TEST(more_ranks_than_processors_of_a_node_are_too_many)
{
    struct mpit_record record = make_record();

    check_not_said(&record, "oversubscribed"); /* two each, on two nodes */
    strcpy(ranks[2].host, "alpha");
    check_said(&record, "oversubscribed", 0, "3 ranks (0-2) share 2 processors of alpha");
    strcpy(ranks[2].processors, "2-3"); /* others of that node */
    check_not_said(&record, "oversubscribed");
    strcpy(ranks[2].host, "beta");
    for (int i = 0; i < RANKS; i++)
        ranks[i].processors[0] = '\0'; /* nobody knows */
    check_not_said(&record, "oversubscribed");
}
END_TEST

START_TEST(more_busy_threads_than_processors_of_a_rank_are_too_many)
{
    struct mpit_record record = make_record();

    ranks[1].busy_threads = ranks[1].busy_processors = 4;
    check_not_said(&record, "crowded_threads");
    ranks[1].busy_processors = 1;
    check_said(&record, "crowded_threads", 1,
               "rank 1 has 4 threads that were busy on 1 processor; ");
    ranks[2].busy_threads = 4;
    ranks[2].busy_processors = 1;
    check_said(&record, "crowded_threads", 1,
               "ranks 1, 2 have 4 threads each that were busy on 1 processor; ");
    ranks[3].busy_threads = 10; /* twice as many as can run */
    ranks[3].busy_processors = 5;
    check_said(&record, "crowded_threads", 1, "ranks 1, 2 have 4 threads each");
    ranks[3].busy_threads = 16;
    ranks[3].busy_processors = 2;
    check_said(&record, "crowded_threads", 3,
               "rank 3 has 16 threads that were busy on 2 processors; ");
    for (int i = 0; i < RANKS; i++)
        ranks[i].busy_threads = 4, ranks[i].busy_processors = -1; /* nobody knows */
    check_not_said(&record, "crowded_threads");
}
END_TEST

/* Seconds that a rank waited for a processor, and had one. */
static void lose(int rank, double waited, double had)
{
    ranks[rank].had.processor_wait = waited;
    ranks[rank].had.user_time = 0.75 * had;
    ranks[rank].had.system_time = 0.25 * had;
}

static void lose_all(double waited, double had)
{
    for (int i = 0; i < RANKS; i++)
        lose(i, waited, had);
}

START_TEST(ranks_without_a_processor_are_told_from_a_tenth_of_their_time_on)
{
    struct mpit_record record = make_record();

    lose_all(1, 9);
    check_said(&record, "no_processor", 0,
               "ranks 0-3 had a processor 90.0 % of the time that they ");
    check_said(&record, "no_processor", 0, "(2 ranks on 2 processors of alpha); other programs");
    lose_all(0.99, 8);
    check_not_said(&record, "no_processor");
    lose_all(1, 9.1); /* of all that its threads wanted */
    check_not_said(&record, "no_processor");
    lose_all(5, 5);
    for (int i = 0; i < RANKS; i++)
        ranks[i].had.processor_wait = NAN; /* nobody knows */
    check_not_said(&record, "no_processor");
}
END_TEST

START_TEST(a_node_without_processors_is_named_and_a_rank_that_loses_where_it_works)
{
    struct mpit_record record = make_record();

    lose_all(0, 9);
    lose(2, 1.5, 5);
    lose(3, 0.5, 5); /* a tenth of the node's time, but not of its own */
    check_said(&record, "no_processor", 2, "rank 2 had a processor 76.9 % of the time that it ");
    lose(3, 0.49, 5);
    check_not_said(&record, "no_processor"); /* it may have lost that while it waited in MPI */
    ranks[2].mpi = 0.5;
    check_said(&record, "no_processor", 2, "rank 2 had a processor 76.9 % of the time that it ");
    lose(2, 1.49, 5);
    check_not_said(&record, "no_processor");
}
END_TEST

START_TEST(what_takes_the_processors_is_told)
{
    struct mpit_record record = make_record();

    lose_all(5, 5);
    check_ends(&record, "no_processor", "or repeat it alone");
    ranks[1].busy_threads = 2; /* with the one of rank 0 more than two */
    check_ends(&record, "no_processor", "or start fewer (OMP_NUM_THREADS)");
    ranks[0].processors[0] = '\0'; /* nobody knows */
    check_ends(&record, "no_processor",
               "% of the time that they wanted one; see what else runs "
               "there, and whether more ranks do than there are "
               "processors");
    strcpy(ranks[0].processors, "0-1");
    strcpy(ranks[2].host, "alpha");
    check_said(&record, "no_processor", 0, "(3 ranks on 2 processors of alpha)");
    check_ends(&record, "no_processor", "who waits for whom follows from that");
    lose_all(6.7, 3.3); /* a third: half of what three have in turns */
    check_ends(&record, "no_processor", "or a limit, take them, too");
    record = make_record();
    lose_all(0, 9);
    lose(1, 30, 10);
    ranks[1].busy_threads = 4;
    ranks[1].busy_processors = 1;
    check_said(&record, "crowded_threads", 1, "rank 1 has 4 threads that were busy");
    check_not_said(&record, "no_processor");
    lose(2, 5, 5); /* another one lacks them, too: one sentence is for both */
    check_said(&record, "no_processor", 1, "ranks 1, 2 had a processor ");
    check_not_said(&record, "crowded_threads");
    lose(2, 0, 9);
    lose(1, 0.1, 10);
    check_said(&record, "crowded_threads", 1, "rank 1 has 4 threads that were busy");
}
END_TEST

/* What it has had of its processors others cannot have taken. */
START_TEST(threads_that_have_ended_are_told_from_all_processors_that_a_rank_had)
{
    struct mpit_record record = make_record();

    lose_all(0, 9);
    for (int i = 0; i < RANKS; i++)
        ranks[i].busy_threads = ranks[i].busy_processors = 1;
    lose(1, 8, 9);
    check_said(&record, "crowded_threads", 1,
               "rank 1 had its 1 processor 90.0 % of the time, and threads wanted 1.7; give each");
    check_not_said(&record, "no_processor");
    lose(2, 5, 9.5); /* the one that wanted most is told of */
    check_said(&record, "crowded_threads", 1,
               "ranks 1, 2 had their 1 processor 90.0 % of the time "
               "each, and threads wanted 1.7");
    lose(2, 5, 8.9);
    check_said(&record, "no_processor", 1, "ranks 1, 2 had a processor ");
    check_not_said(&record, "crowded_threads");
    lose(2, 0, 9);
    lose(1, 0.9, 9.5); /* that little is nothing */
    check_not_said(&record, "crowded_threads");
    lose(1, 8, 9);
    ranks[1].busy_processors = 2;
    check_not_said(&record, "crowded_threads");
}
END_TEST

START_TEST(ranks_that_share_processors_and_do_not_need_them_are_not_told)
{
    struct mpit_record record = make_record();

    strcpy(ranks[2].host, "alpha");
    lose_all(0.1, 0.1); /* they sleep */
    check_not_said(&record, "oversubscribed");
    ranks[1].had.processor_wait = NAN; /* of one of them nobody knows */
    check_said(&record, "oversubscribed", 0, "3 ranks (0-2) share 2 processors of alpha");
}
END_TEST

START_TEST(ranks_that_sleep_where_they_work_do_not_lack_processors)
{
    struct mpit_record record = make_record();

    for (int i = 0; i < RANKS; i++)
        ranks[i].mpi = 6;
    lose_all(3, 5.1); /* they slept 1.9 of 4 outside of MPI */
    check_said(&record, "no_processor", 0, "ranks 0-3 had a processor ");
    lose_all(3, 4.9);
    check_not_said(&record, "no_processor");
}
END_TEST

START_TEST(what_may_come_of_lost_processors_is_not_said)
{
    struct mpit_record record = make_record();

    record.waits_seen = 1;
    lose_all(0, 9);
    lose(2, 4, 5);
    add_wait(&record, 0, 2, "late_arrival", 8);
    add_wait(&record, 1, 2, "late_arrival", 9.9); /* 44.75 % of the time, of which 40 % are lost */
    check_not_said(&record, "late_arrival");
    waits[0].seconds = 10.1; /* 5.25 % more than that */
    check_said(&record, "no_processor", 2, "rank 2 had a processor 55.6 % ");
    check_said(&record, "late_arrival", 2, "rank 2 comes last");
    lose(2, 4.1, 5);
    check_not_said(&record, "late_arrival");
    lose(2, 0, 9); /* another one has lost: 2 is late by itself */
    lose(3, 9, 1);
    check_said(&record, "no_processor", 3, "rank 3 had");
    check_said(&record, "late_arrival", 2, "rank 2 comes last");
    record = make_record();
    lose_all(4, 5);
    add_wait(&record, 1, 0, "late_sender", 8);
    add_wait(&record, 0, 1, "late_sender", 8); /* of nobody alone: as much as one rank has lost */
    check_not_said(&record, "mutual_waits");
    waits[0].seconds = 10.1;
    waits[1].seconds = 8;
    check_said(&record, "mutual_waits", -1, "ranks wait for each other");
    record = make_record();
    lose_all(6, 3);
    add_call(&record, "MPI_Waitall", 25);
    check_not_said(&record, "one_call");
    lose_all(5, 3);
    check_said(&record, "one_call", -1, "MPI_Waitall is 25");
}
END_TEST

START_TEST(who_comes_last_is_told_from_a_twentieth_of_the_time_on)
{
    struct mpit_record record = make_record();

    record.waits_seen = 0.5;
    add_wait(&record, 0, 2, "late_arrival", 1.25);
    add_wait(&record, 1, 2, "late_arrival", 0.75);
    check_said(&record, "late_arrival", 2,
               "100.0 % of the waiting there is for it, 2.000 s, 5.0 %");
    record.waits_seen = 0.49;
    check_not_said(&record, "late_arrival");
    record.waits_seen = 1;
    waits[1].seconds = 0.74;
    check_not_said(&record, "late_arrival");
}
END_TEST

START_TEST(who_comes_last_is_told_where_it_is_half_of_the_waiting)
{
    struct mpit_record record = make_record();

    record.waits_seen = 1;
    add_wait(&record, 0, 2, "late_arrival", 2.5);
    add_wait(&record, 0, 1, "late_arrival", 1.25);
    add_wait(&record, 0, 3, "late_arrival", 1.25);
    set_count(&record, 2, 40);
    check_said(&record, "late_arrival", 2, "50.0 % of the waiting there is for it");
    set_seconds(&record, 3, 1.3);
    check_not_said(&record, "late_arrival");
}
END_TEST

START_TEST(what_is_not_known_weighs_in_who_comes_last)
{
    struct mpit_record record = make_record();

    record.waits_seen = 1;
    record.waits_unsure = 2.5;
    add_wait(&record, 0, 2, "late_arrival", 2.5);
    check_said(&record, "late_arrival", 2, "50.0 % of the waiting there is for it");
    record.waits_unsure = 2.51;
    check_not_said(&record, "late_arrival");
}
END_TEST

START_TEST(who_comes_last_by_turns_is_not_to_blame)
{
    struct mpit_record record = make_record();

    record.waits_seen = 1;
    add_wait(&record, 0, 1, "late_arrival", 6);
    add_wait(&record, 1, 0, "late_arrival", 3);
    set_count(&record, 1, 100);
    check_said(&record, "late_arrival", 1, "66.7 % of the waiting there is for it");
    set_seconds(&record, 0, 3.01);
    check_not_said(&record, "late_arrival");
    check_said(&record, "moving_imbalance", -1,
               "who comes last to collectives changes: 9.010 s, 22.5 % of the time");
}
END_TEST

/* Of two ranks that are alike the same one may come last five times of five. */
START_TEST(who_comes_last_is_not_told_where_it_may_be_chance)
{
    struct mpit_record record = make_record();

    record.waits_seen = 1;
    add_wait(&record, 0, 2, "late_arrival", 4);
    add_wait(&record, 0, 1, "late_arrival", 0.01);
    set_count(&record, 2, 5); /* log(400) = 5.99: five times log(4) */
    set_count(&record, 1, 0);
    check_said(&record, "late_arrival", 2, "rank 2 comes last to collectives");
    set_count(&record, 2, 4);
    check_not_said(&record, "late_arrival");
    ranks[2].mpi = 0.33; /* it works so much longer that it explains half of the wait */
    check_said(&record, "late_arrival", 2, "share the work before them more evenly");
    ranks[2].mpi = 0.34;
    check_not_said(&record, "late_arrival");
}
END_TEST

START_TEST(waits_of_some_microseconds_are_nobody_being_late)
{
    struct mpit_record record = make_record();

    record.waits_seen = 1;
    add_wait(&record, 0, 2, "late_arrival", 4);
    set_count(&record, 2, 200000); /* 20 us each */
    check_said(&record, "late_arrival", 2, "rank 2 comes last to collectives");
    set_count(&record, 2, 200001);
    check_not_said(&record, "late_arrival");
    waits[0].count = 10;
    strcpy(waits[0].kind, "late_sender");
    check_said(&record, "late_sender", 2, "rank 2 sends late");
    set_count(&record, 2, 200001);
    check_not_said(&record, "late_sender");
}
END_TEST

/* The last one of those that are late alike has all the waiting. */
START_TEST(who_works_as_long_as_the_last_is_late_as_well)
{
    struct mpit_record record = make_record();

    record.waits_seen = 1;
    for (int i = 0; i < 2; i++)
        ranks[i].mpi = 6;
    add_wait(&record, 0, 2, "late_arrival", 5);
    add_wait(&record, 1, 2, "late_arrival", 5);
    check_said(&record, "late_arrival", 2, "ranks 2, 3 come last to collectives: 100.0 %");
    add_wait(&record, 3, 2, "late_arrival", 0.7); /* a fourth of the mean, and more */
    check_said(&record, "late_arrival", 2, "rank 2 comes last to collectives: 100.0 %");
    record.nwait = 2;
    ranks[3].mpi = 2.5; /* less than the middle between the mean, 6.125, and 9 */
    check_said(&record, "late_arrival", 2, "rank 2 comes last to collectives: 100.0 %");
}
END_TEST

START_TEST(all_who_come_last_are_named_and_none_where_most_do)
{
    struct mpit_record record = make_record();

    record.waits_seen = 1;
    add_wait(&record, 0, 2, "late_arrival", 4);
    add_wait(&record, 0, 3, "late_arrival", 2.41);
    set_count(&record, 2, 50);
    set_count(&record, 3, 50);
    check_said(&record, "late_arrival", 2,
               "ranks 2, 3 come last to collectives: 100.0 % of the "
               "waiting there is for them, 6.410 s");
    set_seconds(&record, 3, 2.39); /* not about as long */
    check_said(&record, "late_arrival", 2, "rank 2 comes last to collectives: 62.6 %");
    set_seconds(&record, 3, 4);
    add_wait(&record, 0, 1, "late_arrival", 4);
    set_count(&record, 1, 50);
    check_not_said(&record, "late_arrival");
    check_said(&record, "moving_imbalance", -1, "no rank stands out");
}
END_TEST

START_TEST(who_changes_is_told_from_a_tenth_of_the_time_on)
{
    struct mpit_record record = make_record();

    record.waits_seen = 0.5;
    add_wait(&record, 0, 1, "late_arrival", 2);
    add_wait(&record, 1, 0, "late_arrival", 2);
    check_said(&record, "moving_imbalance", -1, "changes: 4.000 s, 10.0 % of the time");
    record.waits_seen = 0.49;
    check_not_said(&record, "moving_imbalance");
    record.waits_seen = 1;
    set_seconds(&record, 1, 1.99);
    check_not_said(&record, "moving_imbalance");
}
END_TEST

START_TEST(who_works_longer_is_told_from_a_twentieth_of_the_job_on)
{
    struct mpit_record record = make_record();

    for (int i = 0; i < RANKS; i++)
        ranks[i].mpi = 5;
    ranks[3].mpi = 4.33; /* 5.67 by 5.1675 */
    check_said(&record, "load_imbalance", 3,
               "rank 3 is outside of MPI 1.1 times the mean (5.670 s)");
    ranks[3].mpi = 4.34;
    check_not_said(&record, "load_imbalance");
}
END_TEST

START_TEST(all_who_work_longer_are_named)
{
    struct mpit_record record = make_record();

    for (int i = 0; i < RANKS; i++)
        ranks[i].mpi = 5;
    ranks[3].mpi = 2; /* 8 of a mean of 6.3 */
    ranks[2].mpi = 2.8;
    check_said(&record, "load_imbalance", 2, "ranks 2, 3 are outside of MPI 1.3 times the mean");
    ranks[2].mpi = 3.2;
    check_said(&record, "load_imbalance", 3, "rank 3 is outside of MPI 1.3 times the mean");
}
END_TEST

/* Ranks come to MPI_Finalize one after the other, the last one so many seconds behind the first. */
static void wait_at_end(double most)
{
    for (int i = 0; i < RANKS; i++) {
        ranks[i].part[MPIT_PART_finalize_wait] = most * (RANKS - 1 - i) / (RANKS - 1);
        ranks[i].mpi = 1 + ranks[i].part[MPIT_PART_finalize_wait];
    }
}

START_TEST(who_comes_last_to_finalize_is_told_from_a_twentieth_of_the_time_on)
{
    struct mpit_record record = make_record();

    wait_at_end(1.001); /* 2 of 40 */
    check_said(&record, "late_finalize", 3,
               "rank 3 comes last to MPI_Finalize: the others wait there 2.002 s, 5.0 %");
    wait_at_end(0.99);
    check_not_said(&record, "late_finalize");
    wait_at_end(1.001);
    ranks[1].part[MPIT_PART_finalize_wait] = NAN; /* an older record does not know it */
    check_not_said(&record, "late_finalize");
}
END_TEST

START_TEST(all_who_come_last_to_finalize_are_named)
{
    struct mpit_record record = make_record();
    double *its = &ranks[2].part[MPIT_PART_finalize_wait];

    wait_at_end(6);
    *its = 0.29;
    check_said(&record, "late_finalize", 2, "ranks 2, 3 come last to MPI_Finalize: the others");
    *its = 0.31;
    check_said(&record, "late_finalize", 3, "rank 3 comes last to MPI_Finalize: the others");
}
END_TEST

START_TEST(who_was_kept_up_is_not_late_to_finalize)
{
    struct mpit_record record = make_record();

    wait_at_end(6); /* 12 s of all */
    ranks[3].mpi = 7;
    add_wait(&record, 3, 0, "late_sender", 1.5);
    check_said(&record, "late_finalize", 3, "rank 3 comes last to MPI_Finalize");
    waits[0].seconds = 1.51;
    check_not_said(&record, "late_finalize");
    ranks[3].mpi = 1; /* it works longer as well */
    check_said(&record, "late_finalize", 3, "; it is outside of MPI 1.5 times the mean");
}
END_TEST

START_TEST(who_comes_last_to_finalize_as_it_works_longer_is_told_once)
{
    struct mpit_record record = make_record();

    wait_at_end(6);
    check_said(&record, "late_finalize", 3, "; it is outside of MPI 1.5 times the mean (9.000 s)");
    check_not_said(&record, "load_imbalance");
}
END_TEST

START_TEST(waits_in_finalize_are_no_time_of_finalize)
{
    struct mpit_record record = make_record();

    wait_at_end(9);
    add_call(&record, "MPI_Finalize", 57.9);
    check_not_said(&record, "start_and_end");
    calls[0].time.total = 58.01;
    check_said(&record, "start_and_end", -1, "take 50.0 % of the job, 10.002 s of each rank");
}
END_TEST

START_TEST(most_ranks_do_not_work_longer_than_the_mean)
{
    struct mpit_record record = make_record();

    ranks[0].mpi = ranks[1].mpi = 9;
    check_said(&record, "load_imbalance", 2, "ranks 2, 3 are outside of MPI 1.8 times the mean");
    ranks[1].mpi = 1; /* three work, one serves */
    check_not_said(&record, "load_imbalance");
    check_said(&record, "idle_ranks", 0,
               "rank 0 has little to do: 1.000 s outside of MPI, the others 9.000 s; give them");
    ranks[0].mpi = 6.3; /* half of the mean of 7.675 */
    check_said(&record, "idle_ranks", 0, "rank 0 has little to do: 3.700 s");
    ranks[0].mpi = 6.1;
    check_not_said(&record, "idle_ranks");
}
END_TEST

/* The timers of those that work are never quite the same. */
START_TEST(whoever_is_last_of_those_that_work_does_not_delay_an_idle_rank)
{
    struct mpit_record record = make_record();

    ranks[0].mpi = 9.9;
    for (int i = 1; i < RANKS; i++)
        ranks[i].mpi = 2;
    record.waits_seen = 1;
    add_wait(&record, 0, 2, "late_arrival", 8);
    add_wait(&record, 1, 2, "late_arrival", 1.9);
    set_count(&record, 2, 40);
    check_not_said(&record, "late_arrival");
    check_said(&record, "idle_ranks", 0, "rank 0 has little to do");
    set_seconds(&record, 2, 2.5); /* of both of them */
    check_said(&record, "late_arrival", 2, "rank 2 comes last to collectives");
}
END_TEST

START_TEST(what_is_taken_beside_many_calls_is_no_imbalance)
{
    struct mpit_record record = make_record();
    struct mpit_record_call_rank its = {.rank = 3, .count = 1000000};

    for (int i = 0; i < 3; i++)
        ranks[i].mpi = 2;
    add_call(&record, "MPI_Send", 1);
    calls[0].nrank = 1;
    calls[0].rank = &its;
    check_said(&record, "load_imbalance", 3, "rank 3 is outside of MPI 1.1 times the mean");
    its.count = 2000000;
    check_not_said(&record, "load_imbalance");
    its.rank = 2;
    check_said(&record, "load_imbalance", 3, "rank 3 is outside of MPI 1.1 times the mean");
}
END_TEST

START_TEST(ranks_that_had_no_processor_in_mpi_have_little_to_gain_there)
{
    struct mpit_record record = make_record();

    for (int i = 0; i < RANKS; i++)
        ranks[i].mpi = 1.5;
    lose_all(0.75, 5);
    check_said(&record, "nothing_stands_out", -1, " in it; in MPI ranks had no processor for much");
    lose_all(0.74, 5);
    check_said(&record, "nothing_stands_out", -1, " in it; begin with the call that takes most");
    for (int i = 0; i < RANKS; i++)
        ranks[i].mpi = 1;
    lose_all(0.75, 5); /* of so little it does not matter */
    check_said(&record, "nothing_stands_out", -1, " in it; there is little to gain in MPI");
}
END_TEST

START_TEST(who_comes_last_as_it_works_longer_is_told_once)
{
    struct mpit_record record = make_record();

    for (int i = 0; i < 3; i++)
        ranks[i].mpi = 6;
    record.waits_seen = 1;
    add_wait(&record, 0, 3, "late_arrival", 5);
    check_said(&record, "late_arrival", 3, "; it is outside of MPI 1.7 times the mean (9.000 s)");
    check_not_said(&record, "load_imbalance");
    waits[0].for_rank = 2; /* another one comes last */
    check_said(&record, "load_imbalance", 3, "rank 3 ");
}
END_TEST

START_TEST(late_senders_and_receivers_are_told_from_a_twentieth_of_the_time_on)
{
    static const struct {
        const char *kind, *id, *text;
    } rows[] = {{"late_sender", "late_sender", "rank 0 sends late to ranks 1-3: receives wait"},
                {"blocked_send", "blocked_send", "rank 0 receives late from ranks 1-3: sends"}};

    for (size_t i = 0; i < 2; i++) {
        struct mpit_record record = make_record();

        for (int rank = 1; rank < RANKS; rank++)
            add_wait(&record, rank, 0, rows[i].kind, rank == 3 ? 1.5 : 0.25);
        check_said(&record, rows[i].id, 0, rows[i].text);
        check_said(&record, rows[i].id, 0, "2.000 s, 5.0 % of the time of all ranks; ");
        waits[0].seconds -= 0.01;
        check_not_said(&record, rows[i].id);
    }
}
END_TEST

START_TEST(who_waits_as_long_as_it_is_waited_for_is_not_to_blame)
{
    struct mpit_record record = make_record();

    add_wait(&record, 1, 0, "late_sender", 6);
    add_wait(&record, 0, 1, "blocked_send", 3);
    check_said(&record, "late_sender", 0, "6.000 s, 15.0 %");
    check_not_said(&record, "mutual_waits");
    for (int i = 0; i < 2; i++)
        if (waits[i].rank == 0)
            waits[i].seconds = 3.01;
    check_not_said(&record, "late_sender");
    check_not_said(&record, "blocked_send");
    check_said(&record, "mutual_waits", -1, "9.010 s, 22.5 % of the time of all ranks");
}
END_TEST

START_TEST(mutual_waits_are_told_from_a_tenth_of_the_time_on)
{
    struct mpit_record record = make_record();

    add_wait(&record, 1, 0, "late_sender", 2);
    add_wait(&record, 0, 1, "late_sender", 2);
    check_said(&record, "mutual_waits", -1, "4.000 s, 10.0 % of the time of all ranks");
    waits[0].seconds -= 0.01;
    check_not_said(&record, "mutual_waits");
}
END_TEST

START_TEST(who_is_outside_of_the_world_is_nobody)
{
    struct mpit_record record = make_record();

    add_wait(&record, 1, -1, "late_sender", 9);
    add_wait(&record, 1, 77, "late_sender", 9);
    check_not_said(&record, "late_sender");
}
END_TEST

START_TEST(ranks_that_wait_each_for_the_next_are_a_chain)
{
    struct mpit_record record = make_record();

    add_wait(&record, 3, 2, "late_sender", 1);
    add_wait(&record, 2, 1, "late_sender", 1);
    add_wait(&record, 2, 3, "late_sender", 0.5); /* at most half of the other direction */
    check_said(&record, "chain", -1,
               "each waits for the one before it to send, 3 for 2 for 1, "
               "2.000 s, 5.0 % of the time of all ranks");
    set_seconds(&record, 3, 0.51);
    check_not_said(&record, "chain");
    set_seconds(&record, 3, 0.1);
    set_seconds(&record, 1, 0.99);
    check_not_said(&record, "chain");
    set_seconds(&record, 1, 1);
    ranks[1].mpi = 0.67; /* what it works longer is half of what the others wait */
    check_said(&record, "chain", -1, "3 for 2 for 1");
    ranks[1].mpi = 0.66;
    check_not_said(&record, "chain");
}
END_TEST

START_TEST(two_are_no_chain_and_a_ring_is_one)
{
    struct mpit_record record = make_record();

    add_wait(&record, 3, 2, "late_sender", 4);
    check_not_said(&record, "chain");
    add_wait(&record, 2, 1, "late_sender", 4);
    add_wait(&record, 1, 3, "late_sender", 4);
    check_said(&record, "chain", -1, "1 for 3 for 2, 12.000 s, 30.0 % of the time of all ranks");
    check_not_said(&record, "late_sender");
    check_not_said(&record, "mutual_waits");
}
END_TEST

START_TEST(what_goes_forth_and_back_is_a_chain_where_waits_grow)
{
    struct mpit_record record = make_record();

    for (int i = 0; i < 3; i++) {
        add_wait(&record, i, i + 1, "late_sender", i == 0 ? 2.43 : i == 1 ? 2.2 : 1.99);
        add_wait(&record, i + 1, i, "late_sender", 1.5);
    }
    check_said(&record, "chain", -1, "0 for 1 for 2 for 3, 11.120 s, 27.8 % of the time");
    check_not_said(&record, "mutual_waits");
    for (int i = 0; i < record.nwait; i++)
        if (waits[i].rank == 1 && waits[i].for_rank == 2)
            waits[i].seconds = 2.21; /* less than a tenth more from link to link */
    check_not_said(&record, "chain");
    check_said(&record, "mutual_waits", -1, "27.8 %");
}
END_TEST

START_TEST(one_that_takes_what_all_others_send_is_told)
{
    struct mpit_record_pair all[4] = {
        {0, 2, 20, 0, 0, 0}, {1, 2, 20, 0, 0, 0}, {3, 2, 20, 0, 0, 0}, {0, 1, 40, 0, 0, 0}};
    struct mpit_record record = make_record();

    record.pair = all;
    record.npair = 4;
    add_wait(&record, 0, 2, "blocked_send", 1);
    add_wait(&record, 1, 2, "late_arrival", 1);
    check_said(&record, "gather_root", 2,
               "rank 2 takes what 3 others send, one after the other: "
               "they wait for it 2.000 s, 5.0 % of the time");
    check_not_said(&record, "late_sender");
    for (int i = 0; i < 4; i++)
        if (all[i].receiver == 1)
            all[i].messages = 41; /* less than six of ten are for it */
    check_not_said(&record, "gather_root");
    for (int i = 0; i < 4; i++)
        if (all[i].receiver == 1)
            all[i] = (struct mpit_record_pair){0, 1, 1, 0, 0, 0};
    set_seconds(&record, 2, 0.99);
    check_not_said(&record, "gather_root");
    set_seconds(&record, 2, 1);
    add_wait(&record, 2, 0, "late_sender", 1.01); /* it waits itself more than half of that */
    check_not_said(&record, "gather_root");
}
END_TEST

START_TEST(who_comes_last_to_init_is_told_from_half_a_second_on)
{
    struct mpit_record record = make_record();

    for (int i = 0; i < RANKS; i++)
        ranks[i].part[MPIT_PART_init] = i == 2 ? 1 : 2; /* 3 of 47 */
    check_said(&record, "late_init", 2,
               "rank 2 comes last to MPI_Init: the others wait there "
               "3.000 s, 6.4 % of the time of all ranks with MPI_Init");
    for (int i = 0; i < RANKS; i++)
        ranks[i].part[MPIT_PART_init] = i == 2 ? 1 : 1.71; /* 2.13 of 46.13 */
    check_not_said(&record, "late_init");
    for (int i = 0; i < RANKS; i++) {
        ranks[i].wall = 1;
        ranks[i].mpi = 0.1;
        ranks[i].part[MPIT_PART_init] = i == 2 ? 1 : 1.49; /* less than half a second */
    }
    check_not_said(&record, "late_init");
    add_call(&record, "MPI_Init", 30);
    check_said(&record, "start_and_end", -1, "MPI_Init");
    for (int i = 0; i < RANKS; i++)
        ranks[i].part[MPIT_PART_init] = i == 2 ? 1 : 10;
    check_said(&record, "late_init", 2, "rank 2 comes last to MPI_Init");
    check_not_said(&record, "start_and_end");
}
END_TEST

START_TEST(one_sided_calls_are_told_from_a_twentieth_of_the_time_on)
{
    struct mpit_record record = make_record();

    add_call(&record, "MPI_Win_lock_all", 1.5);
    add_call(&record, "MPI_Get_accumulate", 0.5);
    add_call(&record, "MPI_Get_count", 9); /* is none */
    check_said(&record, "one_sided", -1,
               "one-sided calls take 2.000 s, 5.0 % of the time of all "
               "ranks, most of it MPI_Win_lock_all (1.500 s)");
    for (int i = 0; i < 3; i++)
        if (!strcmp(calls[i].name, "MPI_Win_lock_all"))
            calls[i].time.total = 1.49;
    check_not_said(&record, "one_sided");
}
END_TEST

START_TEST(collectives_are_small_where_nine_of_ten_hand_in_less_than_64_bytes)
{
    struct mpit_record_collective all[2] = {{"MPI_Allreduce", 32, 63, 45000, 0, 1},
                                            {"MPI_Bcast", 64, 127, 5000, 0, 1}};
    struct mpit_record record = make_record();

    for (int i = 0; i < RANKS; i++)
        ranks[i].mpi = 2;
    record.collective = all;
    record.ncollective = 2;
    check_said(&record, "small_collectives", -1,
               "90.0 % of 1250.0 collectives a second of each rank hand in less than 64 bytes, "
               "most of them MPI_Allreduce, 45000 times");
    for (int i = 0; i < 2; i++)
        if (!strcmp(all[i].operation, "MPI_Bcast"))
            all[i].count++;
    check_not_said(&record, "small_collectives");
}
END_TEST

/* Of ranks that are so long in calls with messages, and wait there for so long of it. */
static void send_and_wait(struct mpit_record *record, double in_calls, double waited)
{
    for (int i = 0; i < RANKS; i++) {
        ranks[i].part[MPIT_PART_completion] = in_calls;
        ranks[i].mpi = in_calls;
    }
    record->nwait = 0;
    for (int i = 0; i < RANKS; i++)
        add_wait(record, i, (i + 1) % RANKS, "blocked_send", waited);
}

START_TEST(transfer_is_told_from_a_tenth_of_the_time_on)
{
    struct mpit_record record = make_record();

    send_and_wait(&record, 1.5, 0.5);
    add_call(&record, "MPI_Waitall", 6);
    calls[0].bytes = 2048;
    check_said(&record, "transfer", -1,
               "ranks send and receive for 4.000 s, 10.0 % of the time of "
               "all ranks, without what they wait for others, most of it "
               "in MPI_Waitall (6.000 s), ");
    send_and_wait(&record, 1.5, 0.51);
    check_not_said(&record, "transfer");
    send_and_wait(&record, 1.5, 0.5);
    calls[0].time.total = 4.01;
    strcpy(calls[0].name, "MPI_Testall"); /* who asks does not transfer */
    check_not_said(&record, "transfer");
    strcpy(calls[0].name, "MPI_Waitall");
    check_said(&record, "transfer", -1, "4.000 s, 10.0 %");
    ranks[0].had.processor_wait = 0.01; /* in which it may have had no processor */
    check_not_said(&record, "transfer");
    ranks[0].had.processor_wait = NAN;
    check_said(&record, "transfer", -1, "4.000 s, 10.0 %");
    calls[0].time.total = 25; /* more than half: one sentence names it, not two */
    check_said(&record, "transfer", -1, "most of it in MPI_Waitall (25.000 s)");
    check_not_said(&record, "one_call");
    record.nwait = 0; /* nobody has watched */
    check_not_said(&record, "transfer");
}
END_TEST

START_TEST(a_queue_is_long_from_a_hundred_messages_on)
{
    struct mpit_record record = make_record();

    ranks[1].unexpected_peak = 100;
    ranks[2].unexpected_peak = 7;
    check_said(&record, "unexpected_queue", 1, "pile up at rank 1: 100 at a time that it had not");
    add_wait(&record, 1, 3, "late_receiver", 0);
    check_said(&record, "unexpected_queue", 1, "most of those that lay there from rank 3; post");
    ranks[1].unexpected_peak = 99;
    check_not_said(&record, "unexpected_queue");
}
END_TEST

START_TEST(messages_are_small_under_64_bytes)
{
    struct mpit_record record = make_record();

    for (int i = 0; i < RANKS; i++)
        ranks[i].mpi = 2;
    record.npair = 1;
    pairs[0] = (struct mpit_record_pair){0, 1, 50000, 50000 * 64 - 1, 0, 0};
    check_said(&record, "small_messages", -1, "1250.0 messages a second of each rank have 64.0");
    pairs[0].bytes++;
    check_not_said(&record, "small_messages");
    pairs[0] = (struct mpit_record_pair){0, 1, 40000, 8, 0, 0}; /* a thousand a second */
    check_not_said(&record, "small_messages");
    pairs[0].messages++;
    check_said(&record, "small_messages", -1, "send fewer and larger ones");
    ranks[0].mpi = 1.9; /* less than a fifth of the time */
    check_not_said(&record, "small_messages");
}
END_TEST

START_TEST(messages_are_small_where_nine_of_ten_are)
{
    struct mpit_record_size sizes[3] = {{0, 0, 5000, 0}, {32, 63, 40000, 0}, {64, 127, 5000, 0}};
    struct mpit_record record = make_record();

    for (int i = 0; i < RANKS; i++)
        ranks[i].mpi = 2;
    record.size = sizes;
    record.nsize = 3;
    check_said(&record, "small_messages", -1, "90.0 % of 1250.0 messages a second of each rank");
    check_said(&record, "small_messages", -1, "have less than 64 bytes; send fewer");
    sizes[2].sends++;
    check_not_said(&record, "small_messages");
    record.npair = 1; /* what they have on average is not asked any more */
    pairs[0] = (struct mpit_record_pair){0, 1, 50000, 8, 0, 0};
    check_not_said(&record, "small_messages");
    sizes[2].sends = 0;
    check_said(&record, "small_messages", -1, "100.0 % of 1125.0 messages");
}
END_TEST

START_TEST(sizes_are_just_above_the_eager_limit_where_half_of_them_are)
{
    struct mpit_record_size sizes[3] = {
        {2048, 4095, 25000, 0}, {4096, 8191, 25000, 0}, {8192, 16383, 0, 0}};
    struct mpit_record record = make_record();

    for (int i = 0; i < RANKS; i++) {
        ranks[i].mpi = 2;
        strcpy(ranks[i].host, "alpha");
    }
    record.size = sizes;
    record.nsize = 3;
    check_not_said(&record, "eager_limit");
    record.eager_limit = 4096;
    check_said(&record, "eager_limit", -1, "50.0 % of 1250.0 messages a second of each rank");
    check_said(&record, "eager_limit", -1, "have 4096 to 8191 bytes, just above the 4096 up to");
    record.eager_limit = 2049;
    check_said(&record, "eager_limit", -1, "just above the 2049 up to");
    record.eager_limit = 2048;
    check_said(&record, "eager_limit", -1, "have 2048 to 4095 bytes");
    record.eager_limit = 4097; /* 4096 to 8191 are not all above it */
    check_not_said(&record, "eager_limit");
    record.eager_limit = 4096;
    sizes[0].sends++;
    check_not_said(&record, "eager_limit");
    sizes[0].sends--;
    check_said(&record, "eager_limit", -1, "50.0 %");
    strcpy(ranks[3].host, "beta");
    check_not_said(&record, "eager_limit");
}
END_TEST

START_TEST(few_messages_are_never_too_small)
{
    struct mpit_record record = make_record();

    for (int i = 0; i < RANKS; i++)
        ranks[i].wall = ranks[i].mpi = 1;
    record.npair = 1;
    pairs[0] = (struct mpit_record_pair){0, 1, 10000, 10000, 0, 0};
    check_said(&record, "small_messages", -1, "1.0 bytes on average");
    pairs[0].messages--;
    check_not_said(&record, "small_messages");
}
END_TEST

START_TEST(files_are_told_from_a_quarter_of_the_time_on)
{
    struct mpit_record record = make_record();

    add_call(&record, "MPI_File_write_at", 8);
    add_call(&record, "MPI_File_iread_all", 2);
    add_call(&record, "MPI_File_close", 9);
    check_said(&record, "io", -1,
               "10.000 s, 25.0 % of the time of all ranks, most of it "
               "MPI_File_write_at (8.000 s)");
    for (int i = 0; i < 3; i++)
        if (!strcmp(calls[i].name, "MPI_File_iread_all"))
            calls[i].time.total -= 0.01;
    check_not_said(&record, "io");
}
END_TEST

START_TEST(questions_are_told_from_a_tenth_of_the_time_on)
{
    struct mpit_record record = make_record();

    add_call(&record, "MPI_Testany", 3);
    add_call(&record, "MPI_Iprobe", 1);
    check_said(&record, "polling", -1,
               "4.000 s, 10.0 % of the time of all ranks, most of it "
               "MPI_Testany, 1 times");
    calls[1].time.total -= 0.01;
    check_not_said(&record, "polling");
}
END_TEST

START_TEST(starting_is_told_from_half_of_the_job_on)
{
    struct mpit_record record = make_record();

    add_call(&record, "MPI_Init_thread", 30);
    add_call(&record, "MPI_Finalize", 10);
    check_said(&record, "start_and_end", -1, "take 50.0 % of the job, 10.000 s of each rank");
    for (int i = 0; i < 2; i++)
        calls[i].time.total -= 0.01;
    check_not_said(&record, "start_and_end");
}
END_TEST

START_TEST(starting_is_not_told_of_less_than_half_a_second)
{
    struct mpit_record record = make_record();

    for (int i = 0; i < RANKS; i++)
        ranks[i].wall = ranks[i].mpi = 0.01;
    add_call(&record, "MPI_Init", 2);
    check_said(&record, "start_and_end", -1, "500.000 ms of each rank");
    calls[0].time.total = 1.99;
    check_not_said(&record, "start_and_end");
}
END_TEST

START_TEST(one_call_is_told_where_it_is_more_than_half)
{
    struct mpit_record record = make_record();

    add_call(&record, "MPI_Finalize", 30);
    add_call(&record, "MPI_Waitall", 20.01);
    check_said(&record, "one_call", -1, "MPI_Waitall is 20.010 s, 50.0 % of the time");
    for (int i = 0; i < 2; i++)
        if (!strcmp(calls[i].name, "MPI_Waitall"))
            calls[i].time.total = 20;
    check_not_said(&record, "one_call");
}
END_TEST

/* What a verdict of calls says of where they are. */
static void check_where(struct mpit_record *record, const char *id)
{
    struct mpit_record_site site = {.call = "MPI_Send", .count = 1};

    check_ends(record, id, "; mpit run --sites says where");
    record->nsite = 1;
    record->site = &site;
    check_ends(record, id, "; the table of call sites says where");
}

START_TEST(what_is_about_calls_says_who_knows_where_they_are)
{
    struct mpit_record record = make_record();

    add_wait(&record, 1, 0, "late_sender", 12);
    check_where(&record, "late_sender");
    record = make_record();
    add_wait(&record, 1, 0, "blocked_send", 12);
    check_where(&record, "blocked_send");
    record = make_record();
    record.waits_seen = 1;
    add_wait(&record, 1, 0, "late_arrival", 12);
    check_where(&record, "late_arrival");
    record = make_record();
    add_wait(&record, 1, 0, "late_sender", 3);
    add_wait(&record, 0, 1, "late_sender", 3);
    check_where(&record, "mutual_waits");
    record = make_record();
    add_call(&record, "MPI_File_read", 30);
    check_where(&record, "io");
    record = make_record();
    add_call(&record, "MPI_Iprobe", 30);
    check_where(&record, "polling");
    record = make_record();
    ranks[0].busy_threads = 4;
    ranks[0].busy_processors = 1;
    check_ends(&record, "crowded_threads", "or start fewer (OMP_NUM_THREADS)");
}
END_TEST

/* Most of the time goes elsewhere, and of an older record it is all that is known. */
START_TEST(a_wait_for_messages_stands_where_most_was_waited)
{
    struct mpit_record record = make_record();
    struct mpit_record_site site[3] = {
        {.call = "MPI_Wait",
         .function = "busy",
         .file = "a.c",
         .line = 1,
         .seconds = 20,
         .waited = 1},
        {.call = "MPI_Recv",
         .function = "late",
         .file = "a.c",
         .line = 2,
         .seconds = 11,
         .waited = 8},
        {.call = "MPI_Bcast", .function = "other", .file = "a.c", .seconds = 30, .waited = 0}};

    add_wait(&record, 1, 0, "late_sender", 12);
    record.nsite = 3;
    record.site = site;
    check_ends(&record, "late_sender", "; most of it in MPI_Recv, late (a.c:2)");
    for (int i = 0; i < 3; i++)
        site[i].waited = NAN;
    check_ends(&record, "late_sender", "; most of it in MPI_Wait, busy (a.c:1)");
}
END_TEST

START_TEST(one_call_is_looked_at_where_something_is_known_of_it)
{
    struct mpit_record_site site = {.call = "MPI_Comm_spawn", .count = 1};
    struct mpit_record record = make_record();

    add_call(&record, "MPI_Waitall", 21);
    check_said(&record, "one_call", -1, "look there first: mpit run --waits says");
    add_wait(&record, 0, 1, "late_sender", 0.1);
    check_said(&record, "one_call", -1, "look there first: the table of who waits for whom says");
    record = make_record();
    add_call(&record, "MPI_Comm_spawn", 21);
    check_ends(&record, "one_call",
               "; look there first: mpit run --sites says from where it is called");
    record.nsite = 1;
    record.site = &site;
    check_ends(&record, "one_call",
               "; look there first: the table of call sites says from where it is called");
}
END_TEST

START_TEST(eager_messages_are_a_remedy_for_those_that_are_too_large_to_be_any)
{
    struct mpit_record record = make_record();

    for (int i = 0; i < RANKS; i++)
        strcpy(ranks[i].host, "alpha");
    add_wait(&record, 1, 0, "blocked_send", 8);
    record.npair = 2;
    pairs[0] = (struct mpit_record_pair){1, 0, 10, 40970, 0, 0};
    pairs[1] = (struct mpit_record_pair){0, 1, 10, 10, 0, 0};
    check_ends(&record, "blocked_send", "; post the receives earlier; mpit run --sites says where");
    record.eager_limit = 4097;
    check_ends(&record, "blocked_send", "; post the receives earlier; mpit run --sites says where");
    record.eager_limit = 4096;
    check_said(&record, "blocked_send", 0, "post the receives earlier; mpit_tune_eager_shm ");
    strcpy(ranks[3].host, "elsewhere");
    check_ends(&record, "blocked_send", "; post the receives earlier; mpit run --sites says where");
    strcpy(ranks[3].host, "alpha");
    for (int i = 1; i < RANKS; i++)
        ranks[i].mpi = 5; /* rank 0 receives late as it works longer */
    check_said(&record, "blocked_send", 0, "; share the work before that more evenly, or ");
}
END_TEST

START_TEST(little_of_mpi_is_told_under_a_twentieth_and_alone)
{
    struct mpit_record record = make_record();

    for (int i = 0; i < RANKS; i++)
        ranks[i].mpi = 0.49;
    check_said(&record, "little_mpi", -1, "MPI is 1.960 s, 4.9 % of the time");
    ranks[0].wall = 8.9; /* the others end later */
    check_not_said(&record, "little_mpi");
    ranks[0].wall = 10;
    ranks[0].unexpected_peak = 100; /* there is something else to say */
    check_not_said(&record, "little_mpi");
    ranks[0].unexpected_peak = -1;
    for (int i = 0; i < RANKS; i++)
        ranks[i].mpi = 0.5;
    check_not_said(&record, "little_mpi");
}
END_TEST

/* A record with something to say: rank 0 sends late. */
static struct mpit_record make_case(void)
{
    struct mpit_record record = make_record();

    add_wait(&record, 1, 0, "late_sender", 9);
    return record;
}

START_TEST(of_a_job_that_did_not_end_nothing_is_said)
{
    struct mpit_record record = make_case();

    check_said(&record, "late_sender", 0, "rank 0");
    record.complete = false;
    mpit__record_finish(&record);
    ck_assert_int_eq(record.nverdict, 0);
    record.complete = true;
    record.nranks = RANKS + 1; /* one is not there */
    check_not_said(&record, "late_sender");
    record.nranks = RANKS;
    strcpy(ranks[2].state, MPIT_RANK_DEAD);
    check_not_said(&record, "late_sender");
    strcpy(ranks[2].state, "");
    check_said(&record, "late_sender", 0, "rank 0");
}
END_TEST

START_TEST(of_damaged_records_nothing_is_said)
{
    static const struct {
        int rank;
        double wall, mpi;
    } rows[] = {{1, 10, 1}, {2, NAN, 1}, {2, 10, NAN}, {2, INFINITY, 1}, {2, 10, -1}, {2, 1, 2}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct mpit_record record = make_case();

        ranks[2].rank = rows[i].rank;
        ranks[2].wall = rows[i].wall;
        ranks[2].mpi = rows[i].mpi;
        check_not_said(&record, "late_sender");
    }
}
END_TEST

START_TEST(of_a_tenth_of_a_second_something_is_said_and_not_of_less)
{
    struct mpit_record record = make_case();

    for (int i = 0; i < RANKS; i++) {
        ranks[i].wall = 0.1;
        ranks[i].mpi = 0.01;
    }
    waits[0].seconds = 0.09;
    check_said(&record, "late_sender", 0, "90.000 ms, 22.5 %");
    for (int i = 0; i < RANKS; i++)
        ranks[i].wall = 0.099;
    check_not_said(&record, "late_sender");
}
END_TEST

START_TEST(they_go_by_the_time_that_was_recorded)
{
    struct mpit_record record = make_case();

    for (int i = 0; i < RANKS; i++)
        ranks[i].paused = 5;
    waits[0].seconds = 4;
    check_said(&record, "late_sender", 0, "4.000 s, 20.0 % of the recorded time of all ranks");
    for (int i = 0; i < RANKS; i++)
        ranks[i].paused = NAN; /* as in an older record */
    check_said(&record, "late_sender", 0, "4.000 s, 10.0 % of the time of all ranks");
}
END_TEST

START_TEST(where_nothing_was_recorded_nothing_is_said)
{
    struct mpit_record record = make_record();

    for (int i = 0; i < RANKS; i++) {
        ranks[i].mpi = 0.001;
        ranks[i].paused = 9.99;
    }
    check_not_said(&record, "little_mpi");
    add_call(&record, "MPI_Init", 30); /* of 70 s */
    check_not_said(&record, "start_and_end");
    for (int i = 0; i < RANKS; i++)
        ranks[i] = (struct mpit_record_rank){.rank = i, .wall = 10, .paused = 10};
    check_not_said(&record, "load_imbalance");
    calls[0].time.total = 41; /* that was seen all the same */
    check_said(&record, "start_and_end", -1, "50.6 % of the job");
}
END_TEST

START_TEST(load_is_what_was_recorded_outside_of_mpi)
{
    struct mpit_record record = make_record();

    for (int i = 0; i < 3; i++)
        ranks[i].paused = 5;
    check_said(&record, "load_imbalance", 3,
               "rank 3 is outside of MPI 1.7 times the mean (9.000 s)");
    ranks[3].paused = 5;
    check_not_said(&record, "load_imbalance");
}
END_TEST

START_TEST(of_threads_that_add_up_only_what_goes_by_no_times_is_said)
{
    struct mpit_record record = make_case();

    ranks[1].threads = 2;
    ranks[1].mpi = 35; /* more than its wall time */
    for (int i = 0; i < RANKS; i++)
        ranks[i].unexpected_peak = 200;
    add_call(&record, "MPI_Recv", 38);
    check_not_said(&record, "late_sender");
    check_not_said(&record, "one_call");
    check_said(&record, "unexpected_queue", 0, "messages pile up");
    ranks[1].threads = 1;
    ranks[1].mpi = 1;
    check_said(&record, "late_sender", 0, "sends late");
}
END_TEST

START_TEST(five_are_said_at_most_and_the_most_important_first)
{
    struct mpit_record record = make_record();

    record.waits_seen = 1;
    for (int i = 0; i < RANKS; i++)
        strcpy(ranks[i].processors, "0");
    ranks[0].unexpected_peak = 1000;
    ranks[1].mpi = 9.5;
    add_wait(&record, 1, 0, "late_sender", 4);
    add_wait(&record, 1, 0, "blocked_send", 12);
    add_wait(&record, 1, 2, "late_arrival", 3);
    add_call(&record, "MPI_File_read", 30);
    mpit__record_finish(&record);
    ck_assert_int_eq(record.nverdict, MPIT_VERDICTS_SAID);
    ck_assert_str_eq(record.verdict[0].id, "oversubscribed");
    ck_assert_str_eq(record.verdict[1].id, "io");
    ck_assert_str_eq(record.verdict[2].id, "blocked_send");
    ck_assert_str_eq(record.verdict[3].id, "idle_ranks");
    ck_assert_str_eq(record.verdict[4].id, "late_sender");
    forget(&record);
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(of_a_record_without_anything_to_say_nothing_is_said)                                      \
    TEST(lists_of_processors_are_counted_and_what_is_none_is_none)                                 \
    TEST(more_ranks_than_processors_of_a_node_are_too_many)                                        \
    TEST(more_busy_threads_than_processors_of_a_rank_are_too_many)                                 \
    TEST(ranks_without_a_processor_are_told_from_a_tenth_of_their_time_on)                         \
    TEST(a_node_without_processors_is_named_and_a_rank_that_loses_where_it_works)                  \
    TEST(what_takes_the_processors_is_told)                                                        \
    TEST(ranks_that_share_processors_and_do_not_need_them_are_not_told)                            \
    TEST(threads_that_have_ended_are_told_from_all_processors_that_a_rank_had)                     \
    TEST(what_is_taken_beside_many_calls_is_no_imbalance)                                          \
    TEST(ranks_that_had_no_processor_in_mpi_have_little_to_gain_there)                             \
    TEST(whoever_is_last_of_those_that_work_does_not_delay_an_idle_rank)                           \
    TEST(ranks_that_sleep_where_they_work_do_not_lack_processors)                                  \
    TEST(what_may_come_of_lost_processors_is_not_said)                                             \
    TEST(who_comes_last_is_told_from_a_twentieth_of_the_time_on)                                   \
    TEST(who_comes_last_is_told_where_it_is_half_of_the_waiting)                                   \
    TEST(what_is_not_known_weighs_in_who_comes_last)                                               \
    TEST(who_comes_last_by_turns_is_not_to_blame)                                                  \
    TEST(who_comes_last_is_not_told_where_it_may_be_chance)                                        \
    TEST(waits_of_some_microseconds_are_nobody_being_late)                                         \
    TEST(who_works_as_long_as_the_last_is_late_as_well)                                            \
    TEST(all_who_come_last_are_named_and_none_where_most_do)                                       \
    TEST(who_changes_is_told_from_a_tenth_of_the_time_on)                                          \
    TEST(who_works_longer_is_told_from_a_twentieth_of_the_job_on)                                  \
    TEST(all_who_work_longer_are_named)                                                            \
    TEST(who_comes_last_to_finalize_is_told_from_a_twentieth_of_the_time_on)                       \
    TEST(all_who_come_last_to_finalize_are_named)                                                  \
    TEST(who_was_kept_up_is_not_late_to_finalize)                                                  \
    TEST(who_comes_last_to_finalize_as_it_works_longer_is_told_once)                               \
    TEST(waits_in_finalize_are_no_time_of_finalize)                                                \
    TEST(most_ranks_do_not_work_longer_than_the_mean)                                              \
    TEST(who_comes_last_as_it_works_longer_is_told_once)                                           \
    TEST(late_senders_and_receivers_are_told_from_a_twentieth_of_the_time_on)                      \
    TEST(who_waits_as_long_as_it_is_waited_for_is_not_to_blame)                                    \
    TEST(mutual_waits_are_told_from_a_tenth_of_the_time_on)                                        \
    TEST(who_is_outside_of_the_world_is_nobody)                                                    \
    TEST(ranks_that_wait_each_for_the_next_are_a_chain)                                            \
    TEST(two_are_no_chain_and_a_ring_is_one)                                                       \
    TEST(what_goes_forth_and_back_is_a_chain_where_waits_grow)                                     \
    TEST(one_that_takes_what_all_others_send_is_told)                                              \
    TEST(who_comes_last_to_init_is_told_from_half_a_second_on)                                     \
    TEST(one_sided_calls_are_told_from_a_twentieth_of_the_time_on)                                 \
    TEST(collectives_are_small_where_nine_of_ten_hand_in_less_than_64_bytes)                       \
    TEST(transfer_is_told_from_a_tenth_of_the_time_on)                                             \
    TEST(a_queue_is_long_from_a_hundred_messages_on)                                               \
    TEST(messages_are_small_under_64_bytes)                                                        \
    TEST(messages_are_small_where_nine_of_ten_are)                                                 \
    TEST(sizes_are_just_above_the_eager_limit_where_half_of_them_are)                              \
    TEST(few_messages_are_never_too_small)                                                         \
    TEST(files_are_told_from_a_quarter_of_the_time_on)                                             \
    TEST(questions_are_told_from_a_tenth_of_the_time_on)                                           \
    TEST(starting_is_told_from_half_of_the_job_on)                                                 \
    TEST(starting_is_not_told_of_less_than_half_a_second)                                          \
    TEST(one_call_is_told_where_it_is_more_than_half)                                              \
    TEST(what_is_about_calls_says_who_knows_where_they_are)                                        \
    TEST(a_wait_for_messages_stands_where_most_was_waited)                                         \
    TEST(one_call_is_looked_at_where_something_is_known_of_it)                                     \
    TEST(eager_messages_are_a_remedy_for_those_that_are_too_large_to_be_any)                       \
    TEST(little_of_mpi_is_told_under_a_twentieth_and_alone)                                        \
    TEST(of_a_job_that_did_not_end_nothing_is_said)                                                \
    TEST(of_damaged_records_nothing_is_said)                                                       \
    TEST(of_a_tenth_of_a_second_something_is_said_and_not_of_less)                                 \
    TEST(they_go_by_the_time_that_was_recorded)                                                    \
    TEST(where_nothing_was_recorded_nothing_is_said)                                               \
    TEST(load_is_what_was_recorded_outside_of_mpi)                                                 \
    TEST(of_threads_that_add_up_only_what_goes_by_no_times_is_said)                                \
    TEST(five_are_said_at_most_and_the_most_important_first)
SUITE("verdicts", TESTS, NULL)
