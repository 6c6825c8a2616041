/* Payloads of collectives.  See payload.h.
 *
 * GIVES_<op> is the bytes that this process hands in, by the op's formals; with a reason to look
 * at them alone.  What the standard ignores is not looked at (MPI 3.1, 5.2.3). */
#ifndef MPIT_HOOK_PAYLOAD_COLL_H
#define MPIT_HOOK_PAYLOAD_COLL_H

#define GIVEN(count, datatype) mpit__given(&frame, count, datatype)
#define IN_PLACE (sendbuf == MPI_IN_PLACE)

#define GIVES_barrier 0
#define GIVES_bcast (mpit__is_root(comm, root) ? GIVEN(count, datatype) : 0)
#define GIVES_gather (mpit__gives_to_root(root) && !IN_PLACE ? GIVEN(sendcount, sendtype) : 0)
#define GIVES_gatherv GIVES_gather
#define GIVES_scatter                                                                              \
    (mpit__is_root(comm, root) ? mpit__peers(comm) * GIVEN(sendcount, sendtype) : 0)
#define GIVES_scatterv                                                                             \
    (mpit__is_root(comm, root) ? MPIT_GIVEN_PARTS(sendcounts, mpit__peers(comm), sendtype) : 0)
#define GIVES_allgather (IN_PLACE ? GIVEN(recvcount, recvtype) : GIVEN(sendcount, sendtype))
#define GIVES_allgatherv                                                                           \
    (IN_PLACE ? GIVEN(recvcounts[mpit__rank(comm)], recvtype) : GIVEN(sendcount, sendtype))
#define GIVES_alltoall                                                                             \
    (mpit__peers(comm) * (IN_PLACE ? GIVEN(recvcount, recvtype) : GIVEN(sendcount, sendtype)))
#define GIVES_alltoallv                                                                            \
    (IN_PLACE ? MPIT_GIVEN_PARTS(recvcounts, mpit__peers(comm), recvtype)                          \
              : MPIT_GIVEN_PARTS(sendcounts, mpit__peers(comm), sendtype))
#define GIVES_alltoallw                                                                            \
    (IN_PLACE ? MPIT_GIVEN_TYPES(recvcounts, mpit__peers(comm), recvtypes)                         \
              : MPIT_GIVEN_TYPES(sendcounts, mpit__peers(comm), sendtypes))
#define GIVES_reduce (mpit__gives_to_root(root) ? GIVEN(count, datatype) : 0)
#define GIVES_allreduce GIVEN(count, datatype)
#define GIVES_reduce_scatter MPIT_GIVEN_PARTS(recvcounts, mpit__members(comm), datatype)
#define GIVES_reduce_scatter_block (mpit__members(comm) * GIVEN(recvcount, datatype))
#define GIVES_scan GIVEN(count, datatype)
#define GIVES_exscan GIVEN(count, datatype)
#define GIVES_neighbor_allgather (mpit__neighbors(comm) * GIVEN(sendcount, sendtype))
#define GIVES_neighbor_allgatherv GIVES_neighbor_allgather
#define GIVES_neighbor_alltoall GIVES_neighbor_allgather
#define GIVES_neighbor_alltoallv MPIT_GIVEN_PARTS(sendcounts, mpit__neighbors(comm), sendtype)
#define GIVES_neighbor_alltoallw MPIT_GIVEN_TYPES(sendcounts, mpit__neighbors(comm), sendtypes)

/* MONITORS_<op>: what mpit__monitor_collective is told of it, where it counts at all. */
#define MONITOR(kind, scope, ...)                                                                  \
    mpit__monitor_collective(APART_FRAME, MPIT_##kind, comm, MPIT_WITH_##scope,                    \
                             &(const struct mpit_parts){__VA_ARGS__});
#define EQUAL(count, datatype) .bytes = GIVEN(count, datatype)
#define COUNTED(counts_, datatype)                                                                 \
    .counts = counts_, .large = sizeof *(counts_) == sizeof(MPI_Count), .type = datatype
#define TYPED(counts_, datatypes)                                                                  \
    .counts = counts_, .large = sizeof *(counts_) == sizeof(MPI_Count), .types = datatypes,        \
    .type = MPI_BYTE
#define AT_ROOT if (mpit__is_root(comm, root))

#define MONITORS_barrier MONITOR(ALL_TO_ALL, ALL, .bytes = 0)
#define MONITORS_bcast AT_ROOT MONITOR(ONE_TO_ALL, ALL, EQUAL(count, datatype))
#define MONITORS_gather AT_ROOT MONITOR(ALL_TO_ONE, ALL, EQUAL(recvcount, recvtype))
#define MONITORS_gatherv AT_ROOT MONITOR(ALL_TO_ONE, ALL, COUNTED(recvcounts, recvtype))
#define MONITORS_scatter AT_ROOT MONITOR(ONE_TO_ALL, ALL, EQUAL(sendcount, sendtype))
#define MONITORS_scatterv AT_ROOT MONITOR(ONE_TO_ALL, ALL, COUNTED(sendcounts, sendtype))
#define MONITORS_allgather MONITOR(ALL_TO_ALL, ALL, .bytes = GIVES_allgather)
#define MONITORS_allgatherv MONITOR(ALL_TO_ALL, ALL, .bytes = GIVES_allgatherv)
#define MONITORS_alltoall                                                                          \
    MONITOR(ALL_TO_ALL, ALL,                                                                       \
            .bytes = IN_PLACE ? GIVEN(recvcount, recvtype) : GIVEN(sendcount, sendtype))
#define MONITORS_alltoallv                                                                         \
    MONITOR(ALL_TO_ALL, ALL,                                                                       \
            COUNTED(IN_PLACE ? recvcounts : sendcounts, IN_PLACE ? recvtype : sendtype))
#define MONITORS_alltoallw                                                                         \
    MONITOR(ALL_TO_ALL, ALL,                                                                       \
            TYPED(IN_PLACE ? recvcounts : sendcounts, IN_PLACE ? recvtypes : sendtypes))
#define MONITORS_reduce AT_ROOT MONITOR(ALL_TO_ONE, ALL, EQUAL(count, datatype))
#define MONITORS_allreduce MONITOR(ALL_TO_ALL, ALL, EQUAL(count, datatype))
#define MONITORS_reduce_scatter MONITOR(ALL_TO_ALL, ALL, COUNTED(recvcounts, datatype))
#define MONITORS_reduce_scatter_block MONITOR(ALL_TO_ALL, ALL, EQUAL(recvcount, datatype))
#define MONITORS_scan MONITOR(ALL_TO_ALL, ABOVE, EQUAL(count, datatype))
#define MONITORS_exscan MONITORS_scan
#define MONITORS_neighbor_allgather MONITOR(ALL_TO_ALL, NEIGHBORS, EQUAL(sendcount, sendtype))
#define MONITORS_neighbor_allgatherv MONITORS_neighbor_allgather
#define MONITORS_neighbor_alltoall MONITORS_neighbor_allgather
#define MONITORS_neighbor_alltoallv MONITOR(ALL_TO_ALL, NEIGHBORS, COUNTED(sendcounts, sendtype))
#define MONITORS_neighbor_alltoallw MONITOR(ALL_TO_ALL, NEIGHBORS, TYPED(sendcounts, sendtypes))

#define AFTER_COLLECTIVE(name)                                                                     \
    if (MPIT_OK)                                                                                   \
        mpit__record_collective(&frame, MPIT_COLLECTIVE_##name, comm,                              \
                                frame.watch & MPIT_WATCH_BYTES ? GIVES_##name : 0);                \
    if (MPIT_OK && (frame.watch & MPIT_WATCH_MONITOR)) {                                           \
        MONITORS_##name                                                                            \
    }
#define AFTER_REDUCTION(name)                                                                      \
    AFTER_COLLECTIVE(name)                                                                         \
    if (MPIT_OK)                                                                                   \
        mpit__record_op(&frame, op);
#define AND_REQUEST                                                                                \
    if (MPIT_OK && (frame.watch & MPIT_WATCH_REQUESTS))                                            \
        mpit__record_other(APART_FRAME, *request);

#define MPIT_BEFORE_barrier
#define MPIT_AFTER_barrier AFTER_COLLECTIVE(barrier)
#define MPIT_BEFORE_ibarrier
#define MPIT_AFTER_ibarrier AFTER_COLLECTIVE(barrier) AND_REQUEST
#define MPIT_BEFORE_bcast
#define MPIT_AFTER_bcast AFTER_COLLECTIVE(bcast)
#define MPIT_BEFORE_ibcast
#define MPIT_AFTER_ibcast AFTER_COLLECTIVE(bcast) AND_REQUEST
#define MPIT_BEFORE_gather
#define MPIT_AFTER_gather AFTER_COLLECTIVE(gather)
#define MPIT_BEFORE_igather
#define MPIT_AFTER_igather AFTER_COLLECTIVE(gather) AND_REQUEST
#define MPIT_BEFORE_gatherv
#define MPIT_AFTER_gatherv AFTER_COLLECTIVE(gatherv)
#define MPIT_BEFORE_igatherv
#define MPIT_AFTER_igatherv AFTER_COLLECTIVE(gatherv) AND_REQUEST
#define MPIT_BEFORE_scatter
#define MPIT_AFTER_scatter AFTER_COLLECTIVE(scatter)
#define MPIT_BEFORE_iscatter
#define MPIT_AFTER_iscatter AFTER_COLLECTIVE(scatter) AND_REQUEST
#define MPIT_BEFORE_scatterv
#define MPIT_AFTER_scatterv AFTER_COLLECTIVE(scatterv)
#define MPIT_BEFORE_iscatterv
#define MPIT_AFTER_iscatterv AFTER_COLLECTIVE(scatterv) AND_REQUEST
#define MPIT_BEFORE_allgather
#define MPIT_AFTER_allgather AFTER_COLLECTIVE(allgather)
#define MPIT_BEFORE_iallgather
#define MPIT_AFTER_iallgather AFTER_COLLECTIVE(allgather) AND_REQUEST
#define MPIT_BEFORE_allgatherv
#define MPIT_AFTER_allgatherv AFTER_COLLECTIVE(allgatherv)
#define MPIT_BEFORE_iallgatherv
#define MPIT_AFTER_iallgatherv AFTER_COLLECTIVE(allgatherv) AND_REQUEST
#define MPIT_BEFORE_alltoall
#define MPIT_AFTER_alltoall AFTER_COLLECTIVE(alltoall)
#define MPIT_BEFORE_ialltoall
#define MPIT_AFTER_ialltoall AFTER_COLLECTIVE(alltoall) AND_REQUEST
#define MPIT_BEFORE_alltoallv
#define MPIT_AFTER_alltoallv AFTER_COLLECTIVE(alltoallv)
#define MPIT_BEFORE_ialltoallv
#define MPIT_AFTER_ialltoallv AFTER_COLLECTIVE(alltoallv) AND_REQUEST
#define MPIT_BEFORE_alltoallw
#define MPIT_AFTER_alltoallw AFTER_COLLECTIVE(alltoallw)
#define MPIT_BEFORE_ialltoallw
#define MPIT_AFTER_ialltoallw AFTER_COLLECTIVE(alltoallw) AND_REQUEST
#define MPIT_BEFORE_reduce
#define MPIT_AFTER_reduce AFTER_REDUCTION(reduce)
#define MPIT_BEFORE_ireduce
#define MPIT_AFTER_ireduce AFTER_REDUCTION(reduce) AND_REQUEST
#define MPIT_BEFORE_allreduce
#define MPIT_AFTER_allreduce AFTER_REDUCTION(allreduce)
#define MPIT_BEFORE_iallreduce
#define MPIT_AFTER_iallreduce AFTER_REDUCTION(allreduce) AND_REQUEST
#define MPIT_BEFORE_reduce_scatter
#define MPIT_AFTER_reduce_scatter AFTER_REDUCTION(reduce_scatter)
#define MPIT_BEFORE_ireduce_scatter
#define MPIT_AFTER_ireduce_scatter AFTER_REDUCTION(reduce_scatter) AND_REQUEST
#define MPIT_BEFORE_reduce_scatter_block
#define MPIT_AFTER_reduce_scatter_block AFTER_REDUCTION(reduce_scatter_block)
#define MPIT_BEFORE_ireduce_scatter_block
#define MPIT_AFTER_ireduce_scatter_block AFTER_REDUCTION(reduce_scatter_block) AND_REQUEST
#define MPIT_BEFORE_scan
#define MPIT_AFTER_scan AFTER_REDUCTION(scan)
#define MPIT_BEFORE_iscan
#define MPIT_AFTER_iscan AFTER_REDUCTION(scan) AND_REQUEST
#define MPIT_BEFORE_exscan
#define MPIT_AFTER_exscan AFTER_REDUCTION(exscan)
#define MPIT_BEFORE_iexscan
#define MPIT_AFTER_iexscan AFTER_REDUCTION(exscan) AND_REQUEST
#define MPIT_BEFORE_neighbor_allgather
#define MPIT_AFTER_neighbor_allgather AFTER_COLLECTIVE(neighbor_allgather)
#define MPIT_BEFORE_ineighbor_allgather
#define MPIT_AFTER_ineighbor_allgather AFTER_COLLECTIVE(neighbor_allgather) AND_REQUEST
#define MPIT_BEFORE_neighbor_allgatherv
#define MPIT_AFTER_neighbor_allgatherv AFTER_COLLECTIVE(neighbor_allgatherv)
#define MPIT_BEFORE_ineighbor_allgatherv
#define MPIT_AFTER_ineighbor_allgatherv AFTER_COLLECTIVE(neighbor_allgatherv) AND_REQUEST
#define MPIT_BEFORE_neighbor_alltoall
#define MPIT_AFTER_neighbor_alltoall AFTER_COLLECTIVE(neighbor_alltoall)
#define MPIT_BEFORE_ineighbor_alltoall
#define MPIT_AFTER_ineighbor_alltoall AFTER_COLLECTIVE(neighbor_alltoall) AND_REQUEST
#define MPIT_BEFORE_neighbor_alltoallv
#define MPIT_AFTER_neighbor_alltoallv AFTER_COLLECTIVE(neighbor_alltoallv)
#define MPIT_BEFORE_ineighbor_alltoallv
#define MPIT_AFTER_ineighbor_alltoallv AFTER_COLLECTIVE(neighbor_alltoallv) AND_REQUEST
#define MPIT_BEFORE_neighbor_alltoallw
#define MPIT_AFTER_neighbor_alltoallw AFTER_COLLECTIVE(neighbor_alltoallw)
#define MPIT_BEFORE_ineighbor_alltoallw
#define MPIT_AFTER_ineighbor_alltoallw AFTER_COLLECTIVE(neighbor_alltoallw) AND_REQUEST

#endif
