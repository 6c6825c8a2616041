/* Control variables, and enumerations, which most of them have. */
#include "variables.h"

#include <stdio.h>
#include <string.h>

static struct cvar cvar, other;

static int some_cvars(void)
{
    int n = count_cvars();

    if (n == 0)
        judge_absent("there are no control variables");
    return n;
}
#define EACH_CVAR(i)                                                                               \
    EACH(i, some_cvars())                                                                          \
    if (get_cvar(i, &cvar) == MPI_SUCCESS)

void row_cvars_that_are_counted_are_there(void)
{
    EACH(i, some_cvars())
    {
        int rc = get_cvar(i, &cvar);

        CHECK(rc == MPI_SUCCESS, "index %d: %s", i, judge_code_name(rc));
    }
}

void row_cvar_names_are_unique(void)
{
    struct names names = {0};

    EACH_CVAR(i)
    CHECK(is_new_name(&names, cvar.name, 0), "%s comes twice, again as %d", cvar.name, i);
}

void row_cvar_names_lead_back(void)
{
    EACH_CVAR(i)
    {
        int index = -1, rc = MPI_T_cvar_get_index(cvar.name, &index);

        CHECK(rc == MPI_SUCCESS && index == i, "%s: %s, index %d, not %d", cvar.name,
              judge_code_name(rc), index, i);
    }
}

void row_cvar_without_description_has_length_1(void)
{
    int without = 0;

    EACH_CVAR(i)
    if (!cvar.desc[0]) {
        without++;
        CHECK(cvar.desc_len == 1, "%s: length %d", cvar.name, cvar.desc_len);
    }
    if (!without)
        judge_absent("each control variable has a description");
}

void row_cvar_datatypes_are_of_the_table(void)
{
    EACH_CVAR(i)
    CHECK(size_of(cvar.datatype) > 0, "%s: another datatype", cvar.name);
}

void row_cvar_enumerations_are_of_int(void)
{
    EACH_CVAR(i)
    CHECK(cvar.enumtype == MPI_T_ENUM_NULL || cvar.datatype == MPI_INT,
          "%s has an enumeration and is no MPI_INT", cvar.name);
}

static bool is_scope(int scope)
{
    return scope == MPI_T_SCOPE_CONSTANT || scope == MPI_T_SCOPE_READONLY ||
           scope == MPI_T_SCOPE_LOCAL || scope == MPI_T_SCOPE_GROUP ||
           scope == MPI_T_SCOPE_GROUP_EQ || scope == MPI_T_SCOPE_ALL || scope == MPI_T_SCOPE_ALL_EQ;
}

void row_cvar_constants_are_of_the_standard(void)
{
    EACH_CVAR(i)
    CHECK(is_verbosity(cvar.verbosity) && is_bind(cvar.bind) && is_scope(cvar.scope),
          "%s: verbosity %d, binding %d, scope %d", cvar.name, cvar.verbosity, cvar.bind,
          cvar.scope);
}

void row_cvar_info_stays(void)
{
    EACH_CVAR(i)
    {
        int rc = get_cvar(i, &other);

        CHECK(rc == MPI_SUCCESS && strcmp(cvar.name, other.name) == 0 &&
                  strcmp(cvar.desc, other.desc) == 0 && cvar.verbosity == other.verbosity &&
                  cvar.datatype == other.datatype && cvar.enumtype == other.enumtype &&
                  cvar.bind == other.bind && cvar.scope == other.scope,
              "%s is another one the second time", cvar.name);
    }
}

void row_cvar_null_answers_are_ignored(void)
{
    EACH_CVAR(i)
    SUCCEEDS(MPI_T_cvar_get_info(i, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
}

void row_cvar_name_unknown_is_refused(void)
{
    int index = -7;

    EXPECT(MPI_T_cvar_get_index("no control variable of this name", &index),
           MPI_T_ERR_INVALID_NAME);
    CHECK(index == -7, "an index is returned all the same: %d", index);
}

static char enumeration[NAME];

void row_cvar_enumerations_have_their_items(void)
{
    static char item[NAME];
    int n = 0, seen = 0;

    EACH_CVAR(i)
    {
        struct names names = {0};

        if (cvar.enumtype == MPI_T_ENUM_NULL || seen++ > 100)
            continue;
        if (!SUCCEEDS(MPI_T_enum_get_info(cvar.enumtype, &n, enumeration, &(int){NAME})))
            continue;
        for (int k = 0; k < n; k++) {
            int value, length = NAME;

            if (SUCCEEDS(MPI_T_enum_get_item(cvar.enumtype, k, &value, item, &length)))
                CHECK(is_new_name(&names, item, 0), "%s: item %s comes twice", cvar.name, item);
        }
    }
    if (!seen)
        judge_absent("no control variable has an enumeration");
}

/* What it has is written, so that nothing changes where it is taken. */
void row_cvar_scopes_hold(void)
{
    int looked = 0;

    EACH_CVAR(i)
    {
        MPI_T_cvar_handle handle;
        void *value = value_begins();
        int count = 0, rc;

        if ((cvar.scope != MPI_T_SCOPE_CONSTANT && cvar.scope != MPI_T_SCOPE_READONLY) ||
            cvar.bind != MPI_T_BIND_NO_OBJECT || size_of(cvar.datatype) == 0 || !cvar_is_safe(i) ||
            MPI_T_cvar_handle_alloc(i, NULL, &handle, &count) != MPI_SUCCESS)
            continue;
        if ((size_t)count * size_of(cvar.datatype) < VALUE / 2 &&
            MPI_T_cvar_read(handle, value) == MPI_SUCCESS) {
            rc = MPI_T_cvar_write(handle, value);
            looked++;
            CHECK(rc == MPI_T_ERR_CVAR_SET_NEVER || rc == MPI_T_ERR_CVAR_SET_NOT_NOW,
                  "%s: %s, not MPI_T_ERR_CVAR_SET_NEVER", cvar.name, judge_code_name(rc));
        }
        MPI_T_cvar_handle_free(&handle);
    }
    if (!looked)
        judge_absent("no control variable is constant or read-only");
}

/* ---- values */

void row_cvars_can_be_read(void)
{
    EACH_CVAR(i)
    {
        MPI_T_cvar_handle handle;
        int count = 0;

        if (cvar.bind != MPI_T_BIND_NO_OBJECT)
            continue;
        judge_at(cvar.name);
        if (!SUCCEEDS(MPI_T_cvar_handle_alloc(i, NULL, &handle, &count)))
            continue;
        SUCCEEDS(MPI_T_cvar_read(handle, value_begins()));
        SUCCEEDS(MPI_T_cvar_handle_free(&handle));
        CHECK(handle == MPI_T_CVAR_HANDLE_NULL, "%s: freed, the handle is not null", cvar.name);
    }
}

void row_cvar_values_fit_their_count(void)
{
    EACH_CVAR(i)
    {
        MPI_T_cvar_handle handle;
        char *value = value_begins();
        size_t size = size_of(cvar.datatype);
        int count = 0;

        if (cvar.bind != MPI_T_BIND_NO_OBJECT || !size || !cvar_is_safe(i) ||
            MPI_T_cvar_handle_alloc(i, NULL, &handle, &count) != MPI_SUCCESS)
            continue;
        if ((size_t)count * size < VALUE / 2 && MPI_T_cvar_read(handle, value) == MPI_SUCCESS) {
            CHECK(value_has_ended(value, count, size), "%s: more than %d elements", cvar.name,
                  count);
            CHECK(cvar.datatype != MPI_CHAR || memchr(value, '\0', (size_t)count),
                  "%s: no null character within %d", cvar.name, count);
        }
        MPI_T_cvar_handle_free(&handle);
    }
}

/* ---- arguments */

void row_cvar_info_of_a_wrong_index_is_refused(void)
{
    for (int i = 0; i < WRONG; i++)
        EXPECT(MPI_T_cvar_get_info(wrong_index(i, count_cvars()), cvar.name, &(int){NAME}, NULL,
                                   NULL, NULL, NULL, NULL, NULL, NULL),
               MPI_T_ERR_INVALID_INDEX);
}

void row_cvar_handle_of_a_wrong_index_is_refused(void)
{
    for (int i = 0; i < WRONG; i++) {
        MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
        int count = 0;

        EXPECT(MPI_T_cvar_handle_alloc(wrong_index(i, count_cvars()), NULL, &handle, &count),
               MPI_T_ERR_INVALID_INDEX);
    }
}

static MPI_T_cvar_handle some_handle(void)
{
    EACH_CVAR(i)
    {
        MPI_T_cvar_handle handle;
        int count;

        if (cvar.bind == MPI_T_BIND_NO_OBJECT && cvar.datatype == MPI_INT &&
            MPI_T_cvar_handle_alloc(i, NULL, &handle, &count) == MPI_SUCCESS)
            return handle;
    }
    judge_absent("no control variable of MPI_INT");
}

void row_cvar_handle_freed_is_refused(void)
{
    MPI_T_cvar_handle handle = some_handle(), copy = handle;

    SUCCEEDS(MPI_T_cvar_handle_free(&handle));
    EXPECT(MPI_T_cvar_read(copy, value_begins()), MPI_T_ERR_INVALID_HANDLE);
    EXPECT(MPI_T_cvar_handle_free(&copy), MPI_T_ERR_INVALID_HANDLE);
}

void row_cvar_handle_null_is_refused(void)
{
    EXPECT(MPI_T_cvar_read(MPI_T_CVAR_HANDLE_NULL, value_begins()), MPI_T_ERR_INVALID_HANDLE);
}

void row_cvar_null_arguments_are_refused(void)
{
    MPI_T_cvar_handle handle = some_handle();

    FAILS(MPI_T_cvar_get_num(NULL));
    get_cvar(0, &cvar);
    FAILS(MPI_T_cvar_get_index(cvar.name, NULL));
    FAILS(MPI_T_cvar_get_index(NULL, &(int){0}));
    FAILS(MPI_T_cvar_handle_alloc(0, NULL, NULL, &(int){0}));
    FAILS(MPI_T_cvar_read(handle, NULL));
    FAILS(MPI_T_cvar_handle_free(NULL));
}

void row_cvar_text_too_long_is_refused(void)
{
    static char text[VALUE];
    int looked = 0;

    memset(text, 'x', sizeof text - 1);
    EACH_CVAR(i)
    {
        MPI_T_cvar_handle handle;
        int count = 0;

        if (cvar.bind != MPI_T_BIND_NO_OBJECT || cvar.datatype != MPI_CHAR ||
            cvar.scope == MPI_T_SCOPE_CONSTANT || cvar.scope == MPI_T_SCOPE_READONLY ||
            MPI_T_cvar_handle_alloc(i, NULL, &handle, &count) != MPI_SUCCESS)
            continue;
        looked++;
        judge_at(cvar.name);
        text[count + 100] = '\0';
        FAILS(MPI_T_cvar_write(handle, text));
        text[count + 100] = 'x';
        MPI_T_cvar_handle_free(&handle);
    }
    if (!looked)
        judge_absent("no control variable of MPI_CHAR can be written");
}

static MPI_T_enum some_enumeration(int *n)
{
    EACH_CVAR(i)
    if (cvar.enumtype != MPI_T_ENUM_NULL &&
        MPI_T_enum_get_info(cvar.enumtype, n, enumeration, &(int){NAME}) == MPI_SUCCESS)
        return cvar.enumtype;
    judge_absent("no control variable has an enumeration");
}

void row_enumeration_item_out_of_range_is_refused(void)
{
    char item[64];
    int n = 0, value, length;
    MPI_T_enum enumtype = some_enumeration(&n);

    for (int i = 0; i < WRONG; i++) {
        length = sizeof item;
        FAILS(MPI_T_enum_get_item(enumtype, wrong_index(i, n), &value, item, &length));
    }
}

void row_enumeration_that_is_null_is_refused(void)
{
    char name[64];
    int n, length = sizeof name;

    FAILS(MPI_T_enum_get_info(MPI_T_ENUM_NULL, &n, name, &length));
}
