/* What the rules of verdicts have in common: how they say it, and from when on it is worth it. */
#ifndef MPIT_RECORD_VERDICT_WORDS_H
#define MPIT_RECORD_VERDICT_WORDS_H

#include "record/verdicts.h"

/* Of the time of all ranks: less than this is noise. */
#define MPIT_LEAST_SHARE 0.05

/* The job has lasted long enough to say something; what its calls took is a part of that, too; and
 * so many seconds of all ranks are worth it. */
bool mpit__evidence_is_long(const struct mpit_evidence *evidence);
bool mpit__evidence_has_parts(const struct mpit_evidence *evidence);
bool mpit__evidence_is_much(const struct mpit_evidence *evidence, double seconds);
bool mpit__evidence_is_on_one_node(const struct mpit_evidence *evidence);

/* Of all ranks; the rank of which `sum` is most. */
double mpit__evidence_sum(const struct mpit_evidence *evidence, const double *of);
int mpit__evidence_most(const struct mpit_evidence *evidence);

/* Of a rank, in MPI_Finalize; no number where that is not known. */
double mpit__wait_at_end(const struct mpit_evidence *evidence, int rank);

void mpit__say_number(struct mpit_line *line, double value);
void mpit__say_list(struct mpit_line *line, const int *rank, int n); /* "0-3, 8" */
void mpit__say_ranks(struct mpit_line *line, const int *rank, int n);
void mpit__say_times_mean(struct mpit_line *line, double seconds, double mean);
void mpit__say_of_all(struct mpit_line *line, double seconds, const struct mpit_evidence *evidence);

/* Calls with messages, or that complete them; collectives.  By name: no MPI is known here. */
bool mpit__is_message_call(const char *name);
bool mpit__is_collective_call(const char *name);

/* "comes" of one, "come" of several. */
const char *mpit__say_s(int n);

#endif
