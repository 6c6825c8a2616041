/* Who has not sent what others wait for.
 *
 * Who waits for a message of a rank that waits for one itself waits in the end for whom that one
 * waits: the rank that is named waits for none.  Whether a message is missing is told by how many
 * were sent and received on the communicator: a rank that has sent more than was received may have
 * sent it with another tag. */
#include "config.h"

#include "tools/last/job.h"

#include "tools/ground/tool.h"

#include <inttypes.h>
#include <stdlib.h>

/* The thread of a job whose process has a rank in a communicator; NULL: none is known. */
static const struct last_thread *thread_of(const struct last_job *job, uint32_t comm, int32_t rank)
{
    for (int i = 0; rank >= 0 && i < job->n; i++)
        if (tool_recorded_rank(job->thread[i].segment, comm) == rank)
            return &job->thread[i];
    return NULL;
}

/* Messages that one has sent to a rank of a communicator, with the one that it is just sending. */
static uint64_t sent_by(const struct last_thread *thread, uint32_t comm, int rank)
{
    const struct tool_recording *its = &thread->its;
    const struct tool_recorded *newest = its->n ? &its->call[its->n - 1] : NULL;
    const bool is_sending = newest && newest->open && newest->peer_is == TOOL_PEER_DEST &&
                            !*newest->by && newest->comm == comm && newest->peer == rank;

    return tool_recorded_messages(thread->segment, comm, rank, false) + is_sending;
}

/* The thread that has not sent what another waits for, by one of its waits; NULL: none is known. */
static const struct last_thread *sender_to(const struct last_job *job,
                                           const struct last_thread *thread,
                                           const struct tool_recorded_wait **which)
{
    for (int i = 0; i < thread->its.nwait; i++) {
        const struct tool_recorded_wait *wait = &thread->its.wait[i];
        const struct last_thread *from = thread_of(job, wait->comm, wait->source);
        const int own = tool_recorded_rank(thread->segment, wait->comm);

        *which = wait;
        if (from && own >= 0 && from->segment != thread->segment &&
            sent_by(from, wait->comm, own) <=
                tool_recorded_messages(thread->segment, wait->comm, wait->source, true))
            return from;
    }
    return NULL;
}

static void say(const struct last_thread *from, const struct last_thread *to,
                const struct tool_recorded_wait *wait, struct last_difference *differs)
{
    const int own = tool_recorded_rank(to->segment, wait->comm);
    char comm[64];

    last_comm_name(to, wait->comm, comm);
    last_differs_forget(differs);
    last_differs_add(differs, from->its.rank);
    differs->text = tool_print("Rank %d has sent %" PRIu64
                               " messages to rank %d on %s, which has received %" PRIu64
                               " and waits for one more",
                               from->its.rank, sent_by(from, wait->comm, own), to->its.rank, comm,
                               tool_recorded_messages(to->segment, wait->comm, wait->source, true));
    if (wait->tag != MPIT_LIVE_NO_NUMBER)
        tool_append(&differs->text, ", with tag %d", wait->tag);
}

void last_find_sender(struct last_job *job)
{
    for (int i = 0; i < job->n && !job->differs.n; i++) {
        const struct last_thread *to = &job->thread[i], *from = to, *next;
        const struct tool_recorded_wait *wait = NULL, *last = NULL;
        int steps = 0;

        while ((next = sender_to(job, from, &wait)) && steps++ <= job->n) {
            to = from;
            from = next;
            last = wait;
        }
        if (last && steps <= job->n)
            say(from, to, last, &job->differs);
    }
}
