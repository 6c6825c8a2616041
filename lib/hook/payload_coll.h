/* Payloads of collectives, and the words in which collectives.def says what these give and
 * exchange.  See payload.h. */
#ifndef MPIT_HOOK_PAYLOAD_COLL_H
#define MPIT_HOOK_PAYLOAD_COLL_H

/* What a process gives: bytes of one buffer; of n parts with a count each, of one datatype or of
 * one each. */
#define GIVEN(count, datatype)           mpit__given(&frame, count, datatype)
#define GIVEN_PARTS(counts, n, datatype) GIVEN(mpit__sum(MPIT_COUNTS(counts), n), datatype)
#define GIVEN_TYPES(counts, n, datatypes)                                                          \
    mpit__given_types(APART_FRAME, MPIT_COUNTS(counts), datatypes, n)

/* The processes that parts go to, those of the own group, the neighbours that parts go to; and
 * which of its group this process is. */
#define PEERS     mpit__peers(comm)
#define MEMBERS   mpit__members(comm)
#define NEIGHBORS mpit__neighbors(comm)
#define RANK      mpit__rank(comm)

/* The root alone gives something; those who send to the root do. */
#define FROM_ROOT(bytes) (mpit__is_root(comm, root) ? (bytes) : 0)
#define TO_ROOT(bytes)   (mpit__gives_to_root(root) ? (bytes) : 0)
#define IN_PLACE         (sendbuf == MPI_IN_PLACE)

/* With whom it exchanges parts, as the root of one to all or all to one … */
#define AT_ROOT(kind, ...)                                                                         \
    if (mpit__is_root(comm, root))                                                                 \
    MONITOR(kind, ALL, __VA_ARGS__)
/* … or as one of all: with all ranks, those above its own, its neighbours. */
#define WITH_ALL(...)       MONITOR(ALL_TO_ALL, ALL, __VA_ARGS__)
#define WITH_ABOVE(...)     MONITOR(ALL_TO_ALL, ABOVE, __VA_ARGS__)
#define WITH_NEIGHBORS(...) MONITOR(ALL_TO_ALL, NEIGHBORS, __VA_ARGS__)
#define MONITOR(kind, scope, ...)                                                                  \
    mpit__book_exchanges(APART_FRAME, prepared, MPIT_##kind, comm, MPIT_WITH_##scope,              \
                         &(const struct mpit_parts){__VA_ARGS__});

/* The parts: so many bytes each, or with a count each, of one datatype or of one each. */
#define EACH(each)                 .bytes = each
#define COUNTED(counts_, datatype) .counts = MPIT_COUNTS(counts_), .type = datatype
#define TYPED(counts_, datatypes)                                                                  \
    .counts = MPIT_COUNTS(counts_), .types = datatypes, .type = MPI_BYTE

/* Where waits are watched it says when the process has come to it, and when it has left; while they
 * are not recorded it is counted, as the others count it. */
#define ARRIVES(name)                                                                              \
    struct mpit_arrival arrival = {.slot = NULL};                                                  \
    if (frame.watch & MPIT_WATCH_WAITS)                                                            \
        arrival =                                                                                  \
            mpit__waits_arrive(frame.thread, comm, MPIT_COLLECTIVE_##name, frame_base.start);      \
    else if (frame.watch & MPIT_WATCH_ORDER)                                                       \
        arrival = mpit__waits_pass(frame.thread, comm);
/* Where events are told, it is said when it began and when it is over, once the MPI library has
 * accepted it: before that nothing is asked of what it was given.  With a request it is over when
 * that is complete. */
#define BEGINS const uint64_t begun = frame.watch & MPIT_WATCH_EVENTS ? mpit__clock_now() : 0;
#define TELLS(name, bytes)                                                                         \
    struct mpit_request_event *told =                                                              \
        MPIT_OK && (frame.watch & MPIT_WATCH_EVENTS)                                               \
            ? mpit__hook_event_begins(comm, MPIT_COLLECTIVE_##name, bytes, begun)                  \
            : NULL;                                                                                \
    (void)told;
#define IS_OVER                                                                                    \
    if (told)                                                                                      \
        mpit__hook_event_ends(told);
#define LEAVES(name, blocks)                                                                       \
    if (frame.watch & MPIT_WATCH_WAITS)                                                            \
        mpit__waits_leave(frame.thread, arrival, comm, MPIT_COLLECTIVE_##name, frame_base.start,   \
                          frame.took + (frame.thread->inside - frame_base.inside), blocks, bytes,  \
                          rc);                                                                     \
    else if (frame.watch & MPIT_WATCH_ORDER)                                                       \
        mpit__waits_passed(arrival, comm, rc);

#define MPIT_BEFORE_collective(name, gives, exchanges)                                             \
    ARRIVES(name)                                                                                  \
    BEGINS
#define MPIT_AFTER_collective(name, gives, exchanges)                                              \
    BOOK_COLLECTIVE(name, gives, exchanges, true)                                                  \
    IS_OVER
#define BOOK_COLLECTIVE(name, gives, exchanges, blocks)                                            \
    const uint64_t handed =                                                                        \
        MPIT_OK && (frame.watch & (MPIT_WATCH_BYTES | MPIT_WATCH_EVENTS)) ? (gives) : 0;           \
    const uint64_t bytes = frame.watch & MPIT_WATCH_BYTES ? handed : 0;                            \
    TELLS(name, handed)                                                                            \
    if (MPIT_OK)                                                                                   \
        mpit__book_collective(&frame, MPIT_COLLECTIVE_##name, comm, bytes);                        \
    LEAVES(name, blocks)                                                                           \
    if (MPIT_OK && (frame.watch & MPIT_WATCH_MONITOR)) {                                           \
        exchanges                                                                                  \
    }

#define MPIT_BEFORE_reduction(name, gives, exchanges) MPIT_BEFORE_collective(name, gives, exchanges)
#define MPIT_AFTER_reduction(name, gives, exchanges)                                               \
    MPIT_AFTER_collective(name, gives, exchanges)                                                  \
    BOOK_OP
#define BOOK_OP                                                                                    \
    if (MPIT_OK)                                                                                   \
        mpit__book_op(&frame, op);

/* The nonblocking forms. */
#define AND_REQUEST                                                                                \
    if (MPIT_OK && (frame.watch & MPIT_WATCH_REQUESTS))                                            \
        mpit__book_other(APART_FRAME, *request);
#define MPIT_BEFORE_icollective(name, gives, exchanges)                                            \
    MPIT_BEFORE_collective(name, gives, exchanges)
#define MPIT_AFTER_icollective(name, gives, exchanges)                                             \
    BOOK_COLLECTIVE(name, gives, exchanges, false)                                                 \
    AND_REQUEST
#define MPIT_BEFORE_ireduction(name, gives, exchanges)                                             \
    MPIT_BEFORE_collective(name, gives, exchanges)
#define MPIT_AFTER_ireduction(name, gives, exchanges)                                              \
    BOOK_COLLECTIVE(name, gives, exchanges, false)                                                 \
    BOOK_OP AND_REQUEST

/* The persistent forms: what is started later. */
#define PREPARE(name, gives, exchanges, operation)                                                 \
    if (MPIT_OK) {                                                                                 \
        struct mpit_prepared *prepared =                                                           \
            mpit__prepared_make(MPIT_COLLECTIVE_##name, gives, operation);                         \
        if (prepared) {                                                                            \
            exchanges mpit__prepared_keep(APART_FRAME, prepared, comm, *request);                  \
        }                                                                                          \
    }
#define MPIT_BEFORE_collective_init(name, gives, exchanges)
#define MPIT_AFTER_collective_init(name, gives, exchanges) PREPARE(name, gives, exchanges, 0)
#define MPIT_BEFORE_reduction_init(name, gives, exchanges)
#define MPIT_AFTER_reduction_init(name, gives, exchanges)                                          \
    PREPARE(name, gives, exchanges, MPIT_KEY(op))

#endif
