#include "record/verdict_words.h"

#include "ground/number.h"

#include <string.h>
#include <strings.h>

static const double SHORT_JOB = 0.1;

bool mpit__evidence_is_long(const struct mpit_evidence *evidence)
{
    return evidence->longest >= SHORT_JOB;
}

bool mpit__evidence_has_parts(const struct mpit_evidence *evidence)
{
    return mpit__evidence_is_long(evidence) && !evidence->vague;
}

bool mpit__evidence_is_much(const struct mpit_evidence *evidence, double seconds)
{
    return mpit__evidence_has_parts(evidence) && seconds >= MPIT_LEAST_SHARE * evidence->all;
}

bool mpit__evidence_is_on_one_node(const struct mpit_evidence *evidence)
{
    for (int i = 1; i < evidence->n; i++)
        if (strcmp(evidence->record->rank[i].host, evidence->record->rank[0].host) != 0)
            return false;
    return true;
}

double mpit__evidence_sum(const struct mpit_evidence *evidence, const double *of)
{
    double sum = 0;

    for (int i = 0; i < evidence->n; i++)
        sum += of[i];
    return sum;
}

int mpit__evidence_most(const struct mpit_evidence *evidence)
{
    int most = 0;

    for (int i = 1; i < evidence->n; i++)
        if (evidence->sum[i] > evidence->sum[most])
            most = i;
    return most;
}

double mpit__wait_at_end(const struct mpit_evidence *evidence, int rank)
{
    return evidence->record->rank[rank].part[MPIT_PART_finalize_wait];
}

void mpit__say_number(struct mpit_line *line, double value)
{
    char number[MPIT_NUMBER];

    mpit__number_write(number, 'f', 1, value);
    mpit__append(line, "%s", number);
}

/* Of many ranges the first ones. */
void mpit__say_list(struct mpit_line *line, const int *rank, int n)
{
    enum { RANGES = 6 };
    int shown = 0;

    for (int i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && rank[end] == rank[end - 1] + 1;)
            end++;
        if (shown++ == RANGES) {
            mpit__append(line, " and %d more", n - i);
            return;
        }
        mpit__append(line, "%s%d", i ? ", " : "", rank[i]);
        if (end > i + 1)
            mpit__append(line, "%s%d", end > i + 2 ? "-" : ", ", rank[end - 1]);
    }
}

void mpit__say_ranks(struct mpit_line *line, const int *rank, int n)
{
    mpit__append(line, n == 1 ? "rank " : "ranks ");
    mpit__say_list(line, rank, n);
}

void mpit__say_times_mean(struct mpit_line *line, double seconds, double mean)
{
    if (mean > 0 && seconds / mean < 1e6) {
        mpit__say_number(line, seconds / mean);
        mpit__append(line, " times the mean (");
    } else {
        mpit__append(line, "longer than the mean (");
    }
    mpit__append_seconds_inline(line, seconds);
    mpit__append(line, ")");
}

void mpit__say_of_all(struct mpit_line *line, double seconds, const struct mpit_evidence *evidence)
{
    mpit__append_seconds_inline(line, seconds);
    mpit__append(line, ", ");
    mpit__append_share(line, seconds / evidence->all);
    mpit__append(line, evidence->all < evidence->wall ? " of the recorded time of all ranks"
                                                      : " of the time of all ranks");
}

const char *mpit__say_s(int n)
{
    return n == 1 ? "s" : "";
}

static bool has_word(const char *name, const char *const *words)
{
    for (; *words; words++)
        for (const char *at = name; *at; at++)
            if (strncasecmp(at, *words, strlen(*words)) == 0)
                return true;
    return false;
}

static bool is_of_objects(const char *name)
{
    static const char *const objects[] = {"MPI_Comm_", "MPI_Win_",   "MPI_File_",
                                          "MPI_Type_", "MPI_Group_", NULL};

    return has_word(name, objects);
}

bool mpit__is_message_call(const char *name)
{
    static const char *const words[] = {"send", "recv", "MPI_Wait", "MPI_Test", "probe", NULL};

    return has_word(name, words) && !is_of_objects(name);
}

bool mpit__is_collective_call(const char *name)
{
    static const char *const words[] = {"barrier", "bcast",    "gather", "scatter",
                                        "reduce",  "alltoall", "scan",   NULL};

    return has_word(name, words) && !is_of_objects(name) && strcmp(name, "MPI_Reduce_local") != 0;
}
