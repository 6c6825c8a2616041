/* Verdicts: who works more than the others, and less. */
#ifndef MPIT_RECORD_VERDICT_WORK_H
#define MPIT_RECORD_VERDICT_WORK_H

#include "record/verdicts.h"

/* Whether what ranks work longer than most of the others is at least half of what each of these has
 * waited, of so many seconds together. */
bool mpit__work_explains(const struct mpit_evidence *evidence, const int *rank, int n,
                         double waited);

/* A rank has little to do: less than half of the mean. */
bool mpit__has_little_to_do(const struct mpit_evidence *evidence, int rank);

/* "; it is outside of MPI 1.7 times the mean (9.000 s)", where it is that much. */
void mpit__say_more_work(struct mpit_line *line, const struct mpit_evidence *evidence,
                         const int *rank, int n);

/* From what on a rank works about as long as these: between the mean of all and theirs. */
double mpit__work_of_most(const struct mpit_evidence *evidence, const int *rank, int n);

bool mpit__are_named(const struct mpit_evidence *evidence, const int *rank, int n);
void mpit__name(struct mpit_evidence *evidence, const int *rank, int n);

#endif
