#include "traffic.h"

static const char *const of_process[] = {"mpit_p2p_sends", "mpit_p2p_send_bytes", "mpit_p2p_recvs",
                                         "mpit_p2p_recv_bytes"};
static const char *const of_comm[] = {"mpit_comm_sends", "mpit_comm_send_bytes", "mpit_comm_recvs",
                                      "mpit_comm_recv_bytes"};
static const char *const of_peer[] = {"mpit_peer_sends", "mpit_peer_send_bytes", "mpit_peer_recvs",
                                      "mpit_peer_recv_bytes"};

struct traffic traffic_begin(MPI_Comm comm)
{
    struct traffic traffic;

    OK(MPI_T_pvar_session_create(&traffic.session));
    for (int i = 0; i < QUANTITIES; i++) {
        int of_class = i & 1 ? MPI_T_PVAR_CLASS_AGGREGATE : MPI_T_PVAR_CLASS_COUNTER;

        traffic.process[i] = watch_on(traffic.session, of_process[i], of_class, NULL);
        traffic.comm[i] = watch_on(traffic.session, of_comm[i], of_class, &comm);
        traffic.peer[i] = watch_on(traffic.session, of_peer[i], of_class, &comm);
    }
    traffic.peers = traffic.peer[0].count;
    OK(MPI_T_pvar_start(traffic.session, MPI_T_PVAR_ALL_HANDLES));
    return traffic;
}

void traffic_expect_peer(const char *file, int line, const struct traffic *traffic, int peer,
                         const unsigned long long expected[QUANTITIES])
{
    for (int i = 0; i < QUANTITIES; i++)
        check_int(file, line, of_peer[i], (long long)element(&traffic->peer[i], peer),
                  (long long)expected[i]);
}

void traffic_expect(const char *file, int line, struct traffic *traffic,
                    const unsigned long long expected[QUANTITIES])
{
    for (int i = 0; i < QUANTITIES; i++) {
        unsigned long long of_all_peers = 0;

        check_int(file, line, of_process[i], (long long)value(&traffic->process[i]),
                  (long long)expected[i]);
        check_int(file, line, of_comm[i], (long long)value(&traffic->comm[i]),
                  (long long)expected[i]);
        for (int peer = 0; peer < traffic->peers; peer++)
            of_all_peers += element(&traffic->peer[i], peer);
        check_int(file, line, of_peer[i], (long long)of_all_peers, (long long)expected[i]);
    }
    OK(MPI_T_pvar_session_free(&traffic->session));
}
