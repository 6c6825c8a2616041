/* Communicators with limits of their own on the length of their queues, on 2 ranks: queue_warn.sh
 * looks at what is said.  The limit of "default" is that of the job (MPIT_UMQ_WARN). */
#include "queue_watch.h"

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
    struct watch length[COMMS];

    for (int i = 0; i < COMMS; i++) {
        watch_bind(&length[i], "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, made[i]);
        watch_start(&length[i]);
    }
    for (int i = 0; i < COMMS; i++)
        while (watch_read(&length[i]) < MESSAGES)
            ;
    for (int i = 0; i < COMMS; i++) {
        watch_read(&length[i]);
        watch_free(&length[i]);
    }
}

static int receive_all(void)
{
    int wrong = 0, value;

    for (int i = 0; i < COMMS; i++)
        for (int k = 0; k < MESSAGES; k++) {
            MPI_Recv(&value, 1, MPI_INT, 1, k, made[i], MPI_STATUS_IGNORE);
            wrong += value != k;
        }
    return wrong;
}

int main(int argc, char **argv)
{
    int rank, wrong = 0, of_the_job;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    watch_open();
    for (int i = 0; i < COMMS; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &made[i]);
        MPI_Comm_set_name(made[i], comms[i].name);
        if (comms[i].limit >= 0)
            watch_set("mpit_umq_warn", &made[i], comms[i].limit);
    }
    of_the_job = watch_setting("mpit_umq_warn", &(MPI_Comm){MPI_COMM_WORLD});
    for (int i = 0; i < COMMS; i++)
        wrong += watch_setting("mpit_umq_warn", &made[i]) !=
                 (comms[i].limit >= 0 ? comms[i].limit : of_the_job);
    if (rank == 1) {
        send_all();
    } else {
        see_them_all();
        wrong += receive_all();
    }
    watch_close();
    MPI_Finalize();
    return wrong != 0;
}
