/* What this process has recorded, as plain numbers that can be sent. */
#ifndef MPIT_REPORT_SNAPSHOT_H
#define MPIT_REPORT_SNAPSHOT_H

#include <stdint.h>

#include "mpi/families.h"
#include "record/record.h"
#include "report/pairs.h"

/* Collectives: whose arrivals could be joined, one by one or by others that stand for them; those
 * that were joined one by one; all to which the process has come.  Nanoseconds that it has waited
 * there for whom clocks that differ do not tell. */
enum { MPIT_JOINED_SEEN, MPIT_JOINED_KEPT, MPIT_JOINED_ALL, MPIT_JOINED_UNSURE_NS, MPIT_JOINED };

struct mpit_snapshot {
    struct mpit_record_rank rank;
    uint64_t count[MPIT_CALLS], messages[MPIT_CALLS], bytes[MPIT_CALLS];
    double seconds[MPIT_CALLS];
    uint64_t sends[MPIT_RECORD_SIZES], recvs[MPIT_RECORD_SIZES]; /* messages by size */
    uint64_t joined[MPIT_JOINED];
};

/* The share of all of them; no number where there were none. */
void mpit__snapshot_seen(const uint64_t joined[MPIT_JOINED], struct mpit_record *report);

/* pairs is NULL where traffic is not asked for; it starts empty. */
void mpit__snapshot_take(struct mpit_snapshot *snapshot, struct mpit_pairs *pairs);

/* What processes have in common whose parts of a report fit together. */
uint64_t mpit__snapshot_word(void);

/* Fills what a report says of the job as a whole. */
void mpit__snapshot_describe_job(struct mpit_record *report);

/* Slots first … first + n - 1 of the process, of one shard; a slot over all of its threads. */
uint64_t mpit__snapshot_shard_total(unsigned shard, int first, int n);
uint64_t mpit__snapshot_total(int slot);

/* Threads of the process whose calls took time, as many as there were at a time: what one that has
 * ended has counted in goes on with a later one.  Those beyond MPIT_SHARDS are not told apart. */
int mpit__snapshot_threads(void);

/* What the process has done by now. */
void mpit__snapshot_amounts(struct mpit_record_amount amount[MPIT_AMOUNTS]);

/* The clock of the report starts: the end of MPI_Init, or of the first MPI_Session_init before
 * it. */
void mpit__snapshot_begin(void);

/* The time of the process ends where it comes to MPI_Finalize; there it waits until all have, for
 * so many seconds; where sessions stay open its time goes on. */
void mpit__snapshot_comes_to_end(void);
double mpit__snapshot_all_came(void);
double mpit__snapshot_came(void); /* when it came there, in seconds by the clock of the node */
void mpit__snapshot_goes_on(void);

/* The moment up to which it counts what the process does: now, or when it came there. */
uint64_t mpit__snapshot_until(void);

/* Seconds from there to a moment in ticks; 0 for one before it. */
double mpit__snapshot_since(uint64_t ticks);

/* A call that no hook books, of those with which MPI begins and ends.  By mpit__clock_system; what
 * is made before it has ended says so with an end of 0, and may tell its end later; one that has
 * failed says 0 and 0. */
void mpit__snapshot_life(enum mpit_call call, uint64_t from, uint64_t until);

struct mpit_object;
/* A communicator or window ends: its traffic is kept. */
void mpit__snapshot_keep_peers(struct mpit_object *object);

#endif
