/* Events of objects: windows, files, names, memory, error handlers; and the same by the names of
 * Open MPI. */
#include "config.h"

#include "recorder.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { BYTES = 64, UNIT = 4 };

static struct recorder made, freed, alias, alias_freed;

/* A handle of C as the number that aliases tell. */
#define KEY(handle) ((double)(uint64_t)(uintptr_t)(handle))

/* ---- windows ------------------------------------------------------------------------------ */

static char memory[BYTES];

static int create(MPI_Win *win)
{
    return MPI_Win_create(memory, BYTES, UNIT, MPI_INFO_NULL, MPI_COMM_WORLD, win);
}
static int allocate(MPI_Win *win)
{
    void *base;

    return MPI_Win_allocate(BYTES, UNIT, MPI_INFO_NULL, MPI_COMM_WORLD, &base, win);
}
static int allocate_shared(MPI_Win *win)
{
    void *base;

    return MPI_Win_allocate_shared(BYTES, UNIT, MPI_INFO_NULL, MPI_COMM_WORLD, &base, win);
}
static int create_dynamic(MPI_Win *win)
{
    return MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, win);
}

static const struct {
    const char *name;
    int (*make)(MPI_Win *win);
    int flavor, bytes;
} windows[] = {
    {"MPI_Win_create", create, MPI_WIN_FLAVOR_CREATE, BYTES},
    {"MPI_Win_allocate", allocate, MPI_WIN_FLAVOR_ALLOCATE, BYTES},
    {"MPI_Win_allocate_shared", allocate_shared, MPI_WIN_FLAVOR_SHARED, BYTES},
    {"MPI_Win_create_dynamic", create_dynamic, MPI_WIN_FLAVOR_DYNAMIC, 0},
};
enum { WINDOWS = sizeof windows / sizeof *windows };

/* False: the MPI library cannot make one so here (Open MPI without single copies), and nothing is
 * told. */
static bool window_is_told(int i)
{
    MPI_Win win;
    double key;

    forget(&made), forget(&freed), forget(&alias), forget(&alias_freed);
    if (windows[i].make(&win) != MPI_SUCCESS) {
        CHECK_THAT(made.seen + alias.seen == 0, "%s has failed, and is told", windows[i].name);
        return false;
    }
    key = KEY(win);
    CHECK_THAT(made.seen == 1 && freed.seen == 0, "%s: %d, %d", windows[i].name, made.seen,
               freed.seen);
    CHECK_FOR(windows[i].name, told(&made, 0, "flavor") == windows[i].flavor);
    CHECK_FOR(windows[i].name, told(&made, 0, "bytes") == windows[i].bytes);
    if (windows[i].bytes > 0)
        CHECK_FOR(windows[i].name, told(&made, 0, "disp_unit") == UNIT);
    CHECK_FOR(windows[i].name, alias.seen == 1 && told(&alias, 0, "handle") == key);
    CHECK_FOR(windows[i].name, told(&alias, 0, "size") == windows[i].bytes);
    CHECK_FOR(windows[i].name, told(&alias, 0, "disp_unit") == told(&made, 0, "disp_unit"));
    CHECK_FOR(windows[i].name, told(&alias, 0, "flavor") == windows[i].flavor);
    OK(MPI_Win_free(&win));
    CHECK_THAT(made.seen == 1 && freed.seen == 1, "%s: %d, %d", windows[i].name, made.seen,
               freed.seen);
    CHECK_FOR(windows[i].name, told(&freed, 0, "flavor") == windows[i].flavor);
    CHECK_FOR(windows[i].name, told(&freed, 0, "handle") == told(&made, 0, "handle"));
    CHECK_FOR(windows[i].name, alias_freed.seen == 1 && told(&alias_freed, 0, "handle") == key);
    CHECK_FOR(windows[i].name, told(&alias_freed, 0, "flavor") == windows[i].flavor);
    return true;
}

static void every_way_to_make_a_window_is_told_once(void)
{
    int are_told = 0;

    record(&made, "mpit_win_created", NULL);
    record(&freed, "mpit_win_freed", NULL);
    record(&alias, "ompi.mpi.win_created", NULL);
    record(&alias_freed, "ompi.mpi.win_freed", NULL);
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    for (int i = 0; i < WINDOWS; i++)
        are_told += window_is_told(i);
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL));
    CHECK_THAT(are_told >= 2, "%d of %d ways to make one", are_told, WINDOWS);
    end_record(&made);
    end_record(&freed);
    end_record(&alias);
    end_record(&alias_freed);
}

/* ---- files -------------------------------------------------------------------------------- */

static void a_file_is_told_when_it_is_opened_and_when_it_is_closed(void)
{
    enum { AMODE = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE };
    char name[64];
    MPI_File file;

    snprintf(name, sizeof name, "events_objects.%ld.%d", (long)getpid(), rank);
    record(&made, "mpit_file_opened", NULL);
    record(&freed, "mpit_file_closed", NULL);
    OK(MPI_File_open(MPI_COMM_SELF, name, AMODE, MPI_INFO_NULL, &file));
    CHECK_INT(made.seen, 1);
    CHECK_INT(freed.seen, 0);
    CHECK_INT((int)told(&made, 0, "amode"), AMODE);
    OK(MPI_File_close(&file));
    CHECK_INT(made.seen, 1);
    CHECK_INT(freed.seen, 1);
    CHECK(told(&freed, 0, "handle") == told(&made, 0, "handle"));
    /* One that is not there. */
    CHECK(MPI_File_open(MPI_COMM_SELF, "no/such/file", MPI_MODE_RDONLY, MPI_INFO_NULL, &file) !=
          MPI_SUCCESS);
    CHECK_INT(made.seen, 1);
    end_record(&made);
    end_record(&freed);
}

/* ---- names -------------------------------------------------------------------------------- */

static void a_name_is_told_of_its_communicator_alone(void)
{
    MPI_Comm comm, other;

    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    OK(MPI_Comm_dup(MPI_COMM_SELF, &other));
    record(&made, "mpit_comm_named", &comm);
    record(&alias, "ompi.mpi.communicator_name_set", &comm);
    OK(MPI_Comm_set_name(other, "other"));
    CHECK_INT(made.seen + alias.seen, 0);
    OK(MPI_Comm_set_name(comm, "one"));
    OK(MPI_Comm_set_name(comm, "two"));
    CHECK_INT(made.seen, 2);
    CHECK_INT(alias.seen, 2);
    CHECK(told(&alias, 1, "handle") == KEY(comm));
    end_record(&made);
    end_record(&alias);
    OK(MPI_Comm_free(&comm));
    OK(MPI_Comm_free(&other));
}

/* ---- communicators by Open MPI's names; events_values.c has all the ways that ours are told of */

static void communicators_are_told_by_the_names_of_open_mpi(void)
{
    MPI_Request request;
    MPI_Comm comm;
    double key;

    record(&alias, "ompi.mpi.communicator_created", NULL);
    record(&alias_freed, "ompi.mpi.communicator_freed", NULL);
    for (int is_blocking = 0; is_blocking < 2; is_blocking++) {
        if (is_blocking) {
            OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
        } else {
            OK(MPI_Comm_idup(MPI_COMM_SELF, &comm, &request));
            OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        }
        key = KEY(comm);
        CHECK_INT(alias.seen, 1);
        CHECK_INT((int)told(&alias, 0, "size"), 1);
        CHECK(told(&alias, 0, "handle") == key);
        OK(MPI_Comm_free(&comm));
        CHECK_INT(alias_freed.seen, 1);
        CHECK(told(&alias_freed, 0, "handle") == key);
        forget(&alias), forget(&alias_freed);
    }
    end_record(&alias);
    end_record(&alias_freed);
}

/* ---- memory ------------------------------------------------------------------------------- */

static void memory_of_mpi_is_told_when_it_comes_and_when_it_goes(void)
{
    void *first = NULL, *second = NULL;

    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    OK(MPI_Alloc_mem(BYTES, MPI_INFO_NULL, &first));
    record(&made, "mpit_memory_allocated", NULL);
    record(&freed, "mpit_memory_freed", NULL);
    OK(MPI_Alloc_mem(3 * BYTES, MPI_INFO_NULL, &second));
    CHECK(MPI_Alloc_mem(-1, MPI_INFO_NULL, &memory) != MPI_SUCCESS);
    CHECK_INT(made.seen, 1);
    CHECK(told(&made, 0, "address") == KEY(second));
    CHECK_INT((int)told(&made, 0, "bytes"), 3 * BYTES);
    CHECK_INT(freed.seen, 0);
    OK(MPI_Free_mem(first));
    CHECK_INT(freed.seen, 1);
    CHECK(told(&freed, 0, "address") == KEY(first));
    OK(MPI_Free_mem(second));
    CHECK_INT(freed.seen, 2);
    CHECK(told(&freed, 1, "address") == KEY(second));
    CHECK_INT(made.seen, 1);
    end_record(&made);
    end_record(&freed);
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL));
}

/* ---- error handlers ----------------------------------------------------------------------- */

static void is_of(int i, int code, const char *object, int bind, double key)
{
    char word[WORD];

    CHECK_INT((int)told(&made, i, "code"), code);
    told_word(&made, i, "object", word);
    CHECK_THAT(strcmp(word, object) == 0, "%s, not %s", word, object);
    CHECK_INT((int)told(&alias, i, "error_code"), code);
    CHECK_INT((int)told(&alias, i, "object_type"), bind);
    CHECK(told(&alias, i, "object") == key);
    CHECK(told(&alias, i, "errhandler") != 0);
}

static void an_error_handler_is_told_with_its_object_and_its_code(void)
{
    char name[64];
    MPI_File file;
    MPI_Win win;
    MPI_Comm comm;
    int number = 0, code;

    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    OK(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    OK(allocate(&win));
    OK(MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN));
    snprintf(name, sizeof name, "events_objects.%ld.%d", (long)getpid(), rank);
    OK(MPI_File_open(MPI_COMM_SELF, name,
                     MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                     &file));
    record(&made, "mpit_errhandler_invoked", NULL);
    record(&alias, "ompi.mpi.errhandler_invoked", NULL);
    code = MPI_Bcast(&number, -1, MPI_INT, 0, comm);
    CHECK(code != MPI_SUCCESS);
    CHECK_INT(made.seen, 1);
    is_of(0, code, "communicator", MPI_T_BIND_MPI_COMM, KEY(comm));
    code = MPI_Put(&number, -1, MPI_INT, 0, 0, 1, MPI_INT, win);
    CHECK(code != MPI_SUCCESS);
    CHECK_INT(made.seen, 2);
    is_of(1, code, "window", MPI_T_BIND_MPI_WIN, KEY(win));
    code = MPI_File_seek(file, -1, MPI_SEEK_SET);
    CHECK(code != MPI_SUCCESS);
    CHECK_INT(made.seen, 3);
    is_of(2, code, "file", MPI_T_BIND_MPI_FILE, KEY(file));
    OK(MPI_Bcast(&number, 1, MPI_INT, 0, comm));
    CHECK_INT(made.seen, 3);
    OK(MPI_Comm_call_errhandler(comm, MPI_ERR_TAG));
    OK(MPI_Win_call_errhandler(win, MPI_ERR_TAG));
    OK(MPI_File_call_errhandler(file, MPI_ERR_TAG));
    CHECK_INT(made.seen, 6);
    is_of(3, MPI_ERR_TAG, "communicator", MPI_T_BIND_MPI_COMM, KEY(comm));
    is_of(4, MPI_ERR_TAG, "window", MPI_T_BIND_MPI_WIN, KEY(win));
    is_of(5, MPI_ERR_TAG, "file", MPI_T_BIND_MPI_FILE, KEY(file));
    end_record(&made);
    end_record(&alias);
    OK(MPI_File_close(&file));
    OK(MPI_Win_free(&win));
    OK(MPI_Comm_free(&comm));
}

SUITE(HARNESS_MPI_IS_SINGLE, TEST(every_way_to_make_a_window_is_told_once),
      TEST(a_file_is_told_when_it_is_opened_and_when_it_is_closed),
      TEST(a_name_is_told_of_its_communicator_alone),
      TEST(communicators_are_told_by_the_names_of_open_mpi),
      TEST(memory_of_mpi_is_told_when_it_comes_and_when_it_goes),
      TEST(an_error_handler_is_told_with_its_object_and_its_code))
