/* Performance variables with arguments that are none, and handles where they do not belong. */
#include "variables.h"

#include <string.h>

static struct pvar pvar;

void row_pvar_info_of_a_wrong_index_is_refused(void)
{
    for (int i = 0; i < WRONG; i++)
        EXPECT(MPI_T_pvar_get_info(wrong_index(i, count_pvars()), pvar.name, &(int){NAME}, NULL,
                                   NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
               MPI_T_ERR_INVALID_INDEX);
}

void row_pvar_handle_of_a_wrong_index_is_refused(void)
{
    MPI_T_pvar_session in = a_session();

    for (int i = 0; i < WRONG; i++) {
        MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
        int count = 0;

        EXPECT(MPI_T_pvar_handle_alloc(in, wrong_index(i, count_pvars()), NULL, &handle, &count),
               MPI_T_ERR_INVALID_INDEX);
    }
}

/* Of the first variable that can be bound: what is not continuous before what is. */
static MPI_T_pvar_handle some_handle(MPI_T_pvar_session in)
{
    for (int continuous = 0; continuous < 2; continuous++)
        EACH(i, count_pvars())
        {
            MPI_T_pvar_handle handle;
            bool is_bound;
            void *object;
            int count;

            if (get_pvar(i, &pvar) != MPI_SUCCESS || !pvar.continuous != !continuous)
                continue;
            object = object_of(pvar.bind, &is_bound);
            if (is_bound && pvar_is_safe(i) &&
                MPI_T_pvar_handle_alloc(in, i, object, &handle, &count) == MPI_SUCCESS)
                return handle;
        }
    judge_absent("no performance variable can be bound");
}

void row_pvar_handle_freed_is_refused(void)
{
    MPI_T_pvar_session in = a_session();
    MPI_T_pvar_handle handle = some_handle(in), copy = handle;

    SUCCEEDS(MPI_T_pvar_handle_free(in, &handle));
    EXPECT(MPI_T_pvar_read(in, copy, value_begins()), MPI_T_ERR_INVALID_HANDLE);
    EXPECT(MPI_T_pvar_start(in, copy), MPI_T_ERR_INVALID_HANDLE);
}

void row_pvar_handle_freed_twice_is_refused(void)
{
    MPI_T_pvar_session in = a_session();
    MPI_T_pvar_handle handle = some_handle(in), copy = handle;

    SUCCEEDS(MPI_T_pvar_handle_free(in, &handle));
    FAILS(MPI_T_pvar_handle_free(in, &copy));
}

void row_pvar_handle_of_another_session_is_refused(void)
{
    MPI_T_pvar_session in = a_session(), another = a_session();
    MPI_T_pvar_handle handle = some_handle(in), copy = handle;

    EXPECT(MPI_T_pvar_start(another, handle), MPI_T_ERR_INVALID_HANDLE);
    EXPECT(MPI_T_pvar_stop(another, handle), MPI_T_ERR_INVALID_HANDLE);
    EXPECT(MPI_T_pvar_read(another, handle, value_begins()), MPI_T_ERR_INVALID_HANDLE);
    EXPECT(MPI_T_pvar_reset(another, handle), MPI_T_ERR_INVALID_HANDLE);
    EXPECT(MPI_T_pvar_handle_free(another, &copy), MPI_T_ERR_INVALID_HANDLE);
}

void row_pvar_session_freed_is_refused(void)
{
    MPI_T_pvar_session in = a_session(), copy = in;
    MPI_T_pvar_handle handle = some_handle(in);

    SUCCEEDS(MPI_T_pvar_session_free(&in));
    CHECK(in == MPI_T_PVAR_SESSION_NULL, "freed, the session is not null");
    EXPECT(MPI_T_pvar_read(copy, handle, value_begins()), MPI_T_ERR_INVALID_SESSION);
    EXPECT(MPI_T_pvar_session_free(&copy), MPI_T_ERR_INVALID_SESSION);
}

void row_pvar_null_arguments_are_refused(void)
{
    MPI_T_pvar_session in;

    FAILS(MPI_T_pvar_get_num(NULL));
    FAILS(MPI_T_pvar_session_create(NULL));
    FAILS(MPI_T_pvar_session_free(NULL));
    in = a_session();
    FAILS(MPI_T_pvar_handle_free(in, NULL));
    FAILS(MPI_T_pvar_read(in, MPI_T_PVAR_HANDLE_NULL, value_begins()));
}

/* ---- objects */

static int bound_to_comm(void)
{
    EACH(i, count_pvars())
    if (get_pvar(i, &pvar) == MPI_SUCCESS && pvar.bind == MPI_T_BIND_MPI_COMM)
        return i;
    judge_absent("no performance variable is bound to a communicator");
}

void row_pvar_object_null_is_refused(void)
{
    int index = bound_to_comm(), count;
    MPI_T_pvar_session in = a_session();
    MPI_Comm null = MPI_COMM_NULL;
    MPI_T_pvar_handle handle;

    FAILS(MPI_T_pvar_handle_alloc(in, index, NULL, &handle, &count));
    FAILS(MPI_T_pvar_handle_alloc(in, index, &null, &handle, &count));
}

void row_pvar_object_freed_is_refused(void)
{
    int index = bound_to_comm(), count;
    MPI_T_pvar_session in = a_session();
    MPI_T_pvar_handle handle;
    MPI_Comm comm, copy;

    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    copy = comm;
    MPI_Comm_free(&comm);
    FAILS(MPI_T_pvar_handle_alloc(in, index, &copy, &handle, &count));
}
