#include "config.h"

#include "tools/collect/gather.h"

#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "tools/ground/tool.h"
#include "tools/records/join.h"
#include "tools/records/read.h"

/* As JSON; empty where there is none, or it cannot be said. */
static char *say(const struct mpit_record *part, size_t *length)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, length);
    int error = out && part ? mpit__record_write_json(part, out) : 0;

    if (out && fclose(out) != 0)
        error = 1;
    if (error || *length > INT_MAX) {
        tool_complain("what stands on this node is too much to be handed on");
        *length = 0;
    }
    return text;
}

/* Another process of the same node has handed on the same. */
static bool is_there(const struct mpit_record *part, int n, const struct mpit_record *one)
{
    for (int i = 0; i < n; i++)
        if (part[i].nrank && one->nrank && part[i].rank[0].pid == one->rank[0].pid &&
            !strcmp(part[i].rank[0].host, one->rank[0].host))
            return true;
    return false;
}

static bool join(const char *all, const int *length, const int *at, int n,
                 struct mpit_record *whole)
{
    struct mpit_record *part = tool_allocate((size_t)n, sizeof *part);
    int good = 0;

    for (int i = 0; i < n; i++) {
        char reason[512];

        if (!length[i])
            continue;
        if (!tool_record_read_text(all + at[i], (size_t)length[i], &part[good], reason))
            tool_complain("of process %d: %s", i, reason);
        else if (is_there(part, good, &part[good]))
            mpit__record_free(&part[good]);
        else
            good++;
    }
    if (good)
        tool_records_join(part, good, whole);
    for (int i = 0; i < good; i++)
        mpit__record_free(&part[i]);
    free(part);
    return good > 0;
}

static bool gather(const char *mine, int length, struct mpit_record *whole)
{
    int rank, n;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    int *lengths = tool_allocate((size_t)n, sizeof *lengths);
    int *at = tool_allocate((size_t)n + 1, sizeof *at);
    MPI_Gather(&length, 1, MPI_INT, lengths, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < n; i++) {
        if (rank == 0 && lengths[i] > INT_MAX - at[i]) {
            tool_complain("what stands on all nodes is too much for one record");
            MPI_Abort(MPI_COMM_WORLD, TOOL_FAILED);
        }
        at[i + 1] = rank == 0 ? at[i] + lengths[i] : 0;
    }
    char *all = tool_allocate(rank == 0 ? (size_t)at[n] : 0, 1);
    MPI_Gatherv(mine, length, MPI_CHAR, all, lengths, at, MPI_CHAR, 0, MPI_COMM_WORLD);
    bool good = rank == 0 && join(all, lengths, at, n, whole);
    free(all);
    free(at);
    free(lengths);
    return good;
}

bool tool_gather(const struct mpit_record *part, struct mpit_record *whole, bool *any)
{
    size_t length = 0;
    char *mine = say(part, &length);
    int found;

    MPI_Init(NULL, NULL);
    bool good = gather(mine, (int)length, whole);
    found = good;
    MPI_Bcast(&found, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    free(mine);
    *any = found;
    return good;
}
