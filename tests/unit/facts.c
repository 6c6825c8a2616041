/* The tables of what depends on the MPI below and its version: every row is well-formed, each fact
 * has one row for every version, and what compilers know of it is what the rows say. */
#include "config.h"

#include "mpi/facts.h"
#include "mpi/vendor.h"
#include "suite.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Rows of all three tables: what is told apart, and in which range. */
struct row {
    const char *table, *name;
    enum mpit_mpi mpi;
    const char *from, *until, *seen;
};
static const struct row rows[] = {
#define BEHAVIOUR(name, meaning)
#define WORD(name, meaning)
#define FACT(mpi, from, until, name, value, seen)                                                  \
    {"facts", #name, MPIT_MPI_##mpi, from, until, seen},
#define NAME(mpi, from, until, name, value, seen)                                                  \
    {"facts", #name, MPIT_MPI_##mpi, from, until, seen},
#include "mpi/facts.def"
#undef NAME
#undef FACT
#undef WORD
#undef BEHAVIOUR
#define ENUM(name, items)
#define TUNABLE(short_, type, enumeration, standard, desc)
#define TUNES(mpi, from, until, short_, variable, with)                                            \
    {"tunables", #short_, MPIT_MPI_##mpi, from, until, "in no words"},
#include "mpi/tunables.def"
#undef TUNES
#undef TUNABLE
#undef ENUM
#define QUIRK(mpi, from, until, kind, pattern, condition, seen)                                    \
    {"quirks", #kind " " pattern, MPIT_MPI_##mpi, from, until, seen},
#include "mpi/quirks.def"
#undef QUIRK
};

enum { ROWS = sizeof rows / sizeof *rows };

/* What the rows of a behaviour or word are about; a tunable that an MPI lacks has no row for it. */
static const char *const declared[] = {
#define BEHAVIOUR(name, meaning) #name,
#define WORD(name, meaning)      #name,
#define FACT(mpi, from, until, name, value, seen)
#define NAME(mpi, from, until, name, value, seen)
#include "mpi/facts.def"
#undef NAME
#undef FACT
#undef WORD
#undef BEHAVIOUR
};

static bool is_bound(const char *text)
{
    return strcmp(text, "") == 0 || mpit__version_parse(text) > 0;
}

static int lower(const struct row *row)
{
    return *row->from ? mpit__version_parse(row->from) : 0;
}

static int upper(const struct row *row)
{
    return *row->until ? mpit__version_parse(row->until) : INT_MAX;
}

START_TEST(a_version_is_a_number_that_grows)
{
    ck_assert_int_eq(mpit__version_parse("4.1.4"), 4001004);
    ck_assert_int_eq(mpit__version_parse("4.2"), 4002000);
    ck_assert_int_eq(mpit__version_parse("5"), 5000000);
    ck_assert_int_eq(mpit__version_parse("6.0.0rc2"), 6000000);
    ck_assert_int_eq(mpit__version_parse("6.0rc2"), 6000000);
    ck_assert_int_eq(mpit__version_parse("4.1.4, package: x 9.9"), 4001004);
    ck_assert_int_lt(mpit__version_parse("4.1.4"), mpit__version_parse("4.1.10"));
    ck_assert_int_eq(mpit__version_parse(""), -1);
    ck_assert_int_eq(mpit__version_parse("v4"), -1);
    ck_assert(mpit__version_is_in(4001004, "4.1.4", "4.1.5"));
    ck_assert(!mpit__version_is_in(4001004, "", "4.1.4"));
    ck_assert(!mpit__version_is_in(4001004, "4.2.0", ""));
    ck_assert(mpit__version_is_in(4001004, "", ""));
}
END_TEST

START_TEST(every_row_says_a_range_and_what_was_seen)
{
    for (int i = 0; i < ROWS; i++) {
        ck_assert_msg(is_bound(rows[i].from) && is_bound(rows[i].until) &&
                          lower(&rows[i]) < upper(&rows[i]) && rows[i].seen[0],
                      "%s: %s: \"%s\" to \"%s\"", rows[i].table, rows[i].name, rows[i].from,
                      rows[i].until);
    }
}
END_TEST

/* Only the first row of a quirk counts: these may overlap. */
START_TEST(no_two_rows_are_about_one_version)
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < i; j++)
            ck_assert_msg(
                strcmp(rows[i].table, "quirks") == 0 || strcmp(rows[i].table, rows[j].table) != 0 ||
                    strcmp(rows[i].name, rows[j].name) != 0 || rows[i].mpi != rows[j].mpi ||
                    lower(&rows[i]) >= upper(&rows[j]) || lower(&rows[j]) >= upper(&rows[i]),
                "%s: %s: %s to %s is there twice", rows[i].table, rows[i].name, rows[i].from,
                rows[i].until);
}
END_TEST

/* How many versions a name is told for: as many as there are if nothing is left out. */
static long long extent(const char *table, const char *name, enum mpit_mpi mpi)
{
    long long sum = 0;

    for (int i = 0; i < ROWS; i++)
        if (strcmp(rows[i].table, table) == 0 && strcmp(rows[i].name, name) == 0 &&
            rows[i].mpi == mpi)
            sum += upper(&rows[i]) - lower(&rows[i]);
    return sum;
}

START_TEST(each_fact_is_told_for_every_version_of_both)
{
    for (size_t i = 0; i < sizeof declared / sizeof *declared; i++)
        for (int mpi = 0; mpi < (int)MPIT_MPI_ABI; mpi++)
            ck_assert_msg(extent("facts", declared[i], (enum mpit_mpi)mpi) == INT_MAX,
                          "%s has gaps", declared[i]);
    for (int i = 0; i < ROWS; i++)
        if (strcmp(rows[i].table, "tunables") == 0)
            ck_assert_msg(extent("tunables", rows[i].name, rows[i].mpi) == INT_MAX,
                          "mpit_tune_%s has gaps", rows[i].name);
}
END_TEST

/* The tuning variables of the MPI that we are built for are those that its rows name. */
START_TEST(each_tunable_has_a_name_there)
{
#define ENUM(name, items)
#define TUNABLE(short_, type, enumeration, standard, desc)                                         \
    ck_assert_msg(extent("tunables", #short_, MPIT_MPI_BELOW) > 0, "mpit_tune_" #short_);
#define TUNES(mpi, from, until, short_, variable, with)
#include "mpi/tunables.def"
#undef TUNES
#undef TUNABLE
#undef ENUM
}
END_TEST

START_TEST(the_version_is_that_of_the_library_that_is_there)
{
    char said[MPI_MAX_LIBRARY_VERSION_STRING];

    mpit__vendor_version(said, sizeof said);
    ck_assert_int_eq(mpit__version_of_library(said), mpit__version_parse(MPIT_VENDOR_VERSION));
    ck_assert_int_eq(mpit__version_of_library("Another MPI 1.2.3"), -1);
    ck_assert(mpit__mpi_is(MPIT_MPI_BELOW, "", ""));
    ck_assert(mpit__mpi_is(MPIT_MPI_BELOW, MPIT_VENDOR_VERSION, ""));
    ck_assert(!mpit__mpi_is(MPIT_MPI_BELOW, "", MPIT_VENDOR_VERSION));
    ck_assert(!mpit__mpi_is(MPIT_MPI_BELOW == MPIT_MPI_MPICH ? MPIT_MPI_OPENMPI : MPIT_MPI_MPICH,
                            "", ""));
}
END_TEST

/* A constant of the compiler's is what the rows say, of the version that is there and of all that
 * the build can meet. */
START_TEST(a_constant_is_what_the_rows_say)
{
    static const char *const versions[] = {"1.0.0", "3.4.1", "4.0.2", "4.1.4",
                                           "4.2.1", "5.0.7", "6.0.0", "99.0.0"};

    mpit__vendor_resolve();
    for (int fact = 0; fact < (int)MPIT_FACTS; fact++)
        ck_assert_int_eq(mpit__fact((enum mpit_fact)fact),
                         mpit__fact_of((enum mpit_fact)fact, MPIT_MPI_BELOW,
                                       mpit__version_parse(MPIT_VENDOR_VERSION)));
#define BEHAVIOUR(name, meaning)                                                                   \
    if (__builtin_constant_p(MPIT_FACT(name)))                                                     \
        for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)                            \
            ck_assert_int_eq(MPIT_FACT(name), mpit__fact_of(MPIT_FACT_##name, MPIT_MPI_BELOW,      \
                                                            mpit__version_parse(versions[i])));
#define WORD(name, meaning)
#define FACT(mpi, from, until, name, value, seen)
#define NAME(mpi, from, until, name, value, seen)
#include "mpi/facts.def"
#undef NAME
#undef FACT
#undef WORD
#undef BEHAVIOUR
}
END_TEST

/* What a hook asks on its way. */
START_TEST(what_a_call_asks_is_as_measured_here)
{
    bool is_openmpi = (int)MPIT_MPI_BELOW == (int)MPIT_MPI_OPENMPI;

    mpit__vendor_resolve();
    ck_assert_int_eq(MPIT_FACT(blames_comm_of_one),
                     is_openmpi || !mpit__mpi_is(MPIT_MPI_MPICH, "4.0.0", "4.2.0"));
    ck_assert_int_eq(MPIT_FACT(blames_comm_of_many), is_openmpi);
    ck_assert_int_eq(MPIT_FACT(writes_all), !is_openmpi);
    ck_assert_int_eq(MPIT_FACT(errors_wander), !is_openmpi);
    ck_assert_int_eq(MPIT_FACT(sends_as_the_program), is_openmpi);
    ck_assert_int_eq(MPIT_FACT(describes_items), !is_openmpi);
    ck_assert_int_eq(MPIT_FACT(has_ob1_lengths), is_openmpi);
    ck_assert_int_eq(MPIT_NAME(umq_length) != NULL, is_openmpi);
    ck_assert_int_eq(MPIT_NAME(environment) != NULL, is_openmpi);
    ck_assert_int_eq(mpit__vendor_empty != NULL, is_openmpi);
}
END_TEST

START_TEST(another_version_has_its_own_rows)
{
    mpit__facts_settle((int)MPIT_MPI_BELOW == (int)MPIT_MPI_OPENMPI
                           ? "Open MPI v5.0.7, package: Debian OpenMPI"
                           : "MPICH Version:      4.2.1");
    ck_assert(MPIT_FACT(blames_comm_of_one));
    ck_assert(mpit__mpi_is(MPIT_MPI_BELOW, "4.2.0", ""));
    ck_assert(!mpit__mpi_is(MPIT_MPI_BELOW, "", "4.2.0"));
    mpit__facts_settle((int)MPIT_MPI_BELOW == (int)MPIT_MPI_OPENMPI ? "Open MPI v4.1.4, package"
                                                                    : "MPICH Version:      4.0.2");
    ck_assert_int_eq(MPIT_FACT(blames_comm_of_one), (int)MPIT_MPI_BELOW == (int)MPIT_MPI_OPENMPI);
    ck_assert(mpit__mpi_is(MPIT_MPI_BELOW, "", "4.2.0"));
    mpit__facts_settle("Another MPI 1.2.3");
    ck_assert(mpit__mpi_is(MPIT_MPI_BELOW, MPIT_VENDOR_VERSION, ""));
    ck_assert_int_eq(MPIT_FACT(blames_comm_of_one),
                     mpit__fact_of(MPIT_FACT_blames_comm_of_one, MPIT_MPI_BELOW,
                                   mpit__version_parse(MPIT_VENDOR_VERSION)));
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(a_version_is_a_number_that_grows)                                                         \
    TEST(every_row_says_a_range_and_what_was_seen)                                                 \
    TEST(no_two_rows_are_about_one_version)                                                        \
    TEST(each_fact_is_told_for_every_version_of_both)                                              \
    TEST(each_tunable_has_a_name_there)                                                            \
    TEST(the_version_is_that_of_the_library_that_is_there)                                         \
    TEST(a_constant_is_what_the_rows_say)                                                          \
    TEST(what_a_call_asks_is_as_measured_here)                                                     \
    TEST(another_version_has_its_own_rows)
SUITE("facts", TESTS, NULL)
