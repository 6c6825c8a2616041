/* Handles on all that is counted of point-to-point traffic: of the process, of a communicator. */
#ifndef MPIT_TESTS_MPI_TRAFFIC_H
#define MPIT_TESTS_MPI_TRAFFIC_H

#include "watch.h"

enum { SENDS, SEND_BYTES, RECVS, RECV_BYTES, QUANTITIES };

struct traffic {
    MPI_T_pvar_session session;
    struct watched process[QUANTITIES], comm[QUANTITIES], peer[QUANTITIES];
    int peers;
};

/* Allocates and starts them. */
struct traffic traffic_begin(MPI_Comm comm);

/* What they must show; then they are freed.  EXPECT checks process and communicator alike. */
void traffic_expect(const char *file, int line, struct traffic *traffic,
                    const unsigned long long expected[QUANTITIES]);
#define EXPECT(traffic, sends, send_bytes, recvs, recv_bytes)                                      \
    traffic_expect(__FILE__, __LINE__, traffic,                                                    \
                   (const unsigned long long[]){sends, send_bytes, recvs, recv_bytes})

/* Before that: what went to and came from one peer. */
void traffic_expect_peer(const char *file, int line, const struct traffic *traffic, int peer,
                         const unsigned long long expected[QUANTITIES]);
#define EXPECT_PEER(traffic, peer, sends, send_bytes, recvs, recv_bytes)                           \
    traffic_expect_peer(__FILE__, __LINE__, traffic, peer,                                         \
                        (const unsigned long long[]){sends, send_bytes, recvs, recv_bytes})

#endif
