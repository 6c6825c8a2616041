/* The orders in which MPI_T and MPI begin and end, each in a process of its own. */
#include "variables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct cvar cvar;

/* All that there are: one that is counted and cannot be asked for is the affair of another row. */
static void read_all(void)
{
    EACH(i, count_cvars())
    {
        MPI_T_cvar_handle handle;
        int count;

        if (get_cvar(i, &cvar) != MPI_SUCCESS || cvar.bind != MPI_T_BIND_NO_OBJECT ||
            MPI_T_cvar_handle_alloc(i, NULL, &handle, &count) != MPI_SUCCESS)
            continue;
        judge_at(cvar.name);
        MPI_T_cvar_read(handle, value_begins());
        MPI_T_cvar_handle_free(&handle);
    }
}

static void interface_begins(void)
{
    int provided;

    SUCCEEDS(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
}

/* T and t: MPI_T begins and ends; M and m: MPI; n: a number is asked for; R: all is read. */
static void run(const char *steps)
{
    int n;

    for (; *steps; steps++)
        switch (*steps) {
        case 'T':
            interface_begins();
            break;
        case 't':
            SUCCEEDS(MPI_T_finalize());
            break;
        case 'M':
            SUCCEEDS(MPI_Init(NULL, NULL));
            break;
        case 'm':
            SUCCEEDS(MPI_Finalize());
            break;
        case 'R':
            read_all();
            break;
        case 'n':
            SUCCEEDS(MPI_T_cvar_get_num(&n));
            break;
        default:
            abort();
        }
}

static void is_refused(void)
{
    char text[8];
    int n, length = sizeof text;
    MPI_T_pvar_session session;
    MPI_T_cvar_handle handle;

    EXPECT(MPI_T_cvar_get_num(&n), MPI_T_ERR_NOT_INITIALIZED);
    EXPECT(MPI_T_pvar_get_num(&n), MPI_T_ERR_NOT_INITIALIZED);
    EXPECT(MPI_T_category_get_num(&n), MPI_T_ERR_NOT_INITIALIZED);
    EXPECT(MPI_T_category_changed(&n), MPI_T_ERR_NOT_INITIALIZED);
    EXPECT(MPI_T_cvar_get_info(0, text, &length, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
           MPI_T_ERR_NOT_INITIALIZED);
    EXPECT(MPI_T_pvar_session_create(&session), MPI_T_ERR_NOT_INITIALIZED);
    EXPECT(MPI_T_cvar_get_index("x", &n), MPI_T_ERR_NOT_INITIALIZED);
    EXPECT(MPI_T_category_get_index("x", &n), MPI_T_ERR_NOT_INITIALIZED);
    EXPECT(MPI_T_cvar_read(MPI_T_CVAR_HANDLE_NULL, text), MPI_T_ERR_NOT_INITIALIZED);
    EXPECT(MPI_T_cvar_handle_alloc(0, NULL, &handle, &n), MPI_T_ERR_NOT_INITIALIZED);
}

void row_refused_before_init(void)
{
    is_refused();
}

void row_refused_after_the_last_finalize(void)
{
    run("Tnt");
    is_refused();
}

void row_finalize_without_init_is_refused(void)
{
    EXPECT(MPI_T_finalize(), MPI_T_ERR_NOT_INITIALIZED);
    run("Tt");
    EXPECT(MPI_T_finalize(), MPI_T_ERR_NOT_INITIALIZED);
}

void row_each_init_says_its_thread_level(void)
{
    int first = -7, second = -7;

    SUCCEEDS(MPI_T_init_thread(MPI_THREAD_SINGLE, &first));
    SUCCEEDS(MPI_T_init_thread(MPI_THREAD_SINGLE, &second));
    CHECK(first >= MPI_THREAD_SINGLE && first <= MPI_THREAD_MULTIPLE, "the first says %d", first);
    CHECK(second >= MPI_THREAD_SINGLE && second <= MPI_THREAD_MULTIPLE, "the second says %d",
          second);
}

void row_unknown_thread_level_is_refused(void)
{
    int provided = -7, rc = MPI_T_init_thread(99, &provided);
    bool is_code = false;

    for (int i = 0; i < judge_ncodes; i++)
        is_code |= judge_codes[i].code == rc;
    CHECK(is_code, "level 99: %s, provided %d", judge_code_name(rc), provided);
}

void row_null_for_the_thread_level_ends_nothing(void)
{
    int n;

    if (MPI_T_init_thread(MPI_THREAD_SINGLE, NULL) == MPI_SUCCESS)
        SUCCEEDS(MPI_T_cvar_get_num(&n));
}

void row_interface_around_mpi(void)
{
    run("TnMnmnt");
}

void row_interface_ends_before_mpi(void)
{
    run("TnMntm");
}

void row_interface_begins_in_mpi_and_outlives_it(void)
{
    run("MTnmnt");
}

void row_interface_is_never_finalized(void)
{
    run("TnMnm");
}

void row_interface_after_mpi(void)
{
    run("MmTnt");
}

void row_interface_again_keeps_its_indices(void)
{
    static char(*name)[NAME];
    int n;

    run("T");
    n = count_cvars();
    name = calloc((size_t)n + 1, sizeof *name);
    if (!name)
        return;
    EACH(i, n)
    if (get_cvar(i, &cvar) == MPI_SUCCESS)
        memcpy(name[i], cvar.name, NAME);
    run("tT");
    CHECK(count_cvars() >= n, "%d control variables, then %d", n, count_cvars());
    EACH(k, n)
    {
        if (!name[k][0])
            continue;
        CHECK(get_cvar(k, &cvar) == MPI_SUCCESS && strcmp(cvar.name, name[k]) == 0,
              "control variable %d was %s", k, name[k]);
    }
}

void row_interface_again_around_mpi(void)
{
    run("TntTntMTntTntmTnt");
}

/* What is counted after MPI_Init too has to be there. */
void row_what_was_counted_stays_when_mpi_begins(void)
{
    static struct pvar pvar;
    static struct category category;

    run("TM");
    EACH(i, count_cvars())
    CHECK(get_cvar(i, &cvar) == MPI_SUCCESS, "a control variable, index %d of %d", i,
          count_cvars());
    EACH(k, count_pvars())
    CHECK(get_pvar(k, &pvar) == MPI_SUCCESS, "a performance variable, index %d of %d", k,
          count_pvars());
    EACH(m, count_categories())
    CHECK(get_category(m, &category) == MPI_SUCCESS, "a category, index %d of %d", m,
          count_categories());
}

void row_variables_are_read_in_mpi(void)
{
    run("TMRtm");
}

/* Names of files that are not looked for in a program that does nothing, by the two ways in which
 * MPI libraries take settings: each is longer than any that is thought of. */
void row_cvar_value_of_the_user_fits_its_count(void)
{
    static const char *const settings[][2] = {
        {"OMPI_MCA_mpi_show_mca_params_file", "mpi_show_mca_params_file"},
        {"MPIR_CVAR_NAMESERV_FILE_PUBDIR", "MPIR_CVAR_NAMESERV_FILE_PUBDIR"},
    };
    static char text[5000];
    int looked = 0;

    memset(text, 'x', sizeof text - 1);
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        setenv(settings[i][0], text, 1);
    run("MT");
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        MPI_T_cvar_handle handle;
        char *value = value_begins();
        int index, count = 0;

        if (MPI_T_cvar_get_index(settings[i][1], &index) != MPI_SUCCESS ||
            MPI_T_cvar_handle_alloc(index, NULL, &handle, &count) != MPI_SUCCESS)
            continue;
        looked++;
        judge_at(settings[i][1]);
        MPI_T_cvar_read(handle, value);
        CHECK(value_has_ended(value, count, 1), "%s: more than %d characters", settings[i][1],
              count);
    }
    if (!looked)
        judge_absent("no setting is known that takes a text");
}

void row_variables_are_read_after_mpi(void)
{
    run("TMRmRt");
}

/* ---- the stamp */

/* Of a category its name and how much is in it; all of them, added up as a number that differs. */
static uint64_t contents(void)
{
    static struct category category;
    uint64_t all = 0;

    EACH(i, count_categories())
    {
        if (get_category(i, &category) != MPI_SUCCESS)
            continue;
        for (const char *each = category.name; *each; each++)
            all = all * 31 + (unsigned char)*each;
        all = all * 31 + (uint64_t)category.cvars;
        all = all * 31 + (uint64_t)category.pvars;
        all = all * 31 + (uint64_t)category.categories;
    }
    return all;
}

void row_category_stamp_rises(void)
{
    int before = 0, after = 0;
    uint64_t was;

    run("T");
    was = contents();
    SUCCEEDS(MPI_T_category_changed(&before));
    run("M");
    SUCCEEDS(MPI_T_category_changed(&after));
    if (contents() == was)
        judge_absent("MPI_Init changes no category");
    CHECK(after > before, "what categories have has changed, and the stamp is %d, not above %d",
          after, before);
}

/* ---- */

static int called;

static void count_call(MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    (void)code;
    called++;
}

void row_interface_calls_no_error_handler(void)
{
    MPI_Errhandler handler;
    int index, n = 0;

    run("MT");
    MPI_Comm_create_errhandler(count_call, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
    MPI_T_cvar_get_index("no control variable of this name", &index);
    MPI_T_pvar_get_index("no performance variable of this name", MPI_T_PVAR_CLASS_STATE, &index);
    MPI_T_category_get_index("no category of this name", &index);
    MPI_T_cvar_get_num(&n);
    get_cvar(n, &cvar);
    CHECK(called == 0, "an error handler was called %d times", called);
}
