/* What the record says to who asks what to change first: rules over it, by verdicts.def.
 *
 * A rule that cannot decide is silent, and all are where the job has not come to its end, or not of
 * all ranks anything is known. */
#ifndef MPIT_RECORD_VERDICTS_H
#define MPIT_RECORD_VERDICTS_H

#include "record/table_cells.h"

enum { MPIT_VERDICTS_SAID = 5 };

/* A smaller share of the job's time is noise. */
#define MPIT_LEAST_SHARE 0.05

/* What the rules look at, once for all of them. */
struct mpit_evidence {
    const struct mpit_record *record;
    int n;          /* ranks; rank i is at i */
    double wall;    /* seconds of wall time, of all ranks */
    double all;     /* of these, those that were recorded: what others are a share of */
    double longest; /* of one */
    double mpi;     /* of `all` in MPI */
    bool vague;     /* times of MPI are no part of these: nothing is said of them */
    double *useful; /* [n] outside of MPI */
    double mean_useful;
    double *sum;           /* [n] for the rule that is being asked */
    double *waits;         /* [n] in messages, for others to send or to receive */
    int found;             /* verdicts so far */
    int waited_for;        /* of these, those that name a rank that is late to messages */
    bool *named;           /* [n] found to be what others wait for, as it works longer or not */
    bool lacks_processors; /* found of ranks, before what may follow from it */
};

/* The job is no shorter than what is noise. */
bool mpit__evidence_is_long(const struct mpit_evidence *evidence);

/* What a rule finds. */
struct mpit_finding {
    struct mpit_line text; /* figures, no remedy */
    int *rank;             /* room for n */
    int nrank;
    double value;
    double weight;      /* share of the job's time that it explains */
    const char *remedy; /* where the rule's is not what helps here; else NULL */
    bool has_sites;     /* it is about calls, and their sites say more of it than it does */
};

/* Whether what was found may come of the processors that ranks have not had: then it is not said
 * (verdict_processors.c). */
bool mpit__follows_from_processors(const struct mpit_evidence *evidence, const char *id,
                                   const struct mpit_finding *finding);

#define VERDICT(id, when, remedy)                                                                  \
    bool mpit__find_##id(struct mpit_evidence *evidence, struct mpit_finding *finding);
#include "record/verdicts.def"
#undef VERDICT

#endif
