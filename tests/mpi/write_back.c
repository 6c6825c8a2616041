/* A test suite that writes back to each control variable what it has read there: that changes
 * nothing, and so is allowed wherever a write is (CVAR-8). */
#include "watch.h"

#include <stdlib.h>

static bool is_never_written(const struct cvar_info *info)
{
    return info->scope == MPI_T_SCOPE_CONSTANT || info->scope == MPI_T_SCOPE_READONLY;
}

static void write_back(const struct cvar_info *info, MPI_T_cvar_handle handle, int count)
{
    char *value = malloc((size_t)count * size_of(info->datatype));
    int rc;

    rc = MPI_T_cvar_read(handle, value);
    CHECK_THAT(rc == MPI_SUCCESS, "%s: a read gives %d", info->name, rc);
    rc = MPI_T_cvar_write(handle, value);
    CHECK_THAT(rc == (is_never_written(info) ? MPI_T_ERR_CVAR_SET_NEVER : MPI_SUCCESS),
               "%s: a write of what was read gives %d", info->name, rc);
    free(value);
}

/* What the MPI library has dropped, or would crash on, has no handle. */
static void write_all_back(void)
{
    static struct cvar_info info;
    int n = 0, written = 0;

    OK(MPI_T_cvar_get_num(&n));
    for (int i = 0; i < n; i++) {
        MPI_T_cvar_handle handle;
        int count;

        if (!cvar_info(i, &info))
            continue;
        if (MPI_T_cvar_handle_alloc(i, object_for(info.binding), &handle, &count) != MPI_SUCCESS) {
            CHECK_FOR(info.name, !is_own(info.name));
            continue;
        }
        write_back(&info, handle, count);
        OK(MPI_T_cvar_handle_free(&handle));
        written++;
    }
    CHECK(written > 100);
}

/* Of what a tool may write, and of a text that is empty. */
static void write_pvars_back(void)
{
    static struct pvar_info info;
    static char value[1 << 16];
    MPI_T_pvar_session session;
    int n = 0;

    OK(MPI_T_pvar_session_create(&session));
    OK(MPI_T_pvar_get_num(&n));
    for (int i = 0; i < n; i++) {
        MPI_T_pvar_handle handle;
        int count, rc;

        if (!pvar_info(i, &info) || info.readonly ||
            MPI_T_pvar_handle_alloc(session, i, object_for(info.binding), &handle, &count) !=
                MPI_SUCCESS)
            continue;
        CHECK_FOR(info.name, (size_t)count * size_of(info.datatype) <= sizeof value);
        rc = MPI_T_pvar_read(session, handle, value);
        CHECK_THAT(rc == MPI_SUCCESS, "%s: a read gives %d", info.name, rc);
        rc = MPI_T_pvar_write(session, handle, value);
        CHECK_THAT(rc == MPI_SUCCESS, "%s: a write of what was read gives %d", info.name, rc);
        if (info.datatype == MPI_CHAR) {
            rc = MPI_T_pvar_write(session, handle, "");
            CHECK_THAT(rc == MPI_SUCCESS, "%s: a write of no text gives %d", info.name, rc);
        }
        OK(MPI_T_pvar_handle_free(session, &handle));
    }
    OK(MPI_T_pvar_session_free(&session));
}

static void init_interface(void)
{
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &(int){0}));
}

static void every_cvar_takes_back_its_value_before_and_after_mpi_init(void)
{
    init_interface();
    write_all_back();
    OK(MPI_Init(NULL, NULL));
    write_all_back();
    OK(MPI_Finalize());
}

static void every_cvar_takes_back_its_value_where_mpi_comes_first(void)
{
    OK(MPI_Init(NULL, NULL));
    init_interface();
    write_all_back();
    OK(MPI_Finalize());
}

static void every_pvar_that_is_not_read_only_takes_back_its_value(void)
{
    init_interface();
    write_pvars_back();
    OK(MPI_Init(NULL, NULL));
    write_pvars_back();
    OK(MPI_Finalize());
}

/* Open MPI's own variables are there and not our aliases. */
static void every_pvar_of_the_monitoring_component_takes_back_its_value(void)
{
    setenv("OMPI_MCA_pml_monitoring_enable", "1", 1);
    OK(MPI_Init(NULL, NULL));
    init_interface();
    write_pvars_back();
    OK(MPI_Finalize());
}

/* A timer runs, the queue is watched: what cannot be set meanwhile. */
static void every_cvar_takes_back_its_value_while_variables_are_watched(void)
{
    MPI_Comm world = MPI_COMM_WORLD;
    struct watched timer, queue, peers;
    int in, out = 0;

    OK(MPI_Init(NULL, NULL));
    init_interface();
    timer = watch("mpit_mpi_time", MPI_T_PVAR_CLASS_TIMER, NULL);
    queue = watch("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, &world);
    peers = watch("mpit_peer_sends", MPI_T_PVAR_CLASS_COUNTER, &world);
    start(&timer);
    start(&queue);
    start(&peers);
    OK(MPI_Sendrecv(&out, 1, MPI_INT, 0, 0, &in, 1, MPI_INT, 0, 0, world, MPI_STATUS_IGNORE));
    CHECK_INT(value(&peers), 1);
    CHECK_INT(cvar_set("mpit_clock", !cvar_get("mpit_clock")), MPI_T_ERR_CVAR_SET_NOT_NOW);
    write_all_back();
    OK(MPI_Finalize());
}

SUITE(HARNESS_EACH_IN_A_CHILD, TEST(every_cvar_takes_back_its_value_before_and_after_mpi_init),
      TEST(every_cvar_takes_back_its_value_where_mpi_comes_first),
      TEST(every_cvar_takes_back_its_value_while_variables_are_watched),
      TEST(every_pvar_that_is_not_read_only_takes_back_its_value),
      TEST(every_pvar_of_the_monitoring_component_takes_back_its_value))
