/* Communicators with limits of their own on the length of their queues, on 2 ranks: queue_warn.sh
 * looks at what is said.  The limit of "default" is that of the job (MPIT_UMQ_WARN). */
#include "queue.h"

enum { MESSAGES = 6 };

static const struct {
    const char *name;
    int limit; /* -1: none is set */
} comms[] = {{"tight", 2}, {"wide", 100}, {"never", 0}, {"default", -1}};
enum { COMMS = sizeof comms / sizeof *comms };

static MPI_Comm made[COMMS];

static void send_all(void)
{
    for (int i = 0; i < COMMS; i++)
        for (int k = 0; k < MESSAGES; k++)
            MPI_Send(&k, 1, MPI_INT, 0, k, made[i]);
}

/* Twice: what has been said is not said again. */
static void see_them_all(void)
{
    struct watched length[COMMS];

    for (int i = 0; i < COMMS; i++)
        length[i] = queue_length(made[i]);
    for (int i = 0; i < COMMS; i++)
        while (value(&length[i]) < MESSAGES)
            ;
    for (int i = 0; i < COMMS; i++) {
        value(&length[i]);
        unwatch(&length[i]);
    }
}

static void receive_all(void)
{
    int received;

    for (int i = 0; i < COMMS; i++)
        for (int k = 0; k < MESSAGES; k++) {
            MPI_Recv(&received, 1, MPI_INT, 1, k, made[i], MPI_STATUS_IGNORE);
            CHECK_INT(received, k);
        }
}

static int limit_of(MPI_Comm comm)
{
    return cvar_get_of("mpit_umq_warn", &comm);
}

static void each_communicator_has_its_limit(void)
{
    int of_the_job = limit_of(MPI_COMM_WORLD);

    for (int i = 0; i < COMMS; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &made[i]);
        MPI_Comm_set_name(made[i], comms[i].name);
        if (comms[i].limit >= 0)
            OK(cvar_set_of("mpit_umq_warn", &made[i], comms[i].limit));
    }
    for (int i = 0; i < COMMS; i++)
        CHECK_INT(limit_of(made[i]), comms[i].limit >= 0 ? comms[i].limit : of_the_job);
    if (rank == 1) {
        send_all();
    } else {
        see_them_all();
        receive_all();
    }
}

SUITE(HARNESS_MPI_IS_SINGLE, TEST(each_communicator_has_its_limit))
