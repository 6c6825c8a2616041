#include "variables.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static struct category category;

static int some_categories(void)
{
    int n = count_categories();

    if (n == 0)
        judge_absent("there are no categories");
    return n;
}
#define EACH_CATEGORY(i)                                                                           \
    EACH(i, some_categories())                                                                     \
    if (get_category(i, &category) == MPI_SUCCESS)

void row_categories_that_are_counted_are_there(void)
{
    EACH(i, some_categories())
    {
        int rc = get_category(i, &category);

        CHECK(rc == MPI_SUCCESS, "index %d: %s", i, judge_code_name(rc));
    }
}

void row_category_names_are_unique(void)
{
    struct names names = {0};

    EACH_CATEGORY(i)
    CHECK(is_new_name(&names, category.name, 0), "%s comes twice, again as %d", category.name, i);
}

void row_category_names_lead_back(void)
{
    EACH_CATEGORY(i)
    {
        int index = -1, rc = MPI_T_category_get_index(category.name, &index);

        CHECK(rc == MPI_SUCCESS && index == i, "%s: %s, index %d, not %d", category.name,
              judge_code_name(rc), index, i);
    }
}

/* ---- members */

static const struct members {
    const char *kind, *function;
    int (*get)(int index, int length, int indices[]);
    int (*count)(void);
    size_t number; /* of them, in struct category */
} members[] = {
    {"control variables", "MPI_T_category_get_cvars", MPI_T_category_get_cvars, count_cvars,
     offsetof(struct category, cvars)},
    {"performance variables", "MPI_T_category_get_pvars", MPI_T_category_get_pvars, count_pvars,
     offsetof(struct category, pvars)},
    {"categories", "MPI_T_category_get_categories", MPI_T_category_get_categories, count_categories,
     offsetof(struct category, categories)},
};
enum { MEMBERS = 3, ROOM = 1 << 16, NONE = -7 };

static int number_of(const struct members *which)
{
    int n;

    memcpy(&n, (const char *)&category + which->number, sizeof n);
    return n;
}

static int *list(const struct members *which, int index, int length)
{
    static int indices[ROOM];

    for (int i = 0; i < ROOM; i++)
        indices[i] = NONE;
    judge_code(which->function, which->get(index, length, indices), MPI_SUCCESS);
    return indices;
}

void row_category_members_are_there(void)
{
    EACH_CATEGORY(i)
    for (int k = 0; k < MEMBERS; k++) {
        int n = number_of(&members[k]), all = members[k].count();
        const int *indices = list(&members[k], i, n < ROOM ? n : ROOM);

        for (int m = 0; m < n && m < ROOM; m++)
            CHECK(indices[m] >= 0 && indices[m] < all, "%s: %d %s, number %d is index %d",
                  category.name, n, members[k].kind, m, indices[m]);
    }
}

void row_category_arrays_are_not_overrun(void)
{
    EACH_CATEGORY(i)
    for (int k = 0; k < MEMBERS; k++) {
        int n = number_of(&members[k]);

        if (n > 1 && n < ROOM)
            CHECK(list(&members[k], i, n - 1)[n - 1] == NONE, "%s: %d %s in an array for %d",
                  category.name, n, members[k].kind, n - 1);
        CHECK(list(&members[k], i, 0)[0] == NONE, "%s: %s in an array for none", category.name,
              members[k].kind);
    }
}

static bool leads_to(int from, int to, int depth)
{
    int n, *below;
    bool found = false;

    if (depth > 50 || get_category(from, &category) != MPI_SUCCESS || category.categories <= 0)
        return false;
    n = category.categories;
    below = malloc((size_t)n * sizeof *below);
    if (!below)
        return false;
    for (int i = 0; i < n; i++)
        below[i] = NONE;
    if (MPI_T_category_get_categories(from, n, below) == MPI_SUCCESS)
        for (int i = 0; i < n && !found; i++)
            found = below[i] == to || (below[i] >= 0 && leads_to(below[i], to, depth + 1));
    free(below);
    return found;
}

void row_categories_do_not_contain_themselves(void)
{
    EACH(i, some_categories())
    CHECK(!leads_to(i, i, 0), "category %d is inside of itself", i);
}

void row_category_stamp_stays(void)
{
    int first = 0, second = 0;

    SUCCEEDS(MPI_T_category_changed(&first));
    EACH_CATEGORY(i)
    continue;
    SUCCEEDS(MPI_T_category_changed(&second));
    CHECK(first == second, "%d, then %d", first, second);
}

/* ---- arguments */

void row_category_wrong_index_is_refused(void)
{
    int wrong[] = {-1, INT_MIN, INT_MAX, count_categories()}, indices[4];

    for (int i = 0; i < 4; i++) {
        EXPECT(MPI_T_category_get_info(wrong[i], category.name, &(int){NAME}, NULL, NULL, NULL,
                                       NULL, NULL),
               MPI_T_ERR_INVALID_INDEX);
        EXPECT(MPI_T_category_get_cvars(wrong[i], 4, indices), MPI_T_ERR_INVALID_INDEX);
        EXPECT(MPI_T_category_get_pvars(wrong[i], 4, indices), MPI_T_ERR_INVALID_INDEX);
        EXPECT(MPI_T_category_get_categories(wrong[i], 4, indices), MPI_T_ERR_INVALID_INDEX);
    }
}

void row_category_null_arguments_are_refused(void)
{
    FAILS(MPI_T_category_changed(NULL));
    FAILS(MPI_T_category_get_num(NULL));
    FAILS(MPI_T_category_get_index(NULL, &(int){0}));
}

void row_category_negative_length_is_left_alone(void)
{
    EACH(i, some_categories())
    for (int k = 0; k < MEMBERS; k++) {
        int indices[2] = {NONE, NONE};

        members[k].get(i, -1, indices);
        CHECK(indices[0] == NONE, "category %d: %s at length -1", i, members[k].kind);
    }
}
