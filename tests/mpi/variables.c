/* Every variable, enumeration and category that is listed, by walking the tables through the
 * interface: VERB, BIND-1, STR-6, TYPE, ENUM, CVAR-1 … CVAR-6, PVAR-1, PVAR-4 … PVAR-6, CAT. */
#include "watch.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EACH_CVAR(i)                                                                               \
    int i = 0, n_##i = number_of(MPI_T_cvar_get_num);                                              \
    i < n_##i;                                                                                     \
    i++
#define EACH_PVAR(i)                                                                               \
    int i = 0, n_##i = number_of(MPI_T_pvar_get_num);                                              \
    i < n_##i;                                                                                     \
    i++
#define EACH_CATEGORY(i)                                                                           \
    int i = 0, n_##i = number_of(MPI_T_category_get_num);                                          \
    i < n_##i;                                                                                     \
    i++

static int number_of(int (*get_num)(int *))
{
    int n = -1;

    OK(get_num(&n));
    CHECK(n >= 1);
    return n;
}

/* ---- metadata ------------------------------------------------------------------------------- */

static bool is_verbosity(int verbosity)
{
    return verbosity >= MPI_T_VERBOSITY_USER_BASIC && verbosity <= MPI_T_VERBOSITY_MPIDEV_ALL;
}

static bool is_one_of(int value, const int list[], size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (list[i] == value)
            return true;
    return false;
}
#define ONE_OF(value, ...)                                                                         \
    is_one_of(value, (const int[]){__VA_ARGS__}, sizeof((int[]){__VA_ARGS__}) / sizeof(int))

static bool is_binding(int binding)
{
    return ONE_OF(binding, MPI_T_BIND_NO_OBJECT, MPI_T_BIND_MPI_COMM, MPI_T_BIND_MPI_DATATYPE,
                  MPI_T_BIND_MPI_ERRHANDLER, MPI_T_BIND_MPI_FILE, MPI_T_BIND_MPI_GROUP,
                  MPI_T_BIND_MPI_OP, MPI_T_BIND_MPI_REQUEST, MPI_T_BIND_MPI_WIN,
                  MPI_T_BIND_MPI_MESSAGE, MPI_T_BIND_MPI_INFO);
}

static bool is_unsigned_type(MPI_Datatype type)
{
    return type == MPI_UNSIGNED || type == MPI_UNSIGNED_LONG || type == MPI_UNSIGNED_LONG_LONG;
}

static void verbosity_constants_are_monotonic(void)
{
    static const int levels[] = {
        MPI_T_VERBOSITY_USER_BASIC,   MPI_T_VERBOSITY_USER_DETAIL,   MPI_T_VERBOSITY_USER_ALL,
        MPI_T_VERBOSITY_TUNER_BASIC,  MPI_T_VERBOSITY_TUNER_DETAIL,  MPI_T_VERBOSITY_TUNER_ALL,
        MPI_T_VERBOSITY_MPIDEV_BASIC, MPI_T_VERBOSITY_MPIDEV_DETAIL, MPI_T_VERBOSITY_MPIDEV_ALL};

    for (int i = 1; i < 9; i++)
        CHECK(levels[i - 1] < levels[i]);
}

static void every_cvar_has_metadata_of_the_standard(void)
{
    static struct cvar_info info;

    for (EACH_CVAR(i)) {
        if (!cvar_info(i, &info))
            continue;
        CHECK_FOR(info.name, is_verbosity(info.verbosity));
        CHECK_FOR(info.name, is_binding(info.binding));
        CHECK_FOR(info.name, size_of(info.datatype) > 0);
        CHECK_FOR(info.name, info.datatype == MPI_INT || info.enumtype == MPI_T_ENUM_NULL);
        CHECK_FOR(info.name, ONE_OF(info.scope, MPI_T_SCOPE_CONSTANT, MPI_T_SCOPE_READONLY,
                                    MPI_T_SCOPE_LOCAL, MPI_T_SCOPE_GROUP, MPI_T_SCOPE_GROUP_EQ,
                                    MPI_T_SCOPE_ALL, MPI_T_SCOPE_ALL_EQ));
        CHECK_FOR(info.name, strlen(info.name) >= 1);
        CHECK_FOR(info.name, info.name_len == (int)strlen(info.name) + 1);
        CHECK_FOR(info.name, info.desc_len == (int)strlen(info.desc) + 1);
    }
}

static void every_pvar_has_metadata_of_the_standard(void)
{
    static struct pvar_info info;

    for (EACH_PVAR(i)) {
        if (!pvar_info(i, &info))
            continue;
        CHECK_FOR(info.name, is_verbosity(info.verbosity));
        CHECK_FOR(info.name, is_binding(info.binding));
        CHECK_FOR(info.name, size_of(info.datatype) > 0);
        CHECK_FOR(info.name, info.datatype == MPI_INT || info.enumtype == MPI_T_ENUM_NULL);
        CHECK_FOR(info.name, (info.readonly | info.continuous | info.atomic) >> 1 == 0);
        CHECK_FOR(info.name, strlen(info.name) >= 1);
        CHECK_FOR(info.name, info.name_len == (int)strlen(info.name) + 1);
        CHECK_FOR(info.name, info.desc_len == (int)strlen(info.desc) + 1);
    }
}

static void every_pvar_has_a_datatype_that_its_class_allows(void)
{
    static struct pvar_info info;

    for (EACH_PVAR(i)) {
        MPI_Datatype type;

        if (!pvar_info(i, &info))
            continue;
        type = info.datatype;
        switch (info.var_class) {
        case MPI_T_PVAR_CLASS_STATE:
            CHECK_FOR(info.name, type == MPI_INT && info.enumtype != MPI_T_ENUM_NULL);
            break;
        case MPI_T_PVAR_CLASS_COUNTER:
            CHECK_FOR(info.name, is_unsigned_type(type));
            break;
        case MPI_T_PVAR_CLASS_PERCENTAGE:
            CHECK_FOR(info.name, type == MPI_DOUBLE);
            break;
        case MPI_T_PVAR_CLASS_LEVEL:
        case MPI_T_PVAR_CLASS_SIZE:
        case MPI_T_PVAR_CLASS_HIGHWATERMARK:
        case MPI_T_PVAR_CLASS_LOWWATERMARK:
        case MPI_T_PVAR_CLASS_AGGREGATE:
        case MPI_T_PVAR_CLASS_TIMER:
            CHECK_FOR(info.name, is_unsigned_type(type) || type == MPI_DOUBLE);
            break;
        case MPI_T_PVAR_CLASS_GENERIC:
            break;
        default:
            FAIL("%s: class %d is none of the ten", info.name, info.var_class);
        }
    }
}

static void every_pvar_of_ours_is_writable_unless_its_class_forbids_it(void)
{
    static struct pvar_info info;

    pvar_of("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER);
    for (EACH_PVAR(i)) {
        bool fixed;

        if (!pvar_info(i, &info) || !is_own(info.name))
            continue;
        fixed = ONE_OF(info.var_class, MPI_T_PVAR_CLASS_STATE, MPI_T_PVAR_CLASS_LEVEL,
                       MPI_T_PVAR_CLASS_SIZE, MPI_T_PVAR_CLASS_PERCENTAGE);
        CHECK_FOR(info.name, info.readonly == fixed);
        CHECK_FOR(info.name, info.atomic == !fixed);
        CHECK_FOR(info.name, info.continuous == ONE_OF(info.var_class, MPI_T_PVAR_CLASS_STATE,
                                                       MPI_T_PVAR_CLASS_SIZE));
        CHECK_FOR(info.name, info.desc_len > 1);
        if (info.var_class == MPI_T_PVAR_CLASS_TIMER)
            CHECK_FOR(info.name, info.datatype == MPI_DOUBLE && strstr(info.desc, "econds"));
    }
}

/* ---- what ours cover ------------------------------------------------------------------------- */

enum { CASES = 16 };

/* Each of the n values is taken by one of our variables at least. */
static void check_all_taken(const char *what, const int values[], int n, const bool taken[])
{
    for (int i = 0; i < n; i++)
        if (!taken[i])
            FAIL("none of our variables has %s %d (number %d)", what, values[i], i);
}

static void note(int value, const int values[], int n, bool taken[])
{
    for (int i = 0; i < n; i++)
        taken[i] |= values[i] == value;
}

static const int binds[] = {
    MPI_T_BIND_NO_OBJECT,      MPI_T_BIND_MPI_COMM,    MPI_T_BIND_MPI_DATATYPE,
    MPI_T_BIND_MPI_ERRHANDLER, MPI_T_BIND_MPI_FILE,    MPI_T_BIND_MPI_GROUP,
    MPI_T_BIND_MPI_OP,         MPI_T_BIND_MPI_REQUEST, MPI_T_BIND_MPI_WIN,
    MPI_T_BIND_MPI_MESSAGE,    MPI_T_BIND_MPI_INFO};
static const int scopes[] = {MPI_T_SCOPE_CONSTANT, MPI_T_SCOPE_READONLY, MPI_T_SCOPE_LOCAL,
                             MPI_T_SCOPE_GROUP,    MPI_T_SCOPE_GROUP_EQ, MPI_T_SCOPE_ALL,
                             MPI_T_SCOPE_ALL_EQ};

static void our_variables_bind_to_every_type_of_object(void)
{
    static struct cvar_info cvar;
    static struct pvar_info pvar;
    bool taken[CASES] = {false};

    cvar_of("mpit_version");
    for (EACH_CVAR(i))
        if (cvar_info(i, &cvar) && is_own(cvar.name))
            note(cvar.binding, binds, 11, taken);
    for (EACH_PVAR(i))
        if (pvar_info(i, &pvar) && is_own(pvar.name))
            note(pvar.binding, binds, 11, taken);
    check_all_taken("binding", binds, 11, taken);
}

static void our_variables_have_every_scope(void)
{
    static struct cvar_info info;
    bool taken[CASES] = {false};

    cvar_of("mpit_version");
    for (EACH_CVAR(i))
        if (cvar_info(i, &info) && is_own(info.name))
            note(info.scope, scopes, 7, taken);
    check_all_taken("scope", scopes, 7, taken);
}

static void our_variables_have_every_datatype(void)
{
    static struct cvar_info cvar;
    static struct pvar_info pvar;
    const MPI_Datatype types[] = {
        MPI_INT,   MPI_UNSIGNED, MPI_UNSIGNED_LONG, MPI_UNSIGNED_LONG_LONG,
        MPI_COUNT, MPI_CHAR,     MPI_DOUBLE};
    bool taken[CASES] = {false};

    cvar_of("mpit_version");
    for (EACH_CVAR(i))
        for (int t = 0; t < 7; t++)
            taken[t] |= cvar_info(i, &cvar) && is_own(cvar.name) && cvar.datatype == types[t];
    for (EACH_PVAR(i))
        for (int t = 0; t < 7; t++)
            taken[t] |= pvar_info(i, &pvar) && is_own(pvar.name) && pvar.datatype == types[t];
    for (int t = 0; t < 7; t++)
        if (!taken[t])
            FAIL("none of our variables has datatype number %d", t);
}

/* ---- the same in all processes --------------------------------------------------------------- */

/* Rank 0 names a variable; every process that has it says the same of it. */
static void cvars_of_one_name_are_alike_in_all_processes(void)
{
    static struct cvar_info mine, first;
    int n = number_of(MPI_T_cvar_get_num);

    PMPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < n; i++) {
        int index, size = 0;

        if (rank == 0) {
            cvar_info(i, &first);
            size = (int)size_of(first.datatype); /* its handle is another in each process */
        }
        PMPI_Bcast(&first, sizeof first, MPI_BYTE, 0, MPI_COMM_WORLD);
        PMPI_Bcast(&size, 1, MPI_INT, 0, MPI_COMM_WORLD);
        if (MPI_T_cvar_get_index(first.name, &index) != MPI_SUCCESS)
            continue;
        cvar_info(index, &mine);
        CHECK_FOR(mine.name, mine.verbosity == first.verbosity && mine.binding == first.binding);
        CHECK_FOR(mine.name, mine.scope == first.scope && strcmp(mine.desc, first.desc) == 0);
        CHECK_FOR(mine.name, (int)size_of(mine.datatype) == size);
    }
}

static void pvars_of_one_name_and_class_are_alike_in_all_processes(void)
{
    static struct pvar_info mine, first;
    int n = number_of(MPI_T_pvar_get_num);

    PMPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < n; i++) {
        int index, size = 0;

        if (rank == 0) {
            pvar_info(i, &first);
            size = (int)size_of(first.datatype); /* its handle is another in each process */
        }
        PMPI_Bcast(&first, sizeof first, MPI_BYTE, 0, MPI_COMM_WORLD);
        PMPI_Bcast(&size, 1, MPI_INT, 0, MPI_COMM_WORLD);
        if (MPI_T_pvar_get_index(first.name, first.var_class, &index) != MPI_SUCCESS)
            continue;
        pvar_info(index, &mine);
        CHECK_FOR(mine.name, mine.verbosity == first.verbosity && mine.binding == first.binding);
        CHECK_FOR(mine.name, mine.readonly == first.readonly && mine.atomic == first.atomic);
        CHECK_FOR(mine.name, mine.continuous == first.continuous);
        CHECK_FOR(mine.name, strcmp(mine.desc, first.desc) == 0);
        CHECK_FOR(mine.name, (int)size_of(mine.datatype) == size);
    }
}

/* ---- constancy, NULL ------------------------------------------------------------------------ */

static void cvar_info_is_the_same_every_time(void)
{
    static struct cvar_info first, again;

    for (EACH_CVAR(i))
        if (cvar_info(i, &first) && cvar_info(i, &again))
            CHECK_FOR(first.name, memcmp(&first, &again, sizeof first) == 0);
}

static void pvar_info_is_the_same_every_time(void)
{
    static struct pvar_info first, again;

    for (EACH_PVAR(i))
        if (pvar_info(i, &first) && pvar_info(i, &again))
            CHECK_FOR(first.name, memcmp(&first, &again, sizeof first) == 0);
}

/* Every subset of the OUT arguments, the others NULL. */
static void cvar_info_takes_null_for_any_argument(void)
{
    static struct cvar_info full, part;

    cvar_info(0, &full);
    for (unsigned mask = 0; mask < 1u << 8; mask++) {
        memset(&part, 0, sizeof part);
        part.name_len = part.desc_len = TEXT;
        OK(MPI_T_cvar_get_info(0, mask & 1 ? part.name : NULL, mask & 2 ? &part.name_len : NULL,
                               mask & 4 ? &part.verbosity : NULL, mask & 8 ? &part.datatype : NULL,
                               mask & 16 ? &part.enumtype : NULL, mask & 32 ? part.desc : NULL,
                               mask & 64 ? &part.desc_len : NULL, mask & 128 ? &part.binding : NULL,
                               mask & 128 ? &part.scope : NULL));
        CHECK(strcmp(part.name, (mask & 3) == 3 ? full.name : "") == 0);
        CHECK(strcmp(part.desc, (mask & 96) == 96 ? full.desc : "") == 0);
        CHECK_INT(part.name_len, mask & 2 ? full.name_len : TEXT);
        CHECK_INT(part.desc_len, mask & 64 ? full.desc_len : TEXT);
        CHECK_INT(part.verbosity, mask & 4 ? full.verbosity : 0);
        CHECK_INT(part.scope, mask & 128 ? full.scope : 0);
    }
}

static void pvar_info_takes_null_for_any_argument(void)
{
    static struct pvar_info full, part;
    int i = pvar_of("mpit_state", MPI_T_PVAR_CLASS_STATE);

    pvar_info(i, &full);
    for (unsigned mask = 0; mask < 1u << 8; mask++) {
        memset(&part, 0, sizeof part);
        part.name_len = part.desc_len = TEXT;
        OK(MPI_T_pvar_get_info(i, mask & 1 ? part.name : NULL, mask & 2 ? &part.name_len : NULL,
                               mask & 4 ? &part.verbosity : NULL, mask & 4 ? &part.var_class : NULL,
                               mask & 8 ? &part.datatype : NULL, mask & 16 ? &part.enumtype : NULL,
                               mask & 32 ? part.desc : NULL, mask & 64 ? &part.desc_len : NULL,
                               mask & 128 ? &part.binding : NULL,
                               mask & 128 ? &part.readonly : NULL,
                               mask & 1 ? &part.continuous : NULL, mask & 2 ? &part.atomic : NULL));
        CHECK(strcmp(part.name, (mask & 3) == 3 ? full.name : "") == 0);
        CHECK(strcmp(part.desc, (mask & 96) == 96 ? full.desc : "") == 0);
        CHECK_INT(part.var_class, mask & 4 ? full.var_class : 0);
        CHECK_INT(part.readonly, mask & 128 ? full.readonly : 0);
        CHECK_INT(part.continuous, mask & 1 ? full.continuous : 0);
    }
}

/* ---- names ---------------------------------------------------------------------------------- */

static void every_cvar_name_leads_back_to_its_index(void)
{
    static struct cvar_info info;

    for (EACH_CVAR(i)) {
        int index = -1;

        if (!cvar_info(i, &info))
            continue;
        OK(MPI_T_cvar_get_index(info.name, &index));
        CHECK_FOR(info.name, index == i);
    }
}

static void every_pvar_name_and_class_lead_back_to_its_index(void)
{
    static struct pvar_info info;

    for (EACH_PVAR(i)) {
        int index = -1;

        if (!pvar_info(i, &info))
            continue;
        OK(MPI_T_pvar_get_index(info.name, info.var_class, &index));
        CHECK_FOR(info.name, index == i);
    }
}

static void a_name_that_is_not_exact_is_no_name(void)
{
    static const char *const wrong[] = {"", " ", "mpit_versio", "mpit_version ", "MPIT_VERSION"};
    int index = -7;

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK_RC(MPI_T_cvar_get_index(wrong[i], &index), MPI_T_ERR_INVALID_NAME);
        CHECK_RC(MPI_T_pvar_get_index(wrong[i], MPI_T_PVAR_CLASS_COUNTER, &index),
                 MPI_T_ERR_INVALID_NAME);
        CHECK_RC(MPI_T_category_get_index(wrong[i], &index), MPI_T_ERR_INVALID_NAME);
    }
    CHECK_INT(index, -7);
}

static void a_pvar_is_not_found_under_another_class(void)
{
    static struct pvar_info info;

    for (EACH_PVAR(i)) {
        int index = -7, wrong;

        if (!pvar_info(i, &info))
            continue;
        for (wrong = MPI_T_PVAR_CLASS_STATE - 2; wrong <= MPI_T_PVAR_CLASS_GENERIC + 2; wrong++) {
            int rc = MPI_T_pvar_get_index(info.name, wrong, &index);

            if (wrong == info.var_class)
                continue;
            /* A name may be shared between classes; then it leads to another variable. */
            if (rc == MPI_SUCCESS)
                CHECK_FOR(info.name, index != i && index >= 0);
            else
                CHECK_FOR(info.name, rc == MPI_T_ERR_INVALID_NAME);
        }
    }
}

/* ---- strings -------------------------------------------------------------------------------- */

/* Asks for one string of length n, whatever the function; the length that was returned. */
typedef int asker(int index, char *buffer, int *length);

static int ask_cvar_name(int i, char *buffer, int *length)
{
    return MPI_T_cvar_get_info(i, buffer, length, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
}

static int ask_cvar_desc(int i, char *buffer, int *length)
{
    return MPI_T_cvar_get_info(i, NULL, NULL, NULL, NULL, NULL, buffer, length, NULL, NULL);
}

static int ask_pvar_name(int i, char *buffer, int *length)
{
    return MPI_T_pvar_get_info(i, buffer, length, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                               NULL, NULL);
}

static int ask_pvar_desc(int i, char *buffer, int *length)
{
    return MPI_T_pvar_get_info(i, NULL, NULL, NULL, NULL, NULL, NULL, buffer, length, NULL, NULL,
                               NULL, NULL);
}

static int ask_category_name(int i, char *buffer, int *length)
{
    return MPI_T_category_get_info(i, buffer, length, NULL, NULL, NULL, NULL, NULL);
}

static int ask_category_desc(int i, char *buffer, int *length)
{
    return MPI_T_category_get_info(i, NULL, NULL, buffer, length, NULL, NULL, NULL);
}

/* The enumeration of the first variable that has one. */
static MPI_T_enum some_enum(void)
{
    static struct cvar_info info;

    for (EACH_CVAR(i))
        if (cvar_info(i, &info) && info.enumtype != MPI_T_ENUM_NULL)
            return info.enumtype;
    need_failed("variable with an enumeration");
}

static int ask_enum_name(int i, char *buffer, int *length)
{
    (void)i;
    return MPI_T_enum_get_info(some_enum(), NULL, buffer, length);
}

static int ask_enum_item(int i, char *buffer, int *length)
{
    return MPI_T_enum_get_item(some_enum(), i, NULL, buffer, length);
}

static asker *const askers[] = {ask_cvar_name,     ask_cvar_desc,     ask_pvar_name, ask_pvar_desc,
                                ask_category_name, ask_category_desc, ask_enum_name, ask_enum_item};
enum { ASKERS = sizeof askers / sizeof *askers };

#define EACH_STRING(full, length)                                                                  \
    size_t k_ = 0;                                                                                 \
    k_ < ASKERS && ((length = TEXT), OK(askers[k_](0, full, &length)));                            \
    k_++

static void every_string_is_cut_and_terminated(void)
{
    char full[TEXT], buffer[TEXT];
    int length;

    for (EACH_STRING(full, length))
        for (int n = 1; n <= length + 1; n++) {
            int asked = n, kept = n < length ? n - 1 : length - 1;

            memset(buffer, '#', sizeof buffer);
            OK(askers[k_](0, buffer, &asked));
            CHECK_INT((int)strnlen(buffer, sizeof buffer), kept);
            CHECK(strncmp(buffer, full, (size_t)kept) == 0);
            CHECK_FOR(full, buffer[kept + 1] == '#'); /* what lies beyond is untouched */
        }
}

static void every_truncated_string_tells_its_full_length(void)
{
    char full[TEXT], buffer[TEXT];
    int length;

    for (EACH_STRING(full, length)) {
        CHECK_INT(length, (int)strlen(full) + 1);
        for (int n = 1; n < length; n++) {
            int asked = n;

            OK(askers[k_](0, buffer, &asked));
            CHECK_INT(asked, length);
        }
    }
}

static void every_string_without_room_only_tells_its_length(void)
{
    char full[TEXT], buffer[4] = "###";
    int length;

    for (EACH_STRING(full, length)) {
        int asked = 0;

        OK(askers[k_](0, buffer, &asked));
        CHECK_INT(asked, length);
        asked = 3;
        OK(askers[k_](0, NULL, &asked));
        CHECK_INT(asked, length);
        CHECK(memcmp(buffer, "###", 4) == 0);
    }
}

static void every_string_without_a_length_is_ignored(void)
{
    char buffer[4] = "###";

    for (size_t k = 0; k < ASKERS; k++) {
        OK(askers[k](0, buffer, NULL));
        CHECK(memcmp(buffer, "###", 4) == 0);
    }
}

static void every_string_of_negative_length_is_not_written(void)
{
    static const int lengths[] = {-1, -100, INT_MIN};
    char full[TEXT], buffer[4] = "###";
    int length;

    for (EACH_STRING(full, length))
        for (size_t i = 0; i < 3; i++) {
            int asked = lengths[i];

            OK(askers[k_](0, buffer, &asked));
            CHECK_INT(asked, length);
            CHECK(memcmp(buffer, "###", 4) == 0);
        }
}

static void strings_of_every_row_tell_their_full_length(void)
{
    for (size_t k = 0; k < 6; k++) {
        int n = number_of(k < 2   ? MPI_T_cvar_get_num
                          : k < 4 ? MPI_T_pvar_get_num
                                  : MPI_T_category_get_num);
        for (int i = 0; i < n; i++) {
            char full[TEXT], two[2];
            int length = TEXT, asked = 2;

            OK(askers[k](i, full, &length));
            OK(askers[k](i, two, &asked));
            CHECK_FOR(full, length == (int)strlen(full) + 1 && asked == length);
            CHECK_FOR(full, two[0] == full[0] && two[1] == '\0');
        }
    }
}

/* ---- enumerations --------------------------------------------------------------------------- */

static void check_items(const char *of, MPI_T_enum enumtype)
{
    char name[TEXT], items[64][64];
    int n = 0, length = TEXT, values[64];
    int no_item = MPI_VERSION < 5 ? MPI_T_ERR_INVALID_ITEM : MPI_T_ERR_INVALID_INDEX;

    OK(MPI_T_enum_get_info(enumtype, &n, name, &length));
    CHECK_FOR(of, n > 0 && strlen(name) >= 1);
    CHECK_RC(MPI_T_enum_get_item(enumtype, -1, NULL, NULL, NULL), no_item);
    CHECK_RC(MPI_T_enum_get_item(enumtype, n, NULL, NULL, NULL), no_item);
    for (int i = 0; i < n && i < 64; i++) {
        length = sizeof items[i];
        OK(MPI_T_enum_get_item(enumtype, i, &values[i], items[i], &length));
        CHECK_FOR(of, strlen(items[i]) >= 1);
        for (int j = 0; j < i; j++) {
            CHECK_FOR(items[i], strcmp(items[i], items[j]) != 0);
            CHECK_FOR(items[i], values[i] != values[j]);
        }
    }
}

static void every_enumeration_has_unique_items(void)
{
    static struct cvar_info cvar;
    static struct pvar_info pvar;

    for (EACH_CVAR(i))
        if (cvar_info(i, &cvar) && cvar.enumtype != MPI_T_ENUM_NULL)
            check_items(cvar.name, cvar.enumtype);
    for (EACH_PVAR(i))
        if (pvar_info(i, &pvar) && pvar.enumtype != MPI_T_ENUM_NULL)
            check_items(pvar.name, pvar.enumtype);
}

/* Those of performance variables are states, which change. */
static void enumerations_have_the_value_of_their_variable(void)
{
    static struct cvar_info info;

    for (EACH_CVAR(i)) {
        MPI_T_cvar_handle handle;
        int n = 0, count, value = 0, item = 0;
        bool found = false;

        if (!cvar_info(i, &info) || info.enumtype == MPI_T_ENUM_NULL ||
            MPI_T_cvar_handle_alloc(i, object_for(info.binding), &handle, &count) != MPI_SUCCESS)
            continue;
        CHECK_FOR(info.name, count == 1 && info.datatype == MPI_INT);
        OK(MPI_T_cvar_read(handle, &value));
        OK(MPI_T_enum_get_info(info.enumtype, &n, NULL, NULL));
        for (int k = 0; k < n && !found; k++) {
            OK(MPI_T_enum_get_item(info.enumtype, k, &item, NULL, NULL));
            found = item == value;
        }
        CHECK_THAT(found, "%s: %d is no item", info.name, value);
        OK(MPI_T_cvar_handle_free(&handle));
    }
}

static void enumerations_of_one_name_are_one_enumeration(void)
{
    enum { MOST = 512 };
    static struct cvar_info info;
    static char names[MOST][128];
    static MPI_T_enum enums[MOST];
    int n = 0;

    for (EACH_CVAR(i)) {
        int known = 0, length = sizeof names[0];

        if (!cvar_info(i, &info) || info.enumtype == MPI_T_ENUM_NULL || n == MOST)
            continue;
        OK(MPI_T_enum_get_info(info.enumtype, NULL, names[n], &length));
        for (int j = 0; j < n; j++) {
            known |= enums[j] == info.enumtype;
            CHECK_FOR(names[n], (strcmp(names[j], names[n]) == 0) == (enums[j] == info.enumtype));
        }
        enums[n] = info.enumtype;
        n += !known;
    }
    CHECK(n > 0);
}

/* ---- categories ----------------------------------------------------------------------------- */

/* The contents of a category, with a guard behind them; the caller frees them. */
static int *contents(int category, int n, int (*get)(int, int, int[]))
{
    int *list = malloc(((size_t)n + 1) * sizeof *list);

    for (int i = 0; i <= n; i++)
        list[i] = -7;
    OK(get(category, n, list));
    CHECK_INT(list[n], -7);
    return list;
}

static void every_category_lists_what_it_counts(void)
{
    int cvars = number_of(MPI_T_cvar_get_num), pvars = number_of(MPI_T_pvar_get_num);

    for (EACH_CATEGORY(c)) {
        int n[3], most[3] = {cvars, pvars, n_c};
        int (*get[3])(int, int, int[]) = {MPI_T_category_get_cvars, MPI_T_category_get_pvars,
                                          MPI_T_category_get_categories};

        OK(MPI_T_category_get_info(c, NULL, NULL, NULL, NULL, &n[0], &n[1], &n[2]));
        for (int k = 0; k < 3; k++) {
            int *list = contents(c, n[k], get[k]), *part = contents(c, n[k] / 2, get[k]);

            for (int i = 0; i < n[k]; i++)
                CHECK(list[i] >= 0 && list[i] < most[k]);
            CHECK(memcmp(list, part, (size_t)(n[k] / 2) * sizeof *list) == 0);
            free(list);
            free(part);
        }
    }
}

static void categories_leave_the_rest_of_the_array_alone(void)
{
    for (EACH_CATEGORY(c)) {
        int n, list[2] = {-7, -7};

        OK(MPI_T_category_get_info(c, NULL, NULL, NULL, NULL, &n, NULL, NULL));
        OK(MPI_T_category_get_cvars(c, 0, list));
        CHECK(list[0] == -7);
        OK(MPI_T_category_get_cvars(c, 0, NULL));
        OK(MPI_T_category_get_cvars(c, 1, list));
        CHECK(list[1] == -7 && (list[0] == -7) == (n == 0));
    }
}

enum { MOST_CATEGORIES = 4096 };

static void walk(int category, bool *above, bool *met)
{
    int n, *list;

    if (above[category]) {
        FAIL("category %d contains itself", category);
        return;
    }
    above[category] = met[category] = true;
    OK(MPI_T_category_get_info(category, NULL, NULL, NULL, NULL, NULL, NULL, &n));
    list = contents(category, n, MPI_T_category_get_categories);
    for (int i = 0; i < n; i++)
        walk(list[i], above, met);
    free(list);
    above[category] = false;
}

static void no_category_contains_itself(void)
{
    static bool above[MOST_CATEGORIES], met[MOST_CATEGORIES];

    for (EACH_CATEGORY(c))
        walk(c, above, met);
}

static void every_category_is_reached_from_the_root(void)
{
    static bool above[MOST_CATEGORIES], met[MOST_CATEGORIES];
    int root;

    if (MPI_T_category_get_index("mpit", &root) != MPI_SUCCESS)
        need_failed("category mpit");
    walk(root, above, met);
    for (EACH_CATEGORY(c))
        if (!met[c])
            FAIL("category %d is not below mpit", c);
}

static void every_variable_of_ours_is_in_a_category(void)
{
    static struct cvar_info cvar;
    static struct pvar_info pvar;
    int cvars = number_of(MPI_T_cvar_get_num), pvars = number_of(MPI_T_pvar_get_num);
    bool *in = calloc((size_t)cvars + (size_t)pvars, sizeof *in);

    cvar_of("mpit_version");
    for (EACH_CATEGORY(c)) {
        int n, m, *list;

        OK(MPI_T_category_get_info(c, NULL, NULL, NULL, NULL, &n, &m, NULL));
        list = contents(c, n, MPI_T_category_get_cvars);
        for (int i = 0; i < n; i++)
            in[list[i]] = true;
        free(list);
        list = contents(c, m, MPI_T_category_get_pvars);
        for (int i = 0; i < m; i++)
            in[cvars + list[i]] = true;
        free(list);
    }
    for (int i = 0; i < cvars; i++)
        if (cvar_info(i, &cvar) && is_own(cvar.name))
            CHECK_FOR(cvar.name, in[i]);
    for (int i = 0; i < pvars; i++)
        if (pvar_info(i, &pvar) && is_own(pvar.name))
            CHECK_FOR(pvar.name, in[cvars + i]);
    free(in);
}

static void every_category_name_is_unique_and_leads_back(void)
{
    for (EACH_CATEGORY(c)) {
        char name[TEXT];
        int length = TEXT, index = -1;

        OK(MPI_T_category_get_info(c, name, &length, NULL, NULL, NULL, NULL, NULL));
        CHECK_FOR(name, strlen(name) >= 1);
        OK(MPI_T_category_get_index(name, &index));
        CHECK_FOR(name, index == c);
    }
}

static void stamp_stands_still_while_nothing_changes(void)
{
    int first = -1, again = -2;

    OK(MPI_T_category_changed(&first));
    for (EACH_CATEGORY(c))
        OK(MPI_T_category_get_info(c, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    OK(MPI_T_category_changed(&again));
    CHECK_INT(again, first);
}

/* ---- values ---------------------------------------------------------------------------------
 *
 * A variable of the MPI library that it has dropped, or that would crash it, keeps its index and
 * answers with an error; one of ours never does, but for the unexpected queue without a source. */

static void every_cvar_is_allocated_read_and_freed(void)
{
    static struct cvar_info info;

    for (EACH_CVAR(i)) {
        MPI_T_cvar_handle handle;
        int count = -1;
        size_t size;
        char *buffer;

        if (!cvar_info(i, &info) ||
            (info.binding != MPI_T_BIND_NO_OBJECT && !object_for(info.binding)))
            continue;
        if (MPI_T_cvar_handle_alloc(i, object_for(info.binding), &handle, &count) != MPI_SUCCESS) {
            CHECK_FOR(info.name, !is_own(info.name) && count == -1);
            continue;
        }
        CHECK_FOR(info.name, count >= 1);
        size = (size_t)count * size_of(info.datatype);
        buffer = malloc(size + 1);
        memset(buffer, '#', size + 1);
        buffer[0] = '\0';
        CHECK_FOR(info.name, MPI_T_cvar_read(handle, buffer) == MPI_SUCCESS || !is_own(info.name));
        CHECK_FOR(info.name, buffer[size] == '#');
        if (info.datatype == MPI_CHAR)
            CHECK_FOR(info.name, memchr(buffer, '\0', size) != NULL);
        if (info.scope == MPI_T_SCOPE_CONSTANT || info.scope == MPI_T_SCOPE_READONLY)
            CHECK_RC(MPI_T_cvar_write(handle, buffer), MPI_T_ERR_CVAR_SET_NEVER);
        free(buffer);
        OK(MPI_T_cvar_handle_free(&handle));
        CHECK_FOR(info.name, handle == MPI_T_CVAR_HANDLE_NULL);
    }
}

static void every_pvar_is_allocated_read_and_freed(void)
{
    static struct pvar_info info;
    MPI_T_pvar_session session;

    OK(MPI_T_pvar_session_create(&session));
    for (EACH_PVAR(i)) {
        MPI_T_pvar_handle handle;
        int count = -1, rc;
        size_t size;
        char *buffer;

        if (!pvar_info(i, &info) ||
            (info.binding != MPI_T_BIND_NO_OBJECT && !object_for(info.binding)))
            continue;
        rc = MPI_T_pvar_handle_alloc(session, i, object_for(info.binding), &handle, &count);
        if (rc != MPI_SUCCESS) {
            CHECK_FOR(info.name, count == -1);
            CHECK_FOR(info.name, !is_own(info.name));
            continue;
        }
        CHECK_FOR(info.name, count >= 1);
        size = (size_t)count * size_of(info.datatype);
        buffer = malloc(size + 1);
        memset(buffer, '#', size + 1);
        CHECK_RC(MPI_T_pvar_start(session, handle),
                 info.continuous ? MPI_T_ERR_PVAR_NO_STARTSTOP : MPI_SUCCESS);
        OK(MPI_T_pvar_read(session, handle, buffer));
        CHECK_FOR(info.name, buffer[size] == '#');
        CHECK_RC(MPI_T_pvar_write(session, handle, buffer),
                 info.readonly ? MPI_T_ERR_PVAR_NO_WRITE : MPI_SUCCESS);
        CHECK_RC(MPI_T_pvar_reset(session, handle),
                 info.readonly ? MPI_T_ERR_PVAR_NO_WRITE : MPI_SUCCESS);
        CHECK_RC(MPI_T_pvar_readreset(session, handle, buffer),
                 info.atomic ? MPI_SUCCESS : MPI_T_ERR_PVAR_NO_ATOMIC);
        CHECK_RC(MPI_T_pvar_stop(session, handle),
                 info.continuous ? MPI_T_ERR_PVAR_NO_STARTSTOP : MPI_SUCCESS);
        free(buffer);
        OK(MPI_T_pvar_handle_free(session, &handle));
        CHECK_FOR(info.name, handle == MPI_T_PVAR_HANDLE_NULL);
    }
    OK(MPI_T_pvar_session_free(&session));
    CHECK(session == MPI_T_PVAR_SESSION_NULL);
}

SUITE(HARNESS_MPI_IS_UP, TEST(verbosity_constants_are_monotonic),
      TEST(every_cvar_has_metadata_of_the_standard), TEST(every_pvar_has_metadata_of_the_standard),
      TEST(every_pvar_has_a_datatype_that_its_class_allows),
      TEST(every_pvar_of_ours_is_writable_unless_its_class_forbids_it),
      TEST(our_variables_bind_to_every_type_of_object), TEST(our_variables_have_every_scope),
      TEST(our_variables_have_every_datatype), TEST(cvars_of_one_name_are_alike_in_all_processes),
      TEST(pvars_of_one_name_and_class_are_alike_in_all_processes),
      TEST(cvar_info_is_the_same_every_time), TEST(pvar_info_is_the_same_every_time),
      TEST(cvar_info_takes_null_for_any_argument), TEST(pvar_info_takes_null_for_any_argument),
      TEST(every_cvar_name_leads_back_to_its_index),
      TEST(every_pvar_name_and_class_lead_back_to_its_index),
      TEST(a_name_that_is_not_exact_is_no_name), TEST(a_pvar_is_not_found_under_another_class),
      TEST(every_string_is_cut_and_terminated), TEST(every_truncated_string_tells_its_full_length),
      TEST(every_string_without_room_only_tells_its_length),
      TEST(every_string_without_a_length_is_ignored),
      TEST(every_string_of_negative_length_is_not_written),
      TEST(strings_of_every_row_tell_their_full_length), TEST(every_enumeration_has_unique_items),
      TEST(enumerations_have_the_value_of_their_variable),
      TEST(enumerations_of_one_name_are_one_enumeration), TEST(every_category_lists_what_it_counts),
      TEST(categories_leave_the_rest_of_the_array_alone), TEST(no_category_contains_itself),
      TEST(every_category_is_reached_from_the_root), TEST(every_variable_of_ours_is_in_a_category),
      TEST(every_category_name_is_unique_and_leads_back),
      TEST(stamp_stands_still_while_nothing_changes), TEST(every_cvar_is_allocated_read_and_freed),
      TEST(every_pvar_is_allocated_read_and_freed))
