/* `mpit top`: what has come between two looks, and what a job's ranks make together. */
#include "config.h"

#include "tools/top/top.h"

#include "tools/ground/tool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- a rank */

static uint64_t more(uint64_t now, uint64_t before)
{
    return now > before ? now - before : 0;
}

static double more_seconds(double now, double before)
{
    return now > before ? now - before : 0;
}

static double seconds_in(const struct tool_top_rank *rank, const char *name)
{
    for (int i = 0; i < rank->ncall; i++)
        if (!strcmp(rank->call[i].name, name))
            return rank->call[i].seconds;
    return 0;
}

static void compare_rank(struct tool_top_rank *rank, const struct tool_top_rank *before,
                         double period)
{
    const struct tool_top_amounts *now = &rank->total, *then = &before->total;

    rank->period = period;
    rank->recent = (struct tool_top_amounts){
        .sends = more(now->sends, then->sends),
        .send_bytes = more(now->send_bytes, then->send_bytes),
        .recvs = more(now->recvs, then->recvs),
        .recv_bytes = more(now->recv_bytes, then->recv_bytes),
        .collectives = more(now->collectives, then->collectives),
        .mpi = more_seconds(now->mpi, then->mpi),
    };
    for (int i = 0; i < rank->ncall; i++) {
        rank->recent_call[i] = rank->call[i];
        rank->recent_call[i].seconds =
            more_seconds(rank->call[i].seconds, seconds_in(before, rank->call[i].name));
    }
}

/* Of a process that was not there before, or is seen for the first time, all is recent. */
static void take_all(struct tool_top_rank *rank)
{
    rank->period = rank->seconds;
    rank->recent = rank->total;
    memcpy(rank->recent_call, rank->call, sizeof *rank->call * (size_t)rank->ncall);
}

static const struct tool_top_rank *find_rank(const struct tool_top_job *job,
                                             const struct tool_top_rank *wanted)
{
    for (int i = 0; job && i < job->n; i++)
        if (job->rank[i].pid == wanted->pid && job->rank[i].pid_start == wanted->pid_start &&
            !strcmp(job->rank[i].host, wanted->host))
            return &job->rank[i];
    return NULL;
}

/* ---- a job */

static struct tool_top_call *sum_of(struct tool_top_call *sums, int *n, const char *name)
{
    for (int i = 0; i < *n; i++)
        if (!strcmp(sums[i].name, name))
            return &sums[i];
    memcpy(sums[*n].name, name, sizeof sums->name);
    sums[*n].seconds = 0;
    return &sums[(*n)++];
}

/* The call in which all ranks together were longest. */
static void find_most(struct tool_top_job *job)
{
    struct tool_top_call *sums;
    double most = 0;
    int n = 0;

    for (int i = 0; i < job->n; i++)
        n += job->rank[i].ncall;
    sums = tool_allocate((size_t)n, sizeof *sums);
    n = 0;
    for (int i = 0; i < job->n; i++)
        for (int k = 0; k < job->rank[i].ncall; k++)
            sum_of(sums, &n, job->rank[i].recent_call[k].name)->seconds +=
                job->rank[i].recent_call[k].seconds;
    for (int i = 0; i < n; i++)
        if (sums[i].seconds > most) {
            most = sums[i].seconds;
            memcpy(job->most, sums[i].name, sizeof job->most);
        }
    free(sums);
}

static bool counts(const struct tool_top_rank *rank)
{
    return isfinite(rank->period) && rank->period > 0;
}

/* A call is booked when it is over: more than all of the time is what was before. */
static double mpi_of(const struct tool_top_rank *rank)
{
    return rank->recent.mpi < rank->period ? rank->recent.mpi : rank->period;
}

/* How much of their time the ranks are not as long outside of MPI, on average, as the one that is
 * there longest: what they could be waiting for it. */
static double imbalance_of(const struct tool_top_job *job)
{
    double sum = 0, longest = 0;
    int n = 0;

    for (int i = 0; i < job->n; i++) {
        const struct tool_top_rank *rank = &job->rank[i];
        double computing = counts(rank) ? (rank->period - mpi_of(rank)) / rank->period : 0;

        if (!counts(rank) || !(tool_top_lives(rank->state) || !job->living))
            continue;
        sum += computing;
        longest = computing > longest ? computing : longest;
        n++;
    }
    return n > 1 ? longest - sum / n : NAN;
}

static void add_up(struct tool_top_job *job, bool by_second)
{
    double period = 0, mpi = 0;

    job->unexpected = -1;
    job->more = false;
    job->seconds = NAN;
    for (int i = 0; i < job->n; i++) {
        const struct tool_top_rank *rank = &job->rank[i];
        double per = by_second && counts(rank) ? rank->period : 1;

        job->living += tool_top_lives(rank->state);
        if (isfinite(rank->seconds) && !(job->seconds >= rank->seconds))
            job->seconds = rank->seconds;
        job->more |= rank->more;
        if (rank->unexpected >= 0)
            job->unexpected = rank->unexpected + (job->unexpected > 0 ? job->unexpected : 0);
        job->messages += (double)rank->recent.sends / per;
        job->bytes += (double)rank->recent.send_bytes / per;
        if (counts(rank)) {
            period += rank->period;
            mpi += mpi_of(rank);
        }
    }
    job->share = period > 0 ? mpi / period : NAN;
    job->imbalance = imbalance_of(job);
    find_most(job);
}

void tool_top_compare(struct tool_top_look *look, const struct tool_top_look *before)
{
    double period = before ? (double)(look->at - before->at) * 1e-9 : 0;

    look->is_first = !before;
    for (int i = 0; i < look->n; i++) {
        struct tool_top_job *job = &look->job[i];
        const struct tool_top_job *was = before ? tool_top_find(before, job->name) : NULL;

        for (int k = 0; k < job->n; k++) {
            const struct tool_top_rank *then = find_rank(was, &job->rank[k]);

            if (then)
                compare_rank(&job->rank[k], then, period);
            else
                take_all(&job->rank[k]);
        }
        add_up(job, before != NULL);
    }
}
