/* Events of one process: regions, a queue that is too long, limits of ours. */
#include "recorder.h"

#include <string.h>

static struct recorder begins, ends, over;

/* ---- regions ------------------------------------------------------------------------------ */

static void region(const char *label)
{
    OK(label ? MPI_Pcontrol(3, label) : MPI_Pcontrol(4));
}

static void is_labelled(struct recorder *recorder, int i, const char *label)
{
    char word[WORD];

    told_word(recorder, i, "label", word);
    CHECK_THAT(strcmp(word, label) == 0, "%s, for %s", word, label);
}

static void regions_are_told_by_their_label(void)
{
    record(&begins, "mpit_region_begin", NULL);
    record(&ends, "mpit_region_end", NULL);
    region("outer");
    region("inner");
    CHECK_INT(ends.seen, 0);
    region(NULL);
    region("inner");
    region(NULL);
    region(NULL);
    region("outer");
    region(NULL);
    CHECK_INT(begins.seen, 4);
    CHECK_INT(ends.seen, 4);
    /* outer inner inner outer; inner inner outer outer */
    double outer = told(&begins, 0, "label"), inner = told(&begins, 1, "label");

    CHECK(outer != inner);
    CHECK(told(&begins, 2, "label") == inner && told(&begins, 3, "label") == outer);
    CHECK(told(&ends, 0, "label") == inner && told(&ends, 1, "label") == inner);
    CHECK(told(&ends, 2, "label") == outer && told(&ends, 3, "label") == outer);
    is_labelled(&begins, 0, "outer");
    is_labelled(&begins, 1, "inner");
    is_labelled(&ends, 0, "inner");
    end_record(&begins);
    end_record(&ends);
}

static void the_end_of_no_region_is_not_told(void)
{
    record(&begins, "mpit_region_begin", NULL);
    record(&ends, "mpit_region_end", NULL);
    region(NULL);
    MPI_Pcontrol(17);
    CHECK_INT(begins.seen + ends.seen, 0);
    OK(MPI_Pcontrol(0));
    region("while off");
    region(NULL);
    OK(MPI_Pcontrol(1));
    CHECK_THAT(begins.seen == ends.seen, "%d begins, %d ends", begins.seen, ends.seen);
    end_record(&begins);
    end_record(&ends);
}

/* ---- a queue that is too long ------------------------------------------------------------- */

enum { LIMIT = 3, LONG = 8 };

static void a_queue_becomes(MPI_Comm comm, int length)
{
    MPI_Request requests[LONG];
    int in[LONG] = {0}, out;

    for (int i = 0; i < length; i++)
        OK(MPI_Isend(&in[i], 1, MPI_INT, 0, i, comm, &requests[i]));
    if (length > 0)
        OK(MPI_Probe(0, length - 1, comm, MPI_STATUS_IGNORE));
    for (int i = 0; i < length; i++)
        OK(MPI_Recv(&out, 1, MPI_INT, 0, i, comm, MPI_STATUS_IGNORE));
    for (int i = 0; i < length; i++)
        OK(MPI_Wait(&requests[i], MPI_STATUS_IGNORE));
}

/* Each time that it becomes longer than the limit, and not while it stays so. */
static void a_queue_that_is_over_its_limit_is_told_once(void)
{
    MPI_Comm comm;

    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    record(&over, "mpit_queue_over", &comm);
    a_queue_becomes(comm, LONG);
    CHECK_INT(over.seen, 0);
    OK(cvar_set_of("mpit_umq_warn", &comm, LIMIT));
    a_queue_becomes(comm, LIMIT);
    CHECK_INT(over.seen, 0);
    a_queue_becomes(comm, LONG);
    CHECK_INT(over.seen, 1);
    CHECK_INT(told(&over, 0, "length"), LIMIT + 1);
    CHECK_INT(told(&over, 0, "limit"), LIMIT);
    a_queue_becomes(comm, LONG);
    CHECK_INT(over.seen, 2);
    end_record(&over);
    OK(MPI_Comm_free(&comm));
}

SUITE(HARNESS_MPI_IS_SINGLE, TEST(regions_are_told_by_their_label),
      TEST(the_end_of_no_region_is_not_told), TEST(a_queue_that_is_over_its_limit_is_told_once))
