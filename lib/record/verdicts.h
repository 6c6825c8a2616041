/* What the record says to who asks what to change first: rules over it, by verdicts.def.
 *
 * A rule that cannot decide is silent, and all are where the job has not come to its end, or not of
 * all ranks anything is known.  One cause is one sentence: who is named by a rule is not by those
 * behind it. */
#ifndef MPIT_RECORD_VERDICTS_H
#define MPIT_RECORD_VERDICTS_H

#include "record/split.h"
#include "record/table_cells.h"

enum { MPIT_VERDICTS_SAID = 5 };

/* What the rules look at, once for all of them. */
struct mpit_evidence {
    const struct mpit_record *record;
    int n;                   /* ranks; rank i is at i */
    double wall;             /* seconds of wall time, of all ranks */
    double all;              /* of these, those that were recorded: what others are a share of */
    double longest;          /* of one */
    double mpi;              /* of `all` in MPI */
    bool vague;              /* times of MPI are no part of these: nothing is said of them */
    struct mpit_split split; /* of each rank: what it works, waits, and the rest of MPI */
    double mean_useful;
    double *sum, *count; /* [n] for the rule that is being asked */
    double *messages;    /* [n] waited in messages, for others to send or to receive */
    double *own;         /* [n] in collectives as well */
    bool *named;         /* [n] by a verdict: as it is late, works more, or works less */
    int found;           /* verdicts so far */
    double explained;    /* the most that one of them could gain */
    bool has_culprit;    /* one of them says why ranks wait in messages, … */
    bool has_late;       /* … in collectives */
    double of_transfer;  /* what they say of the rest of MPI, as a share of the time */
    const struct mpit_record_call *told; /* the call that one of them names for its time */
    bool has_start;                      /* one says who comes last to MPI_Init */
    bool lacks_processors;               /* found of ranks, before what may follow from it */
};

/* What a rule finds. */
struct mpit_finding {
    struct mpit_line text; /* figures, no remedy */
    int *rank;             /* room for n */
    int nrank;
    double value;
    double weight;      /* share of the job's time that could be gained */
    const char *remedy; /* where the rule's is not what helps here; else NULL */
    /* What it is about is calls, and their sites say more of it: those of which this says so. */
    bool (*is_its_call)(const char *call);
    bool waits_for_messages; /* it is about how long these wait for the other side */
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
