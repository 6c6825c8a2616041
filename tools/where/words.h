/* What ranks are in, in words; each text is to be freed. */
#ifndef TOOL_WHERE_WORDS_H
#define TOOL_WHERE_WORDS_H

#include "tools/where/rank_set.h"

/* "in MPI_Recv from 3, tag 9, for 31 s". */
char *where_words(const struct where_job *job, int rank, bool with_time);

/* "rank 2 is in MPI_Recv from 3, tag 9, for 31 s; ranks 4, 5 …", of the first few. */
char *where_words_each(const struct where_job *job, const struct where_ranks *ranks);
/* "3 of 4 ranks are in MPI_Barrier, the 17th on MPI_COMM_WORLD; …" */
char *where_words_differ(const struct where_job *job, const struct where_ranks *those, int of,
                         const struct where_ranks *differ);

static inline const char *where_words_be(int n)
{
    return n == 1 ? "is" : "are";
}

#endif
